/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exceptions that an instruction signals are flags, which conditions on its elements set
 * (lower_except.h). */
#include "lower/lower_except.h"

/* ---- what is signaled ----------------------------------------------------------------------- */

void fin_except_add_flags(struct fin_except *c, LLVMValueRef flags)
{
	c->flags = c->flags == NULL ? flags : LLVMBuildOr(c->w->l->b, c->flags, flags, "");
}

void fin_except_if(struct fin_except *c, unsigned exception, LLVMValueRef condition)
{
	struct fin_llvm *l = c->w->l;

	if ((c->enabled >> exception & 1) == 0)
		return;
	if (c->mask != NULL)
		condition = LLVMBuildAnd(l->b, condition, c->mask, "");
	if (fin_element_count(LLVMTypeOf(condition)) > 1)
		condition = fin_intrinsic1(l, "llvm.vector.reduce.or", condition);
	condition = LLVMBuildZExt(l->b, condition, l->i32, "");
	fin_except_add_flags(c, LLVMBuildShl(l->b, condition, fin_like(condition, exception), ""));
}

/* ---- classification ------------------------------------------------------------------------- */

LLVMValueRef fin_except_both(struct fin_except *c, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildAnd(c->w->l->b, a, b, "");
}

LLVMValueRef fin_except_either(struct fin_except *c, LLVMValueRef a, LLVMValueRef b)
{
	return a == NULL ? b : LLVMBuildOr(c->w->l->b, a, b, "");
}

LLVMValueRef fin_except_not(struct fin_except *c, LLVMValueRef a)
{
	return LLVMBuildNot(c->w->l->b, a, "");
}

LLVMValueRef fin_except_is_nan(struct fin_except *c, LLVMValueRef v)
{
	return fin_is_nan(c->w, fin_to_int(c->w->l, v), fin_element_bits(LLVMTypeOf(v)));
}

LLVMValueRef fin_except_is_signaling(struct fin_except *c, LLVMValueRef v)
{
	LLVMBuilderRef b = c->w->l->b;
	unsigned bits = fin_element_bits(LLVMTypeOf(v));
	unsigned mantissa = bits == 16 ? 10 : bits == 32 ? 23 : 52;
	LLVMValueRef x = fin_to_int(c->w->l, v);
	LLVMValueRef quiet = LLVMBuildAnd(b, x, fin_like(x, (uint64_t)1 << (mantissa - 1)), "");

	return fin_except_both(c, fin_except_is_nan(c, v),
		LLVMBuildICmp(b, LLVMIntEQ, quiet, fin_like(quiet, 0), ""));
}

LLVMValueRef fin_except_magnitude(struct fin_except *c, LLVMValueRef v)
{
	return fin_intrinsic1(c->w->l, "llvm.fabs", v);
}

LLVMValueRef fin_except_compare(struct fin_except *c, LLVMRealPredicate p, LLVMValueRef a,
	LLVMValueRef b)
{
	return LLVMBuildFCmp(c->w->l->b, p, a, b, "");
}

LLVMValueRef fin_except_compare_to(struct fin_except *c, LLVMRealPredicate p, LLVMValueRef a,
	double b)
{
	return fin_except_compare(c, p, a, fin_float(LLVMTypeOf(a), b));
}

void fin_except_signaling_nans(struct fin_except *c, LLVMValueRef *a, unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		fin_except_if(c, FIN_EXCEPT_INVALID, fin_except_is_signaling(c, a[k]));
}
