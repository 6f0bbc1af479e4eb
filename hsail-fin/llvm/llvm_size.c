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

/* OPEN: the block is on the way to the current one. */
enum visit { NEW, OPEN, DONE };

struct step {
	LLVMBasicBlockRef block;
	unsigned next; /* the first successor that is not visited */
};

/* A walk in depth through a function's blocks. */
struct walk {
	struct fin_numbers numbers;
	enum visit *state; /* by block */
	struct step *way;
	size_t depth;
};

static void walk_into(struct walk *w, LLVMBasicBlockRef b)
{
	w->state[fin_number_of(&w->numbers, b)] = OPEN;
	w->way[w->depth++] = (struct step){b, 0};
}

/* Takes the walk one step further. Returns the terminator of a loop, or NULL. */
static LLVMValueRef walk_on(struct walk *w)
{
	struct step *at = &w->way[w->depth - 1];
	LLVMValueRef end = LLVMGetBasicBlockTerminator(at->block);
	LLVMBasicBlockRef to;
	enum visit state;

	if (at->next == LLVMGetNumSuccessors(end)) {
		w->state[fin_number_of(&w->numbers, at->block)] = DONE;
		w->depth--;
		return NULL;
	}
	to = LLVMGetSuccessor(end, at->next++);
	state = w->state[fin_number_of(&w->numbers, to)];
	if (state == NEW)
		walk_into(w, to);
	return state == OPEN ? end : NULL;
}

/* Whether the function has a loop that fin_llvm_leave_loop() has not marked. */
static bool has_open_loop(struct fin_llvm *l, LLVMValueRef fn)
{
	unsigned n = LLVMCountBasicBlocks(fn), kind = fin_md_kind(l, "llvm.loop");
	struct arena a;
	struct walk w = {.depth = 0};
	bool found = false;

	if (n == 0)
		return false;
	arena_init(&a);
	number_blocks(fn, &a, &w.numbers);
	w.state = ARENA_ARRAY(&a, enum visit, n);
	w.way = ARENA_ARRAY(&a, struct step, n);
	walk_into(&w, LLVMGetEntryBasicBlock(fn));
	while (w.depth > 0 && !found) {
		LLVMValueRef back = walk_on(&w);

		found = back != NULL && LLVMGetMetadata(back, kind) == NULL;
	}
	arena_release(&a);
	return found;
}

/* ---- all ------------------------------------------------------------------------------------- */

static void keep_most(size_t *most, size_t n)
{
	if (n > *most)
		*most = n;
}

struct fin_llvm_sizes fin_llvm_sizes(struct fin_llvm *l)
{
	struct fin_llvm_sizes r = {0};
	size_t n;

	for (LLVMValueRef f = LLVMGetFirstFunction(l->mod); f != NULL; f = LLVMGetNextFunction(f)) {
		n = fin_llvm_instruction_count(f);
		r.all += n;
		keep_most(&r.instructions, n);
		keep_most(&r.loops, loop_count(f));
		r.has_open_loop |= has_open_loop(l, f);
		keep_most(&r.labels, label_count(f));
		keep_most(&r.selects, select_count(f));
	}
	return r;
}
