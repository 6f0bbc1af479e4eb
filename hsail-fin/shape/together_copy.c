/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the copies of loops that run as long as all lanes do (together.h):
 *
 *     before:  go to start; code that has no copy goes to apart
 *     start:   go to the copy
 *     copy:    the loop's blocks, but for the last: if all lanes stay, it goes on in the copy, else
 *              to end
 *     end:     if no lane stays, it goes out, else to part
 *     part:    as the last block of the loop: lanes that stay go to rest, the others out
 *     rest:    phis get what they get from one iteration to the next
 *     apart:   phis get what they get where the loop begins
 *     enter:   go to the loop as it was
 *
 * A loop that is left where it begins does that again for those that stay. Registers keep their
 * names, so they have several definitions then, and fin_ssa() gives them new names. */
#include "shape/align_maker.h"
#include "shape/block_origins.h"
#include "shape/together.h"
#include "ir/cfg.h"

struct copier {
	struct fin_maker m;
	const struct fin_together_loop *l;
	struct fin_block *start, *end, *part, *rest, *apart, *enter;
	uint32_t *first; /* by phi of the header: what it gets there */
};

static struct fin_inst *copy_inst(const struct fin_maker *m, const struct fin_inst *i)
{
	struct arena *a = m->f->module->arena;
	struct fin_inst *copy = ARENA_NEW(a, struct fin_inst);

	*copy = *i;
	copy->next = NULL;
	copy->operands = ARENA_ARRAY(a, struct fin_operand, i->operand_count);
	memcpy(copy->operands, i->operands, i->operand_count * sizeof *i->operands);
	return copy;
}

static void copy_phis(const struct fin_maker *m, const struct fin_block *b)
{
	struct fin_block *to = b->copy;

	to->phi_count = b->phi_count;
	if (b->phi_count == 0)
		return;
	to->phis = ARENA_ARRAY(m->f->module->arena, struct fin_phi, b->phi_count);
	memcpy(to->phis, b->phis, b->phi_count * sizeof *b->phis);
	for (uint32_t i = 0; i < b->phi_count; i++) {
		to->phis[i].from = ARENA_ARRAY(m->f->module->arena, uint32_t, b->pred_count);
		memcpy(to->phis[i].from, b->phis[i].from, b->pred_count * sizeof(uint32_t));
	}
}

static void copy_term(struct copier *c, const struct fin_block *b)
{
	struct fin_term *t = &b->copy->term;

	fin_term_set(c->m.f->module, b->copy, b->term.kind, b->term.succ_count);
	for (uint32_t k = 0; k < b->term.succ_count; k++)
		t->succ[k] =
			b->term.succ[k]->copy != NULL ? b->term.succ[k]->copy : b->term.succ[k];
	t->value = b->term.value;
	t->value_bits = b->term.value_bits;
	t->width = b->term.width;
	t->asks_lines = b->term.asks_lines;
	t->asks_all = b->term.asks_all;
	t->off = b->term.off;
	t->loc = b->term.loc;
}

static void copy_block(struct copier *c, const struct fin_block *b)
{
	copy_phis(&c->m, b);
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		fin_block_append(b->copy, copy_inst(&c->m, i));
	copy_term(c, b);
}

/* Ends a block by whether all lanes stay, or all leave. */
static void end_by_all(struct copier *c, struct fin_block *b, bool stay, struct fin_block *yes,
	struct fin_block *no)
{
	const struct fin_together_loop *l = c->l;
	uint32_t all;

	c->m.b = b;
	all = fin_maker_ask(&c->m, FIN_PSEUDO_ALL, l->last->term.value.reg, (l->stay == 0) == stay);
	fin_maker_end_by(&c->m, all, yes, no);
	b->term.asks_lines = false;
}

/* Lets the copy of the last block go on if all lanes do, and makes the branch by which they
 * part. */
static void make_part(struct copier *c)
{
	const struct fin_together_loop *l = c->l;
	struct fin_block *last = l->last->copy;
	struct fin_term old = last->term;

	end_by_all(c, last, true, old.succ[l->stay], c->end);
	end_by_all(c, c->end, false, l->last->term.succ[1 - l->stay], c->part);
	fin_term_set(c->m.f->module, c->part, FIN_TERM_CBR, 2);
	old.succ = c->part->term.succ;
	c->part->term = old;
	c->part->term.succ[l->stay] = c->rest;
	c->part->term.succ[1 - l->stay] = l->last->term.succ[1 - l->stay];
}

