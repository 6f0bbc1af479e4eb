/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Building blocks of float operations: classification, flushing, conversion between formats (PRM
 * 4.19).
 *
 * Some roundings are done on the bits: those to a narrower format in another mode than LLVM's, and
 * those from integers. The leading bits of the significand are kept, and one is added to them as
 * the mode and the dropped bits demand. */
#include "lower/target_ops.h"

struct format {
	unsigned bits, mantissa;
	uint64_t bias, infinity; /* infinity: the bits of +infinity */
};

static struct format format_of(unsigned bits)
{
	switch (bits) {
	case 16:
		return (struct format){16, 10, 15, 0x7c00};
	case 32:
		return (struct format){32, 23, 127, 0x7f800000};
	default:
		return (struct format){64, 52, 1023, (uint64_t)0x7ff << 52};
	}
}

static uint64_t magnitude_mask(unsigned bits)
{
	return ((uint64_t)1 << (bits - 1)) - 1;
}

LLVMValueRef fin_is_nan(struct fin_lower *w, LLVMValueRef bits, unsigned elem_bits)
{
	LLVMValueRef m = LLVMBuildAnd(w->l->b, bits, fin_like(bits, magnitude_mask(elem_bits)), "");

	return LLVMBuildICmp(w->l->b, LLVMIntUGT, m, fin_like(m, format_of(elem_bits).infinity),
		"");
}

LLVMValueRef fin_flush(struct fin_lower *w, LLVMValueRef v)
{
	unsigned bits = fin_element_bits(LLVMTypeOf(v));
	struct format f = format_of(bits);
	LLVMValueRef x = fin_to_int(w->l, v);
	LLVMValueRef m = LLVMBuildAnd(w->l->b, x, fin_like(x, magnitude_mask(bits)), "");
	LLVMValueRef tiny =
		LLVMBuildICmp(w->l->b, LLVMIntULT, m, fin_like(x, (uint64_t)1 << f.mantissa), "");
	LLVMValueRef sign = LLVMBuildXor(w->l->b, x, m, "");

	return fin_bitcast(w->l, fin_select(w->l, tiny, sign, x), LLVMTypeOf(v));
}

/* Maps f16 values to integers that are in the order of the values. Both zeros are 0; a NaN is
 * anywhere. */
static LLVMValueRef ordered_key(struct fin_lower *w, LLVMValueRef x)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef sign = LLVMBuildAShr(b, x, fin_like(x, 15), "");
	LLVMValueRef magnitude = LLVMBuildAnd(b, x, fin_like(x, magnitude_mask(16)), "");

	return LLVMBuildSub(b, LLVMBuildXor(b, magnitude, sign, ""), sign, "");
}

/* Compares f16 as integers: LLVM compares f16 as f16 even when the code widens them first, and most
 * processors cannot do that. */
static LLVMValueRef compare_f16(struct fin_lower *w, LLVMRealPredicate p, LLVMValueRef x,
	LLVMValueRef y)
{
	static const LLVMIntPredicate orders[] = {
		0, LLVMIntEQ, LLVMIntSGT, LLVMIntSGE, LLVMIntSLT, LLVMIntSLE, LLVMIntNE};
	enum { ANY_ORDER = 7, UNORDERED = 8 };
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef nan, r;

	x = fin_to_int(w->l, x);
	y = fin_to_int(w->l, y);
	nan = LLVMBuildOr(b, fin_is_nan(w, x, 16), fin_is_nan(w, y, 16), "");
	if ((p & ANY_ORDER) == ANY_ORDER)
		return LLVMBuildNot(b, nan, "");
	if ((p & ANY_ORDER) == 0)
		return nan;
	r = LLVMBuildICmp(b, orders[p & ANY_ORDER], ordered_key(w, x), ordered_key(w, y), "");
	return p & UNORDERED ? LLVMBuildOr(b, r, nan, "")
	                     : LLVMBuildAnd(b, r, LLVMBuildNot(b, nan, ""), "");
}

LLVMValueRef fin_float_compare(struct fin_lower *w, LLVMRealPredicate p, LLVMValueRef x,
	LLVMValueRef y)
{
	if (fin_element_bits(LLVMTypeOf(x)) == 16)
		return compare_f16(w, p, x, y);
	return LLVMBuildFCmp(w->l->b, p, x, y, "");
}

LLVMValueRef fin_widen(struct fin_lower *w, LLVMValueRef v, unsigned bits)
{
	if (fin_element_bits(LLVMTypeOf(v)) == bits)
		return v;
	return LLVMBuildFPExt(w->l->b, v, fin_type_with(LLVMTypeOf(v), fin_float_type(w->l, bits)),
		"");
}

/* ---- rounding on the bits ------------------------------------------------------------------- */

