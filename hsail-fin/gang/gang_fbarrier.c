/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fbarriers (PRM 9.1) of a wave. */
#include "gang/gang_lanes.h"
#include "gang/gang_lowerings.h"
#include "llvm/debug_info.h"
#include "lower/lower_wait.h"

/* The address of the fbarrier, which all lanes that are on have in common. */
static LLVMValueRef common_value(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_llvm *l = g->w->l;
	LLVMValueRef all = LLVMConstInt(l->i32, 0, false);

	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view lanes = fin_gang_vectors(g, p);
		LLVMValueRef v = fin_fbarrier_address(&lanes.w, i, 0);

		if (g->mask != NULL)
			v = fin_select(l, g->mask[p], v, fin_like(v, 0));
		all = LLVMBuildOr(l->b, all, fin_intrinsic1(l, "llvm.vector.reduce.or", v), "");
	}
	return all;
}

/* Lowers an fbarrier operation. Initialisation and release are done by a work-item, so by each lane
 * that is on; all other operations are done by the wave, once. */
void fin_gang_fbarrier(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef address = NULL;
	struct fin_view once;

	if (i->isa->opcode == BRIG_OPCODE_INITFBAR || i->isa->opcode == BRIG_OPCODE_RELEASEFBAR) {
		fin_gang_lanes(g, i);
		return;
	}
	if (i->operands[0].kind != FIN_OPND_ADDRESS)
		address = common_value(g, i);
	once = fin_gang_once(g);
	fin_debug_location(g->w, i->loc);
	if (address == NULL)
		address = fin_fbarrier_address(&once.w, i, 0);
	fin_fbarrier_call(&once.w, i, address);
}
