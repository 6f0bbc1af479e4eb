/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps LLVM 19 from a masked instruction for three operands (VPTERNLOG) that it gets wrong: where
 * the lanes that are off keep one of the operands and another one is the same in all lanes, read
 * from memory, it exchanges operands but not the bits that say what is computed of them. So a
 * logical expression that a select has with one of its own operands is made opaque, and a move by
 * the mask follows it. */
#include "llvm/llvm_ctx.h"

enum { DEPTH = 4 }; /* of expressions of three operands */

static LLVMValueRef without_casts(LLVMValueRef v)
{
	while (LLVMIsABitCastInst(v) != NULL)
		v = LLVMGetOperand(v, 0);
	return v;
}

static bool is_logic(LLVMValueRef v)
{
	LLVMOpcode opcode = LLVMIsAInstruction(v) != NULL ? LLVMGetInstructionOpcode(v) : LLVMRet;

	return opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor;
}

/* Whether `v` is an expression that may become one instruction for three operands. */
static bool is_ternary(LLVMValueRef v)
{
	v = without_casts(v);
	return is_logic(v) && (is_logic(without_casts(LLVMGetOperand(v, 0))) ||
				      is_logic(without_casts(LLVMGetOperand(v, 1))));
}

/* Whether `v` is made of `operand` by logical operations. */
static bool is_made_of(LLVMValueRef v, LLVMValueRef operand, unsigned depth)
{
	v = without_casts(v);
	if (v == operand)
		return true;
	return depth > 0 && is_logic(v) &&
	       (is_made_of(LLVMGetOperand(v, 0), operand, depth - 1) ||
		       is_made_of(LLVMGetOperand(v, 1), operand, depth - 1));
}

/* The fence is one of floats, the only one that there is, and makes no code. */
static void make_opaque(struct fin_llvm *l, LLVMValueRef select, unsigned arm)
{
	LLVMValueRef v = LLVMGetOperand(select, arm);
	LLVMTypeRef type = LLVMTypeOf(v);
	unsigned bits = fin_element_count(type) * fin_element_bits(type);

	if (bits % 32 != 0)
		return;
	LLVMPositionBuilderBefore(l->b, select);
	LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(select));
	v = fin_bitcast(l, v, bits == 32 ? l->f32 : LLVMVectorType(l->f32, bits / 32));
	v = fin_bitcast(l, fin_intrinsic1(l, "llvm.arithmetic.fence", v), type);
	LLVMSetOperand(select, arm, v);
}

static void look_at(void *owner, LLVMValueRef select)
{
	LLVMTypeRef type = LLVMTypeOf(select);

	if (LLVMIsASelectInst(select) == NULL || LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
		LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMPointerTypeKind ||
		fin_element_bits(type) < 8)
		return;
	for (unsigned arm = 1; arm <= 2; arm++) {
		LLVMValueRef other = without_casts(LLVMGetOperand(select, 3 - arm));

		if (is_ternary(LLVMGetOperand(select, arm)) &&
			is_made_of(LLVMGetOperand(select, arm), other, DEPTH))
			make_opaque(owner, select, arm);
	}
}

void fin_llvm_unmask_logic(struct fin_llvm *l)
{
	fin_llvm_visit(l, look_at, l);
}
