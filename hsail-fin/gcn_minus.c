/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* LLVM takes 0 - x for -x where an instruction of the GPU can negate its operand, though that is
 * wrong for x = +0. Constrained subtractions, which ask for nothing that is not the default, are
 * another instruction to it and stay what they are. f64 has no subtraction on this GPU, so that
 * LLVM makes additions of it before. */
#include <stdbool.h>
#include <string.h>
#include "gcn_minus.h"

/* Whether a constant is +0; vectors: whether all elements are constants, of which one is. */
static bool has_positive_zero(LLVMValueRef v)
{
	LLVMTypeRef type = LLVMTypeOf(v);

	if (!LLVMIsConstant(v))
		return false;
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return LLVMIsNull(v);
	for (unsigned k = 0; k < LLVMGetVectorSize(type); k++) {
		LLVMValueRef element = LLVMGetAggregateElement(v, k);

		if (element != NULL && LLVMIsNull(element))
			return true;
	}
	return false;
}

static LLVMTypeRef element_type(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

static LLVMValueRef metadata(LLVMContextRef ctx, const char *text)
{
	return LLVMMetadataAsValue(ctx, LLVMMDStringInContext2(ctx, text, strlen(text)));
}

/* Subtracts elements of f16 or f32, the former as f32, which is exact enough. */
static LLVMValueRef subtract(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef x, LLVMValueRef y)
{
	static const char name[] = "llvm.experimental.constrained.fsub";
	LLVMContextRef ctx = LLVMGetModuleContext(module);
	LLVMTypeRef type = LLVMTypeOf(x), single = LLVMFloatTypeInContext(ctx);
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef f = LLVMGetIntrinsicDeclaration(module, id, &single, 1), difference;
	LLVMValueRef args[] = {LLVMBuildFPCast(b, x, single, ""), LLVMBuildFPCast(b, y, single, ""),
		metadata(ctx, "round.tonearest"), metadata(ctx, "fpexcept.ignore")};

	difference = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, 4, "");
	return LLVMBuildFPCast(b, difference, type, "");
}

static LLVMValueRef rewrite(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef minus)
{
	LLVMValueRef x = LLVMGetOperand(minus, 0), y = LLVMGetOperand(minus, 1), all;
	LLVMTypeRef type = LLVMTypeOf(minus);
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return subtract(b, module, x, y);
	all = LLVMGetPoison(type);
	for (unsigned k = 0; k < LLVMGetVectorSize(type); k++) {
		LLVMValueRef at = LLVMConstInt(i32, k, false);

		all = LLVMBuildInsertElement(b, all,
			subtract(b, module, LLVMBuildExtractElement(b, x, at, ""),
				LLVMBuildExtractElement(b, y, at, "")),
			at, "");
	}
	return all;
}

static bool is_wanted(LLVMValueRef inst)
{
	LLVMTypeKind kind;

	if (LLVMGetInstructionOpcode(inst) != LLVMFSub ||
		!has_positive_zero(LLVMGetOperand(inst, 0)))
		return false;
	kind = LLVMGetTypeKind(element_type(LLVMTypeOf(inst)));
	return kind == LLVMFloatTypeKind || kind == LLVMHalfTypeKind;
}

static void keep_in_block(LLVMBuilderRef b, LLVMModuleRef module, LLVMBasicBlockRef block)
{
	LLVMValueRef next, inst = LLVMGetFirstInstruction(block);

	for (; inst != NULL; inst = next) {
		next = LLVMGetNextInstruction(inst);
		if (!is_wanted(inst))
			continue;
		LLVMPositionBuilderBefore(b, inst);
		LLVMReplaceAllUsesWith(inst, rewrite(b, module, inst));
		LLVMInstructionEraseFromParent(inst);
	}
}

void gcn_keep_minus(LLVMModuleRef module)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMValueRef f = LLVMGetFirstFunction(module);

	for (; f != NULL; f = LLVMGetNextFunction(f)) {
		LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f);

		for (; block != NULL; block = LLVMGetNextBasicBlock(block))
			keep_in_block(b, module, block);
	}
	LLVMDisposeBuilder(b);
}
