/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* struct fin_lower_ops for scalar code: one work-item at a time, whose registers are in allocas
 * that LLVM promotes. */
#include "hsaemu/kernel_abi.h"
#include "lower/lower.h"

LLVMValueRef fin_reg_alloca(struct fin_lower *w, uint32_t reg)
{
	if (w->regs[reg] == NULL) {
		char name[16];
		const struct fin_reg *r = &w->f->regs[reg];

		(void)snprintf(name, sizeof name, "%c%u", r->letter, r->number);
		w->regs[reg] = LLVMBuildAlloca(w->entry, fin_register_type(w, reg), name);
	}
	return w->regs[reg];
}

static LLVMValueRef get(struct fin_lower *w, uint32_t reg)
{
	return LLVMBuildLoad2(w->l->b, fin_register_type(w, reg), fin_reg_alloca(w, reg), "");
}

static void set(struct fin_lower *w, uint32_t reg, LLVMValueRef bits)
{
	LLVMBuildStore(w->l->b, bits, fin_reg_alloca(w, reg));
}

static LLVMValueRef formal(struct fin_lower *w, const struct fin_local *l, uint64_t *offset)
{
	*offset = l->offset;
	return l->home == FIN_HOME_IN ? w->in : w->out;
}

static LLVMValueRef none(struct fin_lower *w)
{
	(void)w;
	return NULL;
}

static LLVMValueRef wave_id(struct fin_lower *w)
{
	return w->flat_id;
}

const struct fin_lower_ops fin_item_ops = {
	.get = get,
	.set = set,
	.same = get,
	.formal = formal,
	.mask = none,
	.any = none,
	.wave_id = wave_id,
	.trap_if = fin_trap_if,
	.frame_items = 1,
};
