/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cuts long blocks of LLVM IR before code is generated: the selection and the scheduling of
 * instructions look at a block at a time, and take more than twice as long for twice the length.
 *
 * Between two pieces stands a branch that always goes the same way, but on a condition that LLVM
 * cannot know; otherwise LLVM would make the two blocks one again. The condition compares a pointer
 * that the function was given with an address in the first pages of memory, a different one each
 * time. */
#include <llvm-c/DebugInfo.h>
#include "llvm/llvm_ctx.h"
#include "ir/limits.h"

enum {
	PAGE = 4096, /* greater than any alignment that a pointer is known to have */
};

static LLVMValueRef first_pointer(LLVMValueRef fn)
{
	for (LLVMValueRef p = LLVMGetFirstParam(fn); p != NULL; p = LLVMGetNextParam(p))
		if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind)
			return p;
	return NULL;
}

struct cut {
	struct fin_llvm *l;
	LLVMValueRef fn, pointer;
	/* the block that these branches never go to; NULL before the first one */
	LLVMBasicBlockRef never;
	uint64_t count;
};

static LLVMBasicBlockRef block_never_reached(struct cut *c)
{
	if (c->never == NULL) {
		c->never = LLVMAppendBasicBlockInContext(c->l->ctx, c->fn, "never");
		LLVMPositionBuilderAtEnd(c->l->b, c->never);
		LLVMSetCurrentDebugLocation2(c->l->b, NULL);
		fin_intrinsic(c->l, "llvm.trap", NULL, 0, NULL, 0);
		LLVMBuildUnreachable(c->l->b);
	}
	return c->never;
}

/* Ends `from` with a branch whose condition LLVM cannot know, and which goes on to `to`. `loc` is
 * the place of the first instruction in `to`. */
static void join(struct cut *c, LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMMetadataRef loc)
{
	LLVMValueRef page = LLVMConstInt(c->l->i64, PAGE * ++c->count, false);
	LLVMBasicBlockRef never = block_never_reached(c);
	LLVMValueRef is_page;

	LLVMPositionBuilderAtEnd(c->l->b, from);
	LLVMSetCurrentDebugLocation2(c->l->b, loc);
	is_page = LLVMBuildICmp(c->l->b, LLVMIntNE, c->pointer, LLVMConstIntToPtr(page, c->l->ptr),
		"");
	fin_llvm_expect(c->l, LLVMBuildCondBr(c->l->b, is_page, to, never));
}

static size_t length(LLVMBasicBlockRef b)
{
	size_t n = 0;

	for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
		n++;
	return n;
}

/* How many instructions at the start of the block have to stay together: phis, the variables of the
 * stack's frame, and all between them. */
static size_t bound(LLVMBasicBlockRef b)
{
	size_t n = 0, last = 0;

	for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL;
		i = LLVMGetNextInstruction(i)) {
		n++;
		if (LLVMIsAPHINode(i) != NULL || LLVMIsAAllocaInst(i) != NULL)
			last = n;
	}
	return last;
}

/* Moves the first n instructions of `from` to the end of `to`. They keep their places in the
 * source. */
static void move(struct cut *c, LLVMBasicBlockRef from, LLVMBasicBlockRef to, size_t n)
{
	LLVMPositionBuilderAtEnd(c->l->b, to);
	LLVMSetCurrentDebugLocation2(c->l->b, NULL);
	while (n-- > 0) {
		LLVMValueRef i = LLVMGetFirstInstruction(from);

		LLVMInstructionRemoveFromParent(i);
		LLVMInsertIntoBuilder(c->l->b, i);
	}
}

/* Makes a new block before `b`, to which all branches to `b` now go, while phis behind `b` still
 * name `b`. LLVM's function to replace a block changes both; it changes phis only of those blocks
 * that a terminator in `b` leads to, so `b` has none meanwhile. */
static LLVMBasicBlockRef open_before(struct cut *c, LLVMBasicBlockRef b)
{
	LLVMBasicBlockRef front = LLVMInsertBasicBlockInContext(c->l->ctx, b, "");
	LLVMValueRef end = LLVMGetBasicBlockTerminator(b);

	LLVMInstructionRemoveFromParent(end);
	LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(b), LLVMBasicBlockAsValue(front));
	LLVMPositionBuilderAtEnd(c->l->b, b);
	LLVMSetCurrentDebugLocation2(c->l->b, NULL);
	LLVMInsertIntoBuilder(c->l->b, end);
	return front;
}

static void cut_block(struct cut *c, LLVMBasicBlockRef b, size_t left)
{
	LLVMBasicBlockRef piece = open_before(c, b);
	size_t n = bound(b) + FIN_LIMIT_LLVM_PIECE;

	while (left > n + FIN_LIMIT_LLVM_PIECE) {
		LLVMBasicBlockRef next = b;

		move(c, b, piece, n);
		left -= n;
		n = FIN_LIMIT_LLVM_PIECE;
		if (left > n + FIN_LIMIT_LLVM_PIECE)
			next = LLVMInsertBasicBlockInContext(c->l->ctx, b, "");
		join(c, piece, next, LLVMInstructionGetDebugLoc(LLVMGetFirstInstruction(b)));
		piece = next;
	}
}

static bool cut_function(struct fin_llvm *l, LLVMValueRef fn)
{
	struct cut c = {.l = l, .fn = fn, .pointer = first_pointer(fn)};
	LLVMBasicBlockRef next;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL && c.pointer != NULL;
		b = next) {
		size_t n = length(b);

		next = LLVMGetNextBasicBlock(b);
		if (n > FIN_LIMIT_LLVM_BLOCK && n > bound(b) + 2 * FIN_LIMIT_LLVM_PIECE)
			cut_block(&c, b, n);
	}
	return c.never != NULL;
}

bool fin_llvm_cut(struct fin_llvm *l)
{
	bool any = false;

	for (LLVMValueRef f = LLVMGetFirstFunction(l->mod); f != NULL; f = LLVMGetNextFunction(f))
		any |= cut_function(l, f);
	return any;
}
