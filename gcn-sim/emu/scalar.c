/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Scalar instructions that compute. A row here has the result `d` of the sources a and b (SOPK:
 * of the register and the constant), and what SCC becomes. */
#include "exec_impl.h"

enum { KEEP_SCC = 2 };
#define NOT_ZERO (d != 0)

/* as_i32() and as_i64() read a number with its sign. */
static int32_t as_i32(uint32_t u)
{
	return (int32_t)u;
}
static int64_t as_i64(uint64_t u)
{
	return (int64_t)u;
}
static uint32_t sum_overflows(uint32_t a, uint32_t b, uint32_t d)
{
	return (~(a ^ b) & (a ^ d)) >> 31;
}
static uint32_t difference_overflows(uint32_t a, uint32_t b, uint32_t d)
{
	return ((a ^ b) & (a ^ d)) >> 31;
}
static uint32_t reverse32(uint32_t v)
{
	v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
	v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
	v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
	return __builtin_bswap32(v);
}
static uint64_t reverse64(uint64_t v)
{
	return (uint64_t)reverse32((uint32_t)v) << 32 | reverse32((uint32_t)(v >> 32));
}
static uint64_t ones(unsigned count)
{
	return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}
static unsigned field_width(uint32_t b)
{
	return b >> 16 & 127;
}
static uint64_t field(uint64_t a, unsigned off, unsigned width)
{
	return a >> off & ones(width);
}
static uint64_t signed_field(uint64_t a, unsigned off, unsigned width, unsigned size)
{
	if (width == 0)
		return 0;
	if (off + width >= size) /* the sign is the top bit */
		return (uint64_t)(as_i64(a << (64 - size)) >> (64 - size) >> off);
	return (uint64_t)(as_i64(a << (64 - off - width)) >> (64 - width));
}
static uint32_t lowest_one(uint64_t a)
{
	return a == 0 ? UINT32_MAX : (uint32_t)__builtin_ctzll(a);
}
static uint32_t leading_zeros(uint64_t a, unsigned size)
{
	return a == 0 ? UINT32_MAX : (uint32_t)__builtin_clzll(a) - (64 - size);
}
static uint32_t leading_signs(int64_t a, unsigned size)
{
	return leading_zeros((uint64_t)(a < 0 ? ~a : a), size);
}
/* Makes 1111 of each four bits that are not 0000. */
static uint64_t whole_quads(uint64_t a)
{
	a = (a | a >> 1 | a >> 2 | a >> 3) & UINT64_C(0x1111111111111111);
	return a * 15;
}
static uint64_t quad_mask(uint64_t a)
{
	uint64_t d = 0;
	for (unsigned n = 0; n < 16; n++)
		d |= (uint64_t)((a >> 4 * n & 15) != 0) << n;
	return d;
}

