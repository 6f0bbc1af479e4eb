/* Live intervals by walking back from each use that its block does not define (path exploration):
 * work is proportional to the blocks a register is live in, so it grows linearly for real code. */
#include <stdlib.h>

#include "hir_impl.h"

/* An access of a register as a whole in one block, in the order of the blocks. */
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
	uint32_t *first_site; /* per register: index + 1 */
	uint32_t *last_site;
	uint32_t block; /* of the scan */
	uint32_t entry;
	uint32_t *live_stamp;  /* per block: register last marked live-in */
	uint32_t *write_stamp; /* per block: register last known to be written there */
	uint32_t *stack;
	size_t stack_count, stack_capacity;
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

static void push_live_in(struct liveness *l, uint32_t reg, uint32_t block)
{
	if (l->live_stamp[block] == reg)
		return;
	l->live_stamp[block] = reg;
	extend(&l->intervals[reg], (uint32_t)l->cfg->blocks[block].first * 2);
	ARRAY_GROW(l->stack, l->stack_count, l->stack_capacity);
	l->stack[l->stack_count++] = block;
}

static void explore(struct liveness *l, uint32_t reg)
{
	for (uint32_t s = l->first_site[reg]; s != 0; s = l->sites[s - 1].next)
		if (l->sites[s - 1].writes)
			l->write_stamp[l->sites[s - 1].block] = reg;
	for (uint32_t s = l->first_site[reg]; s != 0; s = l->sites[s - 1].next)
		if (l->sites[s - 1].exposed)
			push_live_in(l, reg, l->sites[s - 1].block);
	while (l->stack_count != 0) {
		const struct hir_block *b = &l->cfg->blocks[l->stack[--l->stack_count]];
		for (uint32_t i = 0; i < b->pred_count; i++) {
			uint32_t pred = b->preds[i];
			extend(&l->intervals[reg], (uint32_t)l->cfg->blocks[pred].end * 2 - 1);
			if (l->write_stamp[pred] != reg)
				push_live_in(l, reg, pred);
		}
	}
}

struct hir_interval *hir_liveness(const struct hir_func *f, const struct hir_cfg *g)
{
	struct liveness l = {.cfg = g};
	l.intervals = mem_new(f->reg_count, sizeof *l.intervals);
	l.first_site = mem_new(f->reg_count, sizeof *l.first_site);
	l.last_site = mem_new(f->reg_count, sizeof *l.last_site);
	l.live_stamp = mem_new(g->block_count + 1, sizeof *l.live_stamp);
	l.write_stamp = mem_new(g->block_count + 1, sizeof *l.write_stamp);
	for (uint32_t r = 0; r < f->reg_count; r++)
		l.intervals[r] = (struct hir_interval){.reg = r, .first = UINT32_MAX, .last = 0};
	scan(&l, f);
	for (uint32_t r = 1; r < f->reg_count; r++)
		explore(&l, r);
	free(l.sites);
	free(l.first_site);
	free(l.last_site);
	free(l.live_stamp);
	free(l.write_stamp);
	free(l.stack);
	return l.intervals;
}
