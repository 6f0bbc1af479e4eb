/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Control-flow graph: reachable blocks in reverse post-order, predecessors and post-dominators. The
 * post-dominators are the dominators of the reversed graph, whose root is a virtual exit. A block
 * from which no ret can be reached has no post-dominator. */
#include "ir/ir.h"
#include "ir/bits.h"
#include "ir/cfg.h"

/* ---- reverse post-order --------------------------------------------------------------------- */

static uint32_t successor(const void *f, uint32_t block, uint32_t k)
{
	const struct fin_term *t = &((const struct fin_function *)f)->blocks[block]->term;

	return k < t->succ_count ? t->succ[k]->index : FIN_NO_NODE;
}

static uint32_t predecessor(const void *f, uint32_t block, uint32_t k)
{
	const struct fin_block *b = ((const struct fin_function *)f)->blocks[block];

	return k < b->pred_count ? b->preds[k]->index : FIN_NO_NODE;
}

struct fin_edges fin_successors(const struct fin_function *f)
{
	return (struct fin_edges){successor, f};
}

struct fin_edges fin_predecessors(const struct fin_function *f)
{
	return (struct fin_edges){predecessor, f};
}

static void renumber(struct fin_function *f)
{
	struct fin_search s = fin_search_new(f->module->arena, f->block_count, fin_successors(f));
	struct fin_block **order = mem_new(f->block_count, sizeof *order);

	fin_search_from(&s, 0);
	for (size_t i = 0; i < s.count; i++)
		order[i] = f->blocks[s.order[s.count - 1 - i]];
	for (size_t i = 0; i < s.count; i++) {
		f->blocks[i] = order[i];
		f->blocks[i]->index = (uint32_t)i;
	}
	f->block_count = s.count;
	mem_free(order);
	fin_search_release(&s);
}

static void fill_preds(struct fin_function *f)
{
	for (size_t i = 0; i < f->block_count; i++)
		f->blocks[i]->pred_count = 0;
	for (size_t i = 0; i < f->block_count; i++)
		for (uint32_t k = 0; k < f->blocks[i]->term.succ_count; k++)
			f->blocks[i]->term.succ[k]->pred_count++;
	for (size_t i = 0; i < f->block_count; i++) {
		struct fin_block *b = f->blocks[i];

		b->preds = ARENA_ARRAY(f->module->arena, struct fin_block *, b->pred_count);
		b->pred_count = 0;
	}
	for (size_t i = 0; i < f->block_count; i++)
		for (uint32_t k = 0; k < f->blocks[i]->term.succ_count; k++) {
			struct fin_block *s = f->blocks[i]->term.succ[k];

			s->preds[s->pred_count++] = f->blocks[i];
		}
}

/* ---- straight lines ------------------------------------------------------------------------- */

/* Appends the only successor of `b` to `b` when `b` is its only predecessor. */
static bool join_successor(struct fin_block *b)
{
	struct fin_block *s;

	if (b->term.kind != FIN_TERM_BR)
		return false;
	s = b->term.succ[0];
	if (s->pred_count != 1 || s == b || s->index == 0)
		return false;
	if (s->first != NULL) {
		if (b->last != NULL)
			b->last->next = s->first;
		else
			b->first = s->first;
		b->last = s->last;
	}
	b->term = s->term;
	s->term = (struct fin_term){.kind = FIN_TERM_NONE};
	return true;
}

/* ---- post-dominators ------------------------------------------------------------------------ */

/* The reversed graph of the blocks from which a ret can be reached. Node 0 is a virtual exit; node
 * k > 0 is the block order[count - k] of a search that starts at all rets. */
struct reversed {
	struct fin_function *f;
	struct fin_search search;
	uint32_t *node; /* by block number; FIN_NO_NODE: the block reaches no ret */
};

static struct fin_block *block_of(const struct reversed *r, uint32_t node)
{
	return node == 0 ? NULL : r->f->blocks[r->search.order[r->search.count - node]];
}

/* A node's predecessors in the reversed graph are the block's successors, without those that reach
 * no ret; a ret has the virtual exit. */
static uint32_t reversed_predecessor(const void *graph, uint32_t node, uint32_t k)
{
	const struct reversed *r = graph;
	const struct fin_term *t;

	if (node == 0)
		return FIN_NO_NODE;
	t = &block_of(r, node)->term;
	if (t->kind == FIN_TERM_RET)
		return k == 0 ? 0 : FIN_NO_NODE;
	while (k < t->succ_count && r->node[t->succ[k]->index] == FIN_NO_NODE)
		k++;
	return k < t->succ_count ? r->node[t->succ[k]->index] : FIN_NO_NODE;
}

static struct reversed reverse(struct fin_function *f)
{
	struct reversed r = {.f = f,
		.search = fin_search_new(f->module->arena, f->block_count, fin_predecessors(f)),
		.node = mem_new(f->block_count, sizeof *r.node)};

	for (uint32_t k = 0; k < f->block_count; k++) {
		r.node[k] = FIN_NO_NODE;
		if (f->blocks[k]->term.kind == FIN_TERM_RET)
			fin_search_from(&r.search, k);
	}
	for (uint32_t k = 0; k < r.search.count; k++)
		r.node[r.search.order[k]] = (uint32_t)r.search.count - k;
	return r;
}

static void post_dominators(struct fin_function *f)
{
	struct reversed r = reverse(f);
	uint32_t n = (uint32_t)r.search.count + 1, *idom = mem_new(n, sizeof *idom);

	fin_dominators((struct fin_edges){reversed_predecessor, &r}, n, idom);
	for (size_t k = 0; k < f->block_count; k++)
		f->blocks[k]->ipdom = NULL;
	for (uint32_t k = 1; k < n; k++)
		block_of(&r, k)->ipdom = block_of(&r, idom[k]);
	mem_free(idom);
	mem_free(r.node);
	fin_search_release(&r.search);
}

void fin_cfg_renumber(struct fin_function *f)
{
	renumber(f);
	fill_preds(f);
	post_dominators(f);
}

void fin_cfg(struct fin_function *f)
{
	renumber(f);
	fill_preds(f);
	for (size_t i = 0; i < f->block_count; i++)
		for (bool joined = true; joined;)
			joined = join_successor(f->blocks[i]);
	fin_cfg_renumber(f);
}

bool fin_has_loop(const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (uint32_t p = 0; p < f->blocks[k]->pred_count; p++)
			if (f->blocks[k]->preds[p]->index >= k)
				return true;
	return false;
}
