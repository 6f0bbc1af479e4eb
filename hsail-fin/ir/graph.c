/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See graph.h and worklist.h. */
#include <string.h>
#include "hsaemu/base.h"
#include "ir/graph.h"
#include "ir/worklist.h"

struct fin_worklist fin_worklist_new(struct arena *a, size_t n)
{
	return (struct fin_worklist){
		.seen = fin_bits_new(a, n), .todo = ARENA_ARRAY(a, uint32_t, n)};
}

void fin_worklist_clear(struct fin_worklist *w)
{
	memset(w->seen.words, 0, w->seen.count * sizeof *w->seen.words);
	w->depth = 0;
}

/* ---- depth first ---------------------------------------------------------------------------- */

struct fin_search_frame {
	uint32_t node, next;
};

struct fin_search fin_search_new(struct arena *a, size_t n, struct fin_edges edges)
{
	return (struct fin_search){.edges = edges, .seen = fin_bits_new(a, n)};
}

static void go_to(struct fin_search *s, uint32_t node)
{
	if (fin_bits_has(&s->seen, node))
		return;
	fin_bits_add(&s->seen, node);
	ARRAY_GROW(s->stack, s->depth, s->stack_cap);
	s->stack[s->depth++] = (struct fin_search_frame){node, 0};
}

static void leave(struct fin_search *s)
{
	ARRAY_GROW(s->order, s->count, s->cap);
	s->order[s->count++] = s->stack[--s->depth].node;
}

void fin_search_from(struct fin_search *s, uint32_t root)
{
	go_to(s, root);
	while (s->depth > 0) {
		struct fin_search_frame *top = &s->stack[s->depth - 1];
		uint32_t to = fin_edge_end(&s->edges, top->node, top->next++);

		if (to == FIN_NO_NODE)
			leave(s);
		else
			go_to(s, to);
	}
}

void fin_search_release(struct fin_search *s)
{
	mem_free(s->order);
	mem_free(s->stack);
}

/* ---- dominators ----------------------------------------------------------------------------- */

uint32_t fin_common_dominator(const uint32_t *idom, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (a > b)
			a = idom[a];
		while (b > a)
			b = idom[b];
	}
	return a;
}

/* Computes the dominator from the predecessors whose own dominators are known already. */
static uint32_t dominator_of(const struct fin_edges *preds, const uint32_t *idom, uint32_t node)
{
	uint32_t d = FIN_NO_NODE;

	for (uint32_t i = 0, p; (p = fin_edge_end(preds, node, i)) != FIN_NO_NODE; i++)
		if (idom[p] != FIN_NO_NODE)
			d = d == FIN_NO_NODE ? p : fin_common_dominator(idom, d, p);
	return d;
}

void fin_dominators(struct fin_edges preds, uint32_t n, uint32_t *idom)
{
	bool changed = true;

	for (uint32_t k = 0; k < n; k++)
		idom[k] = k == 0 ? 0 : FIN_NO_NODE;
	while (changed) {
		changed = false;
		for (uint32_t k = 1; k < n; k++) {
			uint32_t d = dominator_of(&preds, idom, k);

			changed |= d != idom[k];
			idom[k] = d;
		}
	}
}

/* ---- frontiers ------------------------------------------------------------------------------ */

struct frontiers {
	struct fin_edges preds;
	const uint32_t *idom;
	uint32_t n;
	uint32_t *last;  /* by node: 1 + the last join that is in its frontier */
	uint32_t *count; /* by node: length of its frontier so far */
	struct fin_frontiers out;
};

static void note(struct frontiers *f, uint32_t node, uint32_t join)
{
	if (f->out.node != NULL)
		f->out.node[f->out.first[node] + f->count[node]] = join;
	f->count[node]++;
}

static void each_join(struct frontiers *f)
{
	memset(f->last, 0, f->n * sizeof *f->last);
	memset(f->count, 0, f->n * sizeof *f->count);
	for (uint32_t k = 0; k < f->n; k++) {
		if (fin_edge_end(&f->preds, k, 0) == FIN_NO_NODE ||
			fin_edge_end(&f->preds, k, 1) == FIN_NO_NODE)
			continue;
		for (uint32_t i = 0, r; (r = fin_edge_end(&f->preds, k, i)) != FIN_NO_NODE; i++)
			for (; r != f->idom[k] && f->last[r] != k + 1; r = f->idom[r]) {
				f->last[r] = k + 1;
				note(f, r, k);
			}
	}
}

struct fin_frontiers fin_frontiers_of(struct arena *a, struct fin_edges preds, uint32_t n,
	const uint32_t *idom)
{
	struct frontiers f = {.preds = preds,
		.idom = idom,
		.n = n,
		.last = ARENA_ARRAY(a, uint32_t, n),
		.count = ARENA_ARRAY(a, uint32_t, n)};
	uint32_t *first = ARENA_ARRAY(a, uint32_t, n + 1);

	each_join(&f);
	for (uint32_t k = 0; k < n; k++)
		first[k + 1] = first[k] + f.count[k];
	f.out = (struct fin_frontiers){first, ARENA_ARRAY(a, uint32_t, first[n])};
	each_join(&f);
	return f.out;
}
