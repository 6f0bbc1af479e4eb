/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says which instructions are lowered for one lane after the other. */
#include "ir/lowering.h"
#include "gang/gang_lanes.h"
#include "ir/exceptions.h"

bool fin_gang_goes_in_turn(const struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	if (fin_inst_defs(i, regs) == 0 || g->s->of[regs[0]].kind != FIN_SHAPE_VARYING)
		return false;
	if (fin_breaks(g->w->f) && fin_may_except(i))
		return true;
	if (i->lowering == ISA_LOWER_DIVIDE)
		return fin_divides_in_turn(i);
	return (i->lowering == ISA_LOWER_ARITH || i->lowering == ISA_LOWER_NATIVE) &&
	       fin_calls_fma(g->w, i);
}
