/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the regions: the kernel's entry and every block after a barrier start one, which holds all
 * blocks reachable from there without crossing a barrier. A block that several regions reach is in
 * each of them. */
#include "regions/regions.h"
#include "ir/bits.h"
#include "ir/worklist.h"

static void add_region(struct fin_function *f, struct fin_regions *rs, struct fin_block *entry)
{
	if (rs->of_entry[entry->index] != UINT32_MAX)
		return;
	rs->of_entry[entry->index] = rs->count;
	rs->regions[rs->count++] = (struct fin_region){
		.entry = entry, .blocks = fin_bits_new(f->module->arena, f->block_count)};
}

static void fill_region(const struct fin_function *f, struct fin_region *r, uint32_t *todo)
{
	struct fin_worklist w = {.seen = r->blocks, .todo = todo};
	uint32_t at;

	fin_worklist_add(&w, r->entry->index);
	while (fin_worklist_take(&w, &at)) {
		const struct fin_block *b = f->blocks[at];

		r->may_wait |= b->term.kind == FIN_TERM_BARRIER;
		if (b->term.kind == FIN_TERM_BARRIER)
			continue;
		for (uint32_t k = 0; k < b->term.succ_count; k++)
			fin_worklist_add(&w, b->term.succ[k]->index);
	}
}

/* ---- what is kept for whom ------------------------------------------------------------------ */

static void find_live(const struct fin_function *f, struct fin_regions *rs, struct fin_live *l)
{
	for (uint32_t r = 0; r < rs->count; r++) {
		const struct fin_block *b = rs->regions[r].entry;

		rs->regions[r].live = fin_bits_new(f->module->arena, f->reg_count);
		for (uint32_t k = 0; k < b->phi_count; k++)
			fin_bits_add(&rs->regions[r].live, b->phis[k].reg);
	}
	for (uint32_t reg = 0; reg < f->reg_count; reg++) {
		fin_live_of(l, reg);
		for (uint32_t k = 0; k < l->count; k++)
			if (rs->of_entry[l->blocks[k]] != UINT32_MAX)
				fin_bits_add(&rs->regions[rs->of_entry[l->blocks[k]]].live, reg);
	}
}

static void fill_context(const struct fin_function *f, struct fin_region *r,
	const struct fin_bits *of)
{
	for (size_t g = 0; (g = fin_bits_next(of, g, f->reg_count)) < f->reg_count; g++)
		r->context_count += fin_bits_has(&r->live, g);
	r->context = ARENA_ARRAY(f->module->arena, uint32_t, r->context_count);
	r->context_count = 0;
	for (size_t g = 0; (g = fin_bits_next(of, g, f->reg_count)) < f->reg_count; g++)
		if (fin_bits_has(&r->live, g))
			r->context[r->context_count++] = (uint32_t)g;
}

/* Finds what each region reads and writes, and from that its context. The region at the kernel's
 * start has all live registers as its context: those without a value read as 0 and get it there. */
static void find_contexts(const struct fin_function *f, struct fin_regions *rs,
	const struct fin_live *l)
{
	struct fin_bits touched = fin_bits_new(f->module->arena, f->reg_count);

	for (uint32_t r = 0; r < rs->count; r++) {
		struct fin_region *region = &rs->regions[r];

		region->writes = fin_bits_new(f->module->arena, f->reg_count);
		memset(touched.words, 0, touched.count * sizeof *touched.words);
		for (size_t k = 0;
			(k = fin_bits_next(&region->blocks, k, f->block_count)) < f->block_count;
			k++)
			for (size_t i = l->of_block[k]; i < l->of_block[k + 1]; i++) {
				fin_bits_add(&touched, l->accesses[i].reg);
				if (l->accesses[i].writes)
					fin_bits_add(&region->writes, l->accesses[i].reg);
			}
		if (r == 0)
			(void)fin_bits_union(&region->writes, &region->live);
		fill_context(f, region, r == 0 ? &region->live : &touched);
	}
}

/* Chooses how each register is kept. One that is computed again needs no others to be kept for it:
 * remat.c follows only registers that can be computed again, too. */
static void choose_kinds(struct fin_function *f, struct fin_regions *rs,
	const struct fin_uniformity *u)
{
	rs->remat = fin_rematerialisable(f);
	rs->kind = ARENA_ARRAY(f->module->arena, enum fin_context_kind, f->reg_count);
	for (size_t g = 0; g < f->reg_count; g++)
		rs->kind[g] = rs->remat[g] != NULL        ? FIN_CONTEXT_AGAIN
		              : fin_bits_has(&u->regs, g) ? FIN_CONTEXT_GROUP
		                                          : FIN_CONTEXT_ITEM;
}

/* ---- places of context registers ------------------------------------------------------------ */

static uint64_t slot_bytes(const struct fin_function *f, uint32_t reg)
{
	return f->regs[reg].bits <= 8 ? 1 : f->regs[reg].bits / 8;
}

/* By register: the regions at whose entry it is live are region[first[reg]] to region[first[reg +
 * 1] - 1]. */
struct users {
	size_t *first;
	uint32_t *region;
};

static struct users users_of(const struct fin_function *f, const struct fin_regions *rs)
{
	struct users u = {.first = mem_new(f->reg_count + 2, sizeof *u.first)};
	size_t n = f->reg_count;

