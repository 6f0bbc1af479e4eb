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

static bool is_to_be_rewritten(const void *arg, LLVMValueRef i)
{
	const struct rewriting *r = arg;
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

static LLVMValueRef rewrite(const void *arg, LLVMValueRef i)
{
	const struct rewriting *r = arg;
	LLVMValueRef v = LLVMGetUndef(LLVMTypeOf(i));
	for (unsigned k = 0; k < LLVMGetVectorSize(LLVMTypeOf(i)); k++) {
		LLVMValueRef element = LLVMConstInt(r->word, k, false);
		v = LLVMBuildInsertElement(r->b, v, one(r, i, element), element, "");
	}
	return v;
}

/* ---- over a module --------------------------------------------------------------------------- */

static void replace(LLVMBuilderRef b, LLVMValueRef i, fin_cl_make *make, const void *arg)
{
	LLVMPositionBuilderBefore(b, i);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
	LLVMReplaceAllUsesWith(i, make(arg, i));
	LLVMInstructionEraseFromParent(i);
}

void fin_cl_replace(LLVMModuleRef m, LLVMBuilderRef b, fin_cl_test *test, fin_cl_make *make,
	const void *arg)
{
	LLVMValueRef next;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block != NULL;
			block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = next) {
				next = LLVMGetNextInstruction(i);
				if (test(arg, i))
					replace(b, i, make, arg);
			}
}

void fin_cl_split_vectors(LLVMModuleRef m)
{
	LLVMContextRef ctx = LLVMGetModuleContext(m);
	struct rewriting r = {LLVMCreateBuilderInContext(ctx), LLVMInt32TypeInContext(ctx),
		LLVMVectorType(LLVMInt16TypeInContext(ctx), 2),
		LLVMVectorType(LLVMHalfTypeInContext(ctx), 2)};
	fin_cl_replace(m, r.b, is_to_be_rewritten, rewrite, &r);
	LLVMDisposeBuilder(r.b);
}
