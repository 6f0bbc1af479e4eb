/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the registers that are cheaper to compute again than to keep across a barrier: work-item
 * ids, kernarg loads, and short integer expressions of these. There are none with -O0 -g, where
 * each instruction is to be there once. */
#include "regions/regions.h"
#include "ir/bits.h"
#include "ir/lowering.h"
#include "ir/limits.h"

static const enum {
	AGAIN_NO,
	AGAIN_YES,
	AGAIN_INTEGER,
	AGAIN_MEMORY
} again[] = {
#define LOWER(id, decode, lower, wave, shape, varies, again, except, profile, facts) \
	[ISA_LOWER_##id] = AGAIN_##again,
#include "ir/lowerings.def"
};

static bool is_cheap(const struct fin_inst *i)
{
	switch (again[i->lowering]) {
	case AGAIN_NO:
		return false;
	case AGAIN_INTEGER: /* float operations are too slow for this */
		return isa_type_find(i->isa->type)->kind <= ISA_KIND_UNSIGNED;
	case AGAIN_MEMORY:
		return fin_is_register_move(i) ||
		       (i->isa->segment == BRIG_SEGMENT_KERNARG && !i->operands[1].has_reg);
	case AGAIN_YES:
		break;
	}
	return true;
}

struct remat {
	const struct fin_function *f;
	struct fin_inst **def; /* by register: its only definition; NULL: it has none or several */
	/* by register: 0: not known yet, UINT32_MAX: it cannot be computed again cheaply */
	uint32_t *cost;
};

/* Whether the instruction defines no register that has other definitions: to run it again then
 * leaves all values as they are. */
static bool only_definition(const struct remat *r, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_defs(i, regs);

	for (unsigned k = 0; k < n; k++)
		if (r->def[regs[k]] != i)
			return false;
	return true;
}

/* How many instructions compute the register again, or UINT32_MAX. */
static uint32_t cost_of(struct remat *r, uint32_t reg)
{
	uint32_t uses[FIN_MAX_REGS], total = 1;
	const struct fin_inst *i = r->def[reg];
	unsigned n;

	if (r->cost[reg] != 0)
		return r->cost[reg];
	/* this value also ends a cycle of registers that depend on each other */
	r->cost[reg] = UINT32_MAX;
	if (i == NULL || !is_cheap(i) || !only_definition(r, i))
		return UINT32_MAX;
	n = fin_inst_uses(i, uses);
	for (unsigned k = 0; k < n; k++) {
		uint32_t c = cost_of(r, uses[k]);

		if (c == UINT32_MAX || (total += c) > FIN_LIMIT_AGAIN)
			return UINT32_MAX;
	}
	return r->cost[reg] = total;
}

struct fin_inst **fin_rematerialisable(const struct fin_function *f)
{
	struct arena *a = f->module->arena;
	struct remat r = {.f = f,
		.def = ARENA_ARRAY(a, struct fin_inst *, f->reg_count),
		.cost = ARENA_ARRAY(a, uint32_t, f->reg_count)};

	fin_only_definitions(f, r.def);
	for (uint32_t g = 0; g < f->reg_count; g++)
		if (f->module->step_by_step || cost_of(&r, g) == UINT32_MAX)
			r.def[g] = NULL;
	return r.def;
}
