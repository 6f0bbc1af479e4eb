/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel whose entry runs one work-item, on a fiber of its own (fiber.h). The runtime does the
 * waiting by switching fibers, so values are kept in registers and on the fiber's stack, and no
 * context is needed. */
#include "llvm/debug_info.h"
#include "regions/fiber.h"
#include "kernel/kernel.h"
#include "lower/lower_ctrl.h"
#include "lower/lower_stack.h"
#include "regions/regions.h"

static void meet_no_barrier(struct fin_code *c, const struct fin_block *b)
{
	(void)c;
	BUG("block %u of fiber code ends in a barrier", b->index);
}

static void compute_ids(struct fin_lower *w)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef x = fin_current_size(w, 0), y = fin_current_size(w, 1), row;

	w->flat_id = LLVMGetParam(w->fn, 2);
	w->id[0] = LLVMBuildURem(b, w->flat_id, x, "");
	row = LLVMBuildUDiv(b, w->flat_id, x, "");
	w->id[1] = LLVMBuildURem(b, row, y, "");
	w->id[2] = LLVMBuildUDiv(b, row, y, "");
}

static void find_block(struct fin_lower *w)
{
	LLVMValueRef blocks =
		fin_wg_field(w, offsetof(struct hsaemu_wg, private_memory), w->l->ptr);
	LLVMValueRef offset;

	fin_link_group(w);
	w->block_bytes = fin_kernel_block_bytes(w);
	offset = LLVMBuildMul(w->l->b, fin_resize(w->l, w->flat_id, 64, false), w->block_bytes, "");
	w->block = LLVMBuildGEP2(w->l->b, w->l->i8, blocks, &offset, 1, "");
	if (w->f->dynamic_stack)
		fin_stack_start(w);
}

static void emit_body(struct fin_lower *w)
{
	struct fin_code code = {.start = w->f->blocks[0], .barrier = meet_no_barrier};

	compute_ids(w);
	find_block(w);
	fin_clear_registers(w);
	code.ret = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "ret");
	fin_lower_blocks(w, &code, NULL);
	LLVMPositionBuilderAtEnd(w->l->b, code.ret);
	LLVMBuildRetVoid(w->l->b);
}

bool fin_emit_item_kernel(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	struct fin_made made = {0};
	struct fin_lower w = fin_lower_of(u, p->f, &made);
	LLVMBasicBlockRef first, start;

	fin_kernel_function(&w, FIN_PER_ITEM);
	w.regs = mem_new(p->f->reg_count, sizeof *w.regs);
	first = LLVMAppendBasicBlockInContext(u->l->ctx, w.fn, "entry");
	start = LLVMAppendBasicBlockInContext(u->l->ctx, w.fn, "start");
	w.entry = fin_builder_new(u->l);
	LLVMPositionBuilderAtEnd(w.entry, first);
	LLVMPositionBuilderAtEnd(u->l->b, start);
	fin_debug_location(&w, NULL);
	emit_body(&w);
	LLVMBuildBr(w.entry, start);
	fin_builder_free(u->l, w.entry);
	fin_kernel_describe(&w, 0, 1, kd);
	fin_kernel_on_fibers(1, kd);
	*entry = w.fn;
	mem_free(w.regs);
	return !made.failed;
}
