/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Takes indices apart into terms: see index_terms.h. */
#include "shape/index_terms.h"

/* How deep chains of definitions are looked at. */
enum { MAX_DEPTH = 64 };

static int64_t product(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a * (uint64_t)b);
}

static int64_t sum(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* Adds a term; returns false where there is no room. */
static bool add_term(struct fin_terms *t, uint32_t reg, int64_t factor)
{
	unsigned k = 0;

	while (k < t->count && t->reg[k] < reg)
		k++;
	if (k < t->count && t->reg[k] == reg) {
		t->factor[k] = sum(t->factor[k], factor);
		if (t->factor[k] != 0)
			return true;
		t->count--;
		memmove(t->reg + k, t->reg + k + 1, (t->count - k) * sizeof t->reg[0]);
		memmove(t->factor + k, t->factor + k + 1, (t->count - k) * sizeof t->factor[0]);
		return true;
	}
	if (t->count == FIN_MOST_TERMS)
		return false;
	memmove(t->reg + k + 1, t->reg + k, (t->count - k) * sizeof t->reg[0]);
	memmove(t->factor + k + 1, t->factor + k, (t->count - k) * sizeof t->factor[0]);
	t->reg[k] = reg;
	t->factor[k] = factor;
	t->count++;
	return true;
}

/* Adds what another sum is times a number, which is not 0. */
static bool add_times(struct fin_terms *t, const struct fin_terms *u, int64_t factor)
{
	t->number = sum(t->number, product(u->number, factor));
	for (unsigned k = 0; k < u->count; k++)
		if (product(u->factor[k], factor) != 0 &&
			!add_term(t, u->reg[k], product(u->factor[k], factor)))
			return false;
	return true;
}

static struct fin_terms terms_of_value(struct fin_terms_search *c, const struct fin_value *v,
	uint16_t type)
{
	if (v->kind == FIN_VALUE_REG)
		return *fin_terms_of(c, v->reg);
	return (struct fin_terms){.number = isa_type_find(type)->bits == 32
	                                            ? (int32_t)(uint32_t)v->lo
	                                            : (int64_t)v->lo};
}

/* Adds the product of an instruction's first two sources if one of them is a number. */
static bool add_product(struct fin_terms_search *c, struct fin_terms *t, const struct fin_inst *i)
{
	for (unsigned k = 1; k <= 2; k++) {
		struct fin_terms n = terms_of_value(c, &i->operands[k].v[0], i->isa->type), u;

		if (n.count != 0)
			continue;
		u = terms_of_value(c, &i->operands[3 - k].v[0], i->isa->type);
		return add_times(t, &u, n.number);
	}
	return false;
}

/* Adds a sum that is shifted left by a number, or right without a rest. */
static bool add_shifted(struct fin_terms_search *c, struct fin_terms *t, const struct fin_inst *i)
{
	struct fin_terms u = terms_of_value(c, &i->operands[1].v[0], i->isa->type);
	unsigned n = (unsigned)i->operands[2].v[0].lo & (isa_type_find(i->isa->type)->bits - 1);
	int64_t unit = (int64_t)((uint64_t)1 << n);

	if (i->operands[2].v[0].kind != FIN_VALUE_IMM || n == 63)
		return false;
	if (i->isa->opcode == BRIG_OPCODE_SHL)
		return add_times(t, &u, unit);
	if (i->isa->opcode != BRIG_OPCODE_SHR || u.number % unit != 0)
		return false;
	u.number /= unit;
	for (unsigned k = 0; k < u.count; k++) {
		if (u.factor[k] % unit != 0)
			return false;
		u.factor[k] /= unit;
	}
	return add_times(t, &u, 1);
}

/* Whether a copy may be looked through: that of a number of 32 bits or more. */
static bool is_plain_copy(struct fin_terms_search *c, const struct fin_inst *i)
{
	const struct fin_value *v = &i->operands[1].v[0];

	if (v->kind != FIN_VALUE_REG || c->f->regs[v->reg].bits < 32)
		return false;
	return i->lowering != ISA_LOWER_CVT ||
	       isa_type_find(i->isa->source_type)->kind == ISA_KIND_SIGNED ||
	       isa_type_find(i->isa->source_type)->bits == 64 || c->tested == NULL ||
	       fin_bits_has(c->tested, i->operands[0].v[0].reg);
}

static bool add_inst(struct fin_terms_search *c, struct fin_terms *t, const struct fin_inst *i)
{
	enum fin_index_op op = fin_index_op(i);
	struct fin_terms a, b;

	switch (op) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
		a = terms_of_value(c, &i->operands[1].v[0], i->isa->type);
		b = terms_of_value(c, &i->operands[2].v[0], i->isa->type);
		return add_times(t, &a, 1) && add_times(t, &b, op == FIN_INDEX_SUM ? 1 : -1);
	case FIN_INDEX_PRODUCT:
		return add_product(c, t, i);
	case FIN_INDEX_PRODUCT_AND_SUM:
		b = terms_of_value(c, &i->operands[3].v[0], i->isa->type);
		return add_product(c, t, i) && add_times(t, &b, 1);
	case FIN_INDEX_COPY:
		return is_plain_copy(c, i) &&
		       add_times(t, fin_terms_of(c, i->operands[1].v[0].reg), 1);
	case FIN_INDEX_SHIFT_LEFT:
		return add_shifted(c, t, i);
	case FIN_INDEX_OTHER:
		break;
	}
	return i->lowering == ISA_LOWER_SHIFT && fin_is_index_type(i->isa->type) &&
	       add_shifted(c, t, i);
}

struct fin_terms_search fin_terms_search(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_bits *tested)
{
	return (struct fin_terms_search){f, s, tested,
		ARENA_ARRAY(f->module->arena, const struct fin_terms *, f->reg_count), 0};
}

const struct fin_terms *fin_terms_of(struct fin_terms_search *c, uint32_t reg)
{
	const struct fin_inst *i = c->s->def[reg];
	struct fin_terms *one, *all;

	if (c->of[reg] != NULL)
		return c->of[reg];
	one = ARENA_ARRAY(c->f->module->arena, struct fin_terms, 2);
	all = one + 1;
	*one = (struct fin_terms){.count = 1, .reg = {reg}, .factor = {1}};
	c->of[reg] = one; /* as long as it is taken apart: what depends on itself stays whole */
	c->depth++;
	if (i != NULL && c->s->phi[reg] == NULL && c->f->regs[reg].bits >= 32 &&
		c->f->regs[reg].bits <= 64 && c->depth < MAX_DEPTH && add_inst(c, all, i))
		c->of[reg] = all;
	c->depth--;
	return c->of[reg];
}

bool fin_terms_differ_by(const struct fin_terms *a, const struct fin_terms *b, int64_t *number)
{
	*number = (int64_t)((uint64_t)a->number - (uint64_t)b->number);
	return a->count == b->count && memcmp(a->reg, b->reg, a->count * sizeof a->reg[0]) == 0 &&
	       memcmp(a->factor, b->factor, a->count * sizeof a->factor[0]) == 0;
}
