/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the code of a kernel, by the product that it becomes: a function for a work-group, a wave
 * or a work-item. */
#include "gang/remarks.h"
#include "kernel/emit.h"
#include "kernel/kernel.h"

static void name_for_rows(LLVMValueRef fn)
{
	struct buf name = BUF_INIT;
	size_t n;
	const char *symbol = LLVMGetValueName2(fn, &n);

	buf_puts(&name, FIN_PIECE_PREFIX ".rows.");
	buf_append(&name, symbol, n);
	LLVMSetValueName2(fn, (const char *)name.data, name.len);
	buf_release(&name);
}

/* Makes the code of a kernel for groups of several rows, as a function of the module: vector code,
 * since work-items of a wave may exchange data without a barrier. */
static bool emit_for_rows(struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd)
{
	struct fin_prepared q;
	LLVMValueRef fn = NULL;
	bool ok = fin_prepare(&q, p->source, p->options);

	if (ok) {
		q.keeps_barriers = true;
		fin_prepare_for(&q, p->product, p->lanes);
		ok = fin_emit_gang_kernel(u, &q, kd, &fn);
		name_for_rows(fn);
		LLVMSetVisibility(fn, LLVMDefaultVisibility);
		LLVMSetLinkage(fn, LLVMInternalLinkage);
		fin_llvm_attribute(u->l, fn, (unsigned)LLVMAttributeFunctionIndex, "noinline", 0);
		fin_llvm_attribute(u->l, fn, (unsigned)LLVMAttributeFunctionIndex, "optnone", 0);
	}
	fin_prepared_release(&q);
	u->for_rows = fn;
	return ok;
}

/* Makes vector code, and if that is for groups of one row only, other code for others. */
static bool emit_vector_kernel(struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	const uint32_t *size = p->f->control.required_wg;
	struct hsaemu_kernel_descriptor rows = {.context_bytes = 0};
	bool is_one_row = p->f->control.required_dim == 1 || (size[1] == 1 && size[2] == 1);

	if (p->f->in_order && !is_one_row && !emit_for_rows(u, p, &rows))
		return false;
	if (!fin_emit_gang_kernel(u, p, kd, entry))
		return false;
	if (kd->context_bytes < rows.context_bytes)
		kd->context_bytes = rows.context_bytes;
	return true;
}

bool fin_emit_kernel(const struct fin_unit *u, struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	struct fin_unit unit = *u;

	unit.lanes = fin_lanes_needed(p, u->lanes, u->most_lanes);
	fin_prepare_for(p, fin_product_of(p, unit.lanes), unit.lanes);
	switch (p->product) {
	case FIN_VECTOR_KERNEL:
		return emit_vector_kernel(&unit, p, kd, entry);
	case FIN_WAVE_KERNEL:
		return fin_emit_gang_kernel(&unit, p, kd, entry);
	case FIN_SCALAR_KERNEL:
		fin_remark_scalar(p->f, u->options, u->why_scalar);
		return fin_emit_scalar_kernel(&unit, p, kd, entry);
	case FIN_ITEM_KERNEL:
		fin_remark_scalar(p->f, u->options, "its work-items run on fibers of their own");
		return fin_emit_item_kernel(&unit, p, kd, entry);
	case FIN_WAVE_FUNCTION:
	case FIN_ITEM_FUNCTION:
	case FIN_ESTIMATE:
	case FIN_PRODUCTS:
		break;
	}
	BUG("no kernel");
}
