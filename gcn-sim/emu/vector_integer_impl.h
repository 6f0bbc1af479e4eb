/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector instructions on integers and bits. */
#ifndef HSAEMU_GCN_VECTOR_INTEGER_IMPL_H
#define HSAEMU_GCN_VECTOR_INTEGER_IMPL_H

#include "vector_op_impl.h"

static inline int32_t as_i32(uint32_t u)
{
	return (int32_t)u;
}
static inline uint32_t min_u(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}
static inline uint32_t max_u(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}
static inline uint32_t min_i(uint32_t a, uint32_t b)
{
	return as_i32(a) < as_i32(b) ? a : b;
}
static inline uint32_t max_i(uint32_t a, uint32_t b)
{
	return as_i32(a) > as_i32(b) ? a : b;
}
static inline uint32_t med_u(uint32_t a, uint32_t b, uint32_t c)
{
	return max_u(min_u(a, b), min_u(max_u(a, b), c));
}
static inline uint32_t med_i(uint32_t a, uint32_t b, uint32_t c)
{
	return max_i(min_i(a, b), min_i(max_i(a, b), c));
}
/* Numbers of 24 bits. */
static inline uint32_t low24(uint32_t u)
{
	return u & 0xffffff;
}
static inline int32_t signed24(uint32_t u)
{
	return as_i32(u << 8) >> 8;
}
static inline int64_t product24(uint32_t a, uint32_t b)
{
	return (int64_t)signed24(a) * signed24(b);
}
static inline uint32_t bits_below(uint32_t count)
{
	return (UINT32_C(1) << (count & 31)) - 1;
}
static inline uint32_t signed_field(uint32_t a, uint32_t off, uint32_t width)
{
	unsigned o = off & 31, n = width & 31;
	uint32_t f = a >> o & bits_below(n);

	if (n == 0)
		return 0;
	if (o + n >= 32)
		return (uint32_t)(as_i32(a) >> o);
	return (uint32_t)(as_i32(f << (32 - n)) >> (32 - n));
}
static inline uint32_t reversed(uint32_t v)
{
	v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
	v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
	v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
	v = (v >> 8 & 0x00ff00ff) | (v & 0x00ff00ff) << 8;
	return v >> 16 | v << 16;
}
static inline uint32_t count_ones(uint32_t v)
{
	v -= v >> 1 & 0x55555555;
	v = (v & 0x33333333) + (v >> 2 & 0x33333333);
	v = (v + (v >> 4)) & 0x0f0f0f0f;
	return v * 0x01010101 >> 24;
}
static inline uint32_t leading_zeros(uint32_t v)
{
	return v == 0 ? UINT32_MAX : (uint32_t)__builtin_clz(v);
}
static inline uint32_t byte_of(uint32_t v, unsigned n)
{
	return v >> 8 * n & 255;
}
static inline uint32_t difference(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}
static inline uint32_t sad8(uint32_t a, uint32_t b)
{
	uint32_t sum = 0;
	for (unsigned n = 0; n < 4; n++)
		sum += difference(byte_of(a, n), byte_of(b, n));
	return sum;
}
static inline uint32_t masked_sad8(uint32_t a, uint32_t b)
{
	uint32_t sum = 0;
	for (unsigned n = 0; n < 4; n++)
		sum += byte_of(b, n) == 0 ? 0 : difference(byte_of(a, n), byte_of(b, n));
	return sum;
}
static inline uint32_t sad16(uint32_t a, uint32_t b)
{
	return difference(a & 0xffff, b & 0xffff) + difference(a >> 16, b >> 16);
}
static inline uint32_t lerp(uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t r = 0;
	for (unsigned n = 0; n < 4; n++)
		r |= (byte_of(a, n) + byte_of(b, n) + (c >> 8 * n & 1)) >> 1 << 8 * n;
	return r;
}
static inline uint32_t saturated_i16(uint32_t a)
{
	return max_i(min_i(a, INT16_MAX), (uint32_t)INT16_MIN) & 0xffff;
}
static inline uint64_t joined(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

#define INTEGERS_1(X) \
	X(V_MOV_B32, a) \
	X(V_NOT_B32, ~a) \
	X(V_BFREV_B32, reversed(a)) \
	X(V_FFBH_U32, leading_zeros(a)) \
	X(V_FFBL_B32, a == 0 ? UINT32_MAX : (uint32_t)__builtin_ctz(a)) \
	X(V_FFBH_I32, leading_zeros(as_i32(a) < 0 ? ~a : a))

#define INTEGERS_2(X) \
	X(V_MUL_I32_I24, (uint32_t)product24(a, b)) \
	X(V_MUL_HI_I32_I24, (uint32_t)(product24(a, b) >> 32)) \
	X(V_MUL_U32_U24, low24(a) * low24(b)) \
	X(V_MUL_HI_U32_U24, (uint32_t)((uint64_t)low24(a) * low24(b) >> 32)) \
	X(V_MIN_I32, min_i(a, b)) \
	X(V_MAX_I32, max_i(a, b)) \
	X(V_MIN_U32, min_u(a, b)) \
	X(V_MAX_U32, max_u(a, b)) \
	X(V_LSHR_B32, a >> (b & 31)) \
	X(V_LSHRREV_B32, b >> (a & 31)) \
	X(V_ASHR_I32, (uint32_t)(as_i32(a) >> (b & 31))) \
	X(V_ASHRREV_I32, (uint32_t)(as_i32(b) >> (a & 31))) \
	X(V_LSHL_B32, a << (b & 31)) \
	X(V_LSHLREV_B32, b << (a & 31)) \
	X(V_AND_B32, a &b) \
	X(V_OR_B32, a | b) \
	X(V_XOR_B32, a ^ b) \
	X(V_BFM_B32, bits_below(a) << (b & 31)) \
	X(V_BCNT_U32_B32, count_ones(a) + b) \
	X(V_MBCNT_LO_U32_B32, count_ones(a &(i < 32 ? bits_below(i) : UINT32_MAX)) + b) \
	X(V_MBCNT_HI_U32_B32, count_ones(a &(i < 32 ? 0 : bits_below(i))) + b) \
	X(V_CVT_PK_U16_U32, min_u(a, UINT16_MAX) | min_u(b, UINT16_MAX) << 16) \
	X(V_CVT_PK_I16_I32, saturated_i16(a) | saturated_i16(b) << 16) \
	X(V_MUL_LO_U32, a *b) \
	X(V_MUL_HI_U32, (uint32_t)((uint64_t)a * b >> 32)) \
	X(V_MUL_LO_I32, a *b) \
	X(V_MUL_HI_I32, (uint32_t)((int64_t)as_i32(a) * as_i32(b) >> 32))

#define INTEGERS_3(X) \
	X(V_MAD_I32_I24, (uint32_t)product24(a, b) + c) \
	X(V_MAD_U32_U24, low24(a) * low24(b) + c) \
	X(V_BFE_U32, a >> (b & 31) & bits_below(c)) \
	X(V_BFE_I32, signed_field(a, b, c)) \
	X(V_BFI_B32, (a & b) | (~a & c)) \
	X(V_LERP_U8, lerp(a, b, c)) \
	X(V_ALIGNBIT_B32, (uint32_t)(joined(a, b) >> (c & 31))) \
	X(V_ALIGNBYTE_B32, (uint32_t)(joined(a, b) >> 8 * (c & 3))) \
	X(V_MIN3_I32, min_i(min_i(a, b), c)) \
	X(V_MIN3_U32, min_u(min_u(a, b), c)) \
	X(V_MAX3_I32, max_i(max_i(a, b), c)) \
	X(V_MAX3_U32, max_u(max_u(a, b), c)) \
	X(V_MED3_I32, med_i(a, b, c)) \
	X(V_MED3_U32, med_u(a, b, c)) \
	X(V_SAD_U8, sad8(a, b) + c) \
	X(V_SAD_HI_U8, (sad8(a, b) << 16) + c) \
	X(V_SAD_U16, sad16(a, b) + c) \
	X(V_SAD_U32, difference(a, b) + c) \
	X(V_MSAD_U8, masked_sad8(a, b) + c)

/* X(id, result of the 64-bit a and the 32-bit b) */
#define SHIFTS_64(X) \
	X(V_LSHL_B64, a << (b & 63)) \
	X(V_LSHR_B64, a >> (b & 63)) \
	X(V_ASHR_I64, (uint64_t)((int64_t)a >> (b & 63)))

#define DEFINE_SHIFT_64(id, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_wide r; \
		SOURCE_64(0, a); \
		SOURCE_32(1, b); \
		FOR_LANES \
		{ \
			uint64_t a = a_w.v[i]; \
			uint32_t b = b_p[i]; \
			r.v[i] = (expr); \
		} \
		gcn_put_wide(w, in->dst, &r); \
		return gcn_next(in); \
	}

