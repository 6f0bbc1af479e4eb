/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel whose entry runs one work-item, on a fiber of its own (fiber.h). The runtime does the
 * waiting by switching fibers, so values are kept in registers and on the fiber's stack, and no
 * context is needed. */
#include "llvm/debug_info.h"
#include "regions/fiber.h"
#include "kernel/kernel.h"
#include "lower/lower_ctrl.h"
#include "lower/lower_stack.h"

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
	fin_debug_location(w, NULL);
	compute_ids(w);
	find_block(w);
	fin_clear_registers(w);
	fin_lower_item_blocks(w, LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "ret"));
	LLVMBuildRetVoid(w->l->b);
}

bool fin_emit_item_kernel(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	struct fin_made made = {0};
	struct fin_lower w = fin_lower_of(u, p->f, &made);

	fin_kernel_function(&w, FIN_PER_ITEM);
	fin_lower_item(&w, emit_body);
	fin_kernel_describe(&w, 0, 1, kd);
	fin_kernel_on_fibers(1, kd);
	*entry = w.fn;
	return !made.failed;
}
