/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions with code of their own, for one work-item: fn.NAME of kernel_abi.h. */
#include "llvm/debug_info.h"
#include "kernel/emit.h"
#include "lower/lower_ctrl.h"
#include "lower/lower_stack.h"

static void read_parameters(struct fin_lower *w)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef row;

	w->dispatch = LLVMGetParam(w->fn, 0);
	w->wg = LLVMGetParam(w->fn, 1);
	for (unsigned d = 0; d < 3; d++)
		w->id[d] = LLVMGetParam(w->fn, 2 + d);
	w->block = LLVMGetParam(w->fn, 5);
	w->out = LLVMGetParam(w->fn, 6);
	w->in = LLVMGetParam(w->fn, 7);
	w->linked_private =
		LLVMBuildLoad2(b, w->l->i32, fin_byte_offset(w, w->block, HSAEMU_STACK_LINKED), "");
	row = LLVMBuildAdd(b, w->id[1], LLVMBuildMul(b, w->id[2], fin_current_size(w, 1), ""), "");
	w->flat_id =
		LLVMBuildAdd(b, w->id[0], LLVMBuildMul(b, row, fin_current_size(w, 0), ""), "");
}

/* Takes the frame from the private stack, runs the body, and gives the frame back. */
static void emit_body(struct fin_lower *w)
{
	LLVMBasicBlockRef ret = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "ret");
	bool framed = w->f->frame_bytes > 0 || w->f->has_alloca;
	LLVMValueRef top = NULL;

	read_parameters(w);
	if (framed) {
		top = fin_stack_top(w);
		w->frame = fin_stack_allocate(w, LLVMConstInt(w->l->i32, w->f->frame_bytes, false),
			w->f->frame_align);
	}
	fin_clear_registers(w);
	fin_lower_item_blocks(w, ret);
	if (framed)
		fin_stack_set_top(w, top);
	LLVMBuildRetVoid(w->l->b);
}

bool fin_emit_item_function(const struct fin_unit *u, struct fin_prepared *p, LLVMValueRef *fn)
{
	struct fin_function *f = p->f;
	struct fin_made made = {0};
	struct fin_lower w = fin_lower_of(u, f, &made);

	*fn = w.fn = fin_out_of_line(&w, f);
	fin_llvm_function_attributes(u->l, w.fn);
	fin_debug_function(&w, f->loc);
	fin_lower_item(&w, emit_body);
	return !made.failed;
}
