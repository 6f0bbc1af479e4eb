/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Liveness of one register after the other: from the blocks that read it, backwards to those that
 * write it. For all registers together this takes time in proportion to the length of their live
 * ranges, where sets of registers by block would take blocks times registers. A phi's source is
 * read at the end of the predecessor that it comes from; the phi's register is not live at the
 * start of its own block. */
#include "regions/regions.h"
#include "ir/cfg.h"

struct collection {
	struct fin_live *l;
	size_t cap;
	size_t *last;      /* by register: its last access in fin_live.accesses, + 1 */
	uint32_t *reached; /* by block: 1 + the last block whose edges to it have been looked at */
	uint32_t block;
};

static struct fin_reg_access *access_of(struct collection *c, uint32_t reg)
{
	struct fin_live *l = c->l;

	if (c->last[reg] == 0 || l->accesses[c->last[reg] - 1].block != c->block) {
		ARRAY_GROW(l->accesses, l->access_count, c->cap);
		l->accesses[l->access_count++] =
			(struct fin_reg_access){.reg = reg, .block = c->block};
		c->last[reg] = l->access_count;
	}
	return &l->accesses[c->last[reg] - 1];
}

static void note_read(struct collection *c, uint32_t reg)
{
	struct fin_reg_access *a = access_of(c, reg);

	a->reads |= !a->writes;
}

/* Notes that the end of `b` reads the sources of phis in its successors. */
static void note_phi_sources(struct collection *c, const struct fin_block *b)
{
	for (uint32_t k = 0; k < b->term.succ_count; k++) {
		const struct fin_block *to = b->term.succ[k];

		if (!fin_may_take(&b->term, k) || c->reached[to->index] == b->index + 1)
			continue;
		c->reached[to->index] = b->index + 1;
		for (uint32_t i = 0; i < to->phi_count; i++)
			note_read(c, fin_phi_source(&to->phis[i], to, b));
	}
}

static void note_block(struct collection *c, const struct fin_block *b)
{
	uint32_t regs[FIN_MAX_REGS];

	c->block = b->index;
	for (uint32_t k = 0; k < b->phi_count; k++)
		access_of(c, b->phis[k].reg)->writes = true;
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		for (unsigned n = fin_inst_uses(i, regs), k = 0; k < n; k++)
			note_read(c, regs[k]);
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
			access_of(c, regs[n - 1])->writes = true;
	}
	if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
		note_read(c, b->term.value.reg);
	note_phi_sources(c, b);
}

static void sort_by_register(struct fin_live *l)
{
	size_t regs = l->f->reg_count;

	l->of_reg = mem_new(regs + 2, sizeof *l->of_reg);
	l->by_reg = mem_new(l->access_count + 1, sizeof *l->by_reg);
	for (size_t k = 0; k < l->access_count; k++)
		l->of_reg[l->accesses[k].reg + 2]++;
	for (size_t r = 2; r < regs + 2; r++)
		l->of_reg[r] += l->of_reg[r - 1];
	for (size_t k = 0; k < l->access_count; k++)
		l->by_reg[l->of_reg[l->accesses[k].reg + 1]++] = k;
}

void fin_live_init(struct fin_live *l, const struct fin_function *f)
{
	struct collection c = {.l = l,
		.last = mem_new(f->reg_count + 1, sizeof *c.last),
		.reached = mem_new(f->block_count, sizeof *c.reached)};

	*l = (struct fin_live){.f = f,
		.of_block = mem_new(f->block_count + 1, sizeof *l->of_block),
		.mark = mem_new(f->block_count, sizeof *l->mark),
		.writes = mem_new(f->block_count, sizeof *l->writes),
		.blocks = mem_new(f->block_count, sizeof *l->blocks)};
	for (size_t k = 0; k < f->block_count; k++) {
		l->of_block[k] = l->access_count;
		note_block(&c, f->blocks[k]);
	}
	l->of_block[f->block_count] = l->access_count;
	mem_free(c.reached);
	mem_free(c.last);
	sort_by_register(l);
}

void fin_live_release(struct fin_live *l)
{
	mem_free(l->blocks);
	mem_free(l->writes);
	mem_free(l->mark);
	mem_free(l->by_reg);
	mem_free(l->of_reg);
	mem_free(l->of_block);
	mem_free(l->accesses);
}

static bool may_go(const struct fin_block *from, const struct fin_block *to)
{
	if (from->term.kind != FIN_TERM_CBR)
		return true;
	return (from->term.succ[0] == to && fin_may_take(&from->term, 0)) ||
	       (from->term.succ[1] == to && fin_may_take(&from->term, 1));
}

static void add_block(struct fin_live *l, uint32_t block)
{
	if (l->mark[block] == l->now)
		return;
	l->mark[block] = l->now;
	l->blocks[l->count++] = block;
}

void fin_live_of(struct fin_live *l, uint32_t reg)
{
	l->now++;
	l->count = 0;
	for (size_t k = l->of_reg[reg]; k < l->of_reg[reg + 1]; k++) {
		const struct fin_reg_access *a = &l->accesses[l->by_reg[k]];

		if (a->writes)
			l->writes[a->block] = l->now;
		if (a->reads)
			add_block(l, a->block);
	}
	for (uint32_t n = 0; n < l->count; n++) {
		const struct fin_block *b = l->f->blocks[l->blocks[n]];

		for (uint32_t p = 0; p < b->pred_count; p++)
			if (l->writes[b->preds[p]->index] != l->now && may_go(b->preds[p], b))
				add_block(l, b->preds[p]->index);
	}
}
