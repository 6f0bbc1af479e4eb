/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Division and remainder of integers (PRM 5.2). Nothing traps: a divisor 0, for which HSAIL leaves
 * the result open, counts as 1, and MIN / -1 is MIN with remainder 0.
 *
 * Vectors of 32-bit numbers are divided in f64. Of two numbers below 2^32, a / b is either whole or
 * at least 1 / b away from the next whole number, which is far more than f64 loses. Signed numbers
 * are divided as magnitudes. */
#include "lower/lower_divide.h"

/* ---- scalars -------------------------------------------------------------------------------- */

/* Freezes a vector, since lanes that are off divide, too, by whatever they have. LLVM may take an
 * undefined value for a different number at each use; a frozen value is one number. */
static LLVMValueRef frozen(struct fin_lower *w, LLVMValueRef v)
{
	return fin_element_count(LLVMTypeOf(v)) > 1 ? LLVMBuildFreeze(w->l->b, v, "") : v;
}

static LLVMValueRef safe_divisor(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef n,
	LLVMValueRef d)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef one = LLVMBuildICmp(b, LLVMIntEQ, d, fin_like(d, 0), "");

	if (e->is_signed) {
		LLVMValueRef min = fin_like(n, (uint64_t)1 << (e->bits - 1));
		LLVMValueRef overflow = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntEQ, n, min, ""),
			LLVMBuildICmp(b, LLVMIntEQ, d, fin_like(d, UINT64_MAX), ""), "");

		one = LLVMBuildOr(b, one, overflow, "");
	}
	return fin_select(w->l, one, fin_like(d, 1), d);
}

static LLVMValueRef divide(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a,
	bool remainder)
{
	LLVMValueRef n = frozen(w, a[0]), d = safe_divisor(w, e, n, frozen(w, a[1]));

	if (remainder)
		return e->is_signed ? LLVMBuildSRem(w->l->b, n, d, "")
		                    : LLVMBuildURem(w->l->b, n, d, "");
	return e->is_signed ? LLVMBuildSDiv(w->l->b, n, d, "") : LLVMBuildUDiv(w->l->b, n, d, "");
}

/* ---- vectors of 32 bits --------------------------------------------------------------------- */

static LLVMValueRef to_f64(struct fin_lower *w, LLVMValueRef v)
{
	return LLVMBuildUIToFP(w->l->b, v, fin_type_with(LLVMTypeOf(v), w->l->f64), "");
}

/* Replaces a divisor 0 by 1. */
static LLVMValueRef nonzero(struct fin_lower *w, LLVMValueRef v)
{
	return fin_intrinsic2(w->l, "llvm.umax", v, fin_like(v, 1));
}

/* Rounds f64 numbers from 0 to below 2^32 down to integers. Where there is no instruction for that,
 * the integers are taken from the low bits of 2^52 + x. */
static LLVMValueRef to_u32(struct fin_lower *w, LLVMValueRef x)
{
	if (fin_target_has(&w->l->target, "avx512vl"))
		return LLVMBuildFPToUI(w->l->b, x, fin_type_with(LLVMTypeOf(x), w->l->i32), "");
	x = fin_intrinsic1(w->l, "llvm.floor", x);
	x = LLVMBuildFAdd(w->l->b, x, fin_float(LLVMTypeOf(x), 0x1p52), "");
	return fin_resize(w->l, fin_to_int(w->l, x), 32, false);
}

static LLVMValueRef quotient(struct fin_lower *w, LLVMValueRef a, LLVMValueRef d)
{
	LLVMValueRef q = LLVMBuildFDiv(w->l->b, to_f64(w, a), to_f64(w, d), "");

	return to_u32(w, q);
}

/* The quotient by one divisor d for all lanes, as (a + 1/2) * (1/d): this is 1/2d or more away from
 * any whole number, so the error of two roundings does not matter. */
static LLVMValueRef quotient_by_one(struct fin_lower *w, LLVMValueRef a, LLVMValueRef d)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef q = to_f64(w, a), inverse;

	inverse = LLVMBuildFDiv(b, LLVMConstReal(w->l->f64, 1.0),
		LLVMBuildUIToFP(b, d, w->l->f64, ""), "");
	q = LLVMBuildFAdd(b, q, fin_float(LLVMTypeOf(q), 0.5), "");
	q = LLVMBuildFMul(b, q, fin_splat(w->l, inverse, w->lanes), "");
	return to_u32(w, q);
}

static LLVMValueRef sign_of(struct fin_lower *w, LLVMValueRef v)
{
	return LLVMBuildAShr(w->l->b, v, fin_like(v, 31), "");
}

/* Returns -v where `sign` is -1, and v where it is 0. */
static LLVMValueRef with_sign(struct fin_lower *w, LLVMValueRef v, LLVMValueRef sign)
{
	return LLVMBuildSub(w->l->b, LLVMBuildXor(w->l->b, v, sign, ""), sign, "");
}

/* ---- scalars of which the divisor may be any number ------------------------------------------ */

