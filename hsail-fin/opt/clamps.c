/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes one conversion of a float to a byte or halfword, which clamps, of a conversion to a larger
 * type and choices that clamp it, as compilers make them of convert_uchar_sat(x):
 *
 *     x > 255 ? 255 : x < 0 ? 0 : (short)x
 *
 * For a NaN both comparisons are false, and both conversions give 0. What clamped before stays, if
 * somebody else needs it. */
#include "ir/exceptions.h"
#include "ir/lowering.h"
#include "opt/opt_passes.h"

enum { MAX_STEPS = 8 };

struct pass {
	struct fin_function *f;
	struct fin_inst **def; /* by register: its only definition, or NULL */
};

/* What a register is made of: the conversion `cvt` of a float, whose results are right up to
 * `most`, and choices of 0 where the float is less than 0, and of `end` where it is greater. */
struct clamp {
	const struct fin_inst *cvt;
	uint32_t from; /* the float, or FIN_NOWHERE: no choice has told */
	uint64_t most, end;
	bool has_low, has_end;
	bool ftz; /* a choice takes denormals as 0 */
};

/* ---- numbers -------------------------------------------------------------------------------- */

/* The whole number that an immediate float of that type is, or UINT64_MAX. */
static uint64_t whole_number(const struct fin_value *v, unsigned bits)
{
	double d = fin_float_immediate(v, bits);

	return d >= 0 && d <= UINT16_MAX && d == (double)(uint64_t)d ? (uint64_t)d : UINT64_MAX;
}

static uint64_t greatest(const struct isa_type *t)
{
	return ((uint64_t)1 << (t->bits - (t->kind == ISA_KIND_SIGNED))) - 1;
}

static bool is_whole(const struct isa_type *t)
{
	return (t->kind == ISA_KIND_SIGNED || t->kind == ISA_KIND_UNSIGNED) && t->count == 1 &&
	       t->bits >= 8 && t->bits <= 32;
}

static void limit(struct clamp *c, uint64_t most)
{
	c->most = most < c->most ? most : c->most;
}

/* ---- instructions --------------------------------------------------------------------------- */

static const struct fin_inst *def_of(const struct pass *p, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_REG ? p->def[v->reg] : NULL;
}

/* Whether the choice clamps the float that others clamp. */
static bool take_choice(const struct pass *p, const struct fin_inst *i, struct clamp *c)
{
	const struct fin_inst *is = def_of(p, &i->operands[1].v[0]);
	const struct fin_value *to = &i->operands[2].v[0];
	const struct isa_type *t;
	uint64_t edge;

	if (is == NULL || is->lowering != ISA_LOWER_CMP || to->kind != FIN_VALUE_IMM ||
		is->operands[1].v[0].kind != FIN_VALUE_REG ||
		is->operands[2].v[0].kind != FIN_VALUE_IMM)
		return false;
	t = isa_type_find(is->isa->source_type);
	if (t->kind != ISA_KIND_FLOAT || t->count != 1 || t->bits < 32 ||
		(c->from != FIN_NOWHERE && c->from != is->operands[1].v[0].reg))
		return false;
	c->from = is->operands[1].v[0].reg;
	c->ftz |= is->isa->ftz;
	edge = whole_number(&is->operands[2].v[0], t->bits);
	if (edge != (uint32_t)to->lo)
		return false;
	switch (is->isa->compare) {
	case BRIG_COMPARE_LT:
	case BRIG_COMPARE_LE:
		c->has_low = true;
		return edge == 0;
	case BRIG_COMPARE_GT:
	case BRIG_COMPARE_GE:
		if (c->has_end || edge == 0)
			return false;
		c->has_end = true;
		c->end = edge;
		return true;
	default:
		return false;
	}
}

static bool take_conversion(const struct fin_inst *i, struct clamp *c)
{
	const struct isa_type *to = isa_type_find(i->isa->type);
	const struct isa_type *from = isa_type_find(i->isa->source_type);

	if (!is_whole(to) || i->operands[1].v[0].kind != FIN_VALUE_REG)
		return false;
	limit(c, greatest(to));
	if (is_whole(from)) {
		limit(c, greatest(from));
		return true;
	}
	if (from->kind != ISA_KIND_FLOAT || from->count != 1 || from->bits < 32)
		return false;
	c->cvt = i;
	c->has_low |= to->kind == ISA_KIND_UNSIGNED;
	return i->operands[1].v[0].reg == c->from;
}

/* Looks at what a value is made of, up to the conversion. */
static bool find_clamp(const struct pass *p, const struct fin_value *v, struct clamp *c)
{
	for (unsigned n = 0; n < MAX_STEPS && c->cvt == NULL; n++) {
		const struct fin_inst *i = def_of(p, v);

		if (i == NULL || i->isa == NULL || i->operands[0].count != 1)
			return false;
		if (i->isa->opcode == BRIG_OPCODE_CMOV && i->isa->type == BRIG_TYPE_B32) {
			if (!take_choice(p, i, c))
				return false;
			v = &i->operands[3].v[0];
		} else if (i->lowering == ISA_LOWER_CVT) {
			if (!take_conversion(i, c))
				return false;
			v = &i->operands[1].v[0];
		} else {
			return false;
		}
	}
	return c->cvt != NULL && c->has_low && c->has_end && c->most >= c->end &&
	       (!c->ftz || c->cvt->isa->ftz);
}

static void rewrite(struct pass *p, struct fin_inst *i)
{
	struct fin_value v = i->operands[0].v[0];
	struct clamp c = {.from = FIN_NOWHERE, .most = UINT64_MAX};
	uint16_t type;
	struct isa_inst isa;
	struct fin_inst *cvt;
	struct fin_operand o[2];

	if (!find_clamp(p, &v, &c) || (c.end != UINT8_MAX && c.end != UINT16_MAX))
		return;
	type = c.end == UINT8_MAX ? BRIG_TYPE_U8 : BRIG_TYPE_U16;
	isa = *c.cvt->isa;
	isa.type = type;
	o[0] = fin_reg_operand(v.reg, type, true);
	o[1] = c.cvt->operands[1];
	cvt = fin_inst_new(p->f->module, i, ISA_LOWER_CVT, isa, o, 2);
	cvt->next = i->next;
	*i = *cvt;
}

void fin_merge_clamps(struct fin_function *f)
{
	struct pass p = {f, NULL};

	if (fin_each_counts(f))
		return;
	p.def = ARENA_ARRAY(f->module->arena, struct fin_inst *, f->reg_count);
	fin_only_definitions(f, p.def);
	for (size_t k = 0; k < f->block_count; k++)
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->isa != NULL && i->isa->opcode == BRIG_OPCODE_CMOV &&
				i->isa->type == BRIG_TYPE_B32)
				rewrite(&p, i);
}