/* X(id, sum of a and b, whether a bit is carried out) */
#define SUMS(X) \
	X(V_ADD_I32, a + b, s < a) \
	X(V_SUB_I32, a - b, a < b) \
	X(V_SUBREV_I32, b - a, b < a)

#define DEFINE_SUM(id, sum, carry) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r, out; \
		SOURCE_32(0, a); \
		SOURCE_32(1, b); \
		FOR_LANES \
		{ \
			uint32_t a = a_p[i], b = b_p[i], s = (sum); \
			r.v[i] = s; \
			out.v[i] = (carry) ? UINT32_MAX : 0; \
		} \
		gcn_put(w, in->dst, &r); \
		gcn_put_bits(w, in->dst2, &out); \
		return gcn_next(in); \
	}

/* X(id, s without what is carried in, whether that carries out, the whole sum with k that is
 * carried in, whether adding k carries out) */
#define CARRIED_SUMS(X) \
	X(V_ADDC_U32, a + b, s<a, s + k, s> UINT32_MAX - k) \
	X(V_SUBB_U32, a - b, a < b, s - k, s < k) \
	X(V_SUBBREV_U32, b - a, b < a, s - k, s < k)

#define DEFINE_CARRIED_SUM(id, sum, carry, whole, second_carry) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r, out, carried; \
		SOURCE_32(0, a); \
		SOURCE_32(1, b); \
		gcn_expand(gcn_scalar64(w, &in->src[2]), carried.v); \
		FOR_LANES \
		{ \
			uint32_t a = a_p[i], b = b_p[i], k = carried.v[i] & 1, s = (sum); \
			r.v[i] = (whole); \
			out.v[i] = ((carry) ? UINT32_MAX : 0) | ((second_carry) ? UINT32_MAX : 0); \
		} \
		gcn_put(w, in->dst, &r); \
		gcn_put_bits(w, in->dst2, &out); \
		return gcn_next(in); \
	}

