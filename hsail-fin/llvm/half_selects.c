/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps LLVM 19 from calls of fminf() and fmaxf(), which nothing defines: where the lesser or the
 * greater of two halves is selected, also where it has made these of floats, it takes the select
 * for one of these functions, and widens the halves too late to make code of it. So halves are
 * selected as whole numbers. */
#include "llvm/llvm_ctx.h"

static bool is_half(LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		type = LLVMGetElementType(type);
	return LLVMGetTypeKind(type) == LLVMHalfTypeKind;
}

static void look_at(void *owner, LLVMValueRef select)
{
	struct fin_llvm *l = owner;
	LLVMTypeRef type = LLVMTypeOf(select);
	LLVMValueRef arm[2], r;

	if (LLVMIsASelectInst(select) == NULL || !is_half(type))
		return;
	LLVMPositionBuilderBefore(l->b, select);
	LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(select));
	for (unsigned k = 0; k < 2; k++)
		arm[k] = fin_to_int(l, LLVMGetOperand(select, k + 1));
	r = LLVMBuildSelect(l->b, LLVMGetOperand(select, 0), arm[0], arm[1], "");
	LLVMReplaceAllUsesWith(select, fin_bitcast(l, r, type));
	LLVMInstructionEraseFromParent(select);
}

void fin_llvm_select_halves(struct fin_llvm *l)
{
	fin_llvm_visit(l, look_at, l);
}
