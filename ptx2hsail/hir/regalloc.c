/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file assigns HSAIL's registers to live intervals by linear scan. There are at most 128
 * registers of class c, and s + 2d + 4q <= 2048, where each class counts as its highest number used
 * (PRM 4.7). Any assignment will do, because the finalizer rebuilds SSA form; but a copy gets the
 * register of its source where that is free, so that it can be dropped. */
#include <stdlib.h>

#include "hir/blocks.h"
#include "hir/live_registers.h"
#include "hir/regalloc.h"
#include "hir/spill.h"

enum { KINDS = 4, MAX_CONTROL = 128, MAX_UNITS = 2048, NO_NUMBER = UINT16_MAX };
static const uint8_t units_of[KINDS] = {0, 1, 2, 4};

struct allocator {
	struct hir_func *f;
	struct hir_interval **active; /* a heap whose top is the interval that ends first */
	size_t active_count, active_capacity;
	bool free[KINDS][MAX_UNITS];
	uint16_t lowest_free[KINDS]; /* no number below this one is free */
	uint16_t used[KINDS];        /* highest number used + 1 */
	bool *spilled;
	bool any_spilled;
};

static int by_first(const void *a, const void *b)
{
	const struct hir_interval *x = a, *y = b;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->reg < y->reg ? -1 : x->reg > y->reg;
}

static void heap_swap(struct allocator *a, size_t i, size_t j)
{
	struct hir_interval *t = a->active[i];
	a->active[i] = a->active[j];
	a->active[j] = t;
}

static void heap_push(struct allocator *a, struct hir_interval *v)
{
	ARRAY_GROW(a->active, a->active_count, a->active_capacity);
	size_t i = a->active_count++;
	a->active[i] = v;
	while (i != 0 && a->active[(i - 1) / 2]->last > a->active[i]->last) {
		heap_swap(a, i, (i - 1) / 2);
		i = (i - 1) / 2;
	}
}

static void heap_sink(struct allocator *a, size_t i)
{
	for (;;) {
		size_t least = i;
		for (size_t child = 2 * i + 1; child <= 2 * i + 2; child++)
			if (child < a->active_count &&
				a->active[child]->last < a->active[least]->last)
				least = child;
		if (least == i)
			return;
		heap_swap(a, i, least);
		i = least;
	}
}

static void heap_remove(struct allocator *a, size_t i)
{
	a->active[i] = a->active[--a->active_count];
	if (i == a->active_count)
		return;
	while (i != 0 && a->active[(i - 1) / 2]->last > a->active[i]->last) {
		heap_swap(a, i, (i - 1) / 2);
		i = (i - 1) / 2;
	}
	heap_sink(a, i);
}

static void give_back(struct allocator *a, const struct hir_interval *v)
{
	const struct hir_reg *r = &a->f->regs[v->reg];
	a->free[r->kind][r->number] = true;
	if (r->number < a->lowest_free[r->kind])
		a->lowest_free[r->kind] = r->number;
}

/* Ends the intervals before `position`. A register whose last read is in the entry that first
 * writes another one may share its number, because reads precede writes. */
static void expire(struct allocator *a, uint32_t position)
{
	while (a->active_count != 0 && a->active[0]->last < position) {
		give_back(a, a->active[0]);
		heap_remove(a, 0);
	}
}

static bool may_widen(const struct allocator *a, uint8_t kind)
{
	if (kind == BRIG_REGISTER_KIND_CONTROL)
		return a->used[kind] < MAX_CONTROL;
	unsigned units = units_of[kind];
	for (unsigned k = 1; k < KINDS; k++)
		units += (unsigned)a->used[k] * units_of[k];
	return units <= MAX_UNITS;
}