/* sig >> shift, rounded. `shift` is from 1 to 63; if it is 63, `sig` must be below 2^63. */
static LLVMValueRef shift_rounded(struct fin_lower *w, LLVMValueRef sig, LLVMValueRef shift,
	LLVMValueRef negative, uint8_t round)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef one = fin_like(sig, 1);
	LLVMValueRef kept = LLVMBuildLShr(b, sig, shift, "");
	LLVMValueRef rest = LLVMBuildSub(b, sig, LLVMBuildShl(b, kept, shift, ""), "");
	LLVMValueRef half = LLVMBuildShl(b, one, LLVMBuildSub(b, shift, one, ""), "");
	LLVMValueRef inexact = LLVMBuildICmp(b, LLVMIntNE, rest, fin_like(sig, 0), ""), up;

	switch (round) {
	case BRIG_ROUND_FLOAT_ZERO:
		return kept;
	case BRIG_ROUND_FLOAT_PLUS_INFINITY:
		up = LLVMBuildAnd(b, inexact, LLVMBuildNot(b, negative, ""), "");
		break;
	case BRIG_ROUND_FLOAT_MINUS_INFINITY:
		up = LLVMBuildAnd(b, inexact, negative, "");
		break;
	default: { /* to nearest, ties to even: rest + (kept & 1) > half */
		LLVMValueRef odd = LLVMBuildAnd(b, kept, one, "");

		up = LLVMBuildICmp(b, LLVMIntUGT, LLVMBuildAdd(b, rest, odd, ""), half, "");
		break;
	}
	}
	return LLVMBuildAdd(b, kept, LLVMBuildZExt(b, up, LLVMTypeOf(kept), ""), "");
}

/* The value to which a result beyond the format is rounded: infinity or the largest finite
 * number. */
static LLVMValueRef overflow_value(struct fin_lower *w, struct format f, LLVMValueRef like,
	LLVMValueRef negative, uint8_t round)
{
	LLVMValueRef infinity = fin_like(like, f.infinity),
		     largest = fin_like(like, f.infinity - 1);

	switch (round) {
	case BRIG_ROUND_FLOAT_ZERO:
		return largest;
	case BRIG_ROUND_FLOAT_PLUS_INFINITY:
		return fin_select(w->l, negative, largest, infinity);
	case BRIG_ROUND_FLOAT_MINUS_INFINITY:
		return fin_select(w->l, negative, infinity, largest);
	default:
		return infinity;
	}
}

/* Makes a float of the format from the bits of its magnitude and its sign. */
static LLVMValueRef assemble(struct fin_lower *w, struct format f, LLVMValueRef magnitude,
	LLVMValueRef negative)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef sign = LLVMBuildShl(b, LLVMBuildZExt(b, negative, LLVMTypeOf(magnitude), ""),
		fin_like(magnitude, f.bits - 1), "");
	LLVMValueRef bits = fin_resize(w->l, LLVMBuildOr(b, magnitude, sign, ""), f.bits, false);

	return fin_bitcast(w->l, bits,
		fin_type_with(LLVMTypeOf(bits), fin_float_type(w->l, f.bits)));
}

/* Rounds an f64 to a narrower format, on the bits. */
static LLVMValueRef narrow_bits(struct fin_lower *w, LLVMValueRef v, unsigned bits, uint8_t round)
{
	LLVMBuilderRef b = w->l->b;
	struct format from = format_of(64), to = format_of(bits);
	uint64_t drop = from.mantissa - to.mantissa;
	LLVMValueRef x = fin_to_int(w->l, v), zero = fin_like(x, 0), one = fin_like(x, 1);
	LLVMValueRef negative = LLVMBuildICmp(b, LLVMIntSLT, x, zero, "");
	LLVMValueRef m = LLVMBuildAnd(b, x, fin_like(x, magnitude_mask(64)), "");
	LLVMValueRef exponent = LLVMBuildLShr(b, m, fin_like(x, from.mantissa), "");
	LLVMValueRef fraction =
		LLVMBuildAnd(b, m, fin_like(x, ((uint64_t)1 << from.mantissa) - 1), "");
	LLVMValueRef hidden = fin_select(w->l, LLVMBuildICmp(b, LLVMIntEQ, exponent, zero, ""),
		zero, fin_like(x, (uint64_t)1 << from.mantissa));
	LLVMValueRef e = LLVMBuildAdd(b, exponent, fin_like(x, to.bias - from.bias), "");
	LLVMValueRef normal = LLVMBuildICmp(b, LLVMIntSGE, e, one, "");
	LLVMValueRef deep = LLVMBuildSub(b, fin_like(x, drop + 1), e, "");
	LLVMValueRef shift = fin_select(w->l, normal, fin_like(x, drop),
		fin_intrinsic2(w->l, "llvm.umin", deep, fin_like(x, 63)));
	LLVMValueRef base = fin_select(w->l, normal,
		LLVMBuildShl(b, LLVMBuildSub(b, e, one, ""), fin_like(x, to.mantissa), ""), zero);
	LLVMValueRef r = LLVMBuildAdd(b, base,
		shift_rounded(w, LLVMBuildOr(b, fraction, hidden, ""), shift, negative, round), "");
	LLVMValueRef nan = LLVMBuildOr(b, LLVMBuildLShr(b, fraction, fin_like(x, drop), ""),
		fin_like(x, to.infinity | (uint64_t)1 << (to.mantissa - 1)), "");

	r = fin_select(w->l, LLVMBuildICmp(b, LLVMIntUGE, r, fin_like(x, to.infinity), ""),
		overflow_value(w, to, x, negative, round), r);
	r = fin_select(w->l, LLVMBuildICmp(b, LLVMIntEQ, m, fin_like(x, from.infinity), ""),
		fin_like(x, to.infinity), r);
	r = fin_select(w->l, fin_is_nan(w, x, 64), nan, r);
	return assemble(w, to, r, negative);
}

