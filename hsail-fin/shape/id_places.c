/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See id_places.h. */
#include "shape/id_places.h"
#include "shape/shapes.h"

enum { MAX_DEPTH = 8 };

static struct fin_id_place place_of(struct fin_inst *const *def, const struct fin_value *v,
	unsigned depth);

static struct fin_id_place number(int64_t n)
{
	return (struct fin_id_place){
		.known = true, .local = FIN_NO_LOCAL, .base = FIN_NOWHERE, .at = n};
}

static struct fin_id_place sum(struct fin_id_place a, struct fin_id_place b, int sign)
{
	a.known &= b.known && (b.base == FIN_NOWHERE || (a.base == FIN_NOWHERE && sign > 0));
	if (a.base == FIN_NOWHERE)
		a.base = b.base;
	a.at += sign * b.at;
	for (unsigned d = 0; d < 3; d++)
		a.stride[d] += sign * b.stride[d];
	return a;
}

/* Whether a number is so small that a product with a stride does not overflow. */
static bool is_small(int64_t n)
{
	return n >= -(int64_t)UINT32_MAX && n <= UINT32_MAX;
}

static struct fin_id_place times(struct fin_id_place a, const struct fin_value *n, bool shifts)
{
	int64_t by = (int32_t)(uint32_t)n->lo;

	a.known &= a.base == FIN_NOWHERE && n->kind == FIN_VALUE_IMM && by >= 0 &&
	           by <= (shifts ? 12 : FIN_MAX_ID_STRIDE) && is_small(a.at);
	for (unsigned d = 0; d < 3; d++)
		a.known &= is_small(a.stride[d]);
	if (!a.known)
		return a;
	a.at *= shifts ? (int64_t)1 << by : by;
	for (unsigned d = 0; d < 3; d++)
		a.stride[d] *= shifts ? (int64_t)1 << by : by;
	return a;
}

/* Whether a register is the same wherever it is read. */
static bool is_constant(const struct fin_inst *d)
{
	return d->isa != NULL &&
	       (d->isa->opcode == BRIG_OPCODE_GROUPBASEPTR ||
		       (d->lowering == ISA_LOWER_LOAD && d->isa->segment == BRIG_SEGMENT_KERNARG &&
			       !d->operands[1].has_reg));
}

static struct fin_id_place place_of_inst(struct fin_inst *const *def, const struct fin_inst *d,
	uint32_t reg, unsigned depth)
{
	const struct fin_operand *o = d->operands;

	if (fin_place_query(d) == FIN_PLACE_ITEM) {
		struct fin_id_place p = number(0);

		p.stride[o[1].v[0].lo % 3] = 1;
		return p;
	}
	if (is_constant(d))
		return (struct fin_id_place){.known = true, .local = FIN_NO_LOCAL, .base = reg};
	switch (fin_index_op(d)) {
	case FIN_INDEX_SUM:
		return sum(place_of(def, &o[1].v[0], depth), place_of(def, &o[2].v[0], depth), 1);
	case FIN_INDEX_DIFFERENCE:
		return sum(place_of(def, &o[1].v[0], depth), place_of(def, &o[2].v[0], depth), -1);
	case FIN_INDEX_PRODUCT:
		return times(place_of(def, &o[1].v[0], depth), &o[2].v[0], false);
	case FIN_INDEX_SHIFT_LEFT:
		return times(place_of(def, &o[1].v[0], depth), &o[2].v[0], true);
	case FIN_INDEX_COPY:
		return place_of(def, &o[1].v[0], depth);
	case FIN_INDEX_PRODUCT_AND_SUM:
	case FIN_INDEX_OTHER:
		break;
	}
	return (struct fin_id_place){.known = false};
}

/* Numbers are small, so that they are right modulo 2^32. */
static struct fin_id_place place_of(struct fin_inst *const *def, const struct fin_value *v,
	unsigned depth)
{
	if (v->kind == FIN_VALUE_IMM)
		return number((int32_t)(uint32_t)v->lo);
	if (v->kind != FIN_VALUE_REG || def[v->reg] == NULL || depth == 0)
		return (struct fin_id_place){.known = false};
	return place_of_inst(def, def[v->reg], v->reg, depth - 1);
}

struct fin_id_place fin_id_place_of(struct fin_inst *const *def, const struct fin_value *v)
{
	return place_of(def, v, MAX_DEPTH);
}

bool fin_is_near_place(const struct fin_id_place *p)
{
	for (unsigned d = 0; d < 3; d++)
		if (p->stride[d] < 0 || p->stride[d] > FIN_MAX_ID_STRIDE)
			return false;
	return true;
}

struct fin_id_place fin_id_place_of_access(struct fin_inst *const *def, const struct fin_inst *i)
{
	enum { FAR = 1 << 24 };
	const struct fin_operand *o = &i->operands[1];
	const struct fin_value reg = {.kind = FIN_VALUE_REG, .reg = o->reg};
	struct fin_id_place p = o->has_reg ? place_of(def, &reg, MAX_DEPTH) : number(0);

	p.at += (int32_t)(uint32_t)o->offset;
	p.local = o->local;
	p.known &= o->global == NULL && p.at > -FAR && p.at < FAR && fin_is_near_place(&p);
	return p;
}
