/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is asked before a loop that may be run in line: whether lanes are in line as they begin, or
 * when those that begin late wait for the others. If they are not, because a row ends among them,
 * those that are in line with the first one run the loop, then those that are in line with the
 * first one of the rest:
 *
 *     round:  if there were too many rounds, go to apart
 *     split:  lanes in line go to start, and others to again
 *     again:  lanes that were in line go on behind the loop, and others by next to round
 */
#include "shape/align_begin.h"
#include "ir/cfg.h"
#include "ir/limits.h"

/* Two parts in which a row ends have two gaps, and take two rounds, or four if lanes of both have
 * to wait. */
enum { MOST_GAPS = 2, MOST_ROUNDS = 4 };

static void need(struct fin_maker *m, uint32_t condition)
{
	m->is_line = m->is_line == FIN_NOWHERE ? condition
	                                       : fin_maker_and(m, m->is_line, reg_value(condition));
}

/* Needs the numbers to be in line, or what else is asked. */
static void need_line(struct fin_maker *m, uint32_t reg, int64_t stride)
{
	need(m, fin_maker_ask(m, m->question, reg, stride));
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
	most = m->question == FIN_PSEUDO_IS_LINE ? fin_maker_ask(m, FIN_PSEUDO_MOST, m->turns, 0)
	                                         : m->turns;
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

/* What phi number `i` in line begins with. */
static uint32_t first_of(const struct fin_maker *m, uint32_t i)
{
	const struct fin_block *h = m->l->header;

	for (uint32_t k = 0; k < h->phi_count; k++)
		if (h->phis[k].reg == m->l->phis[i].reg)
			return fin_maker_start_of(m, &h->phis[k]);
	BUG("register %u is no phi", m->l->phis[i].reg);
}

static void need_values(struct fin_maker *m)
{
	for (uint32_t i = 0; i < m->l->value_count; i++)
		need_line(m, m->l->values[i].reg, m->l->values[i].stride);
}

/* Ends the block by a branch to the copy if all that is needed holds, and else to `other`. */
static void decide(struct fin_maker *m, struct fin_block *other)
{
	if (m->l->is_counted)
		need(m, m->is_countable);
	need_values(m);
	fin_maker_end_by(m, m->is_line, m->start, other);
	m->is_line = FIN_NOWHERE;
}

/* Needs the phis to be in line as lanes begin. */
static void need_together(struct fin_maker *m)
{
	for (uint32_t i = 0; i < m->l->phi_count; i++) {
		need_line(m, first_of(m, i), m->l->phis[i].stride);
		fin_maker_move(m, first_of(m, i), m->from[i]);
	}
}

/* Sets what phis begin with when lanes that begin late wait. */
static void set_earlier(struct fin_maker *m)
{
	for (uint32_t i = 0; i < m->l->phi_count; i++)
		fin_maker_move(m, earlier(m, first_of(m, i), &m->l->phis[i].step), m->from[i]);
}

/* Needs the phis to be in line then. */
static void need_late(struct fin_maker *m)
{
	find_turns(m);
	set_earlier(m);
	for (uint32_t i = 0; i < m->l->phi_count; i++)
		need_line(m, m->from[i], m->l->phis[i].stride);
}

void fin_maker_begin(struct fin_maker *m)
{
	m->question = FIN_PSEUDO_IS_LINE;
	m->b = m->l->before;
	need_together(m);
	if (m->l->counter != FIN_NOWHERE)
		fin_maker_set(m, m->turns, 0);
	if (m->l->is_counted)
		fin_maker_count(m, fin_maker_start_of(m, m->l->counted.phi));
	decide(m, m->late);
	if (m->late == m->apart)
		return;
	m->b = m->late;
	need_late(m);
	decide(m, m->apart);
}

/* ---- rounds --------------------------------------------------------------------------------- */

/* Returns what all that was needed comes to, and begins anew. */
static uint32_t taken(struct fin_maker *m)
{
	uint32_t is_line = m->is_line;

	m->is_line = FIN_NOWHERE;
	return is_line;
}

/* Goes to the first round if lanes are in few lines, else to the loop as it was. From lane to lane
 * the line may be that of lanes that begin together, or that of those that wait, which begin with
 * `late`. */
static void find_rows(struct fin_maker *m, const uint32_t *late)
{
	uint32_t leads, gaps;

	m->question = FIN_PSEUDO_LEADS_ON;
	need_together(m);
	need_values(m);
	leads = taken(m);
	if (m->l->counter != FIN_NOWHERE) {
		for (uint32_t i = 0; i < m->l->phi_count; i++)
			need_line(m, late[i], m->l->phis[i].stride);
		need_values(m);
		leads = fin_maker_or(m, leads, taken(m));
	}
	gaps = fin_maker_ask(m, FIN_PSEUDO_HOW_MANY, fin_maker_not(m, leads), 0);
	need(m, fin_maker_compare(m, BRIG_COMPARE_LE, gaps, number(MOST_GAPS)));
	need(m, m->is_countable);
	fin_maker_set(m, m->round_number, 0);
	fin_maker_end_by(m, taken(m), m->enter, m->apart);
}

/* Chooses whether lanes begin together in this round, or those that begin late wait, by which of
 * the bits more lanes have. Returns the bit of those that run. */
static uint32_t choose_lanes(struct fin_maker *m, uint32_t together, uint32_t late)
{
	uint32_t more = fin_maker_compare(m, BRIG_COMPARE_GT,
		fin_maker_ask(m, FIN_PSEUDO_HOW_MANY, late, 0),
		reg_value(fin_maker_ask(m, FIN_PSEUDO_HOW_MANY, together, 0)));
	uint32_t factor = fin_maker_reg(m, 32);

	fin_maker_append(m, factor, ISA_LOWER_CVT,
		(struct isa_inst){.opcode = BRIG_OPCODE_CVT,
			.type = BRIG_TYPE_U32,
			.source_type = BRIG_TYPE_B1},
		reg_value(more), number(0));
	fin_maker_move(m,
		fin_maker_compute(m, BRIG_OPCODE_MUL, 32, reg_value(m->turns), reg_value(factor)),
		m->turns);
	set_earlier(m);
	return fin_maker_or(m, fin_maker_and(m, late, reg_value(more)),
		fin_maker_and(m, together, reg_value(fin_maker_not(m, more))));
}

/* Finds the lanes that are in line with the first one that is left. */
static uint32_t find_lanes(struct fin_maker *m)
{
	uint32_t together;

	m->question = FIN_PSEUDO_ON_LINE;
	need_together(m);
	need_values(m);
	together = taken(m);
	if (m->l->counter == FIN_NOWHERE)
		return together;
	need_late(m);
	need_values(m);
	return choose_lanes(m, together, taken(m));
}

void fin_maker_begin_rounds(struct fin_maker *m, const uint32_t *late)
{
	uint32_t in_line, next;

	find_rows(m, late);
	m->b = m->enter;
	fin_maker_end(m, m->round);
	m->b = m->round;
	in_line = find_lanes(m);
	fin_maker_end_by(m,
		fin_maker_compare(m, BRIG_COMPARE_LT, m->round_number, number(MOST_ROUNDS)),
		m->split, m->apart);
	m->b = m->split;
	fin_maker_end_by(m, in_line, m->start, m->again);
	m->b = m->again;
	fin_maker_end_by(m, in_line, m->l->counted.out, m->next);
	m->b = m->next;
	next = fin_maker_compute(m, BRIG_OPCODE_ADD, 32, reg_value(m->round_number), number(1));
	fin_maker_move(m, next, m->round_number);
	fin_maker_end(m, m->round);
}
