/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Native float operations (PRM 5.14), inline. The polynomials are minimax fits made for this file.
 * Every step is one operation with one rounding, so all processors give the same result. */
#include <math.h>
#include "lower/lower.h"

static LLVMValueRef constant(LLVMValueRef like, double v)
{
	return fin_float(LLVMTypeOf(like), v);
}

/* c[0] + c[1] x + c[2] x^2 ... */
static LLVMValueRef polynomial(struct fin_lower *w, LLVMValueRef x, const double *c, size_t n)
{
	LLVMValueRef r = constant(x, c[n - 1]);

	for (size_t k = n - 1; k-- > 0;)
		r = LLVMBuildFAdd(w->l->b, LLVMBuildFMul(w->l->b, r, x, ""), constant(x, c[k]), "");
	return r;
}

/* ---- nexp2 ---------------------------------------------------------------------------------- */

/* 2^n for n in the range of normal exponents. */
static LLVMValueRef power_of_two(struct fin_lower *w, LLVMValueRef n, LLVMValueRef like)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef bits =
		LLVMBuildShl(b, LLVMBuildAdd(b, n, fin_like(n, 127), ""), fin_like(n, 23), "");

	return fin_bitcast(w->l, bits, LLVMTypeOf(like));
}

static LLVMValueRef exp2_f32(struct fin_lower *w, LLVMValueRef x)
{
	/* coefficients of 2^f on [-0.5, 0.5], relative error 2e-9 */
	static const double c[] = {1.0, 0.6931472057372531, 0.24022646890639746,
		0.05550328776997307, 0.009618488956504028, 0.0013399931209552448,
		0.0001534581216394102};
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef whole, p, n, half;

	/* beyond these bounds the result is 0 or infinity; a NaN stays */
	x = fin_select(w->l, LLVMBuildFCmp(b, LLVMRealOGT, x, constant(x, 129), ""),
		constant(x, 129), x);
	x = fin_select(w->l, LLVMBuildFCmp(b, LLVMRealOLT, x, constant(x, -151), ""),
		constant(x, -151), x);
	whole = fin_intrinsic1(w->l, "llvm.roundeven", x);
	p = polynomial(w, LLVMBuildFSub(b, x, whole, ""), c, ARRAY_LEN(c));
	n = fin_saturate(w, whole, 32, true);
	/* 2^n is multiplied in two steps, as it may be subnormal or overflow itself */
	half = LLVMBuildAShr(b, n, fin_like(n, 1), "");
	p = LLVMBuildFMul(b, p, power_of_two(w, half, x), "");
	return LLVMBuildFMul(b, p, power_of_two(w, LLVMBuildSub(b, n, half, ""), x), "");
}

/* ---- nlog2 ---------------------------------------------------------------------------------- */

static LLVMValueRef log2_special(struct fin_lower *w, LLVMValueRef x, LLVMValueRef r)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef zero = constant(x, 0.0), infinity = constant(x, HUGE_VAL);

	r = fin_select(w->l, LLVMBuildFCmp(b, LLVMRealULT, x, zero, ""), constant(x, NAN), r);
	r = fin_select(w->l, LLVMBuildFCmp(b, LLVMRealOEQ, x, zero, ""), constant(x, -HUGE_VAL), r);
	return fin_select(w->l, LLVMBuildFCmp(b, LLVMRealOEQ, x, infinity, ""), infinity, r);
}

static LLVMValueRef log2_f32(struct fin_lower *w, LLVMValueRef x)
{
	/* coefficients of log2(1 + f) / f on [sqrt(1/2) - 1, sqrt(2) - 1], relative error 4e-9 */
	static const double c[] = {1.4426950408299395, -0.7213473515010091, 0.4808982410579977,
		-0.36069664937242796, 0.2885674083004275, -0.2396174043349458, 0.20460062211724503,
		-0.19106275136530662, 0.18617494435197043, -0.10994953680866834};
	enum { SQRT_HALF = 0x3f3504f3 };
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef tiny = LLVMBuildFCmp(b, LLVMRealOLT, x, constant(x, 0x1p-126), "");
	LLVMValueRef scaled =
		fin_select(w->l, tiny, LLVMBuildFMul(b, x, constant(x, 0x1p24), ""), x);
	LLVMValueRef bits = fin_to_int(w->l, scaled);
	LLVMValueRef e = LLVMBuildAShr(b, LLVMBuildSub(b, bits, fin_like(bits, SQRT_HALF), ""),
		fin_like(bits, 23), "");
	LLVMValueRef m = fin_bitcast(w->l,
		LLVMBuildSub(b, bits, LLVMBuildShl(b, e, fin_like(e, 23), ""), ""), LLVMTypeOf(x));
	LLVMValueRef f = LLVMBuildFSub(b, m, constant(x, 1.0), "");
	LLVMValueRef r = LLVMBuildFMul(b, f, polynomial(w, f, c, ARRAY_LEN(c)), "");

	e = LLVMBuildSub(b, e, fin_select(w->l, tiny, fin_like(e, 24), fin_like(e, 0)), "");
	r = LLVMBuildFAdd(b, r, LLVMBuildSIToFP(b, e, LLVMTypeOf(x), ""), "");
	return log2_special(w, x, r);
}

