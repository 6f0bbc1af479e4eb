/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the copies of loops that lanes run in line (align.h):
 *
 *     before:  if lanes are in line as they begin, go to start, else to late
 *     late:    if they are in line when later ones wait, go to start, else to apart
 *     apart:   go to the loop as it was
 *     start:   the numbers in line, as lane 0 would have begun them
 *     head:    lanes that have not begun yet go to wait, the others on to a copy of the loop's
 *              blocks, of which the last goes to turn
 *     turn:    what phis get from one iteration to the next
 *     wait:    the numbers in line go on, in lanes that wait, too; go to head
 *     back, done: where the loop is counted, wait goes by the former to head as long as there is a
 *              lane that has not done all that it does, and by the latter out of the loop
 *     full:    in a small counted loop, head goes here for the turns in which all lanes take part,
 *              which are a loop of their own with another copy; it ends at check, as wait does
 *
 * Exits of the copy go where those of the loop go. In a counted loop, lanes that are done go from
 * head to wait. Registers keep their names, so they have several definitions then, and fin_ssa()
 * gives them new names. */
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/limits.h"
#include "shape/align_begin.h"
#include "shape/block_origins.h"

/* ---- the copy ------------------------------------------------------------------------------- */

static bool is_in_line(const struct fin_maker *m, uint32_t reg)
{
	for (uint32_t i = 0; i < m->l->phi_count; i++)
		if (m->l->phis[i].reg == reg)
			return true;
	return false;
}

/* Finds how many turns it takes until the last lane is done, and in which of them all take part:
 * from when the last one begins until the first one is done. */
static void find_ends(struct fin_maker *m)
{
	bool waits = m->l->counter != FIN_NOWHERE;
	uint32_t last = m->count, end, many;

	if (waits)
		last = fin_maker_compute(m, BRIG_OPCODE_ADD, 32, reg_value(last),
			reg_value(m->turns));
	m->until = fin_maker_ask(m, FIN_PSEUDO_MOST, last, 0);
	if (m->full == NULL)
		return;
	m->full_from =
		waits ? reg_value(fin_maker_ask(m, FIN_PSEUDO_MOST, m->turns, 0)) : number(0);
	/* if no lane is on, there is no turn at all */
	end = fin_maker_compute(m, BRIG_OPCODE_MIN, 32,
		reg_value(fin_maker_ask(m, FIN_PSEUDO_LEAST, last, 0)), reg_value(m->until));
	end = fin_maker_compute(m, BRIG_OPCODE_MAX, 32, reg_value(end), m->full_from);
	many = fin_maker_compute(m, BRIG_OPCODE_SUB, 32, reg_value(end), m->full_from);
	m->full_end = end;
	m->full_count = many;
}

static void make_start(struct fin_maker *m)
{
	const struct fin_aligned_loop *l = m->l;
	const struct fin_block *h = l->header;

	m->b = m->start;
	for (uint32_t i = 0; i < l->phi_count; i++)
		fin_maker_move(m, fin_maker_ask(m, FIN_PSEUDO_LINE, m->from[i], l->phis[i].stride),
			m->running[i]);
	for (uint32_t i = 0; i < l->value_count; i++)
		m->map[l->values[i].reg] =
			fin_maker_ask(m, FIN_PSEUDO_LINE, l->values[i].reg, l->values[i].stride);
	for (uint32_t i = 0; i < h->phi_count; i++)
		if (!is_in_line(m, h->phis[i].reg))
			fin_maker_move(m, fin_maker_start_of(m, &h->phis[i]), h->phis[i].reg);
	if (l->counter != FIN_NOWHERE || l->is_counted)
		fin_maker_set(m, m->turn_number, 0);
	if (l->is_counted)
		find_ends(m);
	fin_maker_end(m, m->head);
}

/* Lanes that have not begun yet wait, and those that have done all that they do. */
static uint32_t takes_part(struct fin_maker *m)
{
	uint32_t turn = m->turn_number;

	if (!m->l->is_counted)
		return fin_maker_compare(m, BRIG_COMPARE_GE, turn, reg_value(m->turns));
	if (m->l->counter != FIN_NOWHERE)
		turn = fin_maker_compute(m, BRIG_OPCODE_SUB, 32, reg_value(turn),
			reg_value(m->turns));
	return fin_maker_compare(m, BRIG_COMPARE_LT, turn, reg_value(m->count));
}

