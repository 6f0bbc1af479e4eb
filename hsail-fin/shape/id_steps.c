/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds sums of ids in which an id cancels out: see id_steps.h.
 *
 * What a sum has for an id is a sum of terms, which are a constant or a constant times a number of
 * the group. Numbers of 32 bits count modulo 2^32. Where such a sum is widened, and does not wrap
 * there, it has the step of 32 bits with its sign extended: a term of its own, for the number of
 * the group is not known. */
#include "shape/id_steps.h"
#include "shape/id_sums.h"
#include "ir/lowering.h"

enum { MAX_TERMS = 3 };

/* `times` the register `of`, or once for FIN_NOWHERE; where that is widened, `times` the low 32
 * bits of `inner` times the register, as a signed number. */
struct term {
	uint64_t times;
	uint32_t of, inner;
	bool is_widened;
};

enum state { STATE_UNKNOWN, STATE_NONE, STATE_SUM };

struct step {
	enum state state; /* STATE_NONE: it is no such sum */
	unsigned count;
	struct term term[MAX_TERMS];
};

struct search {
	const struct fin_function *f;
	const struct fin_shapes *s;
	unsigned dim;
	struct step *step; /* by register */
};

static const struct step none = {.state = STATE_NONE}, zero = {.state = STATE_SUM};

static struct step step_of(struct search *c, uint32_t reg);

static bool is_for_group(const struct search *c, const struct fin_value *v)
{
	return v->kind != FIN_VALUE_REG || c->s->of[v->reg].kind == FIN_SHAPE_GROUP;
}

static struct step step_of_value(struct search *c, const struct fin_value *v)
{
	return is_for_group(c, v) ? zero : step_of(c, v->reg);
}

/* ---- terms ---------------------------------------------------------------------------------- */

static bool are_alike(const struct term *a, const struct term *b)
{
	return a->of == b->of && a->is_widened == b->is_widened && a->inner == b->inner;
}

/* Adds a term to a sum of that many bits. */
static struct step plus(struct step s, struct term t, unsigned bits)
{
	unsigned k = 0;

	while (k < s.count && !are_alike(&s.term[k], &t))
		k++;
	if (k == MAX_TERMS)
		return none;
	if (k == s.count)
		s.term[s.count++] = t;
	else
		s.term[k].times += t.times;
	if (bits == 32)
		s.term[k].times = (uint32_t)s.term[k].times;
	if (s.term[k].times == 0)
		s.term[k] = s.term[--s.count];
	return s;
}

/* a + times * b */
static struct step sum(struct step a, struct step b, uint64_t times, unsigned bits)
{
	if (b.state != STATE_SUM)
		return none;
	for (unsigned k = 0; a.state == STATE_SUM && k < b.count; k++) {
		struct term t = b.term[k];

		t.times *= times;
		a = plus(a, t, bits);
	}
	return a;
}

/* The product of a sum and a number of the group. */
static struct step product(struct search *c, const struct fin_inst *i, unsigned bits)
{
	const struct fin_value *a = &i->operands[1].v[0], *b = &i->operands[2].v[0];
	const struct fin_value *n = is_for_group(c, b) ? b : a;
	struct step s = step_of_value(c, n == b ? a : b);

	if (!is_for_group(c, n))
		return none;
	if (n->kind == FIN_VALUE_IMM)
		return sum(zero, s, n->lo, bits);
	if (s.state != STATE_SUM || s.count == 0)
		return s;
	if (s.count > 1 || s.term[0].of != FIN_NOWHERE)
		return none;
	return plus(zero, (struct term){.times = s.term[0].times, .of = n->reg}, bits);
}

static struct step widened(struct step s)
{
	struct term t = s.term[0];

	if (s.state != STATE_SUM || s.count == 0)
		return s;
	if (s.count > 1)
		return none;
	if (t.of == FIN_NOWHERE)
		t.times = (uint64_t)(int32_t)(uint32_t)t.times;
	else
		t = (struct term){
			.times = 1, .of = t.of, .inner = (uint32_t)t.times, .is_widened = true};
	return plus(zero, t, 64);
}

static struct step narrowed(struct step s)
{
	struct step r = s.state == STATE_SUM ? zero : none;

	for (unsigned k = 0; r.state == STATE_SUM && k < s.count; k++) {
		struct term t = s.term[k];

		if (t.is_widened)
			t = (struct term){.times = t.times * t.inner, .of = t.of};
		r = plus(r, t, 32);
	}
	return r;
}

/* ---- instructions --------------------------------------------------------------------------- */

static struct step copied(struct search *c, const struct fin_inst *i, unsigned bits)
{
	const struct fin_value *v = &i->operands[1].v[0];
	unsigned from = v->kind == FIN_VALUE_REG ? c->f->regs[v->reg].bits : bits;
	struct step s = step_of_value(c, v);

	if (from != 32 && from != 64)
		return none;
	return from == bits ? s : bits == 64 ? widened(s) : narrowed(s);
}

static struct step step_of_inst(struct search *c, const struct fin_inst *i, unsigned bits)
{
	const struct fin_operand *o = i->operands;
	unsigned dim;

	if (fin_is_summed_id(i, &dim))
		return dim != c->dim
		               ? zero
		               : plus(zero, (struct term){.times = 1, .of = FIN_NOWHERE}, bits);
	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
		return sum(step_of_value(c, &o[1].v[0]), step_of_value(c, &o[2].v[0]), 1, bits);
	case FIN_INDEX_DIFFERENCE:
		return sum(step_of_value(c, &o[1].v[0]), step_of_value(c, &o[2].v[0]), UINT64_MAX,
			bits);
	case FIN_INDEX_PRODUCT:
		return product(c, i, bits);
	case FIN_INDEX_PRODUCT_AND_SUM:
		return sum(step_of_value(c, &o[3].v[0]), product(c, i, bits), 1, bits);
	case FIN_INDEX_SHIFT_LEFT:
		return o[2].v[0].kind == FIN_VALUE_IMM
		               ? sum(zero, step_of_value(c, &o[1].v[0]),
					 (uint64_t)1 << (o[2].v[0].lo & (bits - 1)), bits)
		               : none;
	case FIN_INDEX_COPY:
		return copied(c, i, bits);
	case FIN_INDEX_OTHER:
		break;
	}
	return none;
}

static struct step step_of(struct search *c, uint32_t reg)
{
	const struct fin_inst *i = c->s->def[reg];
	unsigned bits = c->f->regs[reg].bits;

	if (c->step[reg].state == STATE_UNKNOWN) {
		c->step[reg] = none; /* what depends on itself is no sum */
		if (i != NULL && c->s->phi[reg] == NULL && (bits == 32 || bits == 64))
			c->step[reg] = step_of_inst(c, i, bits);
	}
	return c->step[reg];
}

struct fin_bits fin_level_sums(const struct fin_function *f, const struct fin_shapes *s,
	unsigned dim)
{
	struct search c = {f, s, dim, mem_new(f->reg_count + 1, sizeof *c.step)};
	struct fin_bits level = fin_bits_new(f->module->arena, f->reg_count);

	for (uint32_t reg = 0; reg < f->reg_count; reg++) {
		struct step of = step_of(&c, reg);

		if (of.state == STATE_SUM && of.count == 0)
			fin_bits_add(&level, reg);
	}
	mem_free(c.step);
	return level;
}
