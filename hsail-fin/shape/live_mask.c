/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See live_mask.h. */
#include "shape/live_mask.h"
#include "ir/bits.h"

static bool some_barrier_is_partial(const struct fin_flow *w, const struct fin_divergence *div)
{
	for (uint32_t k = 0; k < w->count; k++)
		if (w->order[k]->term.kind == FIN_TERM_BARRIER && fin_bits_has(&div->partial, k))
			return true;
	return false;
}

/* Whether blocks lead to a barrier, by position. */
static bool *find_waiting(const struct fin_flow *w)
{
	bool *waits = mem_new(w->count, sizeof *waits), changed = true;

	while (changed) {
		changed = false;
		for (uint32_t k = w->count; k-- > 0;) {
			bool yes = w->order[k]->term.kind == FIN_TERM_BARRIER;

			for (uint32_t i = 0; i < w->succ_count[k]; i++)
				yes |= w->succ[k][i] < w->count && waits[w->succ[k][i]];
			changed |= yes != waits[k];
			waits[k] = yes;
		}
	}
	return waits;
}

/* Whether the waves of a group may part at the block. */
static bool parts_waves(const struct fin_shapes *s, const struct fin_flow *w, uint32_t at)
{
	const struct fin_term *t = &w->order[at]->term;

	return w->succ_count[at] > 1 && t->value.kind == FIN_VALUE_REG &&
	       t->width != BRIG_WIDTH_ALL && s->of[t->value.reg].kind > FIN_SHAPE_GROUP;
}

/* Whether a wave may end where another one of its group comes to a barrier. */
static bool some_wave_ends(const struct fin_shapes *s, const struct fin_flow *w)
{
	bool found = false, *waits = find_waiting(w);

	for (uint32_t k = 0; !found && k < w->count; k++)
		/* if there is a block at which the ways meet, none ends before it */
		found = waits[k] && parts_waves(s, w, k) && w->ipdom[k] >= w->count;
	mem_free(waits);
	return found;
}

bool fin_needs_live_mask(const struct fin_regions *rs, const struct fin_flow *flows,
	const struct fin_shapes *s)
{
	for (uint32_t r = 0; r < rs->count; r++)
		if (some_barrier_is_partial(&flows[r], &s->in[r]) ||
			(rs->retires && some_wave_ends(s, &flows[r])))
			return true;
	return false;
}

/* Adds the positions that come after the branch at `from`, up to where its ways meet. `seen` says
 * of positions behind the last branch that leads to them, plus 1. */
static void part_at(const struct fin_flow *w, uint32_t from, uint32_t *seen, struct fin_bits *apart)
{
	uint32_t stop = w->ipdom[from] < w->count ? w->ipdom[from] : w->count;

	seen[from] = from + 1;
	for (uint32_t k = from; k < stop; k++) {
		if (seen[k] != from + 1)
			continue;
		if (k != from)
			fin_bits_add(apart, k);
		for (uint32_t i = 0; i < w->succ_count[k]; i++)
			if (w->succ[k][i] < w->count)
				seen[w->succ[k][i]] = from + 1;
	}
}

struct fin_bits fin_apart(struct arena *a, const struct fin_flow *w, const struct fin_shapes *s)
{
	struct fin_bits r = fin_bits_new(a, w->count);
	uint32_t *seen = mem_new(w->count, sizeof *seen);

	for (uint32_t k = 0; k < w->count; k++) {
		if (w->dispatched)
			fin_bits_add(&r, k);
		else if (parts_waves(s, w, k))
			part_at(w, k, seen, &r);
	}
	mem_free(seen);
	return r;
}