static void begin_turn(struct fin_maker *m)
{
	m->b = m->head;
	for (uint32_t i = 0; i < m->l->phi_count; i++)
		fin_maker_move(m, m->running[i], m->l->phis[i].reg);
}

/* Goes to the loop of the turns in which all lanes take part, if this is one. */
static void make_full_branch(struct fin_maker *m)
{
	uint32_t turn =
		fin_maker_compute(m, BRIG_OPCODE_SUB, 32, reg_value(m->turn_number), m->full_from);

	fin_maker_end_by(m, fin_maker_compare(m, BRIG_COMPARE_LT, turn, reg_value(m->full_count)),
		m->full, m->part);
	m->b = m->part;
}

static void make_head(struct fin_maker *m)
{
	begin_turn(m);
	if (m->full != NULL)
		make_full_branch(m);
	if (m->l->counter == FIN_NOWHERE && !m->l->is_counted)
		fin_maker_end(m, m->l->header->copy);
	else
		fin_maker_end_by(m, takes_part(m), m->l->header->copy, m->wait);
}

/* All phis change at once, so each gets its new value by a register of its own. */
static void make_turn(struct fin_maker *m)
{
	const struct fin_block *h = m->l->header;
	uint32_t *next = ARENA_ARRAY(m->f->module->arena, uint32_t, h->phi_count);

	m->b = m->turn;
	for (uint32_t i = 0; i < h->phi_count; i++) {
		if (is_in_line(m, h->phis[i].reg))
			continue;
		next[i] = fin_maker_reg(m, m->f->regs[h->phis[i].reg].bits);
		fin_maker_move(m, m->map[fin_phi_source(&h->phis[i], h, m->l->latch)], next[i]);
	}
	for (uint32_t i = 0; i < h->phi_count; i++)
		if (!is_in_line(m, h->phis[i].reg))
			fin_maker_move(m, next[i], h->phis[i].reg);
	fin_maker_end(m, m->wait);
}

/* Counts the turn. In a loop that is not counted, as far as lanes may wait. */
static void count_turn(struct fin_maker *m)
{
	const uint64_t enough = (uint64_t)1 << 30;
	uint32_t next =
		fin_maker_compute(m, BRIG_OPCODE_ADD, 32, reg_value(m->turn_number), number(1));

	if (m->l->is_counted)
		fin_maker_move(m, next, m->turn_number);
	else
		fin_maker_append(m, m->turn_number, ISA_LOWER_ARITH,
			(struct isa_inst){.opcode = BRIG_OPCODE_MIN, .type = BRIG_TYPE_U32},
			reg_value(next), number(enough));
}

/* Behind the loop a lane's phis have what its last iteration gave them, so nothing else of that
 * iteration has to be kept in lanes that are done. */
static void make_done(struct fin_maker *m)
{
	const struct fin_block *h = m->l->header;

	m->b = m->done;
	for (uint32_t i = 0; i < h->phi_count; i++) {
		uint32_t last = fin_phi_source(&h->phis[i], h, m->l->latch);

		if (!is_in_line(m, h->phis[i].reg) && fin_align_sets(m->l, last))
			fin_maker_move(m, h->phis[i].reg, last);
	}
	fin_maker_end(m, m->round != NULL ? m->again : m->l->counted.out);
}

static void make_wait(struct fin_maker *m)
{
	m->b = m->wait;
	for (uint32_t i = 0; i < m->l->phi_count; i++)
		fin_maker_append(m, m->running[i], ISA_LOWER_ARITH,
			(struct isa_inst){.opcode = BRIG_OPCODE_ADD,
				.type = fin_unsigned_of(m->f->regs[m->running[i]].bits)},
			reg_value(m->running[i]), m->l->phis[i].step);
	if (m->l->counter != FIN_NOWHERE || m->l->is_counted)
		count_turn(m);
	if (m->check != NULL) {
		fin_maker_end(m, m->check);
		m->b = m->check;
	}
	if (m->l->is_counted) {
		uint32_t more =
			fin_maker_compare(m, BRIG_COMPARE_LT, m->turn_number, reg_value(m->until));

		fin_maker_end_by(m, more, m->back, m->done);
		m->b = m->back;
	}
	fin_maker_end(m, m->head);
}

