/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* add, sub, mul, ... of integers, floats and packed values (PRM 5.2, 5.3, 5.11 to 5.13).
 *
 * A row of `operations` gives an operation's meaning on one element, for integers and for floats;
 * packing controls, ftz and the f16 format are handled round it. */
#include <math.h>
#include "lower/lower.h"

/* ---- integers ------------------------------------------------------------------------------- */

static const char *sign_name(const struct fin_elem *e, const char *s, const char *u)
{
	return e->is_signed ? s : u;
}

static LLVMValueRef int_add(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	if (e->sat)
		return fin_intrinsic2(w->l, sign_name(e, "llvm.sadd.sat", "llvm.uadd.sat"), a[0],
			a[1]);
	return LLVMBuildAdd(w->l->b, a[0], a[1], "");
}

static LLVMValueRef int_sub(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	if (e->sat)
		return fin_intrinsic2(w->l, sign_name(e, "llvm.ssub.sat", "llvm.usub.sat"), a[0],
			a[1]);
	return LLVMBuildSub(w->l->b, a[0], a[1], "");
}

/* The exact product, in twice as many bits. */
static LLVMValueRef wide_product(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return LLVMBuildMul(w->l->b, fin_resize(w->l, a[0], 2 * e->bits, e->is_signed),
		fin_resize(w->l, a[1], 2 * e->bits, e->is_signed), "");
}

static LLVMValueRef int_mul(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	uint64_t max =
		e->is_signed ? ((uint64_t)1 << (e->bits - 1)) - 1 : UINT64_MAX >> (64 - e->bits);
	LLVMValueRef product, limit;

	if (!e->sat)
		return LLVMBuildMul(w->l->b, a[0], a[1], "");
	product = wide_product(w, e, a);
	limit = fin_resize(w->l, fin_int(e->llvm_type, max), 2 * e->bits, e->is_signed);
	product = fin_intrinsic2(w->l, sign_name(e, "llvm.smin", "llvm.umin"), product, limit);
	if (e->is_signed)
		product = fin_intrinsic2(w->l, "llvm.smax", product,
			LLVMBuildNot(w->l->b, limit, ""));
	return fin_resize(w->l, product, e->bits, false);
}

static LLVMValueRef int_mulhi(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	LLVMValueRef product = wide_product(w, e, a);

	product = LLVMBuildLShr(w->l->b, product, fin_like(product, e->bits), "");
	return fin_resize(w->l, product, e->bits, false);
}

static LLVMValueRef int_mad(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	(void)e;
	return LLVMBuildAdd(w->l->b, LLVMBuildMul(w->l->b, a[0], a[1], ""), a[2], "");
}

static LLVMValueRef int_abs(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	LLVMValueRef args[] = {a[0], LLVMConstInt(w->l->i1, 0, false)}; /* abs(MIN) is MIN */

	return fin_intrinsic(w->l, "llvm.abs", &e->llvm_type, 1, args, 2);
}

static LLVMValueRef int_neg(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	(void)e;
	return LLVMBuildNeg(w->l->b, a[0], "");
}

static LLVMValueRef int_max(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return fin_intrinsic2(w->l, sign_name(e, "llvm.smax", "llvm.umax"), a[0], a[1]);
}

static LLVMValueRef int_min(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return fin_intrinsic2(w->l, sign_name(e, "llvm.smin", "llvm.umin"), a[0], a[1]);
}

static LLVMValueRef int_carry(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	LLVMValueRef sum = LLVMBuildAdd(w->l->b, a[0], a[1], "");

	return fin_resize(w->l, LLVMBuildICmp(w->l->b, LLVMIntULT, sum, a[0], ""), e->bits, false);
}

static LLVMValueRef int_borrow(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return fin_resize(w->l, LLVMBuildICmp(w->l->b, LLVMIntULT, a[0], a[1], ""), e->bits, false);
}

/* ---- floats --------------------------------------------------------------------------------- */

/* Arithmetic, for f16 in f32: rounding that result once more is exact, since 24 >= 2 * 11 + 2
 * bits. */
static LLVMValueRef arith(struct fin_lower *w, const struct fin_elem *e, enum fin_float_op op,
	LLVMValueRef *a, unsigned n)
{
	LLVMValueRef wide[3];
	unsigned bits = e->bits == 16 ? 32 : e->bits;

	for (unsigned k = 0; k < n; k++)
		wide[k] = fin_widen(w, a[k], bits);
	return fin_narrow(w, fin_float_arith(w, op, wide, e->round), e->bits, e->round);
}

static LLVMValueRef float_add(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return arith(w, e, FIN_FLOAT_ADD, a, 2);
}

static LLVMValueRef float_sub(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return arith(w, e, FIN_FLOAT_SUB, a, 2);
}

