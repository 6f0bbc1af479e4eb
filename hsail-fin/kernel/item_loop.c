/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See item_loop.h. A nest of three loops lets LLVM see how ids go up. Large kernels, of hundreds of
 * regions, have one loop, which LLVM is told to leave as it is: its passes over loops would take
 * more time than all others, and make the code longer. That loop carries the ids that the region
 * reads. */
#include <llvm-c/DebugInfo.h>
#include "kernel/item_loop.h"

static LLVMValueRef u32(struct fin_lower *w, uint64_t v)
{
	return LLVMConstInt(w->l->i32, v, false);
}

static LLVMValueRef phi_from(struct fin_lower *w, LLVMValueRef start, LLVMBasicBlockRef before,
	const char *name)
{
	LLVMValueRef phi = LLVMBuildPhi(w->l->b, w->l->i32, name);

	LLVMAddIncoming(phi, &start, &before, 1);
	return phi;
}

static LLVMBasicBlockRef begin_head(struct fin_lower *w, const char *name)
{
	LLVMBasicBlockRef head = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, name);

	LLVMBuildBr(w->l->b, head);
	LLVMPositionBuilderAtEnd(w->l->b, head);
	return head;
}

void fin_item_loop_open(struct fin_lower *w, struct fin_item_loop *l)
{
	static const char *const names[] = {"x", "y", "z"};
	LLVMValueRef flat = u32(w, 0);

	for (unsigned d = 3; d-- > 0;) {
		bool opens = l->items == NULL || d == 2;
		LLVMBasicBlockRef before = LLVMGetInsertBlock(w->l->b);

		if (opens) {
			l->before = before;
			l->head[d] = begin_head(w, names[d]);
		}
		l->id[d] = phi_from(w, u32(w, 0), l->before, names[d]);
		if (opens)
			flat = l->flat[d] = phi_from(w, flat, l->before, "flat");
	}
	memcpy(w->id, l->id, sizeof l->id);
	w->flat_id = flat;
}

/* Branches back to `head` while next < end, and goes on in a new block after the loop. */
static LLVMValueRef branch_back(struct fin_lower *w, LLVMBasicBlockRef head, LLVMValueRef next,
	LLVMValueRef end)
{
	LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "");
	LLVMValueRef branch = LLVMBuildCondBr(w->l->b,
		LLVMBuildICmp(w->l->b, LLVMIntULT, next, end, ""), head, after);

	LLVMPositionBuilderAtEnd(w->l->b, after);
	return branch;
}

static void close_nest(struct fin_lower *w, struct fin_item_loop *l, LLVMValueRef next_flat)
{
	for (unsigned d = 0; d < 3; d++) {
		LLVMBasicBlockRef here = LLVMGetInsertBlock(w->l->b);
		LLVMValueRef next = LLVMBuildNUWAdd(w->l->b, l->id[d], u32(w, 1), "");

		LLVMAddIncoming(l->id[d], &next, &here, 1);
		LLVMAddIncoming(l->flat[d], &next_flat, &here, 1);
		branch_back(w, l->head[d], next, l->size[d]);
	}
}

/* Computes the ids of the next work-item: x goes up, or starts again and y goes up, and so on. Ids
 * that nothing reads are removed. */
static void carry_ids(struct fin_lower *w, struct fin_item_loop *l)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(w->l->b);
	LLVMValueRef carry = LLVMConstInt(w->l->i1, 1, false), next[3];
	unsigned read = 0; /* number of dimensions up to the last id that is read */

	for (unsigned d = 0; d < 3; d++)
		if (LLVMGetFirstUse(l->id[d]) != NULL)
			read = d + 1;
	for (unsigned d = 0; d < read; d++) {
		LLVMValueRef up = LLVMBuildAdd(w->l->b, l->id[d],
			LLVMBuildZExt(w->l->b, carry, w->l->i32, ""), "");

		carry = LLVMBuildICmp(w->l->b, LLVMIntUGE, up, l->size[d], "");
		next[d] = LLVMBuildSelect(w->l->b, carry, u32(w, 0), up, "");
	}
	for (unsigned d = 0; d < 3; d++)
		if (d < read)
			LLVMAddIncoming(l->id[d], &next[d], &here, 1);
		else
			LLVMInstructionEraseFromParent(l->id[d]);
}

void fin_item_loop_close(struct fin_lower *w, struct fin_item_loop *l)
{
	LLVMValueRef flat = l->flat[l->items == NULL ? 0 : 2];
	LLVMValueRef next_flat = LLVMBuildNUWAdd(w->l->b, flat, u32(w, 1), "");
	LLVMBasicBlockRef here;

	if (l->items == NULL) {
		close_nest(w, l, next_flat);
		return;
	}
	carry_ids(w, l);
	here = LLVMGetInsertBlock(w->l->b);
	LLVMAddIncoming(flat, &next_flat, &here, 1);
	fin_llvm_leave_loop(w->l, branch_back(w, l->head[2], next_flat, l->items));
}