static struct fin_inst *copy_inst(const struct fin_maker *m, const struct fin_inst *i)
{
	struct arena *a = m->f->module->arena;
	struct fin_inst *copy = ARENA_NEW(a, struct fin_inst);

	*copy = *i;
	copy->next = NULL;
	copy->operands = ARENA_ARRAY(a, struct fin_operand, i->operand_count);
	memcpy(copy->operands, i->operands, i->operand_count * sizeof *i->operands);
	fin_inst_rename(copy, m->map);
	return copy;
}

static void copy_phis(struct fin_maker *m, const struct fin_block *b)
{
	struct fin_block *to = b->copy;

	to->phi_count = b->phi_count;
	to->phis = ARENA_ARRAY(m->f->module->arena, struct fin_phi, b->phi_count);
	for (uint32_t i = 0; i < b->phi_count; i++) {
		to->phis[i] = (struct fin_phi){.reg = b->phis[i].reg,
			.from = ARENA_ARRAY(m->f->module->arena, uint32_t, b->pred_count)};
		for (uint32_t p = 0; p < b->pred_count; p++)
			to->phis[i].from[p] = m->map[b->phis[i].from[p]];
	}
}

static void copy_block(struct fin_maker *m, const struct fin_block *b)
{
	struct fin_block *to = b->copy;

	if (b != m->l->header)
		copy_phis(m, b);
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		fin_block_append(to, copy_inst(m, i));
	if (m->l->is_counted && b == m->l->counted.last) {
		m->b = to;
		fin_maker_end(m, m->l->latch->copy);
		return;
	}
	fin_term_set(m->f->module, to, b->term.kind, b->term.succ_count);
	for (uint32_t k = 0; k < b->term.succ_count; k++) {
		struct fin_block *s = b->term.succ[k];

		to->term.succ[k] = s == m->l->header ? m->turn : s->copy != NULL ? s->copy : s;
	}
	to->term.value = b->term.value;
	if (b->term.value.kind == FIN_VALUE_REG && b->term.value_bits != 0)
		to->term.value.reg = m->map[b->term.value.reg];
	to->term.value_bits = b->term.value_bits;
	to->term.width = b->term.width;
	to->term.off = b->term.off;
	to->term.loc = b->term.loc;
}

static void copy_blocks(struct fin_maker *m)
{
	for (uint32_t k = 0; k < m->l->block_count; k++)
		copy_block(m, m->l->blocks[k]);
}

/* ---- all loops ------------------------------------------------------------------------------ */

static const struct fin_inst *place_of(const struct fin_aligned_loop *l)
{
	for (uint32_t k = 0; k < l->block_count; k++)
		if (l->blocks[k]->first != NULL)
			return l->blocks[k]->first;
	BUG("a loop does nothing");
}

static void copies_of_blocks(const struct fin_aligned_loop *l, struct fin_origins *o)
{
	for (uint32_t k = 0; k < l->block_count; k++)
		l->blocks[k]->copy = fin_origins_add(o, l->blocks[k]);
}

static void make_blocks(struct fin_maker *m, struct fin_origins *o)
{
	const struct fin_aligned_loop *l = m->l;

	m->start = fin_origins_add(o, NULL);
	m->head = fin_origins_add(o, NULL);
	m->turn = fin_origins_add(o, NULL);
	m->wait = fin_origins_add(o, NULL);
	if (l->is_counted) {
		m->back = fin_origins_add(o, NULL);
		m->done = fin_origins_add(o, l->counted.last);
	}
	if (l->has_full && m->round == NULL) {
		m->full = fin_origins_add(o, NULL);
		m->part = fin_origins_add(o, NULL);
		m->check = fin_origins_add(o, NULL);
	}
	copies_of_blocks(l, o);
}

