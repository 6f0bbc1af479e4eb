/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file finds live intervals. It walks back from each read that has no write before it in its
 * block to the writes that reach it (path exploration). It walks for 64 registers at once, one bit
 * each: registers that are live in the same blocks share the walk. Most registers are live in one
 * block only and need no walk. */
#include <stdlib.h>

#include "hir/blocks.h"
#include "hir/live_registers.h"

/* All accesses of a register within one block; the sites of a register are in the order of the
 * blocks. */
struct site {
	uint32_t block;
	bool exposed; /* read before any write of the block */
	bool writes;
	uint32_t next; /* index + 1 into the sites; 0 ends */
};

struct liveness {
	const struct hir_cfg *cfg;
	struct hir_interval *intervals;
	struct site *sites;
	size_t site_count, site_capacity;
	uint32_t *first_site; /* per register: index + 1 into sites */
	uint32_t *last_site;
	uint32_t block; /* the block and entry that scan() is at */
	uint32_t entry;
	struct block_bits *bits; /* per block, for the 64 registers of the current walk */
	uint32_t *touched;       /* blocks whose `bits` are in use */
	size_t touched_count, touched_capacity;
	uint32_t *heap; /* blocks with pending bits, the last one on top */
	size_t heap_count, heap_capacity;
};

enum { BATCH = 64 };
struct block_bits {
	uint64_t writes, live_in, live_out;
	uint64_t pending; /* the part of live_in that is not yet passed on to the predecessors */
	bool is_touched;
};

static void extend(struct hir_interval *v, uint32_t position)
{
	if (position < v->first)
		v->first = position;
	if (position > v->last)
		v->last = position;
}

static void note_access(void *context, uint32_t *reg, enum hir_access access)
{
	struct liveness *l = context;
	bool is_write = access == HIR_WRITE;
	extend(&l->intervals[*reg], l->entry * 2 + (is_write ? 1 : 0));
	uint32_t last = l->last_site[*reg];
	if (last != 0 && l->sites[last - 1].block == l->block) {
		l->sites[last - 1].writes |= is_write;
		return;
	}
	ARRAY_GROW(l->sites, l->site_count, l->site_capacity);
	l->sites[l->site_count++] =
		(struct site){.block = l->block, .exposed = !is_write, .writes = is_write};
	if (last != 0)
		l->sites[last - 1].next = (uint32_t)l->site_count;
	else
		l->first_site[*reg] = (uint32_t)l->site_count;
	l->last_site[*reg] = (uint32_t)l->site_count;
}

static void note_hint(struct liveness *l, const struct hir_entry *e)
{
	if (e->kind != HIR_INST || e->u.inst.proto->inst.opcode != BRIG_OPCODE_MOV)
		return;
	const struct hir_op *o = e->u.inst.ops;
	if (o[0].kind == HIR_OP_REG && o[1].kind == HIR_OP_REG)
		l->intervals[o[0].u.reg].hint = o[1].u.reg;
}

static void scan(struct liveness *l, const struct hir_func *f)
{
	for (l->block = 0; l->block < l->cfg->block_count; l->block++) {
		const struct hir_block *b = &l->cfg->blocks[l->block];
		for (size_t i = b->first; i < b->end; i++) {
			l->entry = (uint32_t)i;
			hir_visit_regs(&f->entries[i], note_access, l);
			note_hint(l, &f->entries[i]);
		}
	}
}

static struct block_bits *touch(struct liveness *l, uint32_t block)
{
	struct block_bits *b = &l->bits[block];
	if (!b->is_touched) {
		b->is_touched = true;
		ARRAY_GROW(l->touched, l->touched_count, l->touched_capacity);
		l->touched[l->touched_count++] = block;
	}
	return b;
}

/* The walk takes the last pending block first, so that what loops bring to a block is gathered
 * before it is passed on to the predecessors. A block is in the heap at most once. */
static void heap_push(struct liveness *l, uint32_t block)
{
	ARRAY_GROW(l->heap, l->heap_count, l->heap_capacity);
	size_t i = l->heap_count++;
	for (; i != 0 && l->heap[(i - 1) / 2] < block; i = (i - 1) / 2)
		l->heap[i] = l->heap[(i - 1) / 2];
	l->heap[i] = block;
}

static uint32_t heap_pop(struct liveness *l)
{
	uint32_t top = l->heap[0], last = l->heap[--l->heap_count];
	size_t i = 0;
	for (size_t child = 1; child < l->heap_count; child = 2 * i + 1) {
		if (child + 1 < l->heap_count && l->heap[child + 1] > l->heap[child])
			child++;
		if (l->heap[child] <= last)
			break;
		l->heap[i] = l->heap[child];
		i = child;
	}
	l->heap[i] = last;
	return top;
}

static void enter(struct liveness *l, uint32_t block, uint64_t regs)
{
	struct block_bits *b = touch(l, block);
	regs &= ~b->live_in;
	if (regs == 0)
		return;
	b->live_in |= regs;
	if (b->pending == 0)
		heap_push(l, block);
	b->pending |= regs;
}

