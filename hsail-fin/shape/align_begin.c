/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is asked before a loop that may be run in line: whether lanes are in line as they begin, or
 * when those that begin late wait for the others. */
#include "shape/align_begin.h"
#include "ir/cfg.h"
#include "ir/limits.h"

static void need(struct fin_maker *m, uint32_t condition)
{
	m->is_line = m->is_line == FIN_NOWHERE ? condition
	                                       : fin_maker_and(m, m->is_line, reg_value(condition));
}

uint32_t fin_maker_start_of(const struct fin_maker *m, const struct fin_phi *phi)
{
	return fin_phi_source(phi, m->l->header, m->l->before);
}

/* How many iterations a lane may wait: about as many as the longest lane has, lest lanes run one
 * after the other where they begin far apart. */
static struct fin_value longest_wait(struct fin_maker *m, uint32_t first, unsigned shift)
{
	bool up = m->l->counter_step > 0;
	uint32_t left;

	if (!m->l->has_end)
		return number(FIN_LIMIT_WAIT_UNKNOWN);
	left = fin_maker_compute(m, BRIG_OPCODE_SUB, 32, up ? m->l->end : reg_value(first),
		up ? reg_value(first) : m->l->end);
	left = fin_maker_ask(m, FIN_PSEUDO_MOST, fin_maker_shift(m, left, shift), 0);
	left = fin_maker_compute(m, BRIG_OPCODE_ADD, 32, reg_value(left),
		number(FIN_LIMIT_WAIT_UNKNOWN));
	return reg_value(fin_maker_compute(m, BRIG_OPCODE_MIN, 32, reg_value(left),
		number(FIN_LIMIT_WAIT)));
}

/* Finds how many iterations later than the first lane each lane begins. */
static void find_turns(struct fin_maker *m)
{
	const struct fin_aligned_loop *l = m->l;
	bool up = l->counter_step > 0;
	uint64_t size = (uint64_t)(up ? l->counter_step : -l->counter_step);
	unsigned shift = (unsigned)__builtin_ctzll(size);
	uint32_t first = fin_maker_start_of(m, &l->header->phis[l->counter]), key = first, least,
		 most, turns;

	if (!up)
		key = fin_maker_compute(m, BRIG_OPCODE_SUB, 32, number(0), reg_value(first));
	least = fin_maker_ask(m, FIN_PSEUDO_LEAST, key, 0);
	turns = fin_maker_compute(m, BRIG_OPCODE_SUB, 32, reg_value(key), reg_value(least));
	if (size > 1) {
		uint32_t odd = fin_maker_and(m, turns, number(size - 1));

		need(m, fin_maker_compare(m, BRIG_COMPARE_EQ,
				fin_maker_ask(m, FIN_PSEUDO_MOST, odd, 0), number(0)));
	}
	fin_maker_move(m, fin_maker_shift(m, turns, shift), m->turns);
	most = fin_maker_ask(m, FIN_PSEUDO_MOST, m->turns, 0);
	need(m, fin_maker_compare(m, BRIG_COMPARE_LE, most, longest_wait(m, first, shift)));
}

/* What a lane that begins `turns` iterations late would have begun with. */
static uint32_t earlier(struct fin_maker *m, uint32_t first, const struct fin_value *step)
{
	unsigned bits = m->f->regs[first].bits;
	uint32_t turns = m->turns, back;

	if (bits == 64) {
		turns = fin_maker_reg(m, 64);
		fin_maker_append(m, turns, ISA_LOWER_CVT,
			(struct isa_inst){.opcode = BRIG_OPCODE_CVT,
				.type = BRIG_TYPE_U64,
				.source_type = BRIG_TYPE_U32},
			reg_value(m->turns), number(0));
	}
	back = fin_maker_compute(m, BRIG_OPCODE_MUL, bits, reg_value(turns), *step);
	return fin_maker_compute(m, BRIG_OPCODE_SUB, bits, reg_value(first), reg_value(back));
}

static const struct fin_phi *phi_of(const struct fin_maker *m, uint32_t reg, uint32_t *number)
{
	const struct fin_block *h = m->l->header;

	for (uint32_t k = 0; k < h->phi_count; k++)
		if (h->phis[k].reg == reg) {
			*number = k;
			return &h->phis[k];
		}
	BUG("register %u is no phi", reg);
}

/* Ends the block by a branch to the copy if all that is needed holds, and else to `other`. */
static void decide(struct fin_maker *m, struct fin_block *other)
{
	if (m->l->is_counted)
		need(m, m->is_countable);
	for (uint32_t i = 0; i < m->l->value_count; i++)
		need(m, fin_maker_ask(m, FIN_PSEUDO_IS_LINE, m->l->values[i].reg,
				m->l->values[i].stride));
	fin_maker_end_by(m, m->is_line, m->start, other);
	m->is_line = FIN_NOWHERE;
}

/* Finds out whether lanes are in line as they begin; else goes to `other`. */
static void find_out(struct fin_maker *m, struct fin_block *other)
{
	const struct fin_aligned_loop *l = m->l;
	uint32_t k;

	for (uint32_t i = 0; i < l->phi_count; i++) {
		uint32_t first = fin_maker_start_of(m, phi_of(m, l->phis[i].reg, &k));

		need(m, fin_maker_ask(m, FIN_PSEUDO_IS_LINE, first, l->phis[i].stride));
		fin_maker_move(m, first, m->from[i]);
	}
	if (l->counter != FIN_NOWHERE)
		fin_maker_set(m, m->turns, 0);
	if (l->is_counted)
		fin_maker_count(m, fin_maker_start_of(m, l->counted.phi));
	decide(m, other);
}

/* Finds out whether lanes are in line when those that begin late wait; else goes to `other`. */
static void find_out_late(struct fin_maker *m, struct fin_block *other)
{
	const struct fin_aligned_loop *l = m->l;
	uint32_t k;

	find_turns(m);
	for (uint32_t i = 0; i < l->phi_count; i++) {
		const struct fin_phi *phi = phi_of(m, l->phis[i].reg, &k);
		uint32_t first = earlier(m, fin_maker_start_of(m, phi), &l->phis[i].step);

		need(m, fin_maker_ask(m, FIN_PSEUDO_IS_LINE, first, l->phis[i].stride));
		fin_maker_move(m, first, m->from[i]);
	}
	decide(m, other);
}

void fin_maker_begin(struct fin_maker *m)
{
	m->b = m->l->before;
	find_out(m, m->late);
	m->b = m->late;
	if (m->late != m->apart)
		find_out_late(m, m->apart);
}
