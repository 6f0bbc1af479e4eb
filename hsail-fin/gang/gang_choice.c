/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says which instructions are lowered for one lane after the other, and which ones gangs of more
 * lanes than a wave may have. */
#include "ir/lowering.h"
#include "gang/gang_lanes.h"
#include "ir/exceptions.h"

bool fin_fits_wide_gang(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_inst *i)
{
	if (i->isa == NULL)
		return true;
	if (fin_is_access(i))
		return !fin_is_per_item(f, i, 1) &&
		       (!fin_width_has_wave(i->isa->width) ||
			       fin_is_uniform(fin_address_shape(f, s, i, 1)));
	if (i->lowering == ISA_LOWER_DIVIDE)
		return !fin_divides_in_turn(i);
	return !fin_has_fact(i, FIN_IN_TURN) && i->lowering != ISA_LOWER_CALL &&
	       i->lowering != ISA_LOWER_IMAGE && i->lowering != ISA_LOWER_FBARRIER &&
	       i->lowering != ISA_LOWER_LANE && i->lowering != ISA_LOWER_EXCEPTION;
}

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
