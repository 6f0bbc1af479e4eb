/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How each instruction is done for all lanes of a gang. */
#include "gang/outline_call.h"
#include "gang/gang_call.h"
#include "gang/gang_lanes.h"
#include "gang/gang_lowerings.h"
#include "llvm/debug_info.h"

/* ---- by shape ------------------------------------------------------------------------------- */

static void lower_once(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_view v = fin_gang_once(g);

	fin_execute_inst(&v.w, i);
}

/* A quotient or remainder of ids. */
static void divide_rows(struct fin_gang *g, const struct fin_inst *i)
{
	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view v = fin_gang_scalars(g, p);

		fin_debug_location(&v.w, i->loc);
		fin_check_exceptions(&v.w, i);
		fin_gang_divide_row(g, i, p);
	}
}

/* As the result's shape asks. */
static void lower_by_result(struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	struct fin_lane_shape s = {.kind = FIN_SHAPE_NONE};

	if (fin_inst_defs(i, regs) > 0)
		s = g->s->of[regs[0]];
	if (fin_is_uniform(s)) {
		lower_once(g, i);
		return;
	}
	if (fin_gang_divides_row(g, i)) {
		divide_rows(g, i);
		return;
	}
	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view v = s.kind == FIN_SHAPE_LINEAR ? fin_gang_scalars(g, p)
		                                               : fin_gang_vectors(g, p);

		fin_execute_inst(&v.w, i);
	}
}

/* A load of which the code says that all lanes get the same (ld_width), from any address. */
static bool loads_for_any_lane(const struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_operand *a = &i->operands[1];
	uint32_t regs[FIN_MAX_REGS];

	return a->kind == FIN_OPND_ADDRESS && a->has_reg && !fin_is_uniform(g->s->of[a->reg]) &&
	       fin_inst_defs(i, regs) > 0 && fin_is_uniform(g->s->of[regs[0]]);
}

/* The first lane that is on loads. */
static void load_for_any_lane(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_view first;

	fin_gang_spill(g, i->operands[1].reg);
	first = fin_gang_first_lane(g);
	fin_lower_inst(&first.w, i);
}

void fin_gang_inst(struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	fin_debug_location(g->w, i->loc);
	switch (i->lowering) {
	case ISA_LOWER_LOAD:
		if (i->operands[1].kind != FIN_OPND_SLOTS && fin_inst_defs(i, regs) > 0 &&
			g->s->of[regs[0]].kind == FIN_SHAPE_VARYING)
			fin_gang_load(g, i);
		else if (loads_for_any_lane(g, i))
			load_for_any_lane(g, i);
		else
			lower_by_result(g, i);
		break;
	case ISA_LOWER_STORE:
		if (i->operands[1].kind != FIN_OPND_SLOTS)
			fin_gang_store(g, i);
		else
			lower_by_result(g, i);
		break;
	case ISA_LOWER_ATOMIC:
		(fin_gang_reduces(g, i) ? fin_gang_reduce : fin_gang_lanes)(g, i);
		break;
	case ISA_LOWER_SIGNAL:
	case ISA_LOWER_QUEUE:
	case ISA_LOWER_ALLOCA:
	case ISA_LOWER_DEBUGTRAP:
		fin_gang_lanes(g, i);
		break;
	case ISA_LOWER_CALL:
		fin_gang_call(g, i);
		break;
	case ISA_LOWER_FBARRIER:
		if (i->isa->opcode == BRIG_OPCODE_LDF)
			lower_by_result(g, i);
		else
			fin_gang_fbarrier(g, i);
		break;
	case ISA_LOWER_BARRIER:
	case ISA_LOWER_CLOCK:
	case ISA_LOWER_FENCE:
		lower_once(g, i);
		break;
	case ISA_LOWER_EXCEPTION:
		(fin_inst_defs(i, regs) > 0 ? lower_by_result : lower_once)(g, i);
		break;
	case ISA_LOWER_LANE:
		fin_gang_cross(g, i);
		break;
	case ISA_LOWER_NOP:
		(i->pseudo == FIN_PSEUDO_NOP ? lower_once : fin_gang_profile)(g, i);
		break;
	case ISA_LOWER_IMAGE:
		if (i->isa->opcode == BRIG_OPCODE_QUERYSAMPLER)
			lower_by_result(g, i);
		else
			fin_gang_image(g, i);
		break;
	default:
		if (!fin_outline_call(g, i))
			(fin_gang_goes_in_turn(g, i) ? fin_gang_lanes : lower_by_result)(g, i);
		break;
	}
}
