/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses the loops that lanes mostly leave together: see together.h. Such a loop has one way out,
 * by a condition that would be the same in all lanes of a wave if no id were near the end. */
#include "shape/together.h"
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/limits.h"
#include "ir/lowering.h"

/* How deep conditions are looked at. */
enum { MAX_DEPTH = 8 };

struct choice {
	const struct fin_function *f;
	const struct fin_flow *w;
	const struct fin_divergence *div;
	const struct fin_shapes *s, *hoped;
	uint32_t loop;
	struct fin_together_loop l;
	struct fin_bits counted; /* phis of the header that are looked at as linear */
};

/* ---- the condition -------------------------------------------------------------------------- */

/* What lanes that have left keep varies. So a number that the loop counts is looked at as if all
 * lanes were in the loop: whether it begins with a linear number, and what is added to it is
 * one. */
static bool is_line(struct choice *c, uint32_t reg, unsigned depth);

static bool has_line_operands(struct choice *c, const struct fin_inst *i, unsigned depth)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (!is_line(c, regs[n - 1], depth - 1))
			return false;
	return true;
}

static bool is_line(struct choice *c, uint32_t reg, unsigned depth)
{
	const struct fin_inst *i = c->s->def[reg];
	const struct fin_block *h = c->l.header;

	if (c->hoped->of[reg].kind != FIN_SHAPE_VARYING || fin_bits_has(&c->counted, reg))
		return true;
	if (depth == 0)
		return false;
	for (uint32_t k = 0; k < h->phi_count; k++)
		if (h->phis[k].reg == reg) {
			fin_bits_add(&c->counted, reg);
			return is_line(c, fin_phi_source(&h->phis[k], h, c->l.before), depth - 1) &&
			       is_line(c, fin_phi_source(&h->phis[k], h, c->l.latch), depth - 1);
		}
	if (i == NULL)
		return false;
	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
	case FIN_INDEX_COPY:
		return has_line_operands(c, i, depth);
	default:
		return false;
	}
}

static bool is_near_uniform(struct choice *c, uint32_t reg, unsigned depth);

static bool has_near_uniform_operands(struct choice *c, const struct fin_inst *i, unsigned depth)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (!is_near_uniform(c, regs[n - 1], depth - 1))
			return false;
	return true;
}

/* Whether numbers of ids are compared. */
static bool compares_ids(struct choice *c, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	if (!fin_is_index_type(i->isa->source_type))
		return false;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (!is_line(c, regs[n - 1], MAX_DEPTH))
			return false;
	return true;
}

/* Whether a register of one bit is the same in all lanes, or made of such and of comparisons. */
static bool is_near_uniform(struct choice *c, uint32_t reg, unsigned depth)
{
	const struct fin_inst *i = c->s->def[reg];

	if (fin_is_uniform(c->s->of[reg]))
		return true;
	if (i == NULL || depth == 0)
		return false;
	if (i->lowering == ISA_LOWER_CMP)
		return compares_ids(c, i);
	return (i->lowering == ISA_LOWER_LOGIC || i->lowering == ISA_LOWER_INT_UNARY) &&
	       i->isa->type == BRIG_TYPE_B1 && has_near_uniform_operands(c, i, depth);
}

/* ---- the loop ------------------------------------------------------------------------------- */

static bool may_be_copied(const struct fin_inst *i)
{
	switch (i->lowering) {
	case ISA_LOWER_CALL:
	case ISA_LOWER_BARRIER:
	case ISA_LOWER_FBARRIER:
	case ISA_LOWER_IMAGE:
	case ISA_LOWER_EXCEPTION:
		return false;
	case ISA_LOWER_LINE:
		return true;
	default:
		return i->pseudo == FIN_PSEUDO_NONE;
	}
}

static bool is_small(const struct fin_together_loop *l)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < l->block_count; k++)
		for (const struct fin_inst *i = l->blocks[k]->first; i != NULL; i = i->next)
			if (!may_be_copied(i) || n++ >= FIN_LIMIT_ALIGNED)
				return false;
	return true;
}

