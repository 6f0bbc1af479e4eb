/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Long blocks of LLVM IR are cut before code is generated: the selection and the scheduling of
 * instructions look at a block at a time and take more than twice the time for twice the length.
 *
 * Between two pieces stands a branch that never leaves the way, but whose condition LLVM cannot
 * know: blocks that only follow each other would be made one again. It compares a pointer that the
 * function was given with an address in the first pages, another one at each place. */
#include <llvm-c/DebugInfo.h>
#include "llvm/llvm_ctx.h"
#include "ir/limits.h"

enum {
	PAGE = 4096, /* more than any pointer is known to be aligned to */
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
	LLVMBasicBlockRef never; /* where the branches would go; NULL before the first one */
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

/* Ends `from`, which goes on in `to` at an instruction of line `loc`. */
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

/* Instructions up to the last one that has to stay in the block that is entered: phis, and the
 * variables of the stack's frame. */
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

/* Moves the first n instructions of `from` to the end of `to`; they keep their lines. */
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

/* Branches to `b` go to a new block before it, while the phis behind `b` still name `b`: LLVM
 * renames both where the block that is replaced has an end. */
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
