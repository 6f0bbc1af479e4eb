/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Drops what hypot() does for sums of squares that are very small or large:
 *
 *     s = x * x + y * y; if (bits(s) is out of some range && x or y is not 0) ...
 *
 * Where x and y are whole numbers of which the greatest is known, as differences of bytes in most
 * filters of images, s is 0, and so are both, or it is between 1 and a bound. If the condition is
 * the same in both cases the branch is none. */
#include <math.h>
#include "ir/cfg.h"
#include "ir/exceptions.h"
#include "ir/lowering.h"
#include "opt/opt_passes.h"

enum { MAX_DEPTH = 32, MAX_TERMS = 24, MAX_NESTING = 6 };

struct pass {
	struct fin_function *f;
	struct fin_inst **def; /* by register: its only definition, or NULL */
	/* by register: the greatest absolute value of a whole number, INFINITY: it is none, or not
	 * bounded, NAN: not looked at yet */
	double *most;
	/* by register: the number of its definition in the block that is looked at, or 0 */
	uint32_t *at;
};

/* The numbers, without a sign, that a value of 32 bits may be: `bits` has all bits that some of
 * them have. */
struct numbers {
	uint32_t least, most, bits;
};

/* The sum of squares `sum`, of x and y, and whether they are 0. */
struct squares {
	uint32_t sum, x, y;
	uint32_t most; /* bits of the greatest sum */
	bool are_zero;
};

static const struct numbers any = {0, UINT32_MAX, UINT32_MAX};

/* The value that is copied. */
static const struct fin_value *copied(const struct pass *p, const struct fin_value *v)
{
	for (unsigned n = 0; n < MAX_DEPTH && v->kind == FIN_VALUE_REG; n++) {
		const struct fin_inst *d = p->def[v->reg];

		if (d == NULL || d->lowering != ISA_LOWER_MOV || d->operand_count != 2 ||
			d->operands[1].count != 1 || p->f->regs[v->reg].bits != 32 ||
			(d->operands[1].v[0].kind == FIN_VALUE_REG &&
				p->f->regs[d->operands[1].v[0].reg].bits != 32))
			break;
		v = &d->operands[1].v[0];
	}
	return v;
}

static const struct fin_inst *def_of(const struct pass *p, const struct fin_value *v)
{
	v = copied(p, v);
	return v->kind == FIN_VALUE_REG && p->def[v->reg] != NULL && p->def[v->reg]->isa != NULL &&
	                       p->def[v->reg]->operands[0].count == 1
	               ? p->def[v->reg]
	               : NULL;
}

/* ---- whole numbers -------------------------------------------------------------------------- */

static double most_of(struct pass *p, const struct fin_value *v, unsigned depth);

/* The sum of two floats that are whole is so, and so is their product, however it is rounded. */
static double most_of_result(struct pass *p, const struct fin_inst *i, unsigned depth)
{
	const struct fin_operand *o = i->operands;

	if (i->isa->type != BRIG_TYPE_F32 || i->isa->opcode == BRIG_OPCODE_MOV)
		return INFINITY;
	if (i->lowering == ISA_LOWER_CVT) {
		const struct isa_type *t = isa_type_find(i->isa->source_type);

		return t->count == 1 && t->bits <= 32 &&
		                       (t->kind == ISA_KIND_SIGNED || t->kind == ISA_KIND_UNSIGNED)
		               ? ldexp(1, (int)t->bits)
		               : INFINITY;
	}
	if (i->isa->opcode == BRIG_OPCODE_ADD || i->isa->opcode == BRIG_OPCODE_SUB)
		return most_of(p, &o[1].v[0], depth) + most_of(p, &o[2].v[0], depth);
	if (i->isa->opcode == BRIG_OPCODE_MUL)
		return most_of(p, &o[1].v[0], depth) * most_of(p, &o[2].v[0], depth);
	if (i->isa->opcode == BRIG_OPCODE_FMA || i->isa->opcode == BRIG_OPCODE_MAD)
		return most_of(p, &o[1].v[0], depth) * most_of(p, &o[2].v[0], depth) +
		       most_of(p, &o[3].v[0], depth);
	return INFINITY;
}

/* Room is left for rounding, which makes a number greater by less than a half at each step. */
static double most_of(struct pass *p, const struct fin_value *v, unsigned depth)
{
	const double large = 0x1p100;
	const struct fin_inst *i;
	double d;

	v = copied(p, v);
	if (v->kind == FIN_VALUE_IMM) {
		d = fabs(fin_float_immediate(v, 32));
		return d < large && d == floor(d) ? d : INFINITY;
	}
	i = def_of(p, v);
	if (i == NULL || depth == 0 || p->f->regs[v->reg].bits != 32)
		return INFINITY;
	if (isnan(p->most[v->reg])) {
		p->most[v->reg] = INFINITY; /* in a loop it is not known */
		d = 2 * most_of_result(p, i, depth - 1);
		p->most[v->reg] = d < large ? d : INFINITY; /* 0 * INFINITY is not less */
	}
	return p->most[v->reg];
}

