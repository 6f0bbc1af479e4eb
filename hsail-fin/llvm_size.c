/* How large functions are in LLVM IR: which passes they can afford follows from that. */
#include <stdlib.h>
#include "llvm_ctx.h"

size_t fin_llvm_instruction_count(LLVMValueRef fn)
{
	size_t n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL;
			i = LLVMGetNextInstruction(i))
			n++;
	return n;
}

static size_t label_count(LLVMValueRef fn)
{
	size_t n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
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

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL;
			i = LLVMGetNextInstruction(i))
			n += is_select_by_lane(i);
	return n;
}

/* ---- loops ----------------------------------------------------------------------------------- */

struct numbered {
	LLVMBasicBlockRef block;
	size_t number;
};

static int by_block(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)((const struct numbered *)a)->block;
	uintptr_t y = (uintptr_t)((const struct numbered *)b)->block;

	return x < y ? -1 : x > y;
}

static struct numbered *number_blocks(LLVMValueRef fn, size_t *count)
{
	struct numbered *list = mem_new(LLVMCountBasicBlocks(fn) + 1, sizeof *list);

	*count = 0;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b)) {
		list[*count] = (struct numbered){b, *count};
		++*count;
	}
	qsort(list, *count, sizeof *list, by_block);
	return list;
}

/* Where hsail-fin lays out a loop, its head is before the jump back to it. */
static size_t loop_count(LLVMValueRef fn)
{
	size_t count, n = 0;
	struct numbered *list = number_blocks(fn, &count);

	for (size_t k = 0; k < count; k++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(list[k].block);

		for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
			struct numbered key = {LLVMGetSuccessor(end, s), 0};
			const struct numbered *to = bsearch(&key, list, count, sizeof key, by_block);

			n += to->number <= list[k].number;
		}
	}
	free(list);
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
