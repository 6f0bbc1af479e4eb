/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps LLVM 19 from an endless loop: with AVX-512, its DAG combiner makes one mask of two numbers
 * whose bits are masks, or'd or xor'd, and two masks of one number, and so on. So the bits of such
 * a mask are made as a number, which is hidden from it by an assembler instruction without code. */
#include "llvm/llvm_ctx.h"

static bool is_sum(LLVMValueRef v)
{
	return LLVMIsAInstruction(v) != NULL &&
	       (LLVMGetInstructionOpcode(v) == LLVMOr || LLVMGetInstructionOpcode(v) == LLVMXor);
}

static bool is_number(LLVMValueRef v)
{
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
}

/* Whether it is a mask of so many lanes as a register may have bits. */
static bool is_mask(LLVMValueRef v)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	unsigned lanes;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
		LLVMGetTypeKind(LLVMGetElementType(type)) != LLVMIntegerTypeKind ||
		fin_element_bits(type) != 1)
		return false;
	lanes = fin_element_count(type);
	return lanes >= 8 && lanes <= 64 && (lanes & (lanes - 1)) == 0;
}

/* The number that is taken as a mask, or NULL. */
static LLVMValueRef bits_of(LLVMValueRef v)
{
	if (LLVMIsABitCastInst(v) == NULL || !is_mask(v) || !is_number(LLVMGetOperand(v, 0)))
		return NULL;
	return LLVMGetOperand(v, 0);
}

static LLVMValueRef hidden(struct fin_llvm *l, LLVMValueRef number)
{
	LLVMTypeRef type = LLVMTypeOf(number), fn = LLVMFunctionType(type, &type, 1, false);
	LLVMValueRef nothing = LLVMGetInlineAsm(fn, "", 0, "=r,0", 4, false, false,
		LLVMInlineAsmDialectATT, false);

	return LLVMBuildCall2(l->b, fn, nothing, &number, 1, "");
}

/* Makes the sum of two masks one of numbers. */
static void add_numbers(struct fin_llvm *l, LLVMValueRef sum)
{
	LLVMValueRef a = bits_of(LLVMGetOperand(sum, 0)), b = bits_of(LLVMGetOperand(sum, 1)), n;

	if (a == NULL || b == NULL)
		return;
	LLVMPositionBuilderBefore(l->b, sum);
	LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(sum));
	n = LLVMBuildBinOp(l->b, LLVMGetInstructionOpcode(sum), a, b, "");
	LLVMReplaceAllUsesWith(sum, fin_bitcast(l, hidden(l, n), LLVMTypeOf(sum)));
	LLVMInstructionEraseFromParent(sum);
}

static void look_at(void *owner, LLVMValueRef i)
{
	struct fin_llvm *l = owner;
	LLVMValueRef bits = bits_of(i);

	if (is_sum(i) && is_mask(i)) {
		add_numbers(l, i);
	} else if (bits != NULL && is_sum(bits)) {
		LLVMPositionBuilderBefore(l->b, i);
		LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(i));
		LLVMSetOperand(i, 0, hidden(l, bits));
	}
}

void fin_llvm_part_masks(struct fin_llvm *l)
{
	if (fin_target_has(&l->target, "avx512f"))
		fin_llvm_visit(l, look_at, l);
}
