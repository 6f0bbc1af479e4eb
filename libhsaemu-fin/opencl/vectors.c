/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What LLVM's code generator for PTX cannot do with vectors is done element by element. It has no
 * code for some uses of a comparison of two 16-bit values; and where halves that are loaded are
 * extended at once, it loads their bits in place of their values. */
#include <llvm-c/DebugInfo.h>
#include "cl_impl.h"

struct rewriting {
	LLVMBuilderRef b;
	LLVMTypeRef word; /* i32, of an element's index */
	LLVMTypeRef shorts, halves;
};

static bool is_to_be_rewritten(const struct rewriting *r, LLVMValueRef i)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(i);
	if (op != LLVMICmp && op != LLVMFCmp && op != LLVMFPExt)
		return false;
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
	if (op == LLVMFPExt)
		return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
		       LLVMGetElementType(type) == LLVMGetElementType(r->halves);
	return type == r->shorts || type == r->halves;
}

static LLVMValueRef element_of(const struct rewriting *r, LLVMValueRef i, unsigned operand,
	LLVMValueRef element)
{
	return LLVMBuildExtractElement(r->b, LLVMGetOperand(i, operand), element, "");
}

/* Does for one element what the instruction does for all. */
static LLVMValueRef one(const struct rewriting *r, LLVMValueRef i, LLVMValueRef element)
{
	LLVMValueRef x = element_of(r, i, 0, element);
	if (LLVMGetInstructionOpcode(i) == LLVMFPExt)
		return LLVMBuildFPExt(r->b, x, LLVMGetElementType(LLVMTypeOf(i)), "");
	LLVMValueRef y = element_of(r, i, 1, element);
	return LLVMGetInstructionOpcode(i) == LLVMICmp
	               ? LLVMBuildICmp(r->b, LLVMGetICmpPredicate(i), x, y, "")
	               : LLVMBuildFCmp(r->b, LLVMGetFCmpPredicate(i), x, y, "");
}

static void rewrite(const struct rewriting *r, LLVMValueRef i)
{
	LLVMValueRef v = LLVMGetUndef(LLVMTypeOf(i));
	LLVMPositionBuilderBefore(r->b, i);
	LLVMSetCurrentDebugLocation2(r->b, LLVMInstructionGetDebugLoc(i));
	for (unsigned k = 0; k < LLVMGetVectorSize(LLVMTypeOf(i)); k++) {
		LLVMValueRef element = LLVMConstInt(r->word, k, false);
		v = LLVMBuildInsertElement(r->b, v, one(r, i, element), element, "");
	}
	LLVMReplaceAllUsesWith(i, v);
	LLVMInstructionEraseFromParent(i);
}

static void rewrite_in(const struct rewriting *r, LLVMBasicBlockRef block)
{
	LLVMValueRef next;
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = next) {
		next = LLVMGetNextInstruction(i);
		if (is_to_be_rewritten(r, i))
			rewrite(r, i);
	}
}

void fin_cl_split_vectors(LLVMModuleRef m)
{
	LLVMContextRef ctx = LLVMGetModuleContext(m);
	struct rewriting r = {LLVMCreateBuilderInContext(ctx), LLVMInt32TypeInContext(ctx),
		LLVMVectorType(LLVMInt16TypeInContext(ctx), 2),
		LLVMVectorType(LLVMHalfTypeInContext(ctx), 2)};
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL;
			b = LLVMGetNextBasicBlock(b))
			rewrite_in(&r, b);
	LLVMDisposeBuilder(r.b);
}