static void make_registers(struct fin_maker *m)
{
	const struct fin_aligned_loop *l = m->l;
	struct arena *a = m->f->module->arena;

	m->from = ARENA_ARRAY(a, uint32_t, l->phi_count);
	m->running = ARENA_ARRAY(a, uint32_t, l->phi_count);
	for (uint32_t i = 0; i < l->phi_count; i++) {
		m->from[i] = fin_maker_reg(m, m->f->regs[l->phis[i].reg].bits);
		m->running[i] = fin_maker_reg(m, m->f->regs[l->phis[i].reg].bits);
	}
	m->turns = fin_maker_reg(m, 32);
	m->turn_number = fin_maker_reg(m, 32);
}

static void map_registers(struct fin_maker *m)
{
	m->map = ARENA_ARRAY(m->f->module->arena, uint32_t, m->f->reg_count);
	for (uint32_t r = 0; r < m->f->reg_count; r++)
		m->map[r] = r;
}

/* Makes the loop of the turns in which all lanes take part. */
static void make_full(const struct fin_maker *all, struct fin_origins *o)
{
	struct fin_maker m = *all;

	m.check = m.full = NULL;
	m.head = fin_origins_add(o, NULL);
	m.turn = fin_origins_add(o, NULL);
	m.wait = fin_origins_add(o, NULL);
	m.back = fin_origins_add(o, NULL);
	m.done = fin_origins_add(o, NULL);
	m.until = m.full_end;
	copies_of_blocks(m.l, o);
	m.b = all->full;
	fin_maker_end(&m, m.head);
	begin_turn(&m);
	fin_maker_end(&m, m.l->header->copy);
	copy_blocks(&m);
	make_turn(&m);
	make_wait(&m);
	m.b = m.done;
	fin_maker_end(&m, all->check);
}

static void make_copy(struct fin_maker *m, struct fin_origins *o)
{
	map_registers(m);
	make_start(m);
	make_head(m);
	copy_blocks(m);
	make_turn(m);
	make_wait(m);
	if (m->l->is_counted)
		make_done(m);
	if (m->full != NULL)
		make_full(m, o);
}

/* Makes another copy, that lanes run in rounds which are not all in line. */
static void make_rounds(const struct fin_maker *once, struct fin_origins *o)
{
	struct fin_maker m = {.f = once->f,
		.l = once->l,
		.like = once->like,
		.is_line = FIN_NOWHERE,
		.count = once->count,
		.is_countable = once->is_countable};

	m.enter = fin_origins_add(o, NULL);
	m.round = fin_origins_add(o, NULL);
	m.split = fin_origins_add(o, NULL);
	m.again = fin_origins_add(o, m.l->counted.last);
	m.next = fin_origins_add(o, NULL);
	m.apart = fin_origins_add(o, m.l->before);
	make_blocks(&m, o);
	make_registers(&m);
	m.round_number = fin_maker_reg(&m, 32);
	m.b = once->apart;
	fin_maker_begin_rounds(&m, once->from);
	make_copy(&m, o);
	m.b = m.apart;
	fin_maker_end(&m, m.l->header);
}

static void align_loop(struct fin_function *f, const struct fin_aligned_loop *l,
	struct fin_origins *o)
{
	struct fin_maker m = {.f = f, .l = l, .like = place_of(l), .is_line = FIN_NOWHERE};

	m.apart = fin_origins_add(o, l->in_rounds ? NULL : l->before);
	m.late = l->counter != FIN_NOWHERE ? fin_origins_add(o, NULL) : m.apart;
	make_blocks(&m, o);
	make_registers(&m);
	fin_maker_begin(&m);
	make_copy(&m, o);
	m.b = m.apart;
	if (l->in_rounds)
		make_rounds(&m, o);
	else
		fin_maker_end(&m, l->header);
	for (uint32_t k = 0; k < l->block_count; k++)
		l->blocks[k]->copy = NULL;
}

void fin_align_loops(struct fin_function *f, const struct fin_aligned_loops *loops)
{
	struct fin_origins o = fin_origins_new(f);

	for (size_t k = 0; k < f->block_count; k++)
		f->blocks[k]->copy = NULL;
	for (size_t k = 0; k < loops->count; k++)
		align_loop(f, &loops->loop[k], &o);
	fin_origins_settle(&o);
}
