/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What LLVM 19 gets wrong for this GPU is written in another way.
 *
 * 0 - x is taken for -x where an instruction can negate its operand, which is wrong for x = +0.
 * Constrained subtractions, which ask for nothing that is not the default, are another instruction
 * to LLVM and stay what they are. f64 has no subtraction on this GPU, so that LLVM makes additions
 * of it before.
 *
 * Unsigned divisions are done with floats where both numbers have few bits but for those that
 * repeat the sign, as numbers have that were extended, though a negative one is large then. So
 * what is known of such numbers is hidden: llvm.expect() does so until divisions are written out,
 * and is not in the code. Where they are not, without optimisation and for 64 bits, code that LLVM
 * knows nothing of does. */
#include <stdbool.h>
#include <string.h>
#include "gcn_mistakes.h"

/* ---- subtractions from zero ------------------------------------------------------------------ */

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

static bool is_from_zero(LLVMValueRef inst)
{
	LLVMTypeKind kind;

	if (LLVMGetInstructionOpcode(inst) != LLVMFSub ||
		!has_positive_zero(LLVMGetOperand(inst, 0)))
		return false;
	kind = LLVMGetTypeKind(element_type(LLVMTypeOf(inst)));
	return kind == LLVMFloatTypeKind || kind == LLVMHalfTypeKind;
}

/* ---- unsigned divisions ---------------------------------------------------------------------- */

enum { FEW_BITS = 24 };

/* Whether a number of 32 bits is seen to have few bits and no sign. */
static bool is_small(LLVMValueRef v)
{
	LLVMValueRef c;

	if (LLVMIsAConstantInt(v))
		return LLVMConstIntGetZExtValue(v) >> FEW_BITS == 0;
	if (!LLVMIsAInstruction(v))
		return false;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMZExt:
		return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, 0))) <= FEW_BITS;
	case LLVMLShr:
		c = LLVMGetOperand(v, 1);
		return LLVMIsAConstantInt(c) && LLVMConstIntGetZExtValue(c) >= 32 - FEW_BITS;
	case LLVMAnd:
		c = LLVMGetOperand(v, 1);
		return LLVMIsAConstantInt(c) && LLVMConstIntGetZExtValue(c) >> FEW_BITS == 0;
	default:
		return false;
	}
}

static LLVMValueRef hide(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef v, int level)
{
	static const char expect[] = "llvm.expect", constraints[] = "=v,0";
	LLVMTypeRef type = LLVMTypeOf(v), f_type = LLVMFunctionType(type, &type, 1, false);
	LLVMValueRef args[] = {v, LLVMConstNull(type)}, f;

	if (level > 0 && LLVMGetIntTypeWidth(type) <= 32) {
		f = LLVMGetIntrinsicDeclaration(module,
			LLVMLookupIntrinsicID(expect, strlen(expect)), &type, 1);
		return LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, 2, "");
	}
	f = LLVMGetInlineAsm(f_type, "", 0, constraints, strlen(constraints), false, false,
		LLVMInlineAsmDialectATT, false);
	return LLVMBuildCall2(b, f_type, f, args, 1, "");
}

static LLVMValueRef divide(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef inst,
	LLVMValueRef x, LLVMValueRef y, int level)
{
	bool is_narrow = LLVMGetIntTypeWidth(LLVMTypeOf(x)) <= 32;

	/* a constant divisor has another way */
	if (!LLVMIsAConstantInt(y)) {
		if (!is_narrow || !is_small(x))
			x = hide(b, module, x, level);
		else if (!is_small(y))
			y = hide(b, module, y, level);
	}
	return LLVMBuildBinOp(b, LLVMGetInstructionOpcode(inst), x, y, "");
}

static bool is_division(LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);

	return (op == LLVMUDiv || op == LLVMURem) &&
	       LLVMGetIntTypeWidth(element_type(LLVMTypeOf(inst))) >= 32;
}

/* ---- all ------------------------------------------------------------------------------------- */

static LLVMValueRef rewrite_scalar(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef inst,
	LLVMValueRef x, LLVMValueRef y, int level)
{
	return is_division(inst) ? divide(b, module, inst, x, y, level) : subtract(b, module, x, y);
}

static LLVMValueRef rewrite(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef inst, int level)
{
	LLVMValueRef x = LLVMGetOperand(inst, 0), y = LLVMGetOperand(inst, 1), all;
	LLVMTypeRef type = LLVMTypeOf(inst);
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return rewrite_scalar(b, module, inst, x, y, level);
	all = LLVMGetPoison(type);
	for (unsigned k = 0; k < LLVMGetVectorSize(type); k++) {
		LLVMValueRef at = LLVMConstInt(i32, k, false);
		LLVMValueRef one =
			rewrite_scalar(b, module, inst, LLVMBuildExtractElement(b, x, at, ""),
				LLVMBuildExtractElement(b, y, at, ""), level);

		all = LLVMBuildInsertElement(b, all, one, at, "");
	}
	return all;
}

static void mend_block(LLVMBuilderRef b, LLVMModuleRef module, LLVMBasicBlockRef block, int level)
{
	LLVMValueRef next, inst = LLVMGetFirstInstruction(block);

	for (; inst != NULL; inst = next) {
		next = LLVMGetNextInstruction(inst);
		if (!is_from_zero(inst) && !is_division(inst))
			continue;
		LLVMPositionBuilderBefore(b, inst);
		LLVMReplaceAllUsesWith(inst, rewrite(b, module, inst, level));
		LLVMInstructionEraseFromParent(inst);
	}
}

void gcn_avoid_mistakes(LLVMModuleRef module, int level)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMValueRef f = LLVMGetFirstFunction(module);

	for (; f != NULL; f = LLVMGetNextFunction(f)) {
		LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f);

		for (; block != NULL; block = LLVMGetNextBasicBlock(block))
			mend_block(b, module, block, level);
	}
	LLVMDisposeBuilder(b);
}
