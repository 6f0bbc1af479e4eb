/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How large functions are in LLVM IR. Their size decides which passes they can afford. */
#include "llvm/llvm_ctx.h"
#include "llvm/pointer_number.h"
#include "ir/limits.h"

size_t fin_llvm_instruction_count(LLVMValueRef fn)
{
	size_t n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL;
			i = LLVMGetNextInstruction(i))
			n++;
	return n;
}

size_t fin_llvm_weight(LLVMValueRef fn)
{

	return fin_llvm_instruction_count(fn) +
	       (size_t)FIN_LIMIT_BLOCK_WEIGHT * LLVMCountBasicBlocks(fn);
}

static size_t label_count(LLVMValueRef fn)
{
	size_t n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL;
		b = LLVMGetNextBasicBlock(b))
		if (LLVMIsASwitchInst(LLVMGetBasicBlockTerminator(b)))
			n += LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(b));
	return n;
}

static bool is_select_by_lane(LLVMValueRef i)
{
	return LLVMIsASelectInst(i) != NULL &&
	       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMVectorTypeKind;
}

static size_t select_count(LLVMValueRef fn)
{
	size_t n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL;
			i = LLVMGetNextInstruction(i))
			n += is_select_by_lane(i);
	return n;
}

/* ---- loops ----------------------------------------------------------------------------------- */

static void number_blocks(LLVMValueRef fn, struct arena *a, struct fin_numbers *numbers)
{
	uint32_t n = 0;

	fin_numbers_init(a, numbers, LLVMCountBasicBlocks(fn));
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL;
		b = LLVMGetNextBasicBlock(b))
		fin_number_set(numbers, b, n++);
}

/* Counts branches back in the order of blocks. Where hsail-fin lays out a loop, the loop's head
 * comes before the jump back to it. */
static size_t loop_count(LLVMValueRef fn)
{
	struct fin_numbers numbers;
	struct arena a;
	size_t n = 0;

	arena_init(&a);
	number_blocks(fn, &a, &numbers);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL;
		b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(b);

		for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
			n += fin_number_of(&numbers, LLVMGetSuccessor(end, s)) <=
			     fin_number_of(&numbers, b);
	}
	arena_release(&a);
	return n;
}

/* ---- all ------------------------------------------------------------------------------------- */

static void keep_most(size_t *most, size_t n)
{
	if (n > *most)
		*most = n;
}

struct fin_llvm_sizes fin_llvm_largest(struct fin_llvm *l)
{
	struct fin_llvm_sizes most = {0, 0, 0, 0};

	for (LLVMValueRef f = LLVMGetFirstFunction(l->mod); f != NULL; f = LLVMGetNextFunction(f)) {
		keep_most(&most.instructions, fin_llvm_instruction_count(f));
		keep_most(&most.loops, loop_count(f));
		keep_most(&most.labels, label_count(f));
		keep_most(&most.selects, select_count(f));
	}
	return most;
}