static void walk_back(struct liveness *l)
{
	while (l->heap_count != 0) {
		uint32_t block = heap_pop(l);
		const struct hir_block *b = &l->cfg->blocks[block];
		uint64_t regs = l->bits[block].pending;
		l->bits[block].pending = 0;
		for (uint32_t i = 0; i < b->pred_count; i++) {
			struct block_bits *pred = touch(l, b->preds[i]);
			pred->live_out |= regs;
			enter(l, b->preds[i], regs & ~pred->writes);
		}
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

static void sort_touched(struct liveness *l)
{
	enum { DENSE = 8 };
	uint32_t low = UINT32_MAX, high = 0;
	for (size_t i = 0; i < l->touched_count; i++) {
		low = l->touched[i] < low ? l->touched[i] : low;
		high = l->touched[i] > high ? l->touched[i] : high;
	}
	if (l->touched_count < (high - low) / DENSE) {
		qsort(l->touched, l->touched_count, sizeof *l->touched, by_number);
		return;
	}
	l->touched_count = 0;
	for (uint32_t block = low; block <= high; block++)
		if (l->bits[block].is_touched)
			l->touched[l->touched_count++] = block;
}

static void extend_all(struct liveness *l, const uint32_t *regs, uint64_t set, uint32_t position)
{
	for (unsigned i = 0; set != 0; i++, set >>= 1)
		if ((set & 1) != 0)
			extend(&l->intervals[regs[i]], position);
}

/* Extends the interval of each register to the top of the first block where it is live-in and to
 * the end of the last one where it is live-out. */
static void extend_over_blocks(struct liveness *l, const uint32_t *regs)
{
	uint64_t rest = UINT64_MAX;
	if (l->touched_count == 0)
		return;
	sort_touched(l);
	for (size_t i = 0; i < l->touched_count && rest != 0; i++) {
		uint64_t found = l->bits[l->touched[i]].live_in & rest;
		extend_all(l, regs, found, (uint32_t)l->cfg->blocks[l->touched[i]].first * 2);
		rest &= ~found;
	}
	rest = UINT64_MAX;
	for (size_t i = l->touched_count; i-- > 0 && rest != 0;) {
		uint64_t found = l->bits[l->touched[i]].live_out & rest;
		extend_all(l, regs, found, (uint32_t)l->cfg->blocks[l->touched[i]].end * 2 - 1);
		rest &= ~found;
	}
}

static void explore(struct liveness *l, const uint32_t *regs, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		for (uint32_t s = l->first_site[regs[i]]; s != 0; s = l->sites[s - 1].next)
			if (l->sites[s - 1].writes)
				touch(l, l->sites[s - 1].block)->writes |= UINT64_C(1) << i;
	for (unsigned i = 0; i < count; i++)
		for (uint32_t s = l->first_site[regs[i]]; s != 0; s = l->sites[s - 1].next)
			if (l->sites[s - 1].exposed)
				enter(l, l->sites[s - 1].block, UINT64_C(1) << i);
	walk_back(l);
	extend_over_blocks(l, regs);
	for (size_t i = 0; i < l->touched_count; i++)
		l->bits[l->touched[i]] = (struct block_bits){0};
	l->touched_count = 0;
}

static bool is_exposed(const struct liveness *l, uint32_t reg)
{
	uint32_t s = l->first_site[reg];
	while (s != 0 && !l->sites[s - 1].exposed)
		s = l->sites[s - 1].next;
	return s != 0;
}

static void explore_all(struct liveness *l, uint32_t reg_count)
{
	uint32_t batch[BATCH];
	unsigned count = 0;
	for (uint32_t r = 1; r < reg_count; r++) {
		if (!is_exposed(l, r))
			continue;
		batch[count++] = r;
		if (count == BATCH) {
			explore(l, batch, count);
			count = 0;
		}
	}
	explore(l, batch, count);
}

struct hir_interval *hir_liveness(const struct hir_func *f, const struct hir_cfg *g)
{
	struct liveness l = {.cfg = g};
	l.intervals = mem_new(f->reg_count, sizeof *l.intervals);
	l.first_site = mem_new(f->reg_count, sizeof *l.first_site);
	l.last_site = mem_new(f->reg_count, sizeof *l.last_site);
	l.bits = mem_new(g->block_count + 1, sizeof *l.bits);
	for (uint32_t r = 0; r < f->reg_count; r++)
		l.intervals[r] = (struct hir_interval){.reg = r, .first = UINT32_MAX, .last = 0};
	scan(&l, f);
	explore_all(&l, (uint32_t)f->reg_count);
	mem_free(l.sites);
	mem_free(l.first_site);
	mem_free(l.last_site);
	mem_free(l.bits);
	mem_free(l.touched);
	mem_free(l.heap);
	return l.intervals;
}
