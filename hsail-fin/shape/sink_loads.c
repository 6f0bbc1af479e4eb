/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads that only one side of a branch needs go there. A gather takes as long as its loads one
 * after the other, and the side is often run by few lanes, or by none. Only loads whose addresses
 * vary go: one of consecutive elements is cheaper for all lanes than for some. */
#include "ir/lowering.h"
#include "shape/shapes.h"

struct pass {
	struct fin_function *f;
	const struct fin_shapes *s;
	const struct fin_flow *flows;
	uint32_t region_count;
	/* by register: a block that reads it, and whether there are several, or a phi */
	const struct fin_block **reader;
	bool *several;
};

static void note(struct pass *p, uint32_t reg, const struct fin_block *b)
{
	p->several[reg] |= b == NULL || (p->reader[reg] != NULL && p->reader[reg] != b);
	p->reader[reg] = b;
}

static void find_readers(struct pass *p)
{
	const struct fin_function *f = p->f;
	uint32_t regs[FIN_MAX_REGS];

	for (size_t k = 0; k < f->block_count; k++) {
		const struct fin_block *b = f->blocks[k];

		for (uint32_t n = 0; n < b->phi_count; n++)
			for (uint32_t e = 0; e < b->pred_count; e++)
				note(p, b->phis[n].from[e], NULL);
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
				note(p, regs[n - 1], b);
		if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
			note(p, b->term.value.reg, b);
	}
}

/* Whether both blocks are in the same loops. What a loop computes is kept for lanes that have left
 * it only if it was known to be needed there. */
static bool are_together(const struct pass *p, const struct fin_block *a, const struct fin_block *b)
{
	for (uint32_t k = 0; k < p->region_count; k++) {
		const struct fin_flow *w = &p->flows[k];
		uint32_t x = fin_position(&w->position, a->index),
			 y = fin_position(&w->position, b->index);

		if (x == FIN_NOWHERE)
			continue;
		if (y == FIN_NOWHERE || w->dispatched || w->loop_of[x] != w->loop_of[y])
			return false;
	}
	return true;
}

/* The side of the branch behind `b` to which a load can go, or NULL. */
static struct fin_block *side_of(const struct pass *p, const struct fin_block *b,
	const struct fin_inst *i)
{
	const struct fin_shapes *s = p->s;
	uint32_t regs[FIN_MAX_REGS];

	if (i->lowering != ISA_LOWER_LOAD || !fin_is_access(i) || !i->operands[1].has_reg ||
		fin_inst_defs(i, regs) != 1 || p->several[regs[0]] ||
		s->of[i->operands[1].reg].kind != FIN_SHAPE_VARYING ||
		s->of[regs[0]].kind != FIN_SHAPE_VARYING || s->def[regs[0]] != i)
		return NULL;
	for (uint32_t k = 0; k < b->term.succ_count; k++)
		if (b->term.succ[k] == p->reader[regs[0]] && b->term.succ[k]->pred_count == 1 &&
			are_together(p, b, b->term.succ[k]))
			return b->term.succ[k];
	return NULL;
}

static void move(struct fin_block *from, struct fin_inst *before, struct fin_block *to)
{
	struct fin_inst *i = before == NULL ? from->first : before->next;

	if (before == NULL)
		from->first = i->next;
	else
		before->next = i->next;
	if (from->last == i)
		from->last = before;
	i->next = to->first;
	to->first = i;
	if (to->last == NULL)
		to->last = i;
}

/* Moves what can be moved from behind the last instruction that may write memory. */
static void sink_from(struct pass *p, struct fin_block *b)
{
	struct fin_inst *before = NULL, *i;

	for (i = b->first; i != NULL; i = i->next)
		if (fin_may_write(i))
			before = i;
	for (i = before == NULL ? b->first : before->next; i != NULL;) {
		struct fin_inst *next = i->next;
		struct fin_block *to = side_of(p, b, i);

		if (to != NULL)
			move(b, before, to);
		else
			before = i;
		i = next;
	}
}

void fin_sink_loads(struct fin_function *f, const struct fin_shapes *s,
	const struct fin_flow *flows, uint32_t region_count)
{
	struct pass p = {.f = f, .s = s, .flows = flows, .region_count = region_count};

	/* where work-items are in order, loads come before what is stored behind a branch */
	if (f->module->profile != NULL || f->module->step_by_step || f->in_order)
		return;
	p.reader = ARENA_ARRAY(f->module->arena, const struct fin_block *, f->reg_count);
	p.several = ARENA_ARRAY(f->module->arena, bool, f->reg_count);
	find_readers(&p);
	for (size_t k = 0; k < f->block_count; k++)
		if (f->blocks[k]->term.kind == FIN_TERM_CBR)
			sink_from(&p, f->blocks[k]);
}
