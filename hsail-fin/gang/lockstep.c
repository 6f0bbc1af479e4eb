/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether the work-items of a wave have to run each instruction together.
 *
 * HSAIL promises that only for cross-lane operations, but code written for GPUs also relies on it
 * when the work-items of a wave exchange data in group memory without a barrier (PRM 2.6.2). Such
 * code is found by a group store or atomic that reaches a group load of the same region, unless
 * exchange.c finds that nothing is exchanged. In all other kernels fewer work-items of a wave run
 * at a time, and their code is smaller. Functions with code of their own are made for a wave. */
#include "gang/gang.h"

static bool is_group_access(const struct fin_inst *i)
{
	return i->isa != NULL && i->isa->segment == BRIG_SEGMENT_GROUP;
}

/* What may have been stored in group memory before some place. */
enum stored { STORED_COUNTER = 1, STORED_OTHER = 2 };

/* Returns what may have been stored before the end of the block, as `stored` has before it. Sets
 * *reached if a load follows a store, but for loads of counters that follow counters: sums of whole
 * numbers have no order. */
static unsigned stored_after(const struct fin_block *b, unsigned stored, bool *reached)
{
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		uint32_t regs[FIN_MAX_REGS];

		if (!is_group_access(i))
			continue;
		if (i->lowering == ISA_LOWER_ATOMIC) {
			*reached |= stored != 0 && fin_inst_defs(i, regs) > 0;
			stored |= STORED_OTHER;
		} else if (i->lowering == ISA_LOWER_LOAD) {
			*reached |= (stored & ~(i->is_counter ? STORED_COUNTER : 0u)) != 0;
		} else if (i->lowering == ISA_LOWER_STORE) {
			stored |= i->is_counter ? STORED_COUNTER : STORED_OTHER;
		}
	}
	return stored;
}

static bool stores_reach_loads(const struct fin_flow *w)
{
	unsigned *before = mem_new(w->count, sizeof *before);
	bool changed = true, reached = false;

	while (changed) {
		changed = false;
		for (uint32_t k = 0; k < w->count; k++) {
			unsigned after = stored_after(w->order[k], before[k], &reached);

			for (uint32_t i = 0; i < w->succ_count[k]; i++) {
				changed |= (after & ~before[w->succ[k][i]]) != 0;
				before[w->succ[k][i]] |= after;
			}
		}
	}
	mem_free(before);
	return reached;
}

/* Whether a region has a load of what another work-item may have stored. */
static bool has_exchange(const struct fin_function *f, const struct fin_flow *flows,
	uint32_t region_count, struct fin_inst *const *def, const struct fin_group_variables *v)
{
	for (uint32_t r = 0; r < region_count; r++)
		if (stores_reach_loads(&flows[r]) && !fin_loads_own(f, def, v, &flows[r]))
			return true;
	return false;
}

/* Whether it makes no difference in which order work-items of a wave run in any region. */
static bool all_stay_apart(const struct fin_function *f, const struct fin_flow *flows,
	uint32_t region_count, struct fin_inst *const *def, const struct fin_group_variables *v)
{
	for (uint32_t r = 0; r < region_count; r++)
		if (!fin_stays_apart(f, def, v, &flows[r]))
			return false;
	return true;
}

/* A kernel with a region that may exchange data may rely on the order of accesses in others. */
static bool may_exchange(const struct fin_function *f, const struct fin_flow *flows,
	uint32_t region_count)
{
	struct fin_inst **def = mem_new(f->reg_count, sizeof *def);
	const struct fin_group_variables *v;
	bool exchanges;

	fin_only_definitions(f, def);
	v = fin_group_variables(f);
	exchanges = has_exchange(f, flows, region_count, def, v) &&
	            !all_stay_apart(f, flows, region_count, def, v);
	mem_free(def);
	return exchanges;
}

static bool any_store_reaches_loads(const struct fin_flow *flows, uint32_t region_count)
{
	for (uint32_t r = 0; r < region_count; r++)
		if (stores_reach_loads(&flows[r]))
			return true;
	return false;
}

bool fin_needs_lockstep(const struct fin_function *f, const struct fin_flow *flows,
	uint32_t region_count)
{
	if (f->module->profile != NULL) /* its counters count waves */
		return true;
	for (size_t k = 0; k < f->block_count; k++) {
		if (f->blocks[k]->term.of_wave)
			return true;
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->lowering == ISA_LOWER_LANE || i->lowering == ISA_LOWER_CALL)
				return true;
	}
	return any_store_reaches_loads(flows, region_count) && may_exchange(f, flows, region_count);
}
