/* Where the lanes of a wave can part and meet again. All sets only grow. */
#include "shapes.h"

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
	       s->of[t->value.reg].kind > FIN_SHAPE_WAVE;
}

/* Marks what is reachable from `from` by forward edges, up to `stop`; `met` gets what an earlier
 * call with another start had reached. */
static void reach(const struct fin_flow *w, uint32_t from, uint32_t stop, struct fin_bits *reached,
	struct fin_bits *met)
{
	struct fin_bits seen = {mem_new(reached->count, sizeof *seen.words), reached->count};
	uint32_t *stack = mem_new(w->count, sizeof *stack), depth = 0;

	if (from < w->count) {
		fin_bits_add(&seen, from);
		stack[depth++] = from;
	}
	while (depth > 0) {
		uint32_t k = stack[--depth];

		for (uint32_t i = 0; k != stop && i < w->succ_count[k]; i++) {
			uint32_t to = w->succ[k][i];

			if (to <= k || fin_bits_has(&seen, to))
				continue;
			fin_bits_add(&seen, to);
			stack[depth++] = to;
		}
	}
	for (size_t k = 0; k < seen.count; k++) {
		met->words[k] |= seen.words[k] & reached->words[k];
		reached->words[k] |= seen.words[k];
	}
	free(stack);
	free(seen.words);
}

/* What lanes that go on at several starts can pass before `stop`, and where they can meet. */
struct influence {
	struct fin_bits passed, joins;
};

static struct influence influence_of(const struct fin_flow *w, const uint32_t *starts, uint32_t n,
	uint32_t stop)
{
	size_t words = (w->count + 64) / 64;
	struct influence r = {{mem_new(words, 8), words}, {mem_new(words, 8), words}};

	for (uint32_t k = 0; k < n; k++)
		reach(w, starts[k], stop, &r.passed, &r.joins);
	if (stop < w->count)
		fin_bits_remove(&r.passed, stop);
	return r;
}

static void influence_release(struct influence *i)
{
	free(i->passed.words);
	free(i->joins.words);
}

static bool apply(const struct fin_flow *w, const uint32_t *starts, uint32_t n, uint32_t stop,
	struct fin_divergence *d)
{
	struct influence i = influence_of(w, starts, n, stop);
	bool grew = fin_bits_union(&d->partial, &i.passed);

	grew |= fin_bits_union(&d->join, &i.joins);
	influence_release(&i);
	return grew;
}

/* ---- loops ---------------------------------------------------------------------------------- */

/* Blocks of the loop that only some of the lanes in an iteration may execute. */
static struct fin_bits uneven_blocks(const struct fin_flow *w, uint32_t loop,
	const struct fin_divergence *d)
{
	size_t words = (w->count + 64) / 64;
	struct fin_bits r = {mem_new(words, 8), words};

	for (uint32_t k = 0; k < w->count; k++) {
		struct influence i;

		if (!fin_loop_has(w, loop, k) || !fin_bits_has(&d->branch, k))
			continue;
		i = influence_of(w, w->succ[k], w->succ_count[k], w->ipdom[k]);
		(void)fin_bits_union(&r, &i.passed);
		influence_release(&i);
	}
	for (uint32_t inner = 0; inner < w->loop_count; inner++)
		if (inner != loop && fin_bits_has(&d->loop, inner) &&
			fin_loop_has(w, loop, w->loops[inner].header))
			for (uint32_t k = 0; k < w->count; k++)
				if (fin_loop_has(w, inner, k) && !(fin_loop_has(w, inner,
					w->loops[loop].header)))
					fin_bits_add(&r, k);
	return r;
}

static bool leaves_unevenly(const struct fin_flow *w, uint32_t loop, const struct fin_divergence *d)
{
	struct fin_bits uneven = uneven_blocks(w, loop, d);
	bool found = false;

	for (uint32_t k = 0; k < w->count && !found; k++) {
		if (!fin_loop_has(w, loop, k) ||
			!(fin_bits_has(&d->branch, k) || fin_bits_has(&uneven, k)))
			continue;
		for (uint32_t i = 0; i < w->succ_count[k]; i++)
			found |= !fin_loop_has(w, loop, w->succ[k][i]);
	}
	free(uneven.words);
	return found;
}

/* Lanes leave a divergent loop at different times and places. */
static bool spread_exits(const struct fin_flow *w, uint32_t loop, struct fin_divergence *d)
{
	uint32_t *targets = mem_new(w->count + 1, sizeof *targets), n = 0, edges = 0;
	bool grew = false;

	for (uint32_t k = 0; k < w->count; k++)
		for (uint32_t i = 0; fin_loop_has(w, loop, k) && i < w->succ_count[k]; i++) {
			uint32_t to = w->succ[k][i], seen = 0;

			if (fin_loop_has(w, loop, to))
				continue;
			edges++;
			while (seen < n && targets[seen] != to)
				seen++;
			if (seen == n)
				targets[n++] = to;
		}
	for (uint32_t k = 0; edges > 1 && k < n; k++)
		grew |= grow(&d->join, targets[k]);
	if (n > 1)
		grew |= apply(w, targets, n, w->ipdom[w->loops[loop].header], d);
	free(targets);
	return grew;
}

static bool scan_loop(const struct fin_flow *w, uint32_t loop, struct fin_divergence *d)
{
	bool grew = false;

	if (!fin_bits_has(&d->loop, loop)) {
		if (!leaves_unevenly(w, loop, d))
			return false;
		fin_bits_add(&d->loop, loop);
		grew = true;
	}
	for (uint32_t k = 0; k < w->count; k++)
		if (fin_loop_has(w, loop, k))
			grew |= grow(&d->partial, k);
	return spread_exits(w, loop, d) || grew;
}

struct fin_divergence fin_divergence_new(struct arena *a, const struct fin_flow *w)
{
	size_t n = w->count + 1;

	return (struct fin_divergence){fin_bits_new(a, n), fin_bits_new(a, n), fin_bits_new(a, n),
		fin_bits_new(a, w->loop_count), FIN_NOWHERE};
}

bool fin_diverge(const struct fin_flow *w, const struct fin_shapes *s, struct fin_divergence *d)
{
	bool grew = false;

	for (uint32_t k = 0; k < w->count; k++)
		if (k != d->settled && splits(w, s, k) && grow(&d->branch, k)) {
			grew = true;
			(void)apply(w, w->succ[k], w->succ_count[k], w->ipdom[k], d);
		}
	for (uint32_t l = 0; l < w->loop_count; l++)
		grew |= scan_loop(w, l, d);
	return grew;
}
