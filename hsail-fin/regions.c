/* Regions: the kernel's entry and every block after a barrier start one; it holds all blocks
 * reachable from there without crossing a barrier. Tails shared by regions are in each of them. */
#include "regions.h"

static void add_region(struct fin_function *f, struct fin_regions *rs, struct fin_block *entry)
{
	if (rs->of_entry[entry->index] != UINT32_MAX)
		return;
	rs->of_entry[entry->index] = rs->count;
	rs->regions[rs->count++] = (struct fin_region){
		.entry = entry, .blocks = fin_bits_new(f->module->arena, f->block_count)};
}

static void fill_region(struct fin_function *f, struct fin_region *r)
{
	struct fin_block **stack = mem_new(f->block_count, sizeof *stack);
	size_t depth = 0;

	stack[depth++] = r->entry;
	fin_bits_add(&r->blocks, r->entry->index);
	while (depth > 0) {
		const struct fin_block *b = stack[--depth];

		r->may_wait |= b->term.kind == FIN_TERM_BARRIER;
		if (b->term.kind == FIN_TERM_BARRIER)
			continue;
		for (uint32_t k = 0; k < b->term.succ_count; k++) {
			struct fin_block *s = b->term.succ[k];

			if (!fin_bits_has(&r->blocks, s->index)) {
				fin_bits_add(&r->blocks, s->index);
				stack[depth++] = s;
			}
		}
	}
	free(stack);
}

static void fill_context(struct fin_function *f, struct fin_region *r, const struct fin_bits *live)
{
	const struct fin_block *b = r->entry;
	uint32_t n = 0;

	for (size_t g = 0; g < f->reg_count; g++)
		r->context_count += fin_bits_has(live, g);
	r->context_count += b->phi_count;
	r->context = ARENA_ARRAY(f->module->arena, uint32_t, r->context_count);
	for (size_t g = 0; g < f->reg_count; g++)
		if (fin_bits_has(live, g))
			r->context[n++] = (uint32_t)g;
	for (uint32_t k = 0; k < b->phi_count; k++)
		r->context[n++] = b->phis[k].reg;
}

/* What a context register needs: itself, and when it is computed again, nothing else that is not
 * computed again too (remat.c only follows such registers). */
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

static uint64_t slot_bytes(const struct fin_function *f, uint32_t reg)
{
	return f->regs[reg].bits <= 8 ? 1 : f->regs[reg].bits / 8;
}

/* Slots of all per-item context registers, the largest first so that each array is aligned. */
static void place_slots(struct fin_function *f, struct fin_regions *rs)
{
	struct fin_bits wanted = fin_bits_new(f->module->arena, f->reg_count);

	rs->slot = ARENA_ARRAY(f->module->arena, uint64_t, f->reg_count);
	for (uint32_t r = 1; r < rs->count; r++)
		for (uint32_t k = 0; k < rs->regions[r].context_count; k++)
			if (rs->kind[rs->regions[r].context[k]] == FIN_CONTEXT_ITEM)
				fin_bits_add(&wanted, rs->regions[r].context[k]);
	for (uint64_t bytes = 16; bytes > 0; bytes /= 2)
		for (uint32_t g = 0; g < f->reg_count; g++)
			if (fin_bits_has(&wanted, g) && slot_bytes(f, g) == bytes) {
				rs->slot[g] = rs->item_bytes;
				rs->item_bytes += bytes;
			}
	if (rs->retires)
		rs->done_slot = rs->item_bytes++;
}

void fin_regions_find(struct fin_function *f, struct fin_regions *rs)
{
	*rs = (struct fin_regions){0};
	rs->regions = ARENA_ARRAY(f->module->arena, struct fin_region, f->block_count + 1);
	rs->of_entry = ARENA_ARRAY(f->module->arena, uint32_t, f->block_count);
	memset(rs->of_entry, 0xff, f->block_count * sizeof *rs->of_entry);
	add_region(f, rs, f->blocks[0]);
	for (size_t k = 0; k < f->block_count; k++)
		if (f->blocks[k]->term.kind == FIN_TERM_BARRIER)
			add_region(f, rs, f->blocks[k]->term.succ[0]);
	for (uint32_t r = 0; r < rs->count; r++)
		fill_region(f, &rs->regions[r]);
}

void fin_regions(struct fin_function *f, struct fin_regions *rs)
{
	struct fin_liveness live;
	struct fin_uniformity u;

	fin_regions_find(f, rs);
	fin_liveness(f, &live);
	fin_uniform(f, &u);
	for (uint32_t r = 0; r < rs->count; r++)
		fill_context(f, &rs->regions[r], &live.in[rs->regions[r].entry->index]);
	rs->retires = fin_some_retire(f, &u);
	choose_kinds(f, rs, &u);
	place_slots(f, rs);
}