static LLVMValueRef float_mul(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return arith(w, e, FIN_FLOAT_MUL, a, 2);
}

static LLVMValueRef float_div(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return arith(w, e, FIN_FLOAT_DIV, a, 2);
}

static LLVMValueRef float_sqrt(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return arith(w, e, FIN_FLOAT_SQRT, a, 1);
}

static LLVMValueRef float_fma(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return fin_fma(w, a, e->round);
}

static LLVMValueRef to_integral(struct fin_lower *w, const struct fin_elem *e,
	const char *intrinsic, LLVMValueRef v)
{
	LLVMValueRef wide = fin_widen(w, v, e->bits == 16 ? 32 : e->bits);

	return fin_narrow(w, fin_to_integral(w, intrinsic, wide), e->bits,
		BRIG_ROUND_FLOAT_NEAR_EVEN);
}

static LLVMValueRef float_ceil(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return to_integral(w, e, "llvm.ceil", a[0]);
}

static LLVMValueRef float_floor(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return to_integral(w, e, "llvm.floor", a[0]);
}

static LLVMValueRef float_rint(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return to_integral(w, e, "llvm.roundeven", a[0]);
}

static LLVMValueRef float_trunc(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return to_integral(w, e, "llvm.trunc", a[0]);
}

/* The largest value below 1.0 in each format, as bits (PRM 5.11). */
static uint64_t below_one(unsigned bits)
{
	return bits == 16 ? 0x3bff : bits == 32 ? 0x3f7fffff : 0x3fefffffffffffff;
}

static LLVMValueRef sign_mask(struct fin_lower *w, const struct fin_elem *e)
{
	return fin_int(fin_as_integers(w->l, e->llvm_type), (uint64_t)1 << (e->bits - 1));
}

static LLVMValueRef quiet_mask(struct fin_lower *w, const struct fin_elem *e)
{
	unsigned bit = e->bits == 16 ? 9 : e->bits == 32 ? 22 : 51;

	return fin_int(fin_as_integers(w->l, e->llvm_type), (uint64_t)1 << bit);
}

static LLVMValueRef is_one_of(struct fin_lower *w, LLVMValueRef v, LLVMValueRef x, LLVMValueRef y)
{
	return LLVMBuildOr(w->l->b, LLVMBuildICmp(w->l->b, LLVMIntEQ, v, x, ""),
		LLVMBuildICmp(w->l->b, LLVMIntEQ, v, y, ""), "");
}

/* x - floor(x), but at most the largest value below 1.0. Zeros keep their sign, infinities give
 * zero. The work is done on the bits, since non-negative floats are ordered as integers. */
static LLVMValueRef float_fract(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef pair[] = {a[0], float_floor(w, e, a)};
	LLVMValueRef bits = fin_to_int(w->l, a[0]),
		     sign = LLVMBuildAnd(b, bits, sign_mask(w, e), "");
	LLVMValueRef zero = fin_like(bits, 0);
	LLVMValueRef infinity = fin_to_int(w->l, fin_float(e->llvm_type, HUGE_VAL));
	LLVMValueRef r = fin_to_int(w->l, float_sub(w, e, pair)), vanishes;

	r = fin_select(w->l, LLVMBuildICmp(b, LLVMIntEQ, r, sign_mask(w, e), ""), zero, r);
	r = fin_intrinsic2(w->l, "llvm.umin", r, fin_like(bits, below_one(e->bits)));
	r = fin_select(w->l, fin_is_nan(w, bits, e->bits),
		LLVMBuildOr(b, bits, quiet_mask(w, e), ""), r);
	vanishes = is_one_of(w, LLVMBuildXor(b, bits, sign, ""), zero, infinity);
	return fin_bitcast(w->l, fin_select(w->l, vanishes, sign, r), e->llvm_type);
}

/* Makes the result quiet where v is a signaling NaN. */
static LLVMValueRef quiet_where_signaling(struct fin_lower *w, const struct fin_elem *e,
	LLVMValueRef v, LLVMValueRef r)
{
	LLVMValueRef quiet = LLVMBuildOr(w->l->b, v, quiet_mask(w, e), "");
	LLVMValueRef signaling = LLVMBuildAnd(w->l->b, fin_is_nan(w, v, e->bits),
		LLVMBuildICmp(w->l->b, LLVMIntNE, quiet, v, ""), "");

	return fin_select(w->l, signaling, quiet, r);
}

/* Whether v is a number, the same in all lanes, that is the result where the other operand is equal
 * to it: of zeros that is +0 for max and -0 for min. */