/* X(id, d, SCC), with 32-bit sources and result */
#define OPS_32(X) \
	X(S_ADD_U32, a + b, d < a) \
	X(S_SUB_U32, a - b, a < b) \
	X(S_ADD_I32, a + b, sum_overflows(a, b, d)) \
	X(S_SUB_I32, a - b, difference_overflows(a, b, d)) \
	X(S_ADDC_U32, a + b + w->scc, ((uint64_t)a + b + w->scc) >> 32 != 0) \
	X(S_SUBB_U32, a - b - w->scc, (uint64_t)a < (uint64_t)b + w->scc) \
	X(S_MIN_I32, as_i32(a) < as_i32(b) ? a : b, as_i32(a) < as_i32(b)) \
	X(S_MIN_U32, a < b ? a : b, a < b) \
	X(S_MAX_I32, as_i32(a) > as_i32(b) ? a : b, as_i32(a) > as_i32(b)) \
	X(S_MAX_U32, a > b ? a : b, a > b) \
	X(S_CSELECT_B32, w->scc ? a : b, KEEP_SCC) \
	X(S_AND_B32, a &b, NOT_ZERO) \
	X(S_OR_B32, a | b, NOT_ZERO) \
	X(S_XOR_B32, a ^ b, NOT_ZERO) \
	X(S_ANDN2_B32, a & ~b, NOT_ZERO) \
	X(S_ORN2_B32, a | ~b, NOT_ZERO) \
	X(S_NAND_B32, ~(a & b), NOT_ZERO) \
	X(S_NOR_B32, ~(a | b), NOT_ZERO) \
	X(S_XNOR_B32, ~(a ^ b), NOT_ZERO) \
	X(S_LSHL_B32, a << (b & 31), NOT_ZERO) \
	X(S_LSHR_B32, a >> (b & 31), NOT_ZERO) \
	X(S_ASHR_I32, (uint32_t)(as_i32(a) >> (b & 31)), NOT_ZERO) \
	X(S_BFM_B32, (uint32_t)ones(a & 31) << (b & 31), KEEP_SCC) \
	X(S_MUL_I32, a *b, KEEP_SCC) \
	X(S_BFE_U32, (uint32_t)field(a, b & 31, field_width(b)), NOT_ZERO) \
	X(S_BFE_I32, (uint32_t)signed_field(a, b & 31, field_width(b), 32), NOT_ZERO) \
	X(S_ABSDIFF_I32, as_i32(a - b) < 0 ? b - a : a - b, NOT_ZERO) \
	X(S_MOV_B32, a, KEEP_SCC) \
	X(S_NOT_B32, ~a, NOT_ZERO) \
	X(S_WQM_B32, (uint32_t)whole_quads(a), NOT_ZERO) \
	X(S_BREV_B32, reverse32(a), KEEP_SCC) \
	X(S_BCNT0_I32_B32, 32U - (uint32_t)__builtin_popcount(a), NOT_ZERO) \
	X(S_BCNT1_I32_B32, (uint32_t)__builtin_popcount(a), NOT_ZERO) \
	X(S_FF0_I32_B32, lowest_one(~a), KEEP_SCC) \
	X(S_FF1_I32_B32, lowest_one(a), KEEP_SCC) \
	X(S_FLBIT_I32_B32, leading_zeros(a, 32), KEEP_SCC) \
	X(S_FLBIT_I32, leading_signs(as_i32(a), 32), KEEP_SCC) \
	X(S_SEXT_I32_I8, (uint32_t)(int8_t)a, KEEP_SCC) \
	X(S_SEXT_I32_I16, (uint32_t)(int16_t)a, KEEP_SCC) \
	X(S_QUADMASK_B32, (uint32_t)quad_mask(a), NOT_ZERO) \
	X(S_ABS_I32, as_i32(a) < 0 ? 0U - a : a, NOT_ZERO)

/* X(id, d, SCC), with 64-bit sources and result */
#define OPS_64(X) \
	X(S_CSELECT_B64, w->scc ? a : b, KEEP_SCC) \
	X(S_AND_B64, a &b, NOT_ZERO) \
	X(S_OR_B64, a | b, NOT_ZERO) \
	X(S_XOR_B64, a ^ b, NOT_ZERO) \
	X(S_ANDN2_B64, a & ~b, NOT_ZERO) \
	X(S_ORN2_B64, a | ~b, NOT_ZERO) \
	X(S_NAND_B64, ~(a & b), NOT_ZERO) \
	X(S_NOR_B64, ~(a | b), NOT_ZERO) \
	X(S_XNOR_B64, ~(a ^ b), NOT_ZERO) \
	X(S_MOV_B64, a, KEEP_SCC) \
	X(S_NOT_B64, ~a, NOT_ZERO) \
	X(S_WQM_B64, whole_quads(a), NOT_ZERO) \
	X(S_BREV_B64, reverse64(a), KEEP_SCC) \
	X(S_QUADMASK_B64, quad_mask(a), NOT_ZERO)

/* X(id, d, SCC), with a 64-bit source, one of 32 bits and a 64-bit result */
#define OPS_64_32(X) \
	X(S_LSHL_B64, a << (b & 63), NOT_ZERO) \
	X(S_LSHR_B64, a >> (b & 63), NOT_ZERO) \
	X(S_ASHR_I64, (uint64_t)(as_i64(a) >> (b & 63)), NOT_ZERO) \
	X(S_BFE_U64, field(a, b & 63, field_width(b)), NOT_ZERO) \
	X(S_BFE_I64, signed_field(a, b & 63, field_width(b), 64), NOT_ZERO)

