/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lets products that are added take the negative of a number that all lanes have in common, as in
 * an elimination's a[i] - f * b[i]. LLVM changes the sign of the number before it spreads it, which
 * is two instructions more than to spread it from memory and to take the product away. */
#include "llvm/llvm_ctx.h"

static LLVMValueRef without_casts(LLVMValueRef v)
{
	while (LLVMIsABitCastInst(v) != NULL)
		v = LLVMGetOperand(v, 0);
	return v;
}

static bool is_sum_of_product(LLVMValueRef call)
{
	static const char name[] = "llvm.fma.v";
	size_t length;

	return LLVMIsAIntrinsicInst(call) != NULL &&
	       strncmp(LLVMGetValueName2(LLVMGetCalledValue(call), &length), name,
		       sizeof name - 1) == 0;
}

/* Whether all elements of a vector are the first one of another vector of the same size. */
static bool is_splat(LLVMValueRef v)
{
	if (LLVMIsAShuffleVectorInst(v) == NULL ||
		fin_element_count(LLVMTypeOf(v)) !=
			fin_element_count(LLVMTypeOf(LLVMGetOperand(v, 0))))
		return false;
	for (unsigned k = 0; k < LLVMGetNumMaskElements(v); k++)
		if (LLVMGetMaskValue(v, k) != 0)
			return false;
	return true;
}

/* What `v`, a number or the first element of a vector, is the negative of, or NULL. */
static LLVMValueRef negated(LLVMValueRef v)
{
	LLVMValueRef sign;
	unsigned bits = fin_element_bits(LLVMTypeOf(v));

	if (LLVMIsABinaryOperator(v) == NULL || LLVMGetInstructionOpcode(v) != LLVMXor || bits > 64)
		return NULL;
	sign = LLVMGetOperand(v, 1);
	if (LLVMIsConstant(sign) && LLVMGetTypeKind(LLVMTypeOf(sign)) == LLVMVectorTypeKind)
		sign = LLVMGetAggregateElement(sign, 0);
	return LLVMIsAConstantInt(sign) != NULL &&
	                       LLVMConstIntGetZExtValue(sign) == (uint64_t)1 << (bits - 1)
	               ? LLVMGetOperand(v, 0)
	               : NULL;
}

/* A vector of `type` whose first element is what that of `v` is the negative of, or NULL. */
static LLVMValueRef without_sign(struct fin_llvm *l, LLVMValueRef v, LLVMTypeRef type)
{
	bool is_put = LLVMIsAInsertElementInst(v) != NULL &&
	              LLVMIsNull(LLVMGetOperand(v, 2)); /* the first element */
	LLVMValueRef n = negated(without_casts(is_put ? LLVMGetOperand(v, 1) : v));

	if (n == NULL || fin_element_bits(LLVMTypeOf(n)) != fin_element_bits(type) ||
		fin_element_count(LLVMTypeOf(n)) != (is_put ? 1 : fin_element_count(type)))
		return NULL;
	if (!is_put)
		return fin_bitcast(l, n, type);
	return LLVMBuildInsertElement(l->b, LLVMGetPoison(type),
		fin_bitcast(l, n, LLVMGetElementType(type)), LLVMConstNull(l->i64), "");
}

static void look_at(void *owner, LLVMValueRef call)
{
	struct fin_llvm *l = owner;
	LLVMTypeRef type = LLVMTypeOf(call);

	if (!is_sum_of_product(call))
		return;
	LLVMPositionBuilderBefore(l->b, call);
	LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(call));
	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef v = without_casts(LLVMGetOperand(call, k)), zeros;

		if (!is_splat(v) || fin_element_count(LLVMTypeOf(v)) != fin_element_count(type))
			continue;
		v = without_sign(l, without_casts(LLVMGetOperand(v, 0)), type);
		if (v == NULL)
			continue;
		zeros = LLVMConstNull(LLVMVectorType(l->i32, fin_element_count(type)));
		v = LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(type), zeros, "");
		LLVMSetOperand(call, k, LLVMBuildFNeg(l->b, v, ""));
	}
}

void fin_llvm_take_away_splats(struct fin_llvm *l)
{
	fin_llvm_visit(l, look_at, l);
}