/* Sets the loop's blocks; false when it does not have the form that fin_flow_simplify() gives. */
static bool find_blocks(struct choice *c)
{
	struct fin_together_loop *l = &c->l;
	const struct fin_loop *loop = &c->w->loops[c->loop];

	l->header = c->w->order[loop->header];
	l->latch = c->w->order[loop->last];
	for (uint32_t k = 0; k < l->header->pred_count; k++)
		if (l->header->preds[k] != l->latch)
			l->before = l->header->preds[k];
	l->block_count = loop->last - loop->header + 1;
	if (l->header->pred_count != 2 || l->before == NULL || l->header == l->latch ||
		l->before->term.kind != FIN_TERM_BR || l->latch->term.kind != FIN_TERM_BR ||
		l->block_count > FIN_LIMIT_ALIGNED_BLOCKS)
		return false;
	l->blocks = ARENA_ARRAY(c->f->module->arena, struct fin_block *, l->block_count);
	for (uint32_t k = 0; k < l->block_count; k++)
		l->blocks[k] = c->w->order[loop->header + k];
	return true;
}

static bool is_inside(const struct fin_together_loop *l, const struct fin_block *b)
{
	for (uint32_t k = 0; k < l->block_count; k++)
		if (l->blocks[k] == b)
			return true;
	return false;
}

/* Finds the only way out. */
static bool find_way_out(struct choice *c)
{
	struct fin_together_loop *l = &c->l;
	unsigned n = 0;

	for (uint32_t k = 0; k < l->block_count; k++)
		for (uint32_t i = 0; i < l->blocks[k]->term.succ_count; i++)
			if (!is_inside(l, l->blocks[k]->term.succ[i])) {
				l->last = l->blocks[k];
				l->stay = 1 - i;
				n++;
			}
	return n == 1 && l->last->term.kind == FIN_TERM_CBR &&
	       l->last->term.value.kind == FIN_VALUE_REG && l->last->term.value_bits == 1;
}

/* Whether a block may run twice in a row. */
static bool may_run_again(const struct fin_block *b)
{
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (fin_may_write(i) || fin_is_access(i) || fin_has_fact(i, FIN_IN_TURN) ||
			i->lowering == ISA_LOWER_LINE || i->lowering == ISA_LOWER_LANE ||
			i->lowering == ISA_LOWER_CLOCK || i->lowering == ISA_LOWER_FENCE)
			return false;
	return true;
}

static bool choose(struct choice *c)
{
	struct fin_together_loop *l = &c->l;

	if (!fin_bits_has(&c->div->loop, c->loop) || !find_blocks(c) || !is_small(l) ||
		!find_way_out(c))
		return false;
	c->counted = fin_bits_new(c->f->module->arena, c->f->reg_count);
	l->ends_behind = l->last->term.succ[l->stay] == l->latch && l->latch->first == NULL &&
	                 l->latch->phi_count == 0;
	return (l->ends_behind || (l->last == l->header && may_run_again(l->header))) &&
	       is_near_uniform(c, l->last->term.value.reg, MAX_DEPTH);
}

/* ---- all loops ------------------------------------------------------------------------------ */

static bool is_among(struct fin_block *const *blocks, size_t n, const struct fin_block *b)
{
	for (size_t k = 0; k < n; k++)
		if (blocks[k] == b)
			return true;
	return false;
}

/* Whether a block of the loop is in one that was chosen before. */
static bool overlaps(const struct fin_together_loops *all, const struct fin_together_loop *l)
{
	for (size_t k = 0; k < all->count; k++)
		if (is_inside(&all->loop[k], l->header) || is_inside(l, all->loop[k].header))
			return true;
	return false;
}

struct fin_together_loops fin_together_loops(struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows, const struct fin_shapes *s, const struct fin_shapes *hoped,
	struct fin_block *const *without, size_t without_count)
{
	struct fin_together_loops all = {0};

	for (uint32_t r = 0; r < rs->count; r++)
		for (uint32_t l = 0; !flows[r].dispatched && l < flows[r].loop_count; l++) {
			struct choice c = {.f = f,
				.w = &flows[r],
				.div = &s->in[r],
				.s = s,
				.hoped = hoped,
				.loop = l};

			if (!choose(&c) || is_among(without, without_count, c.l.header) ||
				overlaps(&all, &c.l))
				continue;
			ARRAY_GROW(all.loop, all.count, all.cap);
			all.loop[all.count++] = c.l;
		}
	return all;
}
