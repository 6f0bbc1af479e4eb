/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lowers an instruction for all lanes of a gang, in the way that the column `wave` of lowerings.def
 * says. */
#include "ir/lowering.h"
#include "gang/outline_call.h"
#include "gang/gang_call.h"
#include "gang/gang_lanes.h"
#include "gang/gang_lowerings.h"
#include "gang/islands.h"
#include "llvm/debug_info.h"

/* ---- by shape ------------------------------------------------------------------------------- */

static void lower_once(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_view v = fin_gang_once(g);

	fin_execute_inst(&v.w, i);
}

/* Lowers a quotient or remainder of ids. */
static void divide_rows(struct fin_gang *g, const struct fin_inst *i)
{
	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view v = fin_gang_scalars(g, p);

		fin_debug_location(&v.w, i->loc);
		fin_check_exceptions(&v.w, i);
		fin_gang_divide_row(g, i, p);
	}
}

/* Lowers an instruction as the shape of its result asks: once, or for each part as a scalar or a
 * vector. */
static void lower_by_result(struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	struct fin_lane_shape s = {.kind = FIN_SHAPE_NONE};
	unsigned parts = g->parts;

	if (fin_inst_defs(i, regs) > 0) {
		s = g->s->of[regs[0]];
		parts = fin_is_once(g->s, regs[0]) ? 1 : parts;
	}
	if (fin_is_uniform(s)) {
		lower_once(g, i);
		return;
	}
	if (fin_gang_divides_row(g, i)) {
		divide_rows(g, i);
		return;
	}
	for (unsigned p = 0; p < parts; p++) {
		struct fin_view v = s.kind == FIN_SHAPE_LINEAR ? fin_gang_scalars(g, p)
		                                               : fin_gang_vectors(g, p);

		fin_execute_inst(&v.w, i);
	}
}

/* Whether the code says (ld_width) that all lanes load the same value, although nothing else says
 * that their addresses are the same. */
static bool loads_for_any_lane(const struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_operand *a = &i->operands[1];
	uint32_t regs[FIN_MAX_REGS];

	return a->kind == FIN_OPND_ADDRESS && a->has_reg && !fin_is_uniform(g->s->of[a->reg]) &&
	       fin_inst_defs(i, regs) > 0 && fin_is_uniform(g->s->of[regs[0]]);
}

/* Loads for the first lane that is on. */
static void load_for_any_lane(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_view first;

	fin_gang_spill(g, i->operands[1].reg);
	first = fin_gang_first_lane(g);
	fin_lower_inst(&first.w, i);
}

static bool defines_varying(const struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	return fin_inst_defs(i, regs) > 0 && g->s->of[regs[0]].kind == FIN_SHAPE_VARYING;
}

/* ---- the column `wave` of lowerings.def ----------------------------------------------------- */

static void wave_compute(struct fin_gang *g, const struct fin_inst *i)
{
	if (!fin_outline_call(g, i))
		(fin_gang_goes_in_turn(g, i) ? fin_gang_lanes : lower_by_result)(g, i);
}

static void wave_once(struct fin_gang *g, const struct fin_inst *i)
{
	lower_once(g, i);
}

static void wave_in_turn(struct fin_gang *g, const struct fin_inst *i)
{
	fin_gang_lanes(g, i);
}

static void wave_load(struct fin_gang *g, const struct fin_inst *i)
{
	if (fin_is_access(i) && defines_varying(g, i))
		(fin_is_in_pair(g, i)       ? fin_gang_pair
			: fin_is_twin(g, i) ? fin_gang_load_twins
					    : fin_gang_load)(g, i);
	else if (loads_for_any_lane(g, i))
		load_for_any_lane(g, i);
	else
		lower_by_result(g, i);
}

static void wave_store(struct fin_gang *g, const struct fin_inst *i)
{
	if (!fin_is_access(i))
		lower_by_result(g, i);
	else if (fin_is_in_pair(g, i))
		fin_gang_pair(g, i);
	else
		(fin_is_in_quad(g, i) ? fin_gang_store_quad : fin_gang_store)(g, i);
}

static void wave_atomic(struct fin_gang *g, const struct fin_inst *i)
{
	if (fin_gang_reduces(g, i))
		fin_gang_reduce(g, i);
	else
		(fin_gang_updates_row(g, i) ? fin_gang_update_row : fin_gang_lanes)(g, i);
}

static void wave_call(struct fin_gang *g, const struct fin_inst *i)
{
	fin_gang_call(g, i);
}

static void wave_fbarrier(struct fin_gang *g, const struct fin_inst *i)
{
	(i->isa->opcode == BRIG_OPCODE_LDF ? lower_by_result : fin_gang_fbarrier)(g, i);
}

static void wave_exception(struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	(fin_inst_defs(i, regs) > 0 ? lower_by_result : lower_once)(g, i);
}

static void wave_cross(struct fin_gang *g, const struct fin_inst *i)
{
	fin_gang_cross(g, i);
}

/* Lowers pseudo instructions that the finalizer adds for debuggers and profiles. */
static void wave_note(struct fin_gang *g, const struct fin_inst *i)
{
	(i->pseudo == FIN_PSEUDO_NOP ? lower_once : fin_gang_profile)(g, i);
}

static void wave_image(struct fin_gang *g, const struct fin_inst *i)
{
	(i->isa->opcode == BRIG_OPCODE_QUERYSAMPLER ? lower_by_result : fin_gang_image)(g, i);
}

static void wave_line(struct fin_gang *g, const struct fin_inst *i)
{
	fin_gang_line(g, i);
}

void fin_gang_inst(struct fin_gang *g, const struct fin_inst *i)
{
	static void (*const waves[])(struct fin_gang *g, const struct fin_inst *i) = {
#define LOWER(id, decode, lower, wave, shape, varies, again, except, profile, facts) \
	[ISA_LOWER_##id] = wave_##wave,
#include "ir/lowerings.def"
	};

	fin_debug_location(g->w, i->loc);
	if (fin_gang_is_in_island(g, i)) {
		fin_gang_island(g, i);
		return;
	}
	(g->lanes == 1 ? lower_once : waves[i->lowering])(g, i);
}
