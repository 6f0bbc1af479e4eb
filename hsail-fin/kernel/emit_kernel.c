/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the code of a kernel, by the product that it becomes: a function for a work-group, a wave
 * or a work-item. */
#include "gang/remarks.h"
#include "kernel/emit.h"
#include "kernel/kernel.h"

bool fin_emit_kernel(const struct fin_unit *u, struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	struct fin_unit unit = *u;

	unit.lanes = fin_lanes_needed(p, u->lanes, u->most_lanes);
	fin_prepare_for(p, fin_product_of(p, unit.lanes), unit.lanes);
	switch (p->product) {
	case FIN_VECTOR_KERNEL:
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