/* X(id, d), with 64-bit source and 32-bit result, and with SCC */
#define OPS_32_64(X) \
	X(S_BCNT0_I32_B64, 64U - (uint32_t)__builtin_popcountll(a), NOT_ZERO) \
	X(S_BCNT1_I32_B64, (uint32_t)__builtin_popcountll(a), NOT_ZERO) \
	X(S_FF0_I32_B64, lowest_one(~a), KEEP_SCC) \
	X(S_FF1_I32_B64, lowest_one(a), KEEP_SCC) \
	X(S_FLBIT_I32_B64, leading_zeros(a, 64), KEEP_SCC) \
	X(S_FLBIT_I32_I64, leading_signs(as_i64(a), 64), KEEP_SCC)

/* X(id, SCC) */
#define COMPARISONS(X) \
	X(S_CMP_EQ_I32, a == b) \
	X(S_CMP_LG_I32, a != b) \
	X(S_CMP_GT_I32, as_i32(a) > as_i32(b)) \
	X(S_CMP_GE_I32, as_i32(a) >= as_i32(b)) \
	X(S_CMP_LT_I32, as_i32(a) < as_i32(b)) \
	X(S_CMP_LE_I32, as_i32(a) <= as_i32(b)) \
	X(S_CMP_EQ_U32, a == b) \
	X(S_CMP_LG_U32, a != b) \
	X(S_CMP_GT_U32, a > b) \
	X(S_CMP_GE_U32, a >= b) \
	X(S_CMP_LT_U32, a < b) \
	X(S_CMP_LE_U32, a <= b) \
	X(S_BITCMP0_B32, (a >> (b & 31) & 1) == 0) \
	X(S_BITCMP1_B32, (a >> (b & 31) & 1) != 0)

/* X(id, SCC): a is the register, k the constant with its sign, u without */
#define CONSTANT_COMPARISONS(X) \
	X(S_CMPK_EQ_I32, as_i32(a) == k) \
	X(S_CMPK_LG_I32, as_i32(a) != k) \
	X(S_CMPK_GT_I32, as_i32(a) > k) \
	X(S_CMPK_GE_I32, as_i32(a) >= k) \
	X(S_CMPK_LT_I32, as_i32(a) < k) \
	X(S_CMPK_LE_I32, as_i32(a) <= k) \
	X(S_CMPK_EQ_U32, a == u) \
	X(S_CMPK_LG_U32, a != u) \
	X(S_CMPK_GT_U32, a > u) \
	X(S_CMPK_GE_U32, a >= u) \
	X(S_CMPK_LT_U32, a < u) \
	X(S_CMPK_LE_U32, a <= u)

/* X(id, d, SCC): a is the register, k the constant with its sign */
#define CONSTANT_OPS(X) \
	X(S_MOVK_I32, (uint32_t)k, KEEP_SCC) \
	X(S_CMOVK_I32, w->scc ? (uint32_t)k : a, KEEP_SCC) \
	X(S_ADDK_I32, a + (uint32_t)k, sum_overflows(a, (uint32_t)k, d)) \
	X(S_MULK_I32, a *(uint32_t)k, KEEP_SCC)

/* X(id, new): s is the source, e the old EXEC */
#define SAVES(X) \
	X(S_AND_SAVEEXEC_B64, s &e) \
	X(S_OR_SAVEEXEC_B64, s | e) \
	X(S_XOR_SAVEEXEC_B64, s ^ e) \
	X(S_ANDN2_SAVEEXEC_B64, s & ~e) \
	X(S_ORN2_SAVEEXEC_B64, s | ~e) \
	X(S_NAND_SAVEEXEC_B64, ~(s & e)) \
	X(S_NOR_SAVEEXEC_B64, ~(s | e)) \
	X(S_XNOR_SAVEEXEC_B64, ~(s ^ e))

