/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops of which each lane's number of iterations is known before they begin. In line, such a loop
 * goes around as often as the lane needs that ends last, and a comparison of the turn's number with
 * two of the lane's tells whether it takes part: no lane leaves, and nothing is kept of those that
 * have left. */
#include "shape/align_counted.h"
#include "ir/cfg.h"

enum { MOST_TURNS = 1 << 30 };

/* ---- which loops ---------------------------------------------------------------------------- */

static bool is_inside(const struct fin_aligned_loop *l, const struct fin_block *b)
{
	for (uint32_t k = 0; k < l->block_count; k++)
		if (l->blocks[k] == b)
			return true;
	return false;
}

/* Finds the only way out, which must be taken where an iteration has done all that it does. */
static bool find_way_out(const struct fin_aligned_loop *l, struct fin_counted *n)
{
	unsigned ways = 0;

	for (uint32_t k = 0; k < l->block_count; k++)
		for (uint32_t i = 0; i < l->blocks[k]->term.succ_count; i++)
			if (!is_inside(l, l->blocks[k]->term.succ[i])) {
				n->last = l->blocks[k];
				n->out = l->blocks[k]->term.succ[i];
				ways++;
			}
	return ways == 1 && n->last->term.kind == FIN_TERM_CBR &&
	       n->last->term.value.kind == FIN_VALUE_REG && l->latch->first == NULL &&
	       l->latch->phi_count == 0 &&
	       (n->last->term.succ[0] == l->latch || n->last->term.succ[1] == l->latch);
}

bool fin_align_sets(const struct fin_aligned_loop *l, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS];

	for (uint32_t k = 0; k < l->block_count; k++) {
		for (uint32_t i = 0; k > 0 && i < l->blocks[k]->phi_count; i++)
			if (l->blocks[k]->phis[i].reg == reg)
				return true;
		for (const struct fin_inst *i = l->blocks[k]->first; i != NULL; i = i->next)
			for (unsigned d = fin_inst_defs(i, regs); d > 0; d--)
				if (regs[d - 1] == reg)
					return true;
	}
	return false;
}

static bool is_phi(const struct fin_aligned_loop *l, uint32_t reg)
{
	for (uint32_t k = 0; k < l->header->phi_count; k++)
		if (l->header->phis[k].reg == reg)
			return true;
	return false;
}

/* Whether the phi counts by a constant: its value behind an iteration is *next. */
static bool counts(const struct fin_aligned_loop *l, const struct fin_shapes *s,
	const struct fin_phi *phi, uint32_t *next, int64_t *step)
{
	const struct fin_inst *i;

	*next = fin_phi_source(phi, l->header, l->latch);
	i = s->def[*next];
	if (i == NULL || fin_index_op(i) != FIN_INDEX_SUM ||
		i->operands[1].v[0].kind != FIN_VALUE_REG || i->operands[1].v[0].reg != phi->reg ||
		i->operands[2].v[0].kind != FIN_VALUE_IMM)
		return false;
	*step = (int32_t)(uint32_t)i->operands[2].v[0].lo;
	return true;
}

/* Whether a lane goes on as long as the counter is unequal to the end, or on this side of it. A
 * counter with steps of more than one could pass the end and wrap around. */
static bool is_simple(const struct fin_counted *n, uint8_t goes_on)
{
	int64_t size = n->step < 0 ? -n->step : n->step;

	switch (goes_on) {
	case BRIG_COMPARE_NE:
		return size == 1 || size == 2 || size == 4 || size == 8;
	case BRIG_COMPARE_LT:
		return n->step == 1;
	case BRIG_COMPARE_GT:
		return n->step == -1;
	default:
		return false;
	}
}

/* Whether the comparison is of the phi, with a number from before the loop. */
static bool compares(const struct fin_aligned_loop *l, const struct fin_shapes *s,
	const struct fin_inst *cmp, const struct fin_phi *phi, struct fin_counted *n)
{
	uint32_t next;

	if (!counts(l, s, phi, &next, &n->step))
		return false;
	for (unsigned k = 1; k < 3; k++) {
		const struct fin_value *v = &cmp->operands[k].v[0];
		uint8_t how = k == 1 ? cmp->isa->compare : fin_compare_exchanged(cmp->isa->compare);

		n->end = cmp->operands[3 - k].v[0];
		if (v->kind != FIN_VALUE_REG || (v->reg != phi->reg && v->reg != next) ||
			(n->end.kind == FIN_VALUE_REG &&
				(is_phi(l, n->end.reg) || fin_align_sets(l, n->end.reg))))
			continue;
		if (n->last->term.succ[0] == n->out)
			how = fin_compare_opposite(how);
		n->phi = phi;
		n->is_next = v->reg == next;
		n->is_equality = how == BRIG_COMPARE_NE;
		return is_simple(n, how);
	}
	return false;
}

