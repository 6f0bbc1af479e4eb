/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Float arithmetic with any rounding (PRM 4.19.2). Rounding to nearest is LLVM's own, the other
 * modes are the target's. An fma of f16, and one of f32 without an FMA instruction, is exact
 * arithmetic in f64 followed by one rounding. */
#include "hsaemu/kernel_abi.h"
#include "lower/target_ops.h"

static LLVMValueRef near_arith(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a)
{
	LLVMBuilderRef b = w->l->b;

	switch (op) {
	case FIN_FLOAT_ADD:
		return LLVMBuildFAdd(b, a[0], a[1], "");
	case FIN_FLOAT_SUB:
		return LLVMBuildFSub(b, a[0], a[1], "");
	case FIN_FLOAT_MUL:
		return LLVMBuildFMul(b, a[0], a[1], "");
	case FIN_FLOAT_DIV:
		return LLVMBuildFDiv(b, a[0], a[1], "");
	case FIN_FLOAT_SQRT:
		return fin_intrinsic1(w->l, "llvm.sqrt", a[0]);
	case FIN_FLOAT_FMA:
		return fin_intrinsic3(w->l, "llvm.fma", a[0], a[1], a[2]);
	case FIN_FLOAT_TO_F32:
		return fin_narrow(w, a[0], 32, BRIG_ROUND_FLOAT_NEAR_EVEN);
	}
	BUG("float operation %d", (int)op);
}

LLVMValueRef fin_float_arith(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
	uint8_t round)
{
	if (round == BRIG_ROUND_FLOAT_NEAR_EVEN)
		return near_arith(w, op, a);
	return w->target->directed(w, op, a, round);
}

LLVMValueRef fin_to_integral(struct fin_lower *w, const char *name, LLVMValueRef v)
{
	return w->target->to_integral != NULL ? w->target->to_integral(w, name, v)
	                                      : fin_intrinsic1(w->l, name, v);
}

/* ---- fma ------------------------------------------------------------------------------------ */

/* p + c rounded to odd: the exact sum when f64 holds it, else that neighbour of the exact sum whose
 * last bit is 1. Rounding the result to a format of at most 51 bits gives the same as rounding the
 * exact sum (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums"). */
static LLVMValueRef add_to_odd(struct fin_lower *w, LLVMValueRef p, LLVMValueRef c)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef s = LLVMBuildFAdd(b, p, c, ""), t = LLVMBuildFSub(b, s, p, "");
	LLVMValueRef error = LLVMBuildFAdd(b, LLVMBuildFSub(b, p, LLVMBuildFSub(b, s, t, ""), ""),
		LLVMBuildFSub(b, c, t, ""), "");
	LLVMValueRef bits = fin_to_int(w->l, s);
	LLVMValueRef even = LLVMBuildICmp(b, LLVMIntEQ,
		LLVMBuildAnd(b, bits, fin_like(bits, 1), ""), fin_like(bits, 0), "");
	LLVMValueRef inexact =
		LLVMBuildFCmp(b, LLVMRealONE, error, fin_float(LLVMTypeOf(s), 0.0), "");
	LLVMValueRef opposite = LLVMBuildICmp(b, LLVMIntSLT,
		LLVMBuildXor(b, bits, fin_to_int(w->l, error), ""), fin_like(bits, 0), "");
	LLVMValueRef odd = LLVMBuildAdd(b, bits,
		fin_select(w->l, opposite, fin_like(bits, UINT64_MAX), fin_like(bits, 1)), "");

	bits = fin_select(w->l, LLVMBuildAnd(b, inexact, even, ""), odd, bits);
	return fin_bitcast(w->l, bits, LLVMTypeOf(s));
}

/* Corrects the sign of a zero sum for rounding down, where it is -0 unless both terms are +0. */
static LLVMValueRef fix_zero(struct fin_lower *w, LLVMValueRef sum, LLVMValueRef p, LLVMValueRef c)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef signs = LLVMBuildOr(b, fin_to_int(w->l, p), fin_to_int(w->l, c), "");
	LLVMValueRef zero = LLVMBuildFCmp(b, LLVMRealOEQ, sum, fin_float(LLVMTypeOf(sum), 0.0), "");

	signs = LLVMBuildAnd(b, signs, fin_like(signs, (uint64_t)1 << 63), "");
	return fin_select(w->l, zero, fin_bitcast(w->l, signs, LLVMTypeOf(sum)), sum);
}

/* Replaces r by the third operand, made quiet, where that is a NaN. HSAIL wants one of the operands
 * that are NaNs (PRM 4.19.4), also when the product is infinity times zero. The FMA instruction
 * gives the third operand; code without it, and what LLVM folds, need not. The test is one of
 * integers: LLVM would compare a widened f16 as f16, element by element. */