/* ---- nsin, ncos ----------------------------------------------------------------------------- */

/* An angle as a multiple of pi/2 and the rest, which is in [-pi/4, pi/4]. */
struct angle {
	LLVMValueRef quadrant; /* i32, modulo 4 */
	LLVMValueRef rest;     /* f64 */
};

/* Reduces |x| < 2^20, with pi/2 as a sum of three parts whose products with the quadrant are exact
 * in f64. */
static struct angle reduce_small(struct fin_lower *w, LLVMValueRef x)
{
	static const double parts[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef k = fin_intrinsic1(w->l, "llvm.roundeven",
		LLVMBuildFMul(b, x, constant(x, 0x1.45f306dc9c883p-1), ""));
	struct angle a = {fin_saturate(w, k, 32, true), x};

	for (size_t p = 0; p < ARRAY_LEN(parts); p++)
		a.rest = LLVMBuildFSub(b, a.rest, LLVMBuildFMul(b, k, constant(x, parts[p]), ""),
			"");
	return a;
}

/* Reduces 2^20 <= |x| < infinity, from the bits of an f32. |x| is m * 2^e. Of 2/pi, only those 64
 * bits count whose product with m * 2^e lies below 4; the first two bits of the product are the
 * quadrant. */
static struct angle reduce_large(struct fin_lower *w, LLVMValueRef magnitude)
{
	static const uint64_t two_over_pi[] = {
		0, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041};
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef x = fin_resize(w->l, magnitude, 64, false);
	LLVMValueRef m = LLVMBuildOr(b, LLVMBuildAnd(b, x, fin_like(x, 0x7fffff), ""),
		fin_like(x, 0x800000), "");
	LLVMValueRef at = LLVMBuildAdd(b, LLVMBuildLShr(b, x, fin_like(x, 23), ""),
		fin_like(x, (uint64_t)(64 - 2 - 150)), "");
	LLVMValueRef word = LLVMBuildLShr(b, at, fin_like(x, 6), "");
	LLVMValueRef high = fin_like(x, two_over_pi[0]), low = fin_like(x, two_over_pi[1]);
	LLVMValueRef product, k;

	for (uint64_t i = 1; i < 3; i++) {
		LLVMValueRef here = LLVMBuildICmp(b, LLVMIntEQ, word, fin_like(x, i), "");

		high = fin_select(w->l, here, fin_like(x, two_over_pi[i]), high);
		low = fin_select(w->l, here, fin_like(x, two_over_pi[i + 1]), low);
	}
	product = LLVMBuildMul(b, m, fin_intrinsic3(w->l, "llvm.fshl", high, low, at), "");
	k = LLVMBuildLShr(b, LLVMBuildAdd(b, product, fin_like(x, (uint64_t)1 << 61), ""),
		fin_like(x, 62), "");
	product = LLVMBuildSub(b, product, LLVMBuildShl(b, k, fin_like(x, 62), ""), "");
	product = LLVMBuildSIToFP(b, product, fin_type_with(LLVMTypeOf(x), w->l->f64), "");
	return (struct angle){fin_resize(w->l, k, 32, false),
		LLVMBuildFMul(b, product, constant(product, 0x1.921fb54442d18p-62), "")};
}

static struct angle reduce(struct fin_lower *w, LLVMValueRef magnitude_bits, LLVMValueRef x)
{
	enum { TWO_TO_20 = 0x49800000, INFINITY_BITS = 0x7f800000 };
	LLVMBuilderRef b = w->l->b;
	struct angle small = reduce_small(w, fin_widen(w, x, 64));
	struct angle large = reduce_large(w, magnitude_bits);
	LLVMValueRef offset =
		LLVMBuildSub(b, magnitude_bits, fin_like(magnitude_bits, TWO_TO_20), "");
	LLVMValueRef is_large = LLVMBuildICmp(b, LLVMIntULT, offset,
		fin_like(offset, INFINITY_BITS - TWO_TO_20), "");

