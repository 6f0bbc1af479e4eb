/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Control-flow graph: reachable blocks in reverse post-order, predecessors, post-dominators.
 *
 * Post-dominators are those of Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm")
 * on the reversed graph, whose root is a virtual exit. A block from which no ret can be reached has
 * no post-dominator. */
#include "ir/ir.h"
#include "ir/bits.h"
#include "ir/cfg.h"

/* ---- reverse post-order --------------------------------------------------------------------- */

struct frame {
	struct fin_block *block;
	uint32_t next;
};

static size_t post_order(struct fin_function *f, struct fin_block **order)
{
	struct frame *stack = mem_new(f->block_count + 1, sizeof *stack);
	struct fin_bits seen = fin_bits_new(f->module->arena, f->block_count);
	size_t depth = 0, count = 0;

	stack[depth++] = (struct frame){f->blocks[0], 0};
	fin_bits_add(&seen, 0);
	while (depth > 0) {
		struct frame *top = &stack[depth - 1];

		if (top->next == top->block->term.succ_count) {
			order[count++] = top->block;
			depth--;
			continue;
		}
		struct fin_block *s = top->block->term.succ[top->next++];
		if (!fin_bits_has(&seen, s->index)) {
			fin_bits_add(&seen, s->index);
			stack[depth++] = (struct frame){s, 0};
		}
	}
	free(stack);
	return count;
}

static void renumber(struct fin_function *f)
{
	struct fin_block **order = mem_new(f->block_count, sizeof *order);
	size_t count = post_order(f, order);

	for (size_t i = 0; i < count; i++) {
		f->blocks[i] = order[count - 1 - i];
		f->blocks[i]->index = (uint32_t)i;
	}
	f->block_count = count;
	free(order);
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

/* Appends the only successor of `b` when `b` is its only predecessor. */
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

struct postdom {
	struct fin_block **order; /* reverse post-order of the reversed graph */
	uint32_t *rank;           /* block index -> position in `order`, UINT32_MAX: cannot exit */
	size_t count;
};

/* Blocks that reach a ret, in reverse post-order of the reversed graph. */
static struct postdom reverse_order(struct fin_function *f)
{
	struct postdom p = {.order = mem_new(f->block_count, sizeof *p.order),
		.rank = mem_new(f->block_count, sizeof *p.rank)};
	struct frame *stack = mem_new(f->block_count + 1, sizeof *stack);
	struct fin_bits seen = fin_bits_new(f->module->arena, f->block_count);
	size_t depth, at = f->block_count;

	for (size_t r = 0; r < f->block_count; r++) {
		if (f->blocks[r]->term.kind != FIN_TERM_RET || fin_bits_has(&seen, r))
			continue;
		depth = 0;
		stack[depth++] = (struct frame){f->blocks[r], 0};
		fin_bits_add(&seen, r);
		while (depth > 0) {
			struct frame *top = &stack[depth - 1];

			if (top->next == top->block->pred_count) {
				p.order[--at] = top->block;
				depth--;
				continue;
			}
			struct fin_block *s = top->block->preds[top->next++];
			if (!fin_bits_has(&seen, s->index)) {
				fin_bits_add(&seen, s->index);
				stack[depth++] = (struct frame){s, 0};
			}
		}
	}
	p.count = f->block_count - at;
	memmove(p.order, p.order + at, p.count * sizeof *p.order);
	for (size_t i = 0; i < f->block_count; i++)
		p.rank[i] = UINT32_MAX;
	for (size_t i = 0; i < p.count; i++)
		p.rank[p.order[i]->index] = (uint32_t)i;
	free(stack);
	return p;
}

/* The nearest common post-dominator; NULL is the virtual exit. */
static struct fin_block *common(const struct postdom *p, struct fin_block *a, struct fin_block *b)
{
	while (a != b) {
		if (a == NULL || b == NULL)
			return NULL;
		if (p->rank[a->index] > p->rank[b->index])
			a = a->ipdom;
		else
			b = b->ipdom;
	}
	return a;
}

static struct fin_block *successors_common(const struct postdom *p, const struct fin_bits *done,
	const struct fin_block *b)
{
	struct fin_block *meet = NULL;
	bool first = true;

	if (b->term.kind == FIN_TERM_RET)
		return NULL;
	for (uint32_t k = 0; k < b->term.succ_count; k++) {
		struct fin_block *s = b->term.succ[k];

		if (!fin_bits_has(done, s->index))
			continue;
		meet = first ? s : common(p, meet, s);
		first = false;
	}
	return meet;
}

static void post_dominators(struct fin_function *f)
{
	struct postdom p = reverse_order(f);
	struct fin_bits done = fin_bits_new(f->module->arena, f->block_count);
	bool changed = true;

	for (size_t i = 0; i < f->block_count; i++)
		f->blocks[i]->ipdom = NULL;
	while (changed) {
		changed = false;
		for (size_t i = 0; i < p.count; i++) {
			struct fin_block *b = p.order[i], *d = successors_common(&p, &done, b);

			if (!fin_bits_has(&done, b->index) || d != b->ipdom) {
				b->ipdom = d;
				fin_bits_add(&done, b->index);
				changed = true;
			}
		}
	}
	free(p.order);
	free(p.rank);
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
