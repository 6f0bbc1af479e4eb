/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks that are copies of others: see block_origins.h. */
#include "shape/block_origins.h"
#include "ir/cfg.h"

static void note(struct fin_origins *o, struct fin_block *origin)
{
	ARRAY_GROW(o->of, o->count, o->cap);
	o->of[o->count++] = origin;
}

struct fin_origins fin_origins_new(struct fin_function *f)
{
	struct fin_origins o = {.f = f};

	for (size_t k = 0; k < f->block_count; k++)
		note(&o, f->blocks[k]);
	return o;
}

struct fin_block *fin_origins_add(struct fin_origins *o, struct fin_block *origin)
{
	struct fin_block *b = fin_block_new(o->f);

	note(o, origin != NULL ? origin : b);
	return b;
}

/* What a block's phis were before there were copies. */
struct old_phis {
	struct fin_block **preds;
	uint32_t pred_count;
};

static void fill_phis(struct fin_function *f, struct fin_block *b, const struct old_phis *old,
	struct fin_block *const *original)
{
	for (uint32_t i = 0; i < b->phi_count; i++) {
		uint32_t *from = ARENA_ARRAY(f->module->arena, uint32_t, b->pred_count);

		for (uint32_t p = 0; p < b->pred_count; p++) {
			const struct fin_block *pred = original[b->preds[p]->index];
			uint32_t k = 0;

			while (old->preds[k] != pred)
				k++;
			from[p] = b->phis[i].from[k];
		}
		b->phis[i].from = from;
	}
}

void fin_origins_settle(struct fin_origins *o)
{
	struct fin_function *f = o->f;
	struct arena *a = f->module->arena;
	struct fin_block **all = ARENA_ARRAY(a, struct fin_block *, o->count), **original;
	struct old_phis *old = ARENA_ARRAY(a, struct old_phis, o->count);

	for (size_t k = 0; k < o->count; k++) {
		all[k] = f->blocks[k];
		old[k] = (struct old_phis){o->of[k]->preds, o->of[k]->pred_count};
	}
	fin_cfg_renumber(f);
	original = ARENA_ARRAY(a, struct fin_block *, f->block_count);
	for (size_t k = 0; k < o->count; k++)
		original[all[k]->index] = o->of[k];
	for (size_t k = 0; k < o->count; k++)
		if (all[k]->phi_count > 0)
			fill_phis(f, all[k], &old[k], original);
	mem_free(o->of);
}