	return (struct angle){fin_select(w->l, is_large, large.quadrant, small.quadrant),
		fin_select(w->l, is_large, large.rest, small.rest)};
}

/* Computes sin(x) for a quadrant offset of 0, and cos(x) for 1. */
static LLVMValueRef sine(struct fin_lower *w, LLVMValueRef x, unsigned offset)
{
	/* s: (sin x / x - 1) / x^2, c: (cos x - 1 + x^2/2) / x^4; both in x^2, on [-pi/4, pi/4] */
	static const double s[] = {
		-0.16666654943702222, 0.008332178146178667, -0.00019517298984537715};
	static const double c[] = {
		0.041666654651804164, -0.0013887654384607438, 2.4463837447913278e-05};
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef bits = fin_to_int(w->l, x);
	LLVMValueRef magnitude = LLVMBuildAnd(b, bits, fin_like(bits, 0x7fffffff), "");
	struct angle a = reduce(w, magnitude, fin_bitcast(w->l, magnitude, LLVMTypeOf(x)));
	LLVMValueRef y = LLVMBuildFPTrunc(b, a.rest, LLVMTypeOf(x), ""),
		     z = LLVMBuildFMul(b, y, y, "");
	LLVMValueRef sin = LLVMBuildFAdd(b, y,
		LLVMBuildFMul(b, LLVMBuildFMul(b, y, z, ""), polynomial(w, z, s, ARRAY_LEN(s)), ""),
		"");
	LLVMValueRef cos =
		LLVMBuildFMul(b, LLVMBuildFMul(b, z, z, ""), polynomial(w, z, c, ARRAY_LEN(c)), "");
	LLVMValueRef q = LLVMBuildAdd(b, a.quadrant, fin_like(bits, offset), ""), sign, r;

	cos = LLVMBuildFAdd(b, cos,
		LLVMBuildFSub(b, constant(x, 1.0), LLVMBuildFMul(b, z, constant(x, 0.5), ""), ""),
		"");
	r = fin_select(w->l, LLVMBuildTrunc(b, q, fin_type_with(LLVMTypeOf(q), w->l->i1), ""), cos,
		sin);
	sign = LLVMBuildShl(b, LLVMBuildLShr(b, q, fin_like(q, 1), ""), fin_like(q, 31), "");
	if (offset == 0) /* sin is odd, cos is even */
		sign = LLVMBuildXor(b, sign, LLVMBuildXor(b, bits, magnitude, ""), "");
	return fin_bitcast(w->l, LLVMBuildXor(b, fin_to_int(w->l, r), sign, ""), LLVMTypeOf(x));
}

/* ---- all together --------------------------------------------------------------------------- */

static LLVMValueRef native(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef x)
{
	LLVMBuilderRef b = w->l->b;

	switch (i->isa->opcode) {
	case BRIG_OPCODE_NSQRT:
		return fin_intrinsic1(w->l, "llvm.sqrt", x);
	case BRIG_OPCODE_NRSQRT:
		return LLVMBuildFDiv(b, constant(x, 1.0), fin_intrinsic1(w->l, "llvm.sqrt", x), "");
	case BRIG_OPCODE_NRCP:
		return LLVMBuildFDiv(b, constant(x, 1.0), x, "");
	case BRIG_OPCODE_NEXP2:
		return exp2_f32(w, x);
	case BRIG_OPCODE_NLOG2:
		return log2_f32(w, x);
	case BRIG_OPCODE_NSIN:
		return sine(w, x, 0);
	case BRIG_OPCODE_NCOS:
		return sine(w, x, 1);
	default:
		BUG("code+0x%x: no native operation", i->off);
	}
}

void fin_lower_native(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMValueRef x = fin_src(w, i, 1);
	unsigned bits = fin_element_bits(LLVMTypeOf(x));

	if (i->isa->opcode == BRIG_OPCODE_NFMA) {
		LLVMValueRef a[] = {x, fin_src(w, i, 2), fin_src(w, i, 3)};

		fin_dst(w, i, fin_fma(w, a, BRIG_ROUND_FLOAT_NEAR_EVEN));
		return;
	}
	x = native(w, i, fin_widen(w, x, bits == 16 ? 32 : bits));
	fin_dst(w, i, fin_narrow(w, x, bits, BRIG_ROUND_FLOAT_NEAR_EVEN));
}