INTEGERS_1(DEFINE_1)
INTEGERS_2(DEFINE_2)
INTEGERS_3(DEFINE_3)
SHIFTS_64(DEFINE_SHIFT_64)
SUMS(DEFINE_SUM)
CARRIED_SUMS(DEFINE_CARRIED_SUM)

FUNCTION(V_CNDMASK_B32)
{
	struct gcn_lanes r, chosen;
	SOURCE_32(0, a);
	SOURCE_32(1, b);

	gcn_expand(gcn_scalar64(w, &in->src[2]), chosen.v);
	FOR_LANES r.v[i] = (a_p[i] & ~chosen.v[i]) | (b_p[i] & chosen.v[i]);
	gcn_put(w, in->dst, &r);
	return gcn_next(in);
}

FUNCTION(V_NOP)
{
	(void)w;
	return gcn_next(in);
}

FUNCTION(V_CLREXCP)
{
	(void)w;
	return gcn_next(in);
}

#define INTEGER_ROWS \
	INTEGERS_1(ROW) \
	INTEGERS_2(ROW) \
	INTEGERS_3(ROW) \
	SHIFTS_64(ROW) \
	SUMS(ROW) \
	CARRIED_SUMS(ROW) \
	SINGLE(V_CNDMASK_B32) \
	SINGLE(V_NOP) \
	SINGLE(V_CLREXCP)

#endif
