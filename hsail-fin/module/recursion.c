/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the functions that can reach themselves: those in a cycle of the call graph. This is
 * Tarjan's algorithm with a stack of its own, so that a long chain of calls in a module takes
 * linear time and none of our thread's stack. */
#include "ir/ir.h"
#include "module/module_passes.h"

enum { NOT_SEEN = 0 };

struct node {
	struct fin_function *f;
	struct fin_function **callees; /* the functions that it calls and the module defines */
	size_t count, cap, next;       /* next: the callee to look at next */
	/* Tarjan's index and lowlink: NOT_SEEN, or order of discovery from 1 on */
	uint32_t order, low;
	bool open; /* it is on the stack `cycle` */
	bool calls_itself;
};

struct search {
	struct node *nodes;    /* by fin_function.number */
	uint32_t *path, depth; /* functions being looked at; each is called by the one before */
	uint32_t *cycle, open; /* functions of which it is not known yet what cycle they are in */
	uint32_t seen;
	uint32_t *done, done_count; /* functions that are finished, callees before callers */
};

static void find_callees(struct node *n)
{
	for (size_t k = 0; k < n->f->block_count; k++)
		for (const struct fin_inst *i = n->f->blocks[k]->first; i != NULL; i = i->next)
			if (i->call != NULL && i->call->callee->definition) {
				ARRAY_GROW(n->callees, n->count, n->cap);
				n->callees[n->count++] = i->call->callee;
			}
}

static void enter(struct search *s, uint32_t number)
{
	struct node *n = &s->nodes[number];

	n->order = n->low = ++s->seen;
	n->open = true;
	s->cycle[s->open++] = number;
	s->path[s->depth++] = number;
}

static void note_low(struct node *n, uint32_t low)
{
	if (low < n->low)
		n->low = low;
}

/* Finishes the last function of the path, all of whose callees are done. */
static void leave(struct search *s)
{
	uint32_t number = s->path[--s->depth], last;
	struct node *n = &s->nodes[number];
	bool alone;

	s->done[s->done_count++] = number;
	if (s->depth > 0)
		note_low(&s->nodes[s->path[s->depth - 1]], n->low);
	if (n->low != n->order)
		return;
	alone = s->cycle[s->open - 1] == number;
	do {
		last = s->cycle[--s->open];
		s->nodes[last].open = false;
		s->nodes[last].f->recursive = !alone || s->nodes[last].calls_itself;
	} while (last != number);
}

static void visit(struct search *s, uint32_t root)
{
	enter(s, root);
	while (s->depth > 0) {
		struct node *n = &s->nodes[s->path[s->depth - 1]];

		if (n->next == n->count) {
			leave(s);
			continue;
		}
		struct fin_function *callee = n->callees[n->next++];
		struct node *c = &s->nodes[callee->number];
		n->calls_itself |= c == n;
		if (c->order == NOT_SEEN)
			enter(s, callee->number);
		else if (c->open)
			note_low(n, c->order);
	}
}

void fin_find_recursion(struct fin_module *m)
{
	struct search s = {.nodes = mem_new(m->function_count, sizeof *s.nodes),
		.path = mem_new(m->function_count, sizeof *s.path),
		.cycle = mem_new(m->function_count, sizeof *s.cycle),
		.done = ARENA_ARRAY(m->arena, uint32_t, m->function_count)};

	for (uint32_t i = 0; i < m->function_count; i++) {
		m->functions[i]->number = i;
		s.nodes[i].f = m->functions[i];
		find_callees(&s.nodes[i]);
	}
	for (uint32_t i = 0; i < m->function_count; i++)
		if (s.nodes[i].order == NOT_SEEN)
			visit(&s, i);
	for (uint32_t i = 0; i < m->function_count; i++)
		mem_free(s.nodes[i].callees);
	m->callees_first = s.done;
	mem_free(s.nodes);
	mem_free(s.path);
	mem_free(s.cycle);
}
