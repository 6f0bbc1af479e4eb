/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See flow_graph.h. */
#include "shape/flow_graph.h"
#include "ir/bits.h"
#include "ir/graph.h"
#include "ir/worklist.h"

/* ---- nodes and edges ------------------------------------------------------------------------ */

bool fin_leaves_region(const struct fin_block *b)
{
	return b->term.kind == FIN_TERM_BARRIER || b->term.kind == FIN_TERM_RET;
}

struct fin_positions fin_positions_new(struct arena *a, struct fin_block *const *blocks, uint32_t n)
{
	struct fin_positions p = {.first = blocks[0]->index};
	uint32_t last = p.first;

	for (uint32_t k = 1; k < n; k++) {
		p.first = blocks[k]->index < p.first ? blocks[k]->index : p.first;
		last = blocks[k]->index > last ? blocks[k]->index : last;
	}
	p.count = last - p.first + 1;
	p.at = ARENA_ARRAY(a, uint32_t, p.count);
	memset(p.at, 0xff, p.count * sizeof *p.at);
	return p;
}

static uint32_t successor_in_region(const void *f, uint32_t block, uint32_t k)
{
	const struct fin_block *b = ((const struct fin_function *)f)->blocks[block];

	return k < b->term.succ_count && !fin_leaves_region(b) ? b->term.succ[k]->index
	                                                       : FIN_NO_NODE;
}

/* Makes nodes of the region's blocks, in reverse post-order. */
static void number_nodes(struct fin_graph *g, const struct fin_function *f,
	const struct fin_region *r)
{
	struct fin_search s =
		fin_search_new(g->a, f->block_count, (struct fin_edges){successor_in_region, f});

	fin_search_from(&s, r->entry->index);
	g->n = (uint32_t)s.count;
	g->block = ARENA_ARRAY(g->a, struct fin_block *, g->n);
	for (uint32_t k = 0; k < g->n; k++)
		g->block[k] = f->blocks[s.order[g->n - 1 - k]];
	g->node = fin_positions_new(g->a, g->block, g->n);
	for (uint32_t k = 0; k < g->n; k++)
		fin_position_set(&g->node, g->block[k], k);
	fin_search_release(&s);
}

static void connect(struct fin_graph *g)
{
	uint32_t *from =
		/* by node: 1 + the last node with an edge to it, so that double edges are left
		 * out */
		mem_new(g->n, sizeof *from);

	g->succ = ARENA_ARRAY(g->a, uint32_t *, g->n);
	g->pred = ARENA_ARRAY(g->a, uint32_t *, g->n);
	g->succ_count = ARENA_ARRAY(g->a, uint32_t, g->n);
	g->pred_count = ARENA_ARRAY(g->a, uint32_t, g->n);
	for (uint32_t k = 0; k < g->n; k++) {
		const struct fin_term *t = &g->block[k]->term;

		g->succ[k] = ARENA_ARRAY(g->a, uint32_t, t->succ_count);
		for (uint32_t i = 0; !fin_leaves_region(g->block[k]) && i < t->succ_count; i++) {
			uint32_t to = fin_position(&g->node, t->succ[i]->index);

			if (from[to] == k + 1)
				continue;
			from[to] = k + 1;
			g->succ[k][g->succ_count[k]++] = to;
			g->pred_count[to]++;
		}
	}
	mem_free(from);
	for (uint32_t k = 0; k < g->n; k++) {
		g->pred[k] = ARENA_ARRAY(g->a, uint32_t, g->pred_count[k]);
		g->pred_count[k] = 0;
	}
	for (uint32_t k = 0; k < g->n; k++)
		for (uint32_t i = 0; i < g->succ_count[k]; i++) {
			uint32_t s = g->succ[k][i];

			g->pred[s][g->pred_count[s]++] = k;
		}
}

/* ---- loops ---------------------------------------------------------------------------------- */

static uint32_t predecessor(const void *graph, uint32_t node, uint32_t k)
{
	const struct fin_graph *g = graph;

	return k < g->pred_count[node] ? g->pred[node][k] : FIN_NO_NODE;
}

static bool dominates(const struct fin_graph *g, uint32_t a, uint32_t b)
{
	while (b > a)
		b = g->idom[b];
	return a == b;
}

/* Adds to the loop all nodes from which `from` is reached without passing the header. */
static void fill_loop(struct fin_graph *g, struct fin_graph_loop *l, uint32_t from, uint32_t *todo)
{
	struct fin_worklist w = {.seen = l->nodes, .todo = todo};
	uint32_t node;

	fin_worklist_add(&w, from);
	while (fin_worklist_take(&w, &node)) {
		l->size++;
		for (uint32_t i = 0; i < g->pred_count[node]; i++)
			fin_worklist_add(&w, g->pred[node][i]);
	}
}

static uint32_t header_count(const struct fin_graph *g)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < g->n; k++)
		for (uint32_t i = 0; i < g->pred_count[k]; i++)
			if (g->pred[k][i] >= k) {
				n++;
				break;
			}
	return n;
}

/* Finds the loop with this header, if there is one. False when the loop has another entry. */
static bool find_loop(struct fin_graph *g, uint32_t header, uint32_t *stack)
{
	struct fin_graph_loop *l = NULL;

	for (uint32_t i = 0; i < g->pred_count[header]; i++) {
		uint32_t p = g->pred[header][i];

		if (p < header)
			continue;
		if (!dominates(g, header, p))
			return false;
		if (l == NULL) {
			l = &g->loops[g->loop_count++];
			*l = (struct fin_graph_loop){.header = header,
				.parent = FIN_NOWHERE,
				.size = 1,
				.nodes = fin_bits_new(g->a, g->n)};
			fin_bits_add(&l->nodes, header);
		}
		fill_loop(g, l, p, stack);
	}
	return true;
}

/* Sets each node's innermost loop. A header has a lower number than all nodes that it dominates, so
 * an inner loop comes later and overwrites the outer one. */
static void nest_loops(struct fin_graph *g)
{
	g->loop_of = ARENA_ARRAY(g->a, uint32_t, g->n);
	for (uint32_t k = 0; k < g->n; k++)
		g->loop_of[k] = FIN_NOWHERE;
	for (uint32_t l = 0; l < g->loop_count; l++) {
		struct fin_graph_loop *loop = &g->loops[l];

		loop->parent = g->loop_of[loop->header];
		loop->depth = loop->parent == FIN_NOWHERE ? 1 : g->loops[loop->parent].depth + 1;
		for (uint32_t k = loop->header, left = loop->size; left > 0; k++)
			if (fin_bits_has(&loop->nodes, k)) {
				g->loop_of[k] = l;
				left--;
			}
	}
}

static bool find_loops(struct fin_graph *g)
{
	uint32_t *stack = mem_new(g->n, sizeof *stack);
	bool reducible = true;

	g->loops = ARENA_ARRAY(g->a, struct fin_graph_loop, header_count(g));
	for (uint32_t k = 0; k < g->n && reducible; k++)
		reducible = find_loop(g, k, stack);
	mem_free(stack);
	if (reducible)
		nest_loops(g);
	return reducible;
}

bool fin_graph_make(struct fin_graph *g, struct fin_function *f, const struct fin_region *r)
{
	*g = (struct fin_graph){.a = f->module->arena};
	number_nodes(g, f, r);
	connect(g);
	g->idom = ARENA_ARRAY(g->a, uint32_t, g->n);
	fin_dominators((struct fin_edges){predecessor, g}, g->n, g->idom);
	return find_loops(g);
}