static bool is_number_for_ties(LLVMValueRef v, bool max)
{
	LLVMValueRef one = v;
	LLVMBool inexact;
	double n;

	if (!LLVMIsConstant(v))
		return false;
	if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind) {
		one = LLVMGetAggregateElement(v, 0);
		for (unsigned k = 1; k < LLVMGetVectorSize(LLVMTypeOf(v)); k++)
			if (LLVMGetAggregateElement(v, k) != one)
				return false;
	}
	if (LLVMIsAConstantFP(one) == NULL)
		return false;
	n = LLVMConstRealGetDouble(one, &inexact);
	return !isnan(n) && (n != 0 || !signbit(n) == max);
}

/* The lesser or the greater of x and such a number: one comparison, and one instruction of most
 * processors. */
static LLVMValueRef pick_or_number(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef x,
	LLVMValueRef number, bool max)
{
	LLVMValueRef r = fin_select(w->l,
		fin_float_compare(w, max ? LLVMRealOGT : LLVMRealOLT, x, number), x, number);

	r = quiet_where_signaling(w, e, fin_to_int(w->l, x), fin_to_int(w->l, r));
	return fin_bitcast(w->l, r, e->llvm_type);
}

/* min and max: minNum and maxNum of IEEE 754-2008, with -0 below +0 and a quiet NaN for a signaling
 * one (PRM 5.11.2). */
static LLVMValueRef pick(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a, bool max)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef bits[] = {fin_to_int(w->l, a[0]), fin_to_int(w->l, a[1])}, r;

	for (unsigned k = 0; k < 2; k++)
		if (is_number_for_ties(a[k], max))
			return pick_or_number(w, e, a[!k], a[k], max);
	/* the two are equal here, so their bits differ only if they are zeros */
	r = max ? LLVMBuildAnd(b, bits[0], bits[1], "") : LLVMBuildOr(b, bits[0], bits[1], "");
	r = fin_select(w->l, fin_float_compare(w, LLVMRealOLT, a[0], a[1]), bits[max], r);
	r = fin_select(w->l, fin_float_compare(w, LLVMRealOGT, a[0], a[1]), bits[!max], r);
	for (unsigned k = 0; k < 2; k++)
		r = fin_select(w->l, fin_is_nan(w, bits[k], e->bits), bits[!k], r);
	for (unsigned k = 0; k < 2; k++)
		r = quiet_where_signaling(w, e, bits[k], r);
	return fin_bitcast(w->l, r, e->llvm_type);
}

static LLVMValueRef float_max(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return pick(w, e, a, true);
}

static LLVMValueRef float_min(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return pick(w, e, a, false);
}

/* abs, neg and copysign only change the sign bit: NaNs are not made quiet, subnormals are not
 * flushed (PRM 5.13). */
static LLVMValueRef float_abs(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return fin_bitcast(w->l,
		LLVMBuildAnd(w->l->b, fin_to_int(w->l, a[0]), LLVMConstNot(sign_mask(w, e)), ""),
		e->llvm_type);
}

static LLVMValueRef float_neg(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	return fin_bitcast(w->l, LLVMBuildXor(w->l->b, fin_to_int(w->l, a[0]), sign_mask(w, e), ""),
		e->llvm_type);
}

static LLVMValueRef float_copysign(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a)
{
	LLVMValueRef sign = LLVMBuildAnd(w->l->b, fin_to_int(w->l, a[1]), sign_mask(w, e), "");
	LLVMValueRef magnitude = fin_to_int(w->l, float_abs(w, e, a));

	return fin_bitcast(w->l, LLVMBuildOr(w->l->b, magnitude, sign, ""), e->llvm_type);
}

/* ---- all together --------------------------------------------------------------------------- */

typedef LLVMValueRef element_op(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a);

/* With which constant operands LLVM makes another operand of a float operation, or its negation,
 * and so lets a signaling NaN stay as it is. */
enum vanishing {
	STAYS,
	AS_SUM,      /* x + 0, x - 0, 0 - x */
	AS_PRODUCT,  /* x * 1, x * -1 */
	AS_QUOTIENT, /* x / 1, x / -1 */
	AS_FUSED,    /* x * 1 + 0 */
};

struct operation {
	uint16_t opcode;
	element_op *integer, *floating;
	enum vanishing vanishing;
};