/* Rounds f64 to f32 and sets the last bit when bits were lost. Rounding the result to f16 then
 * gives what rounding the f64 would. */
static LLVMValueRef f64_to_odd_f32(struct fin_lower *w, LLVMValueRef v)
{
	LLVMValueRef r = w->target->directed(w, FIN_FLOAT_TO_F32, &v, BRIG_ROUND_FLOAT_ZERO);
	LLVMValueRef inexact = LLVMBuildFCmp(w->l->b, LLVMRealONE, fin_widen(w, r, 64), v, "");
	LLVMValueRef bits = fin_to_int(w->l, r);

	bits = LLVMBuildOr(w->l->b, bits, fin_resize(w->l, inexact, 32, false), "");
	return fin_bitcast(w->l, bits, LLVMTypeOf(r));
}

LLVMValueRef fin_narrow(struct fin_lower *w, LLVMValueRef v, unsigned bits, uint8_t round)
{
	unsigned from = fin_element_bits(LLVMTypeOf(v));
	bool near = round == BRIG_ROUND_FLOAT_NEAR_EVEN;
	bool has_f16 = w->target->rounds_to_f16(w);

	if (from == bits)
		return v;
	if (bits == 16 && !has_f16 && !(near && from == 32))
		return narrow_bits(w, fin_widen(w, v, 64), bits, round);
	if (from == 64 && bits == 16)
		v = near ? f64_to_odd_f32(w, v)
		         : w->target->directed(w, FIN_FLOAT_TO_F32, &v, round);
	if (bits == 16 && has_f16)
		return w->target->to_f16(w, v, round);
	if (near)
		return LLVMBuildFPTrunc(w->l->b, v,
			fin_type_with(LLVMTypeOf(v), fin_float_type(w->l, bits)), "");
	return w->target->directed(w, FIN_FLOAT_TO_F32, &v, round);
}

LLVMValueRef fin_magnitude_to_float(struct fin_lower *w, LLVMValueRef magnitude,
	LLVMValueRef negative, unsigned bits, uint8_t round)
{
	LLVMBuilderRef b = w->l->b;
	struct format to = format_of(bits);
	LLVMValueRef x = fin_resize(w->l, magnitude, 64, false), zero = fin_like(x, 0);
	LLVMTypeRef llvm_type = LLVMTypeOf(x);
	LLVMValueRef args[] = {x, LLVMConstInt(w->l->i1, 0, false)};
	LLVMValueRef leading = fin_intrinsic(w->l, "llvm.ctlz", &llvm_type, 1, args, 2);
	LLVMValueRef sig = LLVMBuildShl(b, x, LLVMBuildAnd(b, leading, fin_like(x, 63), ""), "");
	LLVMValueRef exponent = LLVMBuildSub(b, fin_like(x, 63 + to.bias - 1), leading, "");
	LLVMValueRef none = fin_int(fin_type_with(llvm_type, w->l->i1), 0);
	LLVMValueRef sign = negative != NULL ? negative : none, r;

	r = shift_rounded(w, sig, fin_like(x, 63 - to.mantissa), sign, round);
	r = LLVMBuildAdd(b, LLVMBuildShl(b, exponent, fin_like(x, to.mantissa), ""), r, "");
	r = fin_select(w->l, LLVMBuildICmp(b, LLVMIntUGE, r, fin_like(x, to.infinity), ""),
		overflow_value(w, to, x, sign, round), r);
	r = fin_select(w->l, LLVMBuildICmp(b, LLVMIntEQ, x, zero, ""), zero, r);
	return assemble(w, to, r, sign);
}
