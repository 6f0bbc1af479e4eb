/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The way from the start of a region with levels of a tree to the barrier behind which it starts
 * again, and what the group then keeps (levels.h). */
#include "shape/levels.h"
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/lowering.h"

/* Finds a way from a position to the barrier behind which the region starts again, and its
 * conditions. */
static bool find_way(const struct fin_few_view *v, uint32_t region, struct fin_levels *l,
	uint32_t branch, uint32_t at, bool before)
{
	const struct fin_flow *w = &v->flows[region];
	const struct fin_block *b = w->order[at];
	const struct fin_term *t = &b->term;
	unsigned tests = l->test_count;

	if (t->kind == FIN_TERM_BARRIER) {
		l->barrier = at;
		return !before && !t->of_wave && v->rs->of_entry[t->succ[0]->index] == region;
	}
	if (at == branch)
		return l->otherwise > at && find_way(v, region, l, branch, l->otherwise, false);
	for (uint32_t k = 0; k < t->succ_count; k++) {
		uint32_t to = fin_position(&w->position, t->succ[k]->index);

		if (to == FIN_NOWHERE || to <= at)
			continue;
		l->test_count = tests;
		if (t->kind == FIN_TERM_CBR) {
			if (tests == FIN_MAX_LEVEL_TESTS || t->value.kind != FIN_VALUE_REG ||
				!fin_is_known_at_start(v, region, t->value.reg, at))
				return false;
			l->test[l->test_count++] =
				(struct fin_level_test){t->value.reg, at, k == 0, before};
		} else if (t->succ_count != 1) {
			return false;
		}
		if (find_way(v, region, l, branch, to, before))
			return true;
	}
	return false;
}

uint32_t fin_level_source(const struct fin_few_view *v, uint32_t region, const struct fin_levels *l,
	uint32_t reg)
{
	const struct fin_block *entry = v->rs->regions[region].entry;

	for (uint32_t k = 0; k < entry->phi_count; k++)
		if (entry->phis[k].reg == reg)
			return fin_phi_source(&entry->phis[k], entry,
				v->flows[region].order[l->barrier]);
	return reg;
}

/* Whether all that the group keeps can be told for the next level where one starts. */
static bool is_next_known(const struct fin_few_view *v, uint32_t region, const struct fin_levels *l)
{
	const struct fin_region *r = &v->rs->regions[region];

	for (uint32_t c = 0; c < r->context_count; c++)
		if (v->rs->kind[r->context[c]] != FIN_CONTEXT_AGAIN &&
			!fin_is_known_at_start(v, region,
				fin_level_source(v, region, l, r->context[c]), l->barrier))
			return false;
	return true;
}

/* The positions from which the barrier can be reached. The region has no loops, so edges go
 * forward but for those that leave it. */
static struct fin_bits ways_to(const struct fin_few_view *v, const struct fin_flow *w,
	uint32_t barrier)
{
	struct fin_bits ways = fin_bits_new(v->f->module->arena, w->count);

	fin_bits_add(&ways, barrier);
	for (uint32_t at = barrier; at-- > 0;)
		for (uint32_t k = 0; k < w->succ_count[at]; k++)
			if (w->succ[at][k] > at && fin_bits_has(&ways, w->succ[at][k]))
				fin_bits_add(&ways, at);
	return ways;
}

/* Whether nothing else than the level is done on the way back. */
static bool is_way_idle(const struct fin_few_view *v, const struct fin_flow *w,
	const struct fin_levels *l)
{
	struct fin_bits ways = ways_to(v, w, l->barrier);

	for (uint32_t at = 0; at < w->count; at++)
		if (at != l->busy && fin_is_busy(w->order[at]) && fin_bits_has(&ways, at))
			return false;
	return true;
}

/* Whether a block before the level loads what levels may store: where several run at once, that
 * block runs for the last one, but behind it. */
static bool is_loaded_before(const struct fin_few_view *v, const struct fin_flow *w,
	const struct fin_levels *l)
{
	struct fin_bits ways = ways_to(v, w, l->busy);

	for (uint32_t at = 0; at < l->busy; at++)
		for (const struct fin_inst *i = w->order[at]->first; i != NULL; i = i->next)
			if (fin_bits_has(&ways, at) && fin_is_access(i) &&
				(i->isa->segment == BRIG_SEGMENT_GROUP ||
					i->isa->segment == BRIG_SEGMENT_FLAT))
				return true;
	return false;
}

bool fin_level_way(const struct fin_few_view *v, uint32_t region, struct fin_levels *l,
	uint32_t branch)
{
	return find_way(v, region, l, branch, 0, true) && is_way_idle(v, &v->flows[region], l) &&
	       !is_loaded_before(v, &v->flows[region], l) && is_next_known(v, region, l);
}