/* Gives registers what the header's phis get in the loop as it was when lanes come from `b`: at its
 * beginning, or from the copy. */
static void make_sources(struct copier *c, struct fin_block *b, bool begins)
{
	const struct fin_block *h = c->l->header;

	c->m.b = b;
	for (uint32_t i = 0; i < h->phi_count; i++) {
		const struct fin_phi *phi = &h->phis[i];
		uint32_t from = begins              ? fin_phi_source(phi, h, c->l->before)
		                : c->l->ends_behind ? fin_phi_source(phi, h, c->l->latch)
		                                    : phi->reg;

		fin_maker_move(&c->m, from, c->first[i]);
	}
	fin_maker_end(&c->m, c->enter);
}

/* Lets the loop as it was begin with these registers. */
static void enter(struct copier *c)
{
	struct fin_block *h = c->l->header;

	for (uint32_t i = 0; i < h->phi_count; i++)
		for (uint32_t p = 0; p < h->pred_count; p++)
			if (h->preds[p] == c->l->before)
				h->phis[i].from[p] = c->first[i];
	c->m.b = c->enter;
	fin_maker_end(&c->m, h);
}

static void make_before(struct copier *c)
{
	struct fin_block *b = c->l->before;

	c->m.b = c->start;
	fin_maker_end(&c->m, c->l->header->copy);
	fin_term_set(c->m.f->module, b, FIN_TERM_CBR, 2);
	b->term.succ[0] = c->start;
	b->term.succ[1] = c->apart;
	b->term.value = number(1);
	b->term.value_bits = 1;
	b->term.width = BRIG_WIDTH_ALL;
	b->term.asks_all = true;
	b->term.off = c->m.like->off;
	b->term.loc = c->m.like->loc;
}

static void make_blocks(struct copier *c, struct fin_origins *o)
{
	const struct fin_together_loop *l = c->l;

	c->start = fin_origins_add(o, l->before);
	c->end = fin_origins_add(o, l->last);
	c->part = fin_origins_add(o, l->last);
	c->rest = fin_origins_add(o, NULL);
	c->apart = fin_origins_add(o, NULL);
	c->enter = fin_origins_add(o, l->before);
	for (uint32_t k = 0; k < l->block_count; k++)
		l->blocks[k]->copy = fin_origins_add(o, l->blocks[k]);
}

static const struct fin_inst *place_of(const struct fin_together_loop *l)
{
	for (uint32_t k = 0; k < l->block_count; k++)
		if (l->blocks[k]->first != NULL)
			return l->blocks[k]->first;
	BUG("a loop does nothing");
}

static void run_together(struct fin_function *f, const struct fin_together_loop *l,
	struct fin_origins *o)
{
	struct copier c = {.m = {.f = f, .like = place_of(l)}, .l = l};

	c.first = ARENA_ARRAY(f->module->arena, uint32_t, l->header->phi_count);
	for (uint32_t i = 0; i < l->header->phi_count; i++)
		c.first[i] = fin_maker_reg(&c.m, f->regs[l->header->phis[i].reg].bits);
	make_blocks(&c, o);
	for (uint32_t k = 0; k < l->block_count; k++)
		copy_block(&c, l->blocks[k]);
	make_part(&c);
	make_sources(&c, c.rest, false);
	make_sources(&c, c.apart, true);
	enter(&c);
	make_before(&c);
	for (uint32_t k = 0; k < l->block_count; k++)
		l->blocks[k]->copy = NULL;
}

void fin_run_together(struct fin_function *f, const struct fin_together_loops *loops)
{
	struct fin_origins o = fin_origins_new(f);

	for (size_t k = 0; k < f->block_count; k++)
		f->blocks[k]->copy = NULL;
	for (size_t k = 0; k < loops->count; k++)
		run_together(f, &loops->loop[k], &o);
	fin_origins_settle(&o);
}
