/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a bounded region leaves to those behind its barriers (few_items.h). Work-items that it does
 * not run leave nothing. So what differs between work-items may be left only to a region that runs
 * for the same work-items at most, and may be needed nowhere else. */
#include "shape/few_items.h"

struct leaving {
	const struct fin_few_view *v;
	const struct fin_few_items *few; /* by region */
	uint32_t from;
	bool shared;
};

static bool is_phi_of(const struct fin_block *b, uint32_t reg)
{
	for (uint32_t k = 0; k < b->phi_count; k++)
		if (b->phis[k].reg == reg)
			return true;
	return false;
}

/* Whether a bound of region `to` is also one of the region that leaves, with the same number. */
static bool has_bound(const struct leaving *l, uint32_t to, const struct fin_item_bound *b)
{
	const struct fin_regions *rs = l->v->rs;
	const struct fin_few_items *few = &l->few[l->from];

	if (fin_bounds_first_item(b))
		return true; /* which runs in any region */
	if (b->sign != 0)
		return false;
	if (b->value.kind == FIN_VALUE_REG &&
		(fin_bits_has(&rs->regions[l->from].writes, b->value.reg) ||
			is_phi_of(rs->regions[to].entry, b->value.reg) ||
			fin_origin_of(l->v, to, b->value.reg, b->at).kind != FIN_ORIGIN_CONTEXT))
		return false;
	for (unsigned k = 0; k < few->bound_count; k++) {
		const struct fin_item_bound *a = &few->bound[k];

		if (a->dim == b->dim && a->value.kind == b->value.kind &&
			a->value.reg == b->value.reg && a->value.lo == b->value.lo &&
			a->bits == b->bits && a->is_signed == b->is_signed &&
			a->inclusive == b->inclusive)
			return true;
	}
	return false;
}

/* Whether region `to` runs for no more work-items than the one that leaves. */
static bool is_within(const struct leaving *l, uint32_t to)
{
	for (unsigned k = 0; k < l->few[to].bound_count; k++)
		if (!has_bound(l, to, &l->few[to].bound[k]))
			return false;
	return to != l->from && l->few[to].bound_count > 0;
}

/* Whether a register that region `to` gets may be left. */
static bool may_leave(struct leaving *l, uint32_t reg, uint32_t to)
{
	if (l->v->rs->kind[reg] == FIN_CONTEXT_AGAIN || fin_is_for_group(l->v, reg))
		return true;
	l->shared = false;
	for (uint32_t r = 1; r < l->v->rs->count; r++)
		if (r != to && fin_bits_has(&l->v->rs->regions[r].live, reg))
			return false;
	return is_within(l, to);
}

static bool leaves_well(struct leaving *l, const struct fin_block *b)
{
	uint32_t to = l->v->rs->of_entry[b->term.succ[0]->index];
	const struct fin_region *from = &l->v->rs->regions[l->from], *r = &l->v->rs->regions[to];
	size_t n = l->v->f->reg_count;

	for (size_t g = 0; (g = fin_bits_next(&from->writes, g, n)) < n; g++)
		if (fin_bits_has(&r->live, g) && !may_leave(l, (uint32_t)g, to))
			return false;
	for (uint32_t i = 0; i < r->entry->phi_count; i++)
		if (!may_leave(l, r->entry->phis[i].reg, to))
			return false;
	return true;
}

bool fin_few_leave(const struct fin_few_view *v, struct fin_few_items *few, uint32_t region)
{
	struct leaving l = {v, few, region, true};
	const struct fin_flow *w = &v->flows[region];

	for (uint32_t at = 0; at < w->count; at++)
		if (w->order[at]->term.kind == FIN_TERM_BARRIER && !leaves_well(&l, w->order[at]))
			return false;
	few[region].one_by_one &= l.shared;
	return true;
}