/* ---- sums of squares ------------------------------------------------------------------------ */

static bool is_square(const struct pass *p, const struct fin_value *a, const struct fin_value *b,
	uint32_t *of)
{
	a = copied(p, a);
	b = copied(p, b);
	if (a->kind != FIN_VALUE_REG || b->kind != FIN_VALUE_REG || a->reg != b->reg)
		return false;
	*of = a->reg;
	return true;
}

static bool find_squares(struct pass *p, const struct fin_value *v, struct squares *s)
{
	const struct fin_inst *sum = def_of(p, v), *other;
	double most;

	if (sum == NULL || sum->isa->type != BRIG_TYPE_F32 ||
		(sum->isa->opcode != BRIG_OPCODE_FMA && sum->isa->opcode != BRIG_OPCODE_MAD) ||
		!is_square(p, &sum->operands[1].v[0], &sum->operands[2].v[0], &s->x))
		return false;
	other = def_of(p, &sum->operands[3].v[0]);
	if (other == NULL || other->isa->type != BRIG_TYPE_F32 ||
		other->isa->opcode != BRIG_OPCODE_MUL ||
		!is_square(p, &other->operands[1].v[0], &other->operands[2].v[0], &s->y))
		return false;
	most = most_of(p, v, MAX_DEPTH);
	s->sum = copied(p, v)->reg;
	if (!isfinite(most))
		return false;
	union {
		float f;
		uint32_t u;
	} bits = {.f = (float)most};
	s->most = bits.u;
	return true;
}

/* Finds a sum of squares that the condition asks about. */
static bool find_asked(struct pass *p, const struct fin_value *v, struct squares *s,
	unsigned *terms)
{
	const struct fin_inst *i;

	if (*terms == 0)
		return false;
	--*terms;
	if (find_squares(p, v, s))
		return true;
	i = def_of(p, v);
	if (i == NULL || i->lowering == ISA_LOWER_LOAD)
		return false;
	for (unsigned k = 1; k < i->operand_count; k++)
		if (i->operands[k].kind == FIN_OPND_VALUES && i->operands[k].count == 1 &&
			find_asked(p, &i->operands[k].v[0], s, terms))
			return true;
	return false;
}

/* ---- conditions ----------------------------------------------------------------------------- */

static struct numbers between(uint32_t least, uint32_t most)
{
	return (struct numbers){least, most, least == most ? most : UINT32_MAX};
}

static struct numbers with_bits(uint32_t bits)
{
	return (struct numbers){0, bits, bits};
}

static struct numbers numbers_of(const struct pass *p, const struct squares *s,
	const struct fin_value *v, unsigned depth)
{
	const struct fin_inst *i;
	struct numbers a, b;

	v = copied(p, v);
	if (v->kind == FIN_VALUE_IMM)
		return between((uint32_t)v->lo, (uint32_t)v->lo);
	if (v->reg == s->sum)
		return s->are_zero ? between(0, 0) : between(0x3f800000, s->most);
	if (s->are_zero && (v->reg == s->x || v->reg == s->y))
		return with_bits((uint32_t)1 << 31);
	i = def_of(p, v);
	if (i == NULL || depth == 0 || p->f->regs[v->reg].bits != 32 || i->operand_count != 3)
		return any;
	a = numbers_of(p, s, &i->operands[1].v[0], depth - 1);
	b = numbers_of(p, s, &i->operands[2].v[0], depth - 1);
	if (i->isa->opcode == BRIG_OPCODE_OR && i->isa->type == BRIG_TYPE_B32)
		return with_bits(a.bits | b.bits);
	if (i->isa->opcode == BRIG_OPCODE_AND && i->isa->type == BRIG_TYPE_B32)
		return with_bits(a.bits & b.bits);
	if (i->isa->opcode == BRIG_OPCODE_ADD && b.least == b.most &&
		(i->isa->type == BRIG_TYPE_U32 || i->isa->type == BRIG_TYPE_S32) &&
		a.least + b.least <= a.most + b.least)
		return between(a.least + b.least, a.most + b.least);
	return any;
}

enum truth { UNKNOWN, NO, YES };

static enum truth compared(const struct fin_inst *i, struct numbers a, struct numbers b)
{
	bool apart = a.most < b.least || b.most < a.least;
	bool same = a.least == a.most && b.least == b.most && a.least == b.least;

	if (i->isa->compare == BRIG_COMPARE_EQ || i->isa->compare == BRIG_COMPARE_NE) {
		if (!apart && !same)
			return UNKNOWN;
		return same == (i->isa->compare == BRIG_COMPARE_EQ) ? YES : NO;
	}
	if (i->isa->compare != BRIG_COMPARE_LT || i->isa->source_type != BRIG_TYPE_U32)
		return UNKNOWN;
	return a.most < b.least ? YES : a.least >= b.most ? NO : UNKNOWN;
}

