/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The instructions of which compilers make divisions: v_div_scale makes operands that neither
 * overflow nor lose digits, Newton's iterations come between, v_div_fmas does the last of them
 * and scales back, and v_div_fixup puts in the special cases. The numbers scaled by are 2^64
 * (f32) and 2^128 (f64); only with these are LLVM's sequences exact. */
#ifndef HSAEMU_GCN_VECTOR_DIVISION_IMPL_H
#define HSAEMU_GCN_VECTOR_DIVISION_IMPL_H

#include "soft_impl.h"
#include "vector_op_impl.h"

/* Both sizes are written once. */
#define DEFINE_DIVISION(type, real, bits, bits_of, as, mantissa, top, far_, small, too_small, up, \
	down) \
	static inline int exponent_##type(bits u) \
	{ \
		return (int)(u >> (mantissa)) & (int)(top); \
	} \
	static inline bool is_denormal_##type(real x) \
	{ \
		return exponent_##type(bits_of(x)) == 0 && x != 0; \
	} \
	/* Returns s scaled; *back: the quotient is to be scaled back. */ \
	static inline bits scaled_##type(bits s, bits den, bits num, uint32_t *back) \
	{ \
		real d = as(den), n = as(num), x = as(s), q = n / d, r = 1 / d; \
		int ed = exponent_##type(den), en = exponent_##type(num); \
		bool lost = is_denormal_##type(q) || q == 0; \
\
		*back = 0; \
		if (d == 0 || n == 0) \
			return bits_of((real)__builtin_nan("")); \
		if (en - ed >= (far_)) { \
			*back = UINT32_MAX; \
			return s == den ? bits_of(x * (up)) : s; \
		} \
		if (is_denormal_##type(d)) \
			return bits_of(x * (up)); \
		if (is_denormal_##type(r)) { \
			*back = lost ? UINT32_MAX : 0; \
			return !lost || s == den ? bits_of(x * (down)) : s; \
		} \
		if (lost) { \
			*back = UINT32_MAX; \
			return s == num ? bits_of(x * (up)) : s; \
		} \
		return en <= (small) ? bits_of(x * (up)) : s; \
	} \
	static inline bits fixed_##type(bits quotient, bits den, bits num) \
	{ \
		const bits one = 1, sign = (den ^ num) & one << (sizeof(bits) * 8 - 1), \
			   infinity = (bits)(top) << (mantissa), quiet = one << ((mantissa) - 1); \
		real q = as(quotient), d = as(den), n = as(num); \
		bits d_bits = den & ~(one << (sizeof(bits) * 8 - 1)), \
		     n_bits = num & ~(one << (sizeof(bits) * 8 - 1)); \
\
		if (n != n) \
			return num | quiet; \
		if (d != d) \
			return den | quiet; \
		if ((n_bits == 0 && d_bits == 0) || (n_bits == infinity && d_bits == infinity)) \
			return one << (sizeof(bits) * 8 - 1) | infinity | quiet; \
		if (d_bits == 0 || n_bits == infinity) \
			return sign | infinity; \
		if (d_bits == infinity || n_bits == 0 || \
			exponent_##type(num) - exponent_##type(den) < (too_small)) \
			return sign; \
		if (q != q) \
			return sign | infinity; \
		return sign | (quotient & ~(one << (sizeof(bits) * 8 - 1))); \
	}

DEFINE_DIVISION(f32, float, uint32_t, bits_f32, as_f32, 23, 0xff, 96, 23, -150, 0x1p64F, 0x1p-64F)
DEFINE_DIVISION(f64, double, uint64_t, bits_f64, as_f64, 52, 0x7ff, 768, 53, -1075, 0x1p128,
	0x1p-128)

FUNCTION(V_DIV_SCALE_F32)
{
	struct gcn_lanes r, back;
	SOURCE_32(0, a);
	SOURCE_32(1, b);
	SOURCE_32(2, c);

	FOR_LANES r.v[i] = scaled_f32(a_p[i], b_p[i], c_p[i], &back.v[i]);
	put_f32(w, in, &r);
	gcn_put_bits(w, in->dst2, &back);
	return gcn_next(in);
}

FUNCTION(V_DIV_SCALE_F64)
{
	struct gcn_lanes back;
	struct gcn_wide r;
	SOURCE_64(0, a);
	SOURCE_64(1, b);
	SOURCE_64(2, c);

	FOR_LANES r.v[i] = scaled_f64(a_w.v[i], b_w.v[i], c_w.v[i], &back.v[i]);
	put_f64(w, in, &r);
	gcn_put_bits(w, in->dst2, &back);
	return gcn_next(in);
}

/* Flushes a source of v_div_fmas where MODE does; it is scaled back by integers, which know no
 * mode. */
static inline uint32_t source_f32(const struct gcn_wave *w, uint32_t u)
{
	bool keeps = (w->mode >> MODE_DENORMALS_F32 & KEEP_SOURCES) != 0;
	return exponent_f32(u) != 0 || keeps ? u : u & UINT32_C(1) << 31;
}
static inline uint64_t source_f64(const struct gcn_wave *w, uint64_t u)
{
	bool keeps = (w->mode >> MODE_DENORMALS_F64 & KEEP_SOURCES) != 0;
	return exponent_f64(u) != 0 || keeps ? u : u & UINT64_C(1) << 63;
}
static uint32_t scaled_back_f32(const struct gcn_wave *w, uint32_t a, uint32_t b, uint32_t c)
{
	bool flush = (w->mode >> MODE_DENORMALS_F32 & KEEP_RESULTS) == 0;

	return (uint32_t)gcn_scaled_fma(source_f32(w, a), source_f32(w, b), source_f32(w, c),
		exponent_f32(c) > 127 ? 64 : -64, &gcn_f32, w->mode & 3, flush);
}
static uint64_t scaled_back_f64(const struct gcn_wave *w, uint64_t a, uint64_t b, uint64_t c)
{
	bool flush = (w->mode >> MODE_DENORMALS_F64 & KEEP_RESULTS) == 0;

	return gcn_scaled_fma(source_f64(w, a), source_f64(w, b), source_f64(w, c),
		exponent_f64(c) > 1023 ? 128 : -128, &gcn_f64, w->mode >> 2 & 3, flush);
}

/* The lanes of VCC, which are few, are computed once more. */
FUNCTION(V_DIV_FMAS_F32)
{
	struct gcn_lanes r;
	SOURCE_32(0, a);
	SOURCE_32(1, b);
	SOURCE_32(2, c);

	fused32(a_p, b_p, c_p, r.v);
	for (uint64_t v = gcn_pair(w, GCN_CODE_VCC) & gcn_exec_mask(w); v != 0; v &= v - 1) {
		int i = __builtin_ctzll(v);
		if (exponent_f32(a_p[i]) != 0xff && exponent_f32(b_p[i]) != 0xff &&
			exponent_f32(c_p[i]) != 0xff)
			r.v[i] = scaled_back_f32(w, a_p[i], b_p[i], c_p[i]);
	}
	put_f32(w, in, &r);
	return gcn_next(in);
}

FUNCTION(V_DIV_FMAS_F64)
{
	struct gcn_wide r;
	SOURCE_64(0, a);
	SOURCE_64(1, b);
	SOURCE_64(2, c);

	fused64(a_w.v, b_w.v, c_w.v, r.v);
	for (uint64_t v = gcn_pair(w, GCN_CODE_VCC) & gcn_exec_mask(w); v != 0; v &= v - 1) {
		int i = __builtin_ctzll(v);
		if (exponent_f64(a_w.v[i]) != 0x7ff && exponent_f64(b_w.v[i]) != 0x7ff &&
			exponent_f64(c_w.v[i]) != 0x7ff)
			r.v[i] = scaled_back_f64(w, a_w.v[i], b_w.v[i], c_w.v[i]);
	}
	put_f64(w, in, &r);
	return gcn_next(in);
}

FUNCTION(V_DIV_FIXUP_F32)
{
	struct gcn_lanes r;
	SOURCE_32(0, a);
	SOURCE_32(1, b);
	SOURCE_32(2, c);

	FOR_LANES r.v[i] = fixed_f32(a_p[i], b_p[i], c_p[i]);
	put_f32(w, in, &r);
	return gcn_next(in);
}

FUNCTION(V_DIV_FIXUP_F64)
{
	struct gcn_wide r;
	SOURCE_64(0, a);
	SOURCE_64(1, b);
	SOURCE_64(2, c);

	FOR_LANES r.v[i] = fixed_f64(a_w.v[i], b_w.v[i], c_w.v[i]);
	put_f64(w, in, &r);
	return gcn_next(in);
}

#define DIVISION_ROWS \
	ROW_CONTROL(V_DIV_SCALE_F32, EXACT, ) \
	ROW_CONTROL(V_DIV_SCALE_F64, EXACT, ) \
	ROW_CONTROL(V_DIV_FMAS_F32, F32, ) \
	ROW_CONTROL(V_DIV_FMAS_F64, F64, ) \
	ROW_CONTROL(V_DIV_FIXUP_F32, F32, ) \
	ROW_CONTROL(V_DIV_FIXUP_F64, F64, )

#endif