static LLVMValueRef third_nan(struct fin_lower *w, LLVMValueRef r, LLVMValueRef c)
{
	LLVMValueRef bits = fin_to_int(w->l, c);
	unsigned all = fin_element_bits(LLVMTypeOf(c)), quiet = all == 64 ? 51 : 22;
	LLVMValueRef nan = fin_is_nan(w, bits, all);

	bits = LLVMBuildOr(w->l->b, bits, fin_like(bits, (uint64_t)1 << quiet), "");
	return fin_select(w->l, nan, fin_bitcast(w->l, bits, LLVMTypeOf(c)), r);
}

/* An fma of f32 or f16 in f64, where the product is exact. */
static LLVMValueRef fma_in_f64(struct fin_lower *w, LLVMValueRef *a, unsigned bits, uint8_t round)
{
	LLVMValueRef p = LLVMBuildFMul(w->l->b, fin_widen(w, a[0], 64), fin_widen(w, a[1], 64), "");
	LLVMValueRef c = fin_widen(w, a[2], 64), s = add_to_odd(w, p, c);

	if (round == BRIG_ROUND_FLOAT_MINUS_INFINITY)
		s = fix_zero(w, s, p, c);
	return fin_narrow(w, third_nan(w, s, c), bits, round);
}

/* Calls hsa_fma_f64() of the helper archive for each element. */
static LLVMValueRef helper_fma(struct fin_lower *w, LLVMValueRef *a, uint8_t round)
{
	LLVMTypeRef f64 = w->l->f64, types[] = {f64, f64, f64, w->l->i32};
	LLVMTypeRef fn_type = LLVMFunctionType(f64, types, 4, false), llvm_type = LLVMTypeOf(a[0]);
	LLVMValueRef fn = LLVMGetNamedFunction(w->l->mod, HSAEMU_HELPER("hsa_fma_f64")),
		     r = LLVMGetPoison(llvm_type);
	unsigned mode = round == BRIG_ROUND_FLOAT_ZERO            ? HSAEMU_ROUND_ZERO
	                : round == BRIG_ROUND_FLOAT_PLUS_INFINITY ? HSAEMU_ROUND_UP
	                                                          : HSAEMU_ROUND_DOWN;

	if (fn == NULL) {
		fn = LLVMAddFunction(w->l->mod, HSAEMU_HELPER("hsa_fma_f64"), fn_type);
		LLVMSetVisibility(fn, LLVMHiddenVisibility);
		fin_llvm_attribute(w->l, fn, (unsigned)LLVMAttributeFunctionIndex, "nounwind", 0);
		fin_llvm_attribute(w->l, fn, (unsigned)LLVMAttributeFunctionIndex, "memory", 0);
	}
	for (unsigned e = 0; e < fin_element_count(llvm_type); e++) {
		LLVMValueRef args[] = {fin_slice(w->l, a[0], e, 1), fin_slice(w->l, a[1], e, 1),
			fin_slice(w->l, a[2], e, 1), LLVMConstInt(w->l->i32, mode, false)};
		LLVMValueRef one = LLVMBuildCall2(w->l->b, fn_type, fn, args, 4, "");

		r = fin_element_count(llvm_type) == 1
		            ? one
		            : LLVMBuildInsertElement(w->l->b, r, one,
				      LLVMConstInt(w->l->i32, e, false), "");
	}
	return r;
}

bool fin_calls_fma(const struct fin_lower *w, const struct fin_inst *i)
{
	const struct isa_type *t = isa_type_find(i->isa->type);
	uint16_t op = i->isa->opcode;

	return (op == BRIG_OPCODE_FMA || op == BRIG_OPCODE_MAD || op == BRIG_OPCODE_NFMA) &&
	       t->elem == BRIG_TYPE_F64 && !w->target->has_fma(w, 64);
}

LLVMValueRef fin_fma(struct fin_lower *w, LLVMValueRef *a, uint8_t round)
{
	unsigned bits = fin_element_bits(LLVMTypeOf(a[0]));
	bool has_fma = w->target->has_fma(w, bits);

	if (bits == 64 && !has_fma && round != BRIG_ROUND_FLOAT_NEAR_EVEN)
		return helper_fma(w, a, round);
	if (bits == 64 || (bits == 32 && has_fma)) {
		LLVMValueRef r = fin_float_arith(w, FIN_FLOAT_FMA, a, round);
		bool folds = LLVMIsConstant(a[2]) || (LLVMIsConstant(a[0]) && LLVMIsConstant(a[1]));

		return folds ? third_nan(w, r, a[2]) : r;
	}
	return fma_in_f64(w, a, bits, round);
}