	for (uint32_t r = 1; r < rs->count; r++)
		for (size_t g = 0; (g = fin_bits_next(&rs->regions[r].live, g, n)) < n; g++)
			u.first[g + 2]++;
	for (size_t g = 2; g < n + 2; g++)
		u.first[g] += u.first[g - 1];
	u.region = mem_new(u.first[n + 1] + 1, sizeof *u.region);
	for (uint32_t r = 1; r < rs->count; r++)
		for (size_t g = 0; (g = fin_bits_next(&rs->regions[r].live, g, n)) < n; g++)
			u.region[u.first[g + 1]++] = r;
	return u;
}

/* The first place of one size that is free in all of `n` regions. */
static uint32_t free_place(const struct fin_bits *used, const uint32_t *region, size_t n)
{
	for (uint32_t word = 0;; word++) {
		uint64_t taken = 0;

		for (size_t k = 0; k < n; k++)
			taken |= used[region[k]].words[word];
		if (taken != UINT64_MAX)
			return word * 64 + (unsigned)__builtin_ctzll(~taken);
	}
}

/* Gives places to the wanted registers of one size, from byte `base` on. Returns how many places
 * they take. */
static uint32_t place_size(const struct fin_function *f, const struct fin_regions *rs,
	const struct users *u, const struct fin_bits *wanted, uint64_t bytes, uint64_t base,
	uint64_t *slot)
{
	struct fin_bits *used = mem_new(rs->count, sizeof *used);
	uint32_t n = 0, places = 0;

	for (uint32_t g = 0; g < f->reg_count; g++)
		n += fin_bits_has(wanted, g) && slot_bytes(f, g) == bytes;
	for (uint32_t r = 0; n > 0 && r < rs->count; r++)
		used[r] = (struct fin_bits){mem_new(n / 64 + 1, 8), n / 64 + 1};
	for (uint32_t g = 0; n > 0 && g < f->reg_count; g++) {
		const uint32_t *in = u->region + u->first[g];
		size_t count = u->first[g + 1] - u->first[g];
		uint32_t place;

		if (!fin_bits_has(wanted, g) || slot_bytes(f, g) != bytes)
			continue;
		place = free_place(used, in, count);
		for (size_t k = 0; k < count; k++)
			fin_bits_add(&used[in[k]], place);
		slot[g] = base + place * bytes;
		places = place + 1 > places ? place + 1 : places;
	}
	for (uint32_t r = 0; n > 0 && r < rs->count; r++)
		mem_free(used[r].words);
	mem_free(used);
	return places;
}

uint64_t fin_context_places(const struct fin_function *f, const struct fin_regions *rs,
	const struct fin_bits *wanted, uint64_t *slot)
{
	enum { LARGEST = 16 };
	struct users u = users_of(f, rs);
	uint64_t total = 0;

	for (uint64_t bytes = LARGEST; bytes > 0; bytes /= 2)
		total += bytes * place_size(f, rs, &u, wanted, bytes, total, slot);
	mem_free(u.region);
	mem_free(u.first);
	return total;
}

static void place_slots(struct fin_function *f, struct fin_regions *rs)
{
	struct fin_bits wanted = fin_bits_new(f->module->arena, f->reg_count);

	rs->slot = ARENA_ARRAY(f->module->arena, uint64_t, f->reg_count);
	for (uint32_t r = 1; r < rs->count; r++)
		for (uint32_t k = 0; k < rs->regions[r].context_count; k++)
			if (rs->kind[rs->regions[r].context[k]] == FIN_CONTEXT_ITEM)
				fin_bits_add(&wanted, rs->regions[r].context[k]);
	rs->item_bytes = fin_context_places(f, rs, &wanted, rs->slot);
	if (rs->retires)
		rs->done_slot = rs->item_bytes++;
}

/* ---- all ------------------------------------------------------------------------------------ */

void fin_regions_find(struct fin_function *f, struct fin_regions *rs)
{
	uint32_t *todo = mem_new(f->block_count, sizeof *todo);

	*rs = (struct fin_regions){0};
	rs->regions = ARENA_ARRAY(f->module->arena, struct fin_region, f->block_count + 1);
	rs->of_entry = ARENA_ARRAY(f->module->arena, uint32_t, f->block_count);
	memset(rs->of_entry, 0xff, f->block_count * sizeof *rs->of_entry);
	add_region(f, rs, f->blocks[0]);
	for (size_t k = 0; k < f->block_count; k++)
		if (f->blocks[k]->term.kind == FIN_TERM_BARRIER)
			add_region(f, rs, f->blocks[k]->term.succ[0]);
	for (uint32_t r = 0; r < rs->count; r++)
		fill_region(f, &rs->regions[r], todo);
	mem_free(todo);
}

void fin_regions(struct fin_function *f, struct fin_regions *rs)
{
	struct fin_live live;
	struct fin_uniformity u;

	fin_regions_find(f, rs);
	fin_live_init(&live, f);
	find_live(f, rs, &live);
	find_contexts(f, rs, &live);
	fin_live_release(&live);
	fin_uniform(f, &u);
	rs->retires = fin_some_retire(f, &u);
	choose_kinds(f, rs, &u);
	place_slots(f, rs);
}
