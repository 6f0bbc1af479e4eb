/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many vectors and masks a part of a gang keeps at once in the kernel's innermost loops.
 *
 * Values that pass through a loop without being used there are left out, since they can lie in
 * memory meanwhile. So are blocks outside of such loops, unless there are no loops. */
#include "gang/pressure.h"
#include "ir/cfg.h"

struct pressure {
	const struct fin_function *f;
	const struct fin_shapes *s;
	struct fin_bits *live; /* by block: varying registers that are live at its start */
	struct fin_bits used;  /* registers that the code at hand uses */
	struct fin_pressure most;
};

static bool varies(const struct pressure *p, uint32_t reg)
{
	return p->s->of[reg].kind == FIN_SHAPE_VARYING;
}

static void find_live(struct pressure *p)
{
	const struct fin_function *f = p->f;
	struct fin_live l;

	p->live = ARENA_ARRAY(f->module->arena, struct fin_bits, f->block_count);
	for (size_t k = 0; k < f->block_count; k++)
		p->live[k] = fin_bits_new(f->module->arena, f->reg_count);
	fin_live_init(&l, f);
	for (uint32_t r = 0; r < f->reg_count; r++) {
		if (!varies(p, r))
			continue;
		fin_live_of(&l, r);
		for (uint32_t n = 0; n < l.count; n++)
			fin_bits_add(&p->live[l.blocks[n]], r);
	}
	fin_live_release(&l);
}

static void note_uses(struct pressure *p, const struct fin_block *b)
{
	uint32_t regs[FIN_MAX_REGS];

	for (uint32_t k = 0; k < b->phi_count; k++) {
		fin_bits_add(&p->used, b->phis[k].reg);
		for (uint32_t e = 0; e < b->pred_count; e++)
			fin_bits_add(&p->used, b->phis[k].from[e]);
	}
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
			fin_bits_add(&p->used, regs[n - 1]);
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
			fin_bits_add(&p->used, regs[n - 1]);
	}
}

/* What is kept at a place of a block that is walked backwards. */
struct kept {
	struct fin_bits regs;
	struct fin_pressure now;
};

/* Adds `sign` times the vectors of 32 bits for each lane, or the mask, that hold a register. */
static void count(const struct pressure *p, struct kept *k, uint32_t reg, unsigned sign)
{
	unsigned bits = p->f->regs[reg].bits;

	if (bits == 1)
		k->now.masks += sign;
	else
		k->now.vectors += sign * (bits <= 32 ? 1 : bits / 32);
}

static void keep(struct pressure *p, struct kept *k, uint32_t reg)
{
	if (!varies(p, reg) || !fin_bits_has(&p->used, reg) || fin_bits_has(&k->regs, reg))
		return;
	fin_bits_add(&k->regs, reg);
	count(p, k, reg, 1);
	if (k->now.vectors > p->most.vectors)
		p->most.vectors = k->now.vectors;
	if (k->now.masks > p->most.masks)
		p->most.masks = k->now.masks;
}

static void forget(struct pressure *p, struct kept *k, uint32_t reg)
{
	if (!fin_bits_has(&k->regs, reg))
		return;
	fin_bits_remove(&k->regs, reg);
	count(p, k, reg, (unsigned)-1);
}

static void keep_for_successors(struct pressure *p, struct kept *k, const struct fin_block *b)
{
	size_t n = p->f->reg_count;

	for (uint32_t s = 0; s < b->term.succ_count; s++) {
		const struct fin_block *to = b->term.succ[s];
		const struct fin_bits *live = &p->live[to->index];

		for (size_t r = fin_bits_next(live, 0, n); r < n; r = fin_bits_next(live, r + 1, n))
			keep(p, k, (uint32_t)r);
		for (uint32_t i = 0; i < to->phi_count; i++)
			keep(p, k, fin_phi_source(&to->phis[i], to, b));
	}
}

static void walk_block(struct pressure *p, const struct fin_block *b)
{
	struct kept k = {.regs = fin_bits_new(p->f->module->arena, p->f->reg_count)};
	const struct fin_inst **back;
	uint32_t regs[FIN_MAX_REGS];
	size_t n = 0;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		n++;
	back = mem_new(n + 1, sizeof *back);
	n = 0;
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		back[n++] = i;
	keep_for_successors(p, &k, b);
	while (n-- > 0) {
		for (unsigned d = fin_inst_defs(back[n], regs); d > 0; d--)
			forget(p, &k, regs[d - 1]);
		for (unsigned u = fin_inst_uses(back[n], regs); u > 0; u--)
			keep(p, &k, regs[u - 1]);
	}
	mem_free(back);
}

/* Looks at the blocks from position `first` to `last`. */
static void walk(struct pressure *p, const struct fin_flow *w, uint32_t first, uint32_t last)
{
	p->used = fin_bits_new(p->f->module->arena, p->f->reg_count);
	for (uint32_t k = first; k <= last; k++)
		note_uses(p, w->order[k]);
	for (uint32_t k = first; k <= last; k++)
		walk_block(p, w->order[k]);
}

static bool is_innermost(const struct fin_flow *w, uint32_t loop)
{
	for (uint32_t l = 0; l < w->loop_count; l++)
		if (w->loops[l].parent == loop)
			return false;
	return true;
}

struct fin_pressure fin_pressure_of(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_flow *flows, uint32_t region_count)
{
	struct pressure p = {.f = f, .s = s};
	bool has_loops = false;

	find_live(&p);
	for (uint32_t r = 0; r < region_count; r++)
		for (uint32_t l = 0; l < flows[r].loop_count; l++) {
			has_loops = true;
			if (is_innermost(&flows[r], l))
				walk(&p, &flows[r], flows[r].loops[l].header,
					flows[r].loops[l].last);
		}
	for (uint32_t r = 0; !has_loops && r < region_count; r++)
		walk(&p, &flows[r], 0, flows[r].count - 1);
	return p.most;
}
