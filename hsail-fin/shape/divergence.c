/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds where the lanes of a wave can part and meet again. All sets only grow, and every branch and
 * loop is looked at once: when it begins to divide lanes.
 *
 * Blocks between a branch at which lanes part and its post-dominator are partial. Where the lanes
 * meet on the way is found by labels (after LLVM's SyncDependenceAnalysis). Each successor of the
 * branch has a label of its own, a block has the label of its predecessors, and a block to which
 * two labels come is a join, with a label of its own.
 *
 * A loop is divergent if some lanes leave it while others go around. A loop of a dispatched region
 * is any set of blocks that reach each other. It is divergent as soon as a branch in it splits, or
 * when lanes can come into it in two places: then each of its blocks may run at any time for any of
 * the lanes. */
#include "shape/shapes.h"
#include "ir/bits.h"

struct divide {
	const struct fin_flow *w;
	struct fin_divergence *d;
	uint32_t *label;   /* by position, and one for the end of the region */
	uint32_t *pending; /* stack of loops that became divergent and are still to be looked at */
	uint32_t pending_count;
};

static bool grow(struct fin_bits *s, uint32_t k)
{
	if (fin_bits_has(s, k))
		return false;
	fin_bits_add(s, k);
	return true;
}

static bool splits(const struct fin_flow *w, const struct fin_shapes *s, uint32_t at)
{
	const struct fin_term *t = &w->order[at]->term;

	return w->succ_count[at] > 1 && t->value.kind == FIN_VALUE_REG &&
	       !fin_width_has_wave(t->width) && s->of[t->value.reg].kind > FIN_SHAPE_WAVE;
}

static void loop_diverges(struct divide *v, uint32_t loop)
{
	if (grow(&v->d->loop, loop))
		v->pending[v->pending_count++] = loop;
}

/* ---- what lanes pass, and where they meet --------------------------------------------------- */

/* Gives a label to position `to`; true when its label changed. A start has its own label from the
 * beginning, so any other that comes to it makes it a join. */
static bool give_label(struct divide *v, uint32_t to, uint32_t label)
{
	uint32_t old = v->label[to];

	if (old == label)
		return false;
	if (old != FIN_NOWHERE) {
		fin_bits_add(&v->d->join, to);
		label = to;
	}
	v->label[to] = label;
	return old != label;
}

/* Makes the loops divergent that an edge from `at` leaves and that `from` is in: some of the lanes
 * that parted at `from` may go on in such a loop. Lanes that go on in an inner loop also go on in
 * those around it. */
static void leave_loops(struct divide *v, uint32_t at, uint32_t from)
{
	for (uint32_t i = 0; i < v->w->succ_count[at]; i++)
		for (uint32_t l = v->w->loop_of[at];
			l != FIN_NOWHERE && !fin_loop_has(v->w, l, v->w->succ[at][i]);
			l = v->w->loops[l].parent)
			if (fin_loop_has(v->w, l, from))
				loop_diverges(v, l);
}

/* Passes labels on from positions before `stop`. In a dispatched region they also go backwards,
 * because its loops have no latch; true when they did, and so must be passed on again. */
static bool pass_labels(struct divide *v, uint32_t first, uint32_t stop)
{
	bool again = false;

	for (uint32_t k = first; k < stop; k++)
		for (uint32_t i = 0; v->label[k] != FIN_NOWHERE && i < v->w->succ_count[k]; i++) {
			uint32_t to = v->w->succ[k][i];

			if (to > k)
				(void)give_label(v, to, v->label[k]);
			else if (v->w->dispatched)
				again |= give_label(v, to, v->label[k]);
		}
	return again;
}

/* Marks the blocks that lanes pass after they have parted. They part at `from`, a branch or a
 * loop's header, go on at several starts, and are together again at `stop`. */
static void part_lanes(struct divide *v, uint32_t from, const uint32_t *starts, uint32_t n,
	uint32_t stop)
{
	uint32_t first = v->w->count;

	for (uint32_t k = 0; k <= v->w->count; k++)
		v->label[k] = FIN_NOWHERE;
	for (uint32_t k = 0; k < n; k++) {
		(void)give_label(v, starts[k], starts[k]);
		first = starts[k] < first ? starts[k] : first;
	}
	while (pass_labels(v, first, stop))
		first = 0;
	for (uint32_t k = 0; k < stop; k++)
		if (v->label[k] != FIN_NOWHERE) {
			fin_bits_add(&v->d->partial, k);
			leave_loops(v, k, from);
		}
}

/* ---- branches and loops --------------------------------------------------------------------- */

/* The next post-dominator at which all lanes are together. In a dispatched region it is outside of
 * loops. */
static uint32_t meeting_point(const struct fin_flow *w, uint32_t at)
{
	uint32_t p = w->ipdom[at];

	while (w->dispatched && p < w->count && w->loop_of[p] != FIN_NOWHERE)
		p = w->ipdom[p];
	return p;
}

static void part_at_branch(struct divide *v, uint32_t at)
{
	leave_loops(v, at, at);
	part_lanes(v, at, v->w->succ[at], v->w->succ_count[at], meeting_point(v->w, at));
}

/* Marks where lanes go that leave a divergent loop, at different times and at different places. */
static void spread_exits(struct divide *v, uint32_t loop)
{
	const struct fin_flow *w = v->w;
	const struct fin_loop *l = &w->loops[loop];
	uint32_t *targets = mem_new(w->count + 1, sizeof *targets), n = 0, edges = 0;
	struct fin_bits seen = {mem_new((w->count + 64) / 64, 8), (w->count + 64) / 64};

	for (uint32_t k = l->header; k <= l->last; k++) {
		leave_loops(v, k, l->header);
		for (uint32_t i = 0; i < w->succ_count[k]; i++) {
			if (fin_loop_has(w, loop, w->succ[k][i]))
				continue;
			edges++;
			if (grow(&seen, w->succ[k][i]))
				targets[n++] = w->succ[k][i];
		}
	}
	for (uint32_t k = 0; edges > 1 && k < n; k++)
		fin_bits_add(&v->d->join, targets[k]);
	if (n > 1)
		part_lanes(v, l->header, targets, n, meeting_point(w, l->last));
	mem_free(seen.words);
	mem_free(targets);
}

static void diverge_loop(struct divide *v, uint32_t loop)
{
	const struct fin_loop *l = &v->w->loops[loop];

	for (uint32_t k = l->header; k <= l->last; k++) {
		fin_bits_add(&v->d->partial, k);
		if (v->w->dispatched)
			fin_bits_add(&v->d->join, k);
	}
	spread_exits(v, loop);
}

/* Makes loops with several entries divergent: lanes that have parted somewhere may enter such a
 * loop in several places. */
static void diverge_entries(struct divide *v)
{
	for (uint32_t l = 0; l < v->w->loop_count; l++)
		if (v->w->loops[l].several_entries)
			loop_diverges(v, l);
}

struct fin_divergence fin_divergence_new(struct arena *a, const struct fin_flow *w)
{
	size_t n = w->count + 1;

	return (struct fin_divergence){fin_bits_new(a, n), fin_bits_new(a, n), fin_bits_new(a, n),
		fin_bits_new(a, w->loop_count), {0}};
}

bool fin_diverge(const struct fin_flow *w, const struct fin_shapes *s, struct fin_divergence *d)
{
	struct divide v = {w, d, mem_new(w->count + 1, sizeof(uint32_t)),
		mem_new(w->loop_count, sizeof(uint32_t)), 0};
	bool grew = false;

	for (uint32_t k = 0; k < w->count; k++) {
		if (fin_taken_at(&d->taken, k) != FIN_NOWHERE || !splits(w, s, k) ||
			!grow(&d->branch, k))
			continue;
		grew = true;
		if (w->dispatched && w->loop_of[k] != FIN_NOWHERE)
			loop_diverges(&v, w->loop_of[k]);
		else
			part_at_branch(&v, k);
	}
	if (grew && w->dispatched)
		diverge_entries(&v);
	while (v.pending_count > 0)
		diverge_loop(&v, v.pending[--v.pending_count]);
	mem_free(v.pending);
	mem_free(v.label);
	return grew;
}

const struct fin_divergence *fin_diverge_but_at(struct arena *a, const struct fin_flow *w,
	const struct fin_shapes *s, struct fin_taken_list taken)
{
	struct fin_divergence *d = ARENA_NEW(a, struct fin_divergence);

	*d = fin_divergence_new(a, w);
	d->taken = taken;
	while (fin_diverge(w, s, d))
		;
	return d;
}