/* SCC is made of the result before that is written, as SCC and the result may be sources. */
#define SET_SCC(scc_) \
	uint32_t scc = (scc_); \
	if (scc != KEEP_SCC) \
	w->scc = scc

#define DEFINE_32(id, result, scc_) \
	FUNCTION(id) \
	{ \
		uint32_t a = gcn_scalar32(w, &in->src[0]), b = gcn_scalar32(w, &in->src[1]); \
		uint32_t d = (result); \
		(void)a, (void)b; \
		SET_SCC(scc_); \
		w->s[in->dst] = d; \
		return gcn_next(in); \
	}
#define DEFINE_64(id, result, scc_) \
	FUNCTION(id) \
	{ \
		uint64_t a = gcn_scalar64(w, &in->src[0]), b = gcn_scalar64(w, &in->src[1]); \
		uint64_t d = (result); \
		(void)b; \
		SET_SCC(scc_); \
		gcn_set_pair(w, in->dst, d); \
		return gcn_next(in); \
	}
#define DEFINE_64_32(id, result, scc_) \
	FUNCTION(id) \
	{ \
		uint64_t a = gcn_scalar64(w, &in->src[0]); \
		uint32_t b = gcn_scalar32(w, &in->src[1]); \
		uint64_t d = (result); \
		SET_SCC(scc_); \
		gcn_set_pair(w, in->dst, d); \
		return gcn_next(in); \
	}
#define DEFINE_32_64(id, result, scc_) \
	FUNCTION(id) \
	{ \
		uint64_t a = gcn_scalar64(w, &in->src[0]); \
		uint32_t d = (result); \
		SET_SCC(scc_); \
		w->s[in->dst] = d; \
		return gcn_next(in); \
	}
#define DEFINE_COMPARISON(id, scc_) \
	FUNCTION(id) \
	{ \
		uint32_t a = gcn_scalar32(w, &in->src[0]), b = gcn_scalar32(w, &in->src[1]); \
		w->scc = (scc_); \
		return gcn_next(in); \
	}
#define DEFINE_CONSTANT_COMPARISON(id, scc_) \
	FUNCTION(id) \
	{ \
		uint32_t a = w->s[in->dst], u = in->imm; \
		int32_t k = (int16_t)in->imm; \
		(void)k, (void)u; \
		w->scc = (scc_); \
		return gcn_next(in); \
	}
#define DEFINE_CONSTANT_OP(id, result, scc_) \
	FUNCTION(id) \
	{ \
		uint32_t a = w->s[in->dst]; \
		int32_t k = (int16_t)in->imm; \
		uint32_t d = (result); \
		(void)a; \
		SET_SCC(scc_); \
		w->s[in->dst] = d; \
		return gcn_next(in); \
	}
#define DEFINE_SAVE(id, result) \
	FUNCTION(id) \
	{ \
		uint64_t s = gcn_scalar64(w, &in->src[0]), e = gcn_exec_mask(w), d = (result); \
		gcn_set_pair(w, in->dst, e); \
		gcn_set_pair(w, GCN_CODE_EXEC, d); \
		w->scc = d != 0; \
		return gcn_next(in); \
	}

OPS_32(DEFINE_32)
OPS_64(DEFINE_64)
OPS_64_32(DEFINE_64_32)
OPS_32_64(DEFINE_32_64)
COMPARISONS(DEFINE_COMPARISON)
CONSTANT_COMPARISONS(DEFINE_CONSTANT_COMPARISON)
CONSTANT_OPS(DEFINE_CONSTANT_OP)
SAVES(DEFINE_SAVE)

FUNCTION(S_BFM_B64)
{
	uint64_t a = gcn_scalar32(w, &in->src[0]), b = gcn_scalar32(w, &in->src[1]);

	gcn_set_pair(w, in->dst, ones(a & 63) << (b & 63));
	return gcn_next(in);
}

FUNCTION(S_CMOV_B32)
{
	if (w->scc)
		w->s[in->dst] = gcn_scalar32(w, &in->src[0]);
	return gcn_next(in);
}

FUNCTION(S_CMOV_B64)
{
	if (w->scc)
		gcn_set_pair(w, in->dst, gcn_scalar64(w, &in->src[0]));
	return gcn_next(in);
}