/* A float mad is always fused: an agent has to choose once for all (PRM 5.12). */
static const struct operation operations[] = {
	{BRIG_OPCODE_ABS, int_abs, float_abs, STAYS},
	{BRIG_OPCODE_ADD, int_add, float_add, AS_SUM},
	{BRIG_OPCODE_BORROW, int_borrow, NULL, STAYS},
	{BRIG_OPCODE_CARRY, int_carry, NULL, STAYS},
	{BRIG_OPCODE_CEIL, NULL, float_ceil, STAYS},
	{BRIG_OPCODE_COPYSIGN, NULL, float_copysign, STAYS},
	{BRIG_OPCODE_DIV, NULL, float_div, AS_QUOTIENT},
	{BRIG_OPCODE_FLOOR, NULL, float_floor, STAYS},
	{BRIG_OPCODE_FMA, NULL, float_fma, AS_FUSED},
	{BRIG_OPCODE_FRACT, NULL, float_fract, STAYS},
	{BRIG_OPCODE_MAD, int_mad, float_fma, AS_FUSED},
	{BRIG_OPCODE_MAX, int_max, float_max, STAYS},
	{BRIG_OPCODE_MIN, int_min, float_min, STAYS},
	{BRIG_OPCODE_MUL, int_mul, float_mul, AS_PRODUCT},
	{BRIG_OPCODE_MULHI, int_mulhi, NULL, STAYS},
	{BRIG_OPCODE_NEG, int_neg, float_neg, STAYS},
	{BRIG_OPCODE_RINT, NULL, float_rint, STAYS},
	{BRIG_OPCODE_SQRT, NULL, float_sqrt, STAYS},
	{BRIG_OPCODE_SUB, int_sub, float_sub, AS_SUM},
	{BRIG_OPCODE_TRUNC, NULL, float_trunc, STAYS},
};

static const struct operation *find_operation(const struct fin_inst *i, const struct fin_elem *e)
{
	for (size_t k = 0; k < ARRAY_LEN(operations); k++)
		if (operations[k].opcode == i->isa->opcode &&
			(e->is_float ? operations[k].floating : operations[k].integer) != NULL)
			return &operations[k];
	BUG("code+0x%x: no arithmetic for its type", i->off);
}

static bool is_scalar(LLVMValueRef v, double magnitude)
{
	LLVMBool loses;

	return v != NULL && LLVMIsAConstantFP(v) != NULL &&
	       fabs(LLVMConstRealGetDouble(v, &loses)) == magnitude;
}

/* Whether some element of `v` is a constant of that magnitude. */
static bool has(LLVMValueRef v, double magnitude)
{
	unsigned n = fin_element_count(LLVMTypeOf(v));

	if (!LLVMIsConstant(v))
		return false;
	if (n == 1)
		return is_scalar(v, magnitude);
	for (unsigned e = 0; e < n; e++)
		if (is_scalar(LLVMGetAggregateElement(v, e), magnitude))
			return true;
	return false;
}

static bool may_vanish(enum vanishing as, const LLVMValueRef *a)
{
	switch (as) {
	case STAYS:
		return false;
	case AS_SUM:
		return has(a[0], 0) || has(a[1], 0);
	case AS_PRODUCT:
		return has(a[0], 1) || has(a[1], 1);
	case AS_QUOTIENT:
		return has(a[1], 1);
	case AS_FUSED:
		return (has(a[0], 1) || has(a[1], 1)) && has(a[2], 0);
	}
	return false;
}

/* Makes NaNs quiet, as HSAIL wants a quiet NaN for a signaling one (PRM 4.19.4). */
static LLVMValueRef quieted(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef v)
{
	LLVMValueRef bits = fin_to_int(w->l, v);

	bits = fin_select(w->l, fin_is_nan(w, bits, e->bits),
		LLVMBuildOr(w->l->b, bits, quiet_mask(w, e), ""), bits);
	return fin_bitcast(w->l, bits, e->llvm_type);
}

/* With the packing controls ps and sp, all elements of one operand are its first element. */
void fin_apply_control(struct fin_lower *w, const struct fin_inst *i, const struct fin_elem *e,
	LLVMValueRef *a)
{
	if (i->isa->pack == BRIG_PACK_PS || i->isa->pack == BRIG_PACK_PSSAT)
		a[1] = fin_broadcast_low(w, a[1], e->count);
	if (i->isa->pack == BRIG_PACK_SP || i->isa->pack == BRIG_PACK_SPSAT)
		a[0] = fin_broadcast_low(w, a[0], e->count);
}

void fin_lower_arith(struct fin_lower *w, const struct fin_inst *i)
{
	struct fin_elem e = fin_elem_of(w, i, i->isa->type);
	const struct operation *op = find_operation(i, &e);
	LLVMValueRef a[3], r;

	for (unsigned k = 1; k < i->operand_count; k++) {
		a[k - 1] = fin_src(w, i, k);
		if (e.is_float && e.ftz)
			a[k - 1] = fin_flush(w, a[k - 1]);
	}
	fin_apply_control(w, i, &e, a);
	r = (e.is_float ? op->floating : op->integer)(w, &e, a);
	if (e.is_float && may_vanish(op->vanishing, a))
		r = quieted(w, &e, r);
	if (e.is_float && e.ftz)
		r = fin_flush(w, r);
	if (fin_inst_keeps_dest(i))
		r = fin_merge_low(w, r, fin_src(w, i, 0), e.count);
	fin_dst(w, i, r);
}
