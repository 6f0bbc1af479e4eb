/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Orders a graph that may have loops with several entries: see flow.h. Tarjan's algorithm finds the
 * strongly connected sets, and then again those inside of each set without its first node. */
#include "shape/flow_graph.h"

struct nest {
	const struct fin_graph *g;
	struct fin_flow *w;
	/* by position: its node. The nodes of a part that is not ordered yet are at the part's
	 * positions. */
	uint32_t *order;
	uint32_t *part; /* by node: number of the part that it is in; 0: it has its place */
	uint32_t parts;
	/* by node, in this search: Tarjan's index and lowlink; 0: not seen */
	uint32_t *number, *low;
	uint32_t *next; /* by node: how many of its successors have been looked at */
	/* stacks: nodes being looked at; nodes whose set is not known yet */
	uint32_t *path, *open;
	uint32_t open_count, path_count, seen;
	/* sets are put before this position: they are found from the last one to the first */
	uint32_t end;
	uint32_t *todo; /* begin and end of the parts that are not ordered yet */
	uint32_t todo_count;
	bool outermost;
};

static void enter(struct nest *s, uint32_t k)
{
	s->number[k] = s->low[k] = ++s->seen;
	s->next[k] = 0;
	s->path[s->path_count++] = k;
	s->open[s->open_count++] = k;
}

static bool is_in_loop(const struct nest *s, uint32_t k, uint32_t size)
{
	for (uint32_t i = 0; size == 1 && i < s->g->succ_count[k]; i++)
		if (s->g->succ[k][i] == k)
			return true;
	return size > 1;
}

static void note_loop(struct nest *s, uint32_t begin, uint32_t end)
{
	struct fin_loop *l = &s->w->loops[s->w->loop_count];
	uint32_t entries = 0;

	*l = (struct fin_loop){.header = begin, .last = end - 1, .parent = FIN_NOWHERE};
	for (uint32_t at = begin; at < end; at++)
		s->w->loop_of[at] = s->w->loop_count;
	s->w->loop_count++;
	for (uint32_t at = begin; at < end; at++) {
		uint32_t k = s->order[at];
		bool is_entry = k == 0;

		for (uint32_t i = 0; i < s->g->pred_count[k]; i++)
			is_entry |= s->low[s->g->pred[k][i]] != s->low[k];
		entries += is_entry;
	}
	l->several_entries = entries > 1;
}

/* The nodes from `root` on that are open are a set. Its first node gets its place; the others
 * become a part, to be ordered without it. */
static void close_set(struct nest *s, uint32_t root)
{
	uint32_t begin = s->end, best;

	do
		s->order[--begin] = s->open[--s->open_count];
	while (s->open[s->open_count] != root);
	best = begin;
	for (uint32_t at = begin; at < s->end; at++) {
		s->low[s->order[at]] = s->number[root];
		s->part[s->order[at]] = 0;
		best = s->order[at] < s->order[best] ? at : best;
	}
	if (s->outermost && is_in_loop(s, root, s->end - begin))
		note_loop(s, begin, s->end);
	root = s->order[best];
	s->order[best] = s->order[begin];
	s->order[begin] = root;
	if (s->end - begin > 1) {
		s->todo[2 * s->todo_count] = begin + 1;
		s->todo[2 * s->todo_count++ + 1] = s->end;
	}
	s->end = begin;
}

static void search(struct nest *s, uint32_t root, uint32_t part)
{
	enter(s, root);
	while (s->path_count > 0) {
		uint32_t k = s->path[s->path_count - 1];

		if (s->next[k] < s->g->succ_count[k]) {
			uint32_t to = s->g->succ[k][s->next[k]++];

			if (s->part[to] != part) /* the node has its place, or is in another part */
				continue;
			if (s->number[to] == 0)
				enter(s, to);
			else if (s->number[to] < s->low[k])
				s->low[k] = s->number[to];
			continue;
		}
		s->path_count--;
		if (s->path_count > 0) {
			uint32_t up = s->path[s->path_count - 1];

			s->low[up] = s->low[k] < s->low[up] ? s->low[k] : s->low[up];
		}
		if (s->low[k] == s->number[k])
			close_set(s, k);
	}
}

static void order_part(struct nest *s, uint32_t begin, uint32_t end)
{
	uint32_t *nodes = mem_new(end - begin, sizeof *nodes), part = ++s->parts;

	for (uint32_t at = begin; at < end; at++) {
		uint32_t k = nodes[at - begin] = s->order[at];

		s->part[k] = part;
		s->number[k] = 0;
	}
	s->seen = 0;
	s->end = end;
	for (uint32_t n = 0; n < end - begin; n++)
		if (s->part[nodes[n]] == part && s->number[nodes[n]] == 0)
			search(s, nodes[n], part);
	mem_free(nodes);
}

uint32_t *fin_nest_ranks(struct fin_graph *g, struct fin_flow *w)
{
	uint32_t *rank = ARENA_ARRAY(g->a, uint32_t, g->n);
	struct nest s = {.g = g,
		.w = w,
		.order = mem_new(g->n, sizeof(uint32_t)),
		.part = mem_new(g->n, sizeof(uint32_t)),
		.number = mem_new(g->n, sizeof(uint32_t)),
		.low = mem_new(g->n, sizeof(uint32_t)),
		.next = mem_new(g->n, sizeof(uint32_t)),
		.path = mem_new(g->n, sizeof(uint32_t)),
		.open = mem_new(g->n, sizeof(uint32_t)),
		.todo = mem_new(2 * (size_t)g->n + 2, sizeof(uint32_t))};

	w->loops = ARENA_ARRAY(g->a, struct fin_loop, g->n);
	w->loop_of = ARENA_ARRAY(g->a, uint32_t, g->n);
	for (uint32_t k = 0; k < g->n; k++) {
		s.order[k] = k;
		w->loop_of[k] = FIN_NOWHERE;
	}
	s.todo[1] = g->n;
	s.todo_count = 1;
	s.outermost = true;
	while (s.todo_count > 0) {
		s.todo_count--;
		order_part(&s, s.todo[2 * s.todo_count], s.todo[2 * s.todo_count + 1]);
		s.outermost = false;
	}
	for (uint32_t k = 0; k < g->n; k++)
		rank[s.order[k]] = k;
	mem_free(s.todo);
	mem_free(s.open);
	mem_free(s.path);
	mem_free(s.next);
	mem_free(s.low);
	mem_free(s.number);
	mem_free(s.part);
	mem_free(s.order);
	return rank;
}