static uint64_t bit(const struct gcn_wave *w, const struct gcn_source *s, unsigned size)
{
	return UINT64_C(1) << (gcn_scalar32(w, s) & (size - 1));
}

FUNCTION(S_BITSET0_B32)
{
	w->s[in->dst] &= ~(uint32_t)bit(w, &in->src[0], 32);
	return gcn_next(in);
}

FUNCTION(S_BITSET1_B32)
{
	w->s[in->dst] |= (uint32_t)bit(w, &in->src[0], 32);
	return gcn_next(in);
}

FUNCTION(S_BITSET0_B64)
{
	gcn_set_pair(w, in->dst, gcn_pair(w, in->dst) & ~bit(w, &in->src[0], 64));
	return gcn_next(in);
}

FUNCTION(S_BITSET1_B64)
{
	gcn_set_pair(w, in->dst, gcn_pair(w, in->dst) | bit(w, &in->src[0], 64));
	return gcn_next(in);
}

FUNCTION(S_BITCMP0_B64)
{
	w->scc = (gcn_scalar64(w, &in->src[0]) & bit(w, &in->src[1], 64)) == 0;
	return gcn_next(in);
}

FUNCTION(S_BITCMP1_B64)
{
	w->scc = (gcn_scalar64(w, &in->src[0]) & bit(w, &in->src[1], 64)) != 0;
	return gcn_next(in);
}

/* Indexed registers: M0 is added to the number. Those of a wavefront are all there are. */
static bool indexed(const struct gcn_wave *w, unsigned reg, unsigned dwords, unsigned *out)
{
	uint64_t n = (uint64_t)reg + w->s[GCN_CODE_M0];

	*out = (unsigned)n;
	return n + dwords <= w->sgprs;
}

FUNCTION(S_MOVRELS_B32)
{
	unsigned from;

	if (!indexed(w, in->src[0].reg, 1, &from))
		return gcn_fail(w, GCN_BAD_REGISTER);
	w->s[in->dst] = w->s[from];
	return gcn_next(in);
}

FUNCTION(S_MOVRELS_B64)
{
	unsigned from;

	if (!indexed(w, in->src[0].reg, 2, &from))
		return gcn_fail(w, GCN_BAD_REGISTER);
	gcn_set_pair(w, in->dst, gcn_pair(w, from));
	return gcn_next(in);
}

FUNCTION(S_MOVRELD_B32)
{
	unsigned to;

	if (!indexed(w, in->dst, 1, &to))
		return gcn_fail(w, GCN_BAD_REGISTER);
	w->s[to] = gcn_scalar32(w, &in->src[0]);
	return gcn_next(in);
}

FUNCTION(S_MOVRELD_B64)
{
	unsigned to;

	if (!indexed(w, in->dst, 2, &to))
		return gcn_fail(w, GCN_BAD_REGISTER);
	gcn_set_pair(w, to, gcn_scalar64(w, &in->src[0]));
	return gcn_next(in);
}

#define ROW(id, ...) [GCN_OP_##id] = {exec_##id, 0},
#define SINGLE(id) [GCN_OP_##id] = {exec_##id, 0},

/* clang-format off */
const gcn_functions gcn_scalar_functions = {
	OPS_32(ROW) OPS_64(ROW) OPS_64_32(ROW) OPS_32_64(ROW)
	COMPARISONS(ROW) CONSTANT_COMPARISONS(ROW) CONSTANT_OPS(ROW) SAVES(ROW)
	SINGLE(S_BFM_B64) SINGLE(S_CMOV_B32) SINGLE(S_CMOV_B64)
	SINGLE(S_BITSET0_B32) SINGLE(S_BITSET1_B32) SINGLE(S_BITSET0_B64) SINGLE(S_BITSET1_B64)
	SINGLE(S_BITCMP0_B64) SINGLE(S_BITCMP1_B64)
	SINGLE(S_MOVRELS_B32) SINGLE(S_MOVRELS_B64) SINGLE(S_MOVRELD_B32) SINGLE(S_MOVRELD_B64)
};
/* clang-format on */