static uint16_t take(struct allocator *a, uint8_t kind, uint32_t hint)
{
	if (hint != HIR_NO_REG && a->f->regs[hint].kind == kind) {
		uint16_t n = a->f->regs[hint].number;
		if (n < a->used[kind] && a->free[kind][n]) {
			a->free[kind][n] = false;
			return n;
		}
	}
	uint16_t n = a->lowest_free[kind];
	while (n < a->used[kind] && !a->free[kind][n])
		n++;
	a->lowest_free[kind] = n;
	if (n == a->used[kind]) {
		if (!may_widen(a, kind))
			return NO_NUMBER;
		a->used[kind]++;
	}
	a->free[kind][n] = false;
	return n;
}

/* Returns the index of the active interval of the class that ends last, or SIZE_MAX. Spilling
 * another class could make room too, as s, d and q share their units, but only a register of the
 * same class frees a number at once. */
static size_t pick_victim(const struct allocator *a, uint8_t kind)
{
	size_t best = SIZE_MAX;
	for (size_t i = 0; i < a->active_count; i++) {
		const struct hir_reg *r = &a->f->regs[a->active[i]->reg];
		if (r->kind != kind || r->no_spill)
			continue;
		if (best == SIZE_MAX || a->active[i]->last > a->active[best]->last)
			best = i;
	}
	return best;
}

static void spill(struct allocator *a, uint32_t reg)
{
	a->spilled[reg] = true;
	a->any_spilled = true;
}

static void place(struct allocator *a, struct hir_interval *v)
{
	struct hir_reg *r = &a->f->regs[v->reg];
	uint16_t n = take(a, r->kind, v->hint);
	if (n == NO_NUMBER) {
		size_t victim = pick_victim(a, r->kind);
		bool keep =
			victim != SIZE_MAX && (r->no_spill || a->active[victim]->last > v->last);
		if (!keep) {
			if (r->no_spill)
				BUG("no register for spill code");
			spill(a, v->reg);
			return;
		}
		struct hir_interval *loser = a->active[victim];
		spill(a, loser->reg);
		n = a->f->regs[loser->reg].number;
		heap_remove(a, victim);
	}
	r->number = n;
	heap_push(a, v);
}

/* Tries to give all registers numbers. Returns false when some found none; spilled[] then names
 * those to spill. */
static bool attempt(struct hir_func *f, bool *spilled)
{
	struct hir_cfg g;
	hir_cfg_build(&g, f);
	struct hir_interval *intervals = hir_liveness(f, &g);
	hir_cfg_release(&g);
	qsort(intervals, f->reg_count, sizeof *intervals, by_first);
	struct allocator *a = mem_new(1, sizeof *a);
	a->f = f;
	a->spilled = spilled;
	for (size_t i = 0; i < f->reg_count; i++) {
		if (intervals[i].first == UINT32_MAX)
			break; /* the remaining registers are never accessed */
		expire(a, intervals[i].first);
		place(a, &intervals[i]);
	}
	bool ok = !a->any_spilled;
	mem_free(a->active);
	mem_free(a);
	mem_free(intervals);
	return ok;
}

void hir_allocate(struct hir_func *f, struct hir_protos *protos)
{
	for (;;) {
		size_t count = f->reg_count;
		bool *spilled = mem_new(count, sizeof *spilled);
		bool ok = attempt(f, spilled);
		if (!ok)
			hir_spill(f, spilled, protos);
		mem_free(spilled);
		if (ok)
			return;
	}
}

void hir_drop_copies(struct hir_func *f)
{
	size_t kept = 0;
	for (size_t i = 0; i < f->entry_count; i++) {
		const struct hir_entry *e = &f->entries[i];
		const struct hir_op *o = e->u.inst.ops;
		bool same = e->kind == HIR_INST &&
		            e->u.inst.proto->inst.opcode == BRIG_OPCODE_MOV &&
		            o[0].kind == HIR_OP_REG && o[1].kind == HIR_OP_REG &&
		            f->regs[o[0].u.reg].kind == f->regs[o[1].u.reg].kind &&
		            f->regs[o[0].u.reg].number == f->regs[o[1].u.reg].number;
		if (!same)
			f->entries[kept++] = *e;
	}
	f->entry_count = kept;
}
