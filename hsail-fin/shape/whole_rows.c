/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds ids that are divided into whole rows: see whole_rows.h.
 *
 * Where the test holds, some numbers are multiples of the lanes in lane 0: the remainders, and sums
 * and products of these. Sums of which that is so do not wrap within a part, since 2^32 is such a
 * multiple, too. So they may be widened. */
#include "shape/whole_rows.h"
#include "ir/lowering.h"

enum { MAX_DEPTH = 16 };

struct search {
	const struct fin_function *f;
	const struct fin_shapes *s;
	struct fin_whole_rows *r;
	struct fin_bits multiples; /* registers that are tested to be multiples of the lanes */
};

static bool is_multiple(const struct search *c, const struct fin_value *v, unsigned depth);

static bool is_multiple_inst(const struct search *c, const struct fin_inst *i, unsigned depth)
{
	const struct fin_operand *o = i->operands;

	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
		return is_multiple(c, &o[1].v[0], depth) && is_multiple(c, &o[2].v[0], depth);
	case FIN_INDEX_PRODUCT:
		return is_multiple(c, &o[1].v[0], depth) || is_multiple(c, &o[2].v[0], depth);
	case FIN_INDEX_PRODUCT_AND_SUM:
		return (is_multiple(c, &o[1].v[0], depth) || is_multiple(c, &o[2].v[0], depth)) &&
		       is_multiple(c, &o[3].v[0], depth);
	case FIN_INDEX_SHIFT_LEFT:
	case FIN_INDEX_COPY:
		return is_multiple(c, &o[1].v[0], depth);
	case FIN_INDEX_OTHER:
		break;
	}
	return false;
}

/* Whether lane 0 of each part has a multiple of the lanes. */
static bool is_multiple(const struct search *c, const struct fin_value *v, unsigned depth)
{
	const struct fin_inst *i;

	if (v->kind != FIN_VALUE_REG)
		return v->kind == FIN_VALUE_IMM && v->lo % FIN_MAX_LANES == 0;
	if (fin_bits_has(&c->multiples, v->reg))
		return true;
	i = c->s->def[v->reg];
	return depth > 0 && i != NULL && c->s->phi[v->reg] == NULL && i->operand_count > 1 &&
	       i->operands[0].count == 1 && is_multiple_inst(c, i, depth - 1);
}

/* ---- what is divided ------------------------------------------------------------------------ */

static void note_multiple(struct search *c, const struct fin_value *v)
{
	if (v->kind == FIN_VALUE_REG)
		fin_bits_add(&c->multiples, v->reg);
}

/* Notes a quotient, a remainder, or a part of a number that is shifted or masked by a constant. */
static void note_division(struct search *c, const struct fin_inst *i)
{
	uint32_t to = i->operands[0].v[0].reg;

	fin_bits_add(&c->r->sure, to);
	note_multiple(c, &i->operands[1].v[0]);
	note_multiple(c, &i->operands[2].v[0]);
	if (i->isa->opcode == BRIG_OPCODE_REM || i->isa->opcode == BRIG_OPCODE_AND)
		fin_bits_add(&c->multiples, to);
	c->r->some = true;
}

/* Notes what widens a number that does not wrap in a part. */
static void note_widened(struct search *c, const struct fin_inst *i)
{
	const struct fin_value *v = &i->operands[1].v[0];

	if (i->lowering == ISA_LOWER_CVT && fin_index_op(i) == FIN_INDEX_COPY &&
		v->kind == FIN_VALUE_REG && c->s->of[v->reg].kind == FIN_SHAPE_LINEAR &&
		c->s->of[v->reg].stride <= 1 && c->s->of[v->reg].stride >= 0 &&
		is_multiple(c, v, MAX_DEPTH))
		fin_bits_add(&c->r->sure, i->operands[0].v[0].reg);
}

/* Whether an instruction has rows which are not known to be even if a test holds. */
static bool is_other_row(const struct search *c, const struct fin_id_sums *sums,
	const struct fin_inst *i)
{
	const struct fin_value *to = &i->operands[0].v[0];
	uint64_t low;

	if (i->isa == NULL || i->operand_count != 3 || to->kind != FIN_VALUE_REG ||
		!c->s->of[to->reg].risky)
		return false;
	if (i->lowering != ISA_LOWER_DIVIDE)
		return fin_splits_number(c->s, i, &low);
	return !fin_bits_has(&sums->divided, to->reg) || i->operands[2].v[0].kind != FIN_VALUE_REG;
}

struct fin_whole_rows fin_whole_rows(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_id_sums *sums)
{
	struct arena *a = f->module->arena;
	struct fin_whole_rows r = {.sure = fin_bits_new(a, f->reg_count)};
	struct search c = {f, s, &r, fin_bits_new(a, f->reg_count)};

	for (size_t reg = 0;
		(reg = fin_bits_next(&sums->divided, reg, f->reg_count)) < f->reg_count; reg++)
		note_division(&c, s->def[reg]);
	if (!r.some)
		return r;
	for (size_t reg = 0; (reg = fin_bits_next(&sums->sure, reg, f->reg_count)) < f->reg_count;
		reg++)
		fin_bits_add(&r.sure, (uint32_t)reg);
	r.may_be_even = true;
	for (size_t b = 0; b < f->block_count; b++)
		for (const struct fin_inst *i = f->blocks[b]->first; i != NULL; i = i->next) {
			note_widened(&c, i);
			r.may_be_even &= !is_other_row(&c, sums, i);
		}
	return r;
}