/* Whether the block, which is not in the loop, reads a phi of its header: that goes on to the next
 * iteration in lanes that have had their last one. */
static bool reads_phis(const struct fin_aligned_loop *l, const struct fin_block *b)
{
	uint32_t regs[FIN_MAX_REGS];

	for (uint32_t k = 0; k < b->phi_count; k++)
		for (uint32_t p = 0; p < b->pred_count; p++)
			if (is_phi(l, b->phis[k].from[p]))
				return true;
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned u = fin_inst_uses(i, regs); u > 0; u--)
			if (is_phi(l, regs[u - 1]))
				return true;
	return b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG &&
	       is_phi(l, b->term.value.reg);
}

static bool is_read_outside(const struct fin_function *f, const struct fin_aligned_loop *l)
{
	for (size_t k = 0; k < f->block_count; k++)
		if (!is_inside(l, f->blocks[k]) && reads_phis(l, f->blocks[k]))
			return true;
	return false;
}

void fin_align_count(const struct fin_function *f, const struct fin_shapes *s,
	struct fin_aligned_loop *l)
{
	struct fin_counted n = {0};
	const struct fin_inst *cmp;
	uint16_t type;

	l->is_counted = false;
	if (!find_way_out(l, &n))
		return;
	cmp = s->def[n.last->term.value.reg];
	if (cmp == NULL || cmp->isa == NULL || cmp->lowering != ISA_LOWER_CMP)
		return;
	type = cmp->isa->source_type;
	if (type != BRIG_TYPE_S32 && type != BRIG_TYPE_U32)
		return;
	n.is_signed = type == BRIG_TYPE_S32;
	for (uint32_t k = 0; k < l->header->phi_count && !l->is_counted; k++)
		l->is_counted = f->regs[l->header->phis[k].reg].bits == 32 &&
		                compares(l, s, cmp, &l->header->phis[k], &n);
	l->is_counted = l->is_counted && !is_read_outside(f, l);
	l->counted = n;
}

/* ---- how often a lane goes around ----------------------------------------------------------- */

static uint32_t nearer(struct fin_maker *m, struct fin_value a, struct fin_value b, uint16_t opcode)
{
	uint32_t to = fin_maker_reg(m, 32);

	fin_maker_append(m, to, ISA_LOWER_ARITH,
		(struct isa_inst){.opcode = opcode,
			.type = m->l->counted.is_signed ? BRIG_TYPE_S32 : BRIG_TYPE_U32},
		a, b);
	return to;
}

/* How far the counter is from the end when it is compared first. */
static uint32_t distance(struct fin_maker *m, struct fin_value first)
{
	const struct fin_counted *n = &m->l->counted;
	bool up = n->step > 0;
	struct fin_value end = n->end;

	if (n->is_next)
		first = reg_value(fin_maker_compute(m, BRIG_OPCODE_ADD, 32, first,
			number((uint32_t)n->step)));
	if (!n->is_equality) /* it may be behind the end at once */
		end = reg_value(nearer(m, first, end, up ? BRIG_OPCODE_MAX : BRIG_OPCODE_MIN));
	return fin_maker_compute(m, BRIG_OPCODE_SUB, 32, up ? end : first, up ? first : end);
}

void fin_maker_count(struct fin_maker *m, uint32_t first)
{
	const struct fin_counted *n = &m->l->counted;
	uint64_t size = (uint64_t)(n->step > 0 ? n->step : -n->step);
	uint32_t left = distance(m, reg_value(first)), ok, most;

	most = fin_maker_ask(m, FIN_PSEUDO_MOST, left, 0);
	ok = fin_maker_compare(m, BRIG_COMPARE_LE, most, number(MOST_TURNS));
	if (size > 1) { /* or the counter passes the end */
		uint32_t odd = fin_maker_and(m, left, number(size - 1));

		odd = fin_maker_ask(m, FIN_PSEUDO_MOST, odd, 0);
		ok = fin_maker_and(m, ok,
			reg_value(fin_maker_compare(m, BRIG_COMPARE_EQ, odd, number(0))));
	}
	left = fin_maker_shift(m, left, (unsigned)__builtin_ctzll(size));
	m->count = fin_maker_compute(m, BRIG_OPCODE_ADD, 32, reg_value(left), number(1));
	m->is_countable = ok;
}
