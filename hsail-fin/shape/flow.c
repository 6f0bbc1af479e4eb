/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See flow.h. */
#include "shape/flow_graph.h"
#include "ir/bits.h"

/* ---- loops ---------------------------------------------------------------------------------- */

static uint32_t latch_of(const struct fin_graph *g, const struct fin_graph_loop *l)
{
	for (uint32_t i = 0; i < g->pred_count[l->header]; i++)
		if (fin_bits_has(&l->nodes, g->pred[l->header][i]))
			return g->pred[l->header][i];
	BUG("loop without a latch");
}

/* Moves the latch to the end of its loop, which is one run of positions. at[rank[k]] is k. */
static void place_latch(const struct fin_graph *g, const struct fin_graph_loop *l, uint32_t *rank,
	uint32_t *at)
{
	uint32_t last = rank[l->header] + l->size - 1, latch = latch_of(g, l);

	for (uint32_t k = rank[latch]; k < last; k++) {
		at[k] = at[k + 1];
		rank[at[k]] = k;
	}
	at[last] = latch;
	rank[latch] = last;
}

static void place_latches(const struct fin_graph *g, uint32_t *rank)
{
	uint32_t *at = mem_new(g->n, sizeof *at);

	for (uint32_t k = 0; k < g->n; k++)
		at[rank[k]] = k;
	for (uint32_t l = 0; l < g->loop_count; l++)
		place_latch(g, &g->loops[l], rank, at);
	mem_free(at);
}

static void fill_loops(const struct fin_graph *g, const uint32_t *rank, struct fin_flow *w)
{
	w->loop_count = g->loop_count;
	w->loops = ARENA_ARRAY(g->a, struct fin_loop, g->loop_count);
	for (uint32_t k = 0; k < g->loop_count; k++) {
		const struct fin_graph_loop *l = &g->loops[k];

		w->loops[k] = (struct fin_loop){.header = rank[l->header],
			.last = rank[l->header] + l->size - 1,
			.parent = l->parent};
	}
	w->loop_of = ARENA_ARRAY(g->a, uint32_t, g->n);
	for (uint32_t k = 0; k < g->n; k++)
		w->loop_of[rank[k]] = g->loop_of[k];
}

static void fill_dominators(const struct fin_graph *g, const uint32_t *rank, struct fin_flow *w)
{
	w->idom = ARENA_ARRAY(g->a, uint32_t, g->n);
	for (uint32_t k = 0; k < g->n; k++)
		w->idom[rank[k]] = rank[g->idom[k]];
}

static void fill_flow(struct fin_graph *g, const uint32_t *rank, struct fin_flow *w)
{
	w->count = g->n;
	w->order = ARENA_ARRAY(g->a, struct fin_block *, g->n);
	w->position = fin_positions_new(g->a, g->block, g->n);
	w->succ = ARENA_ARRAY(g->a, uint32_t *, g->n);
	w->succ_count = ARENA_ARRAY(g->a, uint32_t, g->n);
	w->pred_count = ARENA_ARRAY(g->a, uint32_t, g->n);
	for (uint32_t k = 0; k < g->n; k++) {
		w->order[rank[k]] = g->block[k];
		fin_position_set(&w->position, g->block[k], rank[k]);
		w->succ[rank[k]] = ARENA_ARRAY(g->a, uint32_t, g->succ_count[k]);
		w->succ_count[rank[k]] = g->succ_count[k];
		w->pred_count[rank[k]] = g->pred_count[k];
		for (uint32_t i = 0; i < g->succ_count[k]; i++)
			w->succ[rank[k]][i] = rank[g->succ[k][i]];
	}
}

/* ---- post-dominators ------------------------------------------------------------------------ */

/* The nearest position that post-dominates both. Both, and all after them, have their
 * post-dominators already. */
static uint32_t common_ipdom(const struct fin_flow *w, uint32_t a, uint32_t b)
{
	if (a == FIN_NOWHERE)
		return b;
	while (a != b)
		if (a < b)
			a = w->ipdom[a];
		else
			b = w->ipdom[b];
	return a;
}

/* The first position to which all lanes that leave the loop come. */
static uint32_t after_loop(const struct fin_flow *w, uint32_t loop)
{
	uint32_t p = FIN_NOWHERE;

	for (uint32_t k = w->loops[loop].header; k <= w->loops[loop].last; k++)
		for (uint32_t i = 0; i < w->succ_count[k]; i++)
			if (!fin_loop_has(w, loop, w->succ[k][i]))
				p = common_ipdom(w, p, w->succ[k][i]);
	return p == FIN_NOWHERE ? w->count : p;
}

/* Finds for each position where lanes that part there are together again at the latest. These are
 * the post-dominators of the acyclic graph in which a latch leads to the exits of its loop; a loop
 * of a dispatched region is like one block. */
static void post_dominators(struct fin_graph *g, struct fin_flow *w)
{
	w->ipdom = ARENA_ARRAY(g->a, uint32_t, w->count);
	for (uint32_t k = w->count; k-- > 0;) {
		uint32_t p = FIN_NOWHERE, loop = w->loop_of[k];

		if (loop != FIN_NOWHERE && k == w->loops[loop].last) {
			w->ipdom[k] = after_loop(w, loop);
			continue;
		}
		if (w->dispatched && loop != FIN_NOWHERE) {
			w->ipdom[k] = w->ipdom[w->loops[loop].last];
			continue;
		}
		for (uint32_t i = 0; i < w->succ_count[k]; i++)
			p = common_ipdom(w, p, w->succ[k][i]);
		w->ipdom[k] = p == FIN_NOWHERE ? w->count : p;
	}
}

void fin_flow(struct fin_function *f, const struct fin_region *r, bool dispatch, struct fin_flow *w)
{
	struct fin_graph g;
	uint32_t *rank;

	*w = (struct fin_flow){0};
	w->dispatched = !fin_graph_make(&g, f, r) || !fin_graph_is_simple(&g) || dispatch;
	rank = fin_nest_ranks(&g, w);
	if (!w->dispatched) {
		place_latches(&g, rank);
		fill_loops(&g, rank, w);
		fill_dominators(&g, rank, w);
	}
	fill_flow(&g, rank, w);
	post_dominators(&g, w);
}