/* A number m with m * d from 2^64 to below 2^64 + 2^32, for d from 2 to 2^31, i64. It is made in
 * f64, a little larger than the quotient: LLVM moves that out of loops, but no division of
 * integers. */
static LLVMValueRef magic(struct fin_lower *w, LLVMValueRef d)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef q = LLVMBuildUIToFP(b, fin_intrinsic2(w->l, "llvm.umax", d, fin_like(d, 2)),
		w->l->f64, "");

	q = LLVMBuildFDiv(b, LLVMConstReal(w->l->f64, 0x1p64), q, "");
	q = LLVMBuildFMul(b, q, LLVMConstReal(w->l->f64, 1 + 0x1p-50), "");
	q = LLVMBuildFPToUI(b, q, w->l->i64, "");
	return LLVMBuildAdd(b, q, fin_like(q, 1), "");
}

/* base / d for d above 0: the upper half of base * m, exact for 32-bit numbers. */
static LLVMValueRef scalar_quotient(struct fin_lower *w, LLVMValueRef base, LLVMValueRef d)
{
	LLVMBuilderRef b = w->l->b;
	LLVMTypeRef i128 = LLVMInt128TypeInContext(w->l->ctx);
	LLVMValueRef q = LLVMBuildMul(b, LLVMBuildZExt(b, magic(w, d), i128, ""),
		LLVMBuildZExt(b, base, i128, ""), "");
	LLVMValueRef once =
		LLVMBuildZExt(b, LLVMBuildICmp(b, LLVMIntUGE, base, d, ""), LLVMTypeOf(d), "");
	LLVMValueRef is_large = LLVMBuildICmp(b, LLVMIntUGT, d, fin_like(d, (uint64_t)1 << 31), "");

	q = LLVMBuildTrunc(b, LLVMBuildLShr(b, q, LLVMConstInt(i128, 64, false), ""), w->l->i32,
		"");
	q = LLVMBuildSelect(b, is_large, once, q, "");
	return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, d, fin_like(d, 1), ""), base, q, "");
}

struct fin_division fin_divide_scalars(struct fin_lower *w, const struct fin_inst *i)
{
	struct fin_elem e = fin_elem_of(w, i, i->isa->type);
	LLVMValueRef a[] = {fin_src(w, i, 1), fin_src(w, i, 2)};
	struct fin_division r = {.number = a[0], .divisor = nonzero(w, a[1])};

	r.quotient =
		e.is_signed ? divide(w, &e, a, false) : scalar_quotient(w, r.number, r.divisor);
	r.remainder = LLVMBuildSub(w->l->b, r.number,
		LLVMBuildMul(w->l->b, r.quotient, r.divisor, ""), "");
	return r;
}

/* ---- any vector ----------------------------------------------------------------------------- */

LLVMValueRef fin_divide_vectors(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef *a,
	bool remainder)
{
	LLVMBuilderRef b = w->l->b;
	bool is_signed = isa_type_find(i->isa->type)->kind == ISA_KIND_SIGNED;
	LLVMValueRef same = fin_same_src(w, i, 2), n = a[0], d, q, sign = NULL;

	if (same == NULL)
		same = a[1]; /* the one divisor of all lanes, or each lane's own */
	d = same;
	if (is_signed) {
		n = with_sign(w, n, sign_of(w, n));
		d = with_sign(w, d, sign_of(w, d));
	}
	d = nonzero(w, d);
	if (fin_element_count(LLVMTypeOf(d)) == 1) {
		q = quotient_by_one(w, n, d);
		d = fin_splat(w->l, d, w->lanes);
	} else {
		q = quotient(w, n, d);
	}
	if (remainder)
		q = LLVMBuildSub(b, n, LLVMBuildMul(b, q, d, ""), "");
	if (is_signed)
		sign = sign_of(w, remainder ? a[0] : LLVMBuildXor(b, a[0], a[1], ""));
	return sign != NULL ? with_sign(w, q, sign) : q;
}

/* ---- all together --------------------------------------------------------------------------- */

static bool by_constant(const struct fin_inst *i)
{
	return i->operands[2].v[0].kind == FIN_VALUE_IMM;
}

bool fin_divides_in_turn(const struct fin_inst *i)
{
	const struct isa_type *t = isa_type_find(i->isa->type);

	return t->kind != ISA_KIND_FLOAT && t->bits == 64 && !by_constant(i);
}

void fin_lower_divide(struct fin_lower *w, const struct fin_inst *i)
{
	struct fin_elem e = fin_elem_of(w, i, i->isa->type);
	bool remainder = i->isa->opcode == BRIG_OPCODE_REM;
	LLVMValueRef a[2];

	if (e.is_float) {
		fin_lower_arith(w, i);
		return;
	}
	a[0] = fin_src(w, i, 1);
	a[1] = fin_src(w, i, 2);
	if (w->lanes > 1 && e.bits == 32 && !by_constant(i))
		fin_dst(w, i, fin_divide_vectors(w, i, a, remainder));
	else
		fin_dst(w, i, divide(w, &e, a, remainder));
}