static enum truth truth_of(const struct pass *p, const struct squares *s, const struct fin_value *v,
	unsigned depth)
{
	const struct fin_inst *i = v->kind == FIN_VALUE_REG ? p->def[v->reg] : NULL;
	enum truth a, b;

	if (i == NULL || i->isa == NULL || depth == 0)
		return UNKNOWN;
	if (i->lowering == ISA_LOWER_CMP && i->isa->type == BRIG_TYPE_B1 &&
		(i->isa->source_type == BRIG_TYPE_U32 || i->isa->source_type == BRIG_TYPE_S32))
		return compared(i, numbers_of(p, s, &i->operands[1].v[0], MAX_NESTING),
			numbers_of(p, s, &i->operands[2].v[0], MAX_NESTING));
	if (i->isa->type != BRIG_TYPE_B1 ||
		(i->isa->opcode != BRIG_OPCODE_AND && i->isa->opcode != BRIG_OPCODE_NOT))
		return UNKNOWN;
	a = truth_of(p, s, &i->operands[1].v[0], depth - 1);
	if (i->isa->opcode == BRIG_OPCODE_NOT)
		return a == UNKNOWN ? UNKNOWN : a == YES ? NO : YES;
	b = truth_of(p, s, &i->operands[2].v[0], depth - 1);
	return a == NO || b == NO ? NO : a == YES && b == YES ? YES : UNKNOWN;
}

/* ---- all ------------------------------------------------------------------------------------ */

/* Whether what `v` is made of, from x and y on, is computed in the block, each behind what it is
 * made of. Else it might be of another x and y, as in the iteration before. */
static bool is_of_now(const struct pass *p, const struct squares *s, const struct fin_value *v,
	uint32_t before, unsigned *terms)
{
	const struct fin_inst *i;
	uint32_t regs[FIN_MAX_REGS];

	if (v->kind != FIN_VALUE_REG)
		return true;
	if (*terms == 0 || p->at[v->reg] >= before)
		return false;
	--*terms;
	if (v->reg == s->x || v->reg == s->y)
		return true;
	i = p->def[v->reg];
	if (i == NULL || p->at[v->reg] == 0)
		return false;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--) {
		const struct fin_value use = {.kind = FIN_VALUE_REG, .reg = regs[n - 1]};

		if (!is_of_now(p, s, &use, p->at[v->reg], terms))
			return false;
	}
	return true;
}

/* Numbers the definitions of a block from 1 on, or forgets these. */
static void number_block(struct pass *p, const struct fin_block *b, bool forgets)
{
	uint32_t regs[FIN_MAX_REGS], count = 0;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		count++;
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
			p->at[regs[n - 1]] = forgets ? 0 : count;
	}
}

static enum truth decided(struct pass *p, const struct fin_value *v)
{
	struct squares s = {.are_zero = false};
	unsigned terms = MAX_TERMS;
	enum truth t;

	if (v->kind != FIN_VALUE_REG || !find_asked(p, v, &s, &terms))
		return UNKNOWN;
	terms = MAX_TERMS;
	if (!is_of_now(p, &s, v, UINT32_MAX, &terms))
		return UNKNOWN;
	t = truth_of(p, &s, v, MAX_NESTING);
	s.are_zero = true;
	return truth_of(p, &s, v, MAX_NESTING) == t ? t : UNKNOWN;
}

static bool decide(struct pass *p, struct fin_block *b)
{
	struct fin_term *t = &b->term;
	enum truth is;

	if (t->kind != FIN_TERM_CBR)
		return false;
	number_block(p, b, false);
	is = decided(p, &t->value);
	number_block(p, b, true);
	if (is == UNKNOWN)
		return false;
	t->succ[0] = t->succ[is == NO];
	t->kind = FIN_TERM_BR;
	t->succ_count = 1;
	t->value_bits = 0;
	return true;
}

void fin_decide_squares(struct fin_function *f)
{
	struct arena *a = f->module->arena;
	struct pass p = {.f = f};
	bool some = false;

	if (fin_each_counts(f) || !fin_has_lowering(f, ISA_LOWER_CVT))
		return;
	p.def = ARENA_ARRAY(a, struct fin_inst *, f->reg_count);
	p.at = ARENA_ARRAY(a, uint32_t, f->reg_count);
	p.most = ARENA_ARRAY(a, double, f->reg_count);
	fin_only_definitions(f, p.def);
	for (size_t r = 0; r < f->reg_count; r++)
		p.most[r] = NAN;
	for (size_t k = 0; k < f->block_count; k++)
		some |= decide(&p, f->blocks[k]);
	if (some)
		fin_cfg(f);
}
