/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See reach.h. All blocks that work-items can be told by lie behind one block. The branches that
 * lead there are taken by work-items of which certain conditions hold, some of which are bounds of
 * ids. */
#include "shape/reach.h"
#include "ir/lowering.h"

/* How deep a chain of definitions is looked at, and how many definitions in all: with conditions,
 * maxima and sums on top of each other, there are more ways down than one could walk. */
enum { MAX_DEPTH = 8, MOST_STEPS = 1 << 14 };

struct pass {
	const struct fin_few_view *v;
	struct fin_reach *out;
	unsigned *steps; /* how many definitions may still be looked at */
};

static const struct fin_inst *def_of(const struct pass *p, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_REG ? p->v->in_rows->def[v->reg] : NULL;
}

/* Whether one more definition may be looked at. */
static bool goes_on(const struct pass *p)
{
	if (*p->steps == 0)
		return false;
	--*p->steps;
	return true;
}

/* ---- values where the kernel starts --------------------------------------------------------- */

/* Whether an instruction can be run where the kernel starts, whatever the kernel would do. */
static bool can_start(const struct fin_inst *i)
{
	return fin_is_computed(i) ||
	       (i->lowering == ISA_LOWER_LOAD && i->isa->segment == BRIG_SEGMENT_KERNARG &&
		       !i->operands[1].has_reg);
}

static bool is_known(const struct pass *p, const struct fin_value *v, unsigned depth)
{
	const struct fin_inst *d = def_of(p, v);
	struct fin_value use = {.kind = FIN_VALUE_REG};
	uint32_t regs[FIN_MAX_REGS];

	if (v->kind != FIN_VALUE_REG)
		return v->kind == FIN_VALUE_IMM;
	if (d == NULL || depth == 0 || !goes_on(p) || !can_start(d) ||
		!fin_is_for_group(p->v, v->reg))
		return false;
	for (unsigned n = fin_inst_uses(d, regs); n > 0; n--) {
		use.reg = regs[n - 1];
		if (!is_known(p, &use, depth - 1))
			return false;
	}
	return true;
}

/* ---- ids with something added --------------------------------------------------------------- */

/* Of which dimensions the ids are in a sum, and how often, modulo any power of two. */
struct sum {
	bool known;
	bool pure; /* it is an id, which is below 2^31 */
	uint64_t times[3];
};

static struct sum sum_of(const struct pass *p, const struct fin_value *v, unsigned depth);

static struct sum added(struct sum a, struct sum b, uint64_t sign)
{
	for (unsigned d = 0; d < 3; d++)
		a.times[d] += sign * b.times[d];
	a.known &= b.known;
	a.pure = false;
	return a;
}

static struct sum multiplied(const struct pass *p, const struct fin_value *a,
	const struct fin_value *b, unsigned depth)
{
	const struct fin_value *n = a->kind == FIN_VALUE_IMM ? a : b;
	struct sum s = {.known = true};

	if (is_known(p, a, depth) && is_known(p, b, depth))
		return s;
	s = sum_of(p, n == a ? b : a, depth);
	for (unsigned d = 0; d < 3; d++)
		s.times[d] *= n->lo;
	s.known &= n->kind == FIN_VALUE_IMM;
	s.pure = false;
	return s;
}

/* A number that is widened must not be a sum that may have wrapped. */
static struct sum converted(const struct pass *p, const struct fin_inst *i, unsigned depth)
{
	struct sum s = sum_of(p, &i->operands[1].v[0], depth);

	if (i->lowering != ISA_LOWER_MOV &&
		isa_type_find(i->isa->type)->bits > isa_type_find(i->isa->source_type)->bits)
		s.known &= s.pure;
	return s;
}

static struct sum result_of(const struct pass *p, const struct fin_inst *i, unsigned depth)
{
	const struct fin_operand *o = i->operands;

	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
		return added(sum_of(p, &o[1].v[0], depth), sum_of(p, &o[2].v[0], depth),
			fin_index_op(i) == FIN_INDEX_SUM ? 1 : UINT64_MAX);
	case FIN_INDEX_PRODUCT:
		return multiplied(p, &o[1].v[0], &o[2].v[0], depth);
	case FIN_INDEX_PRODUCT_AND_SUM:
		return added(multiplied(p, &o[1].v[0], &o[2].v[0], depth),
			sum_of(p, &o[3].v[0], depth), 1);
	case FIN_INDEX_COPY:
		return converted(p, i, depth);
	case FIN_INDEX_SHIFT_LEFT:
	case FIN_INDEX_OTHER:
		break;
	}
	return (struct sum){.known = false};
}

static struct sum sum_of(const struct pass *p, const struct fin_value *v, unsigned depth)
{
	const struct fin_inst *d = def_of(p, v);
	struct sum id = {.known = true};

	if (is_known(p, v, depth))
		return id;
	if (d == NULL || depth == 0 || !goes_on(p) ||
		p->v->in_rows->of[v->reg].kind == FIN_SHAPE_VARYING ||
		p->v->in_rows->of[v->reg].risky)
		return (struct sum){.known = false};
	id.pure = fin_place_query(d) == FIN_PLACE_ITEM;
	for (unsigned k = 0; k < 3; k++)
		if (fin_reads_id(d, k)) {
			id.times[k] = 1;
			return id;
		}
	return result_of(p, d, depth - 1);
}

/* ---- conditions ----------------------------------------------------------------------------- */

/* Adds the bound, if it is one. */
static bool add_bound(struct pass *p, struct fin_reach_bound b)
{
	struct sum s = sum_of(p, b.id, MAX_DEPTH);
	unsigned dims = 0;

	for (unsigned d = 0; d < 3; d++)
		if (s.times[d] != 0) {
			b.dim = d;
			dims++;
		}
	if (!s.known || dims != 1 || s.times[b.dim] != 1 || !is_known(p, b.limit, MAX_DEPTH) ||
		p->out->count == FIN_MAX_REACH)
		return false;
	p->out->bound[p->out->count++] = b;
	return true;
}

/* Adds the bounds of b.id, which may be the maximum of two that are less than b.limit, or the
 * minimum of two that are greater. Returns whether they say all of it. */
static bool add_bounds(struct pass *p, struct fin_reach_bound b, unsigned depth)
{
	const struct fin_inst *d = def_of(p, b.id);
	const struct isa_type *t;
	bool first;

	if (!goes_on(p))
		return false;
	if (d == NULL || d->isa == NULL || depth == 0 ||
		d->isa->opcode != (b.is_lower ? BRIG_OPCODE_MIN : BRIG_OPCODE_MAX))
		return add_bound(p, b);
	t = isa_type_find(d->isa->type);
	if (t->count != 1 || t->bits != b.bits ||
		t->kind != (b.is_signed ? ISA_KIND_SIGNED : ISA_KIND_UNSIGNED))
		return false;
	b.id = &d->operands[1].v[0];
	first = add_bounds(p, b, depth - 1);
	b.id = &d->operands[2].v[0];
	return add_bounds(p, b, depth - 1) && first;
}

static bool add_comparison(struct pass *p, const struct fin_inst *i, bool holds)
{
	const struct isa_type *t = isa_type_find(i->isa->source_type);
	unsigned compare = i->isa->compare, less;
	bool differs = compare == (holds ? BRIG_COMPARE_NE : BRIG_COMPARE_EQ);
	struct fin_reach_bound b = {.bits = t->bits, .is_signed = t->kind == ISA_KIND_SIGNED};

	if ((!b.is_signed && t->kind != ISA_KIND_UNSIGNED) || t->count != 1 || t->bits < 32)
		return false;
	if (compare == BRIG_COMPARE_LT || compare == BRIG_COMPARE_GE)
		less = (compare == BRIG_COMPARE_LT) == holds ? 1 : 2;
	else if (compare == BRIG_COMPARE_LE || compare == BRIG_COMPARE_GT)
		less = (compare == BRIG_COMPARE_LE) == holds ? 1 : 2;
	else if (differs)
		less = is_known(p, &i->operands[1].v[0], MAX_DEPTH) ? 2 : 1;
	else
		return false;
	b.differs = differs;
	if (differs) {
		b.id = &i->operands[less].v[0];
		b.limit = &i->operands[3 - less].v[0];
		/* another constant than 0 is hardly ever an end */
		return (b.limit->kind != FIN_VALUE_IMM || b.limit->lo == 0) && add_bound(p, b);
	}
	/* a >= b is b <= a, and !(a < b) is b <= a; likewise the others */
	b.inclusive = holds == (compare == BRIG_COMPARE_LE || compare == BRIG_COMPARE_GE);
	b.is_lower = is_known(p, &i->operands[less].v[0], MAX_DEPTH);
	b.id = &i->operands[b.is_lower ? 3 - less : less].v[0];
	b.limit = &i->operands[b.is_lower ? less : 3 - less].v[0];
	return add_bounds(p, b, MAX_DEPTH);
}

/* Adds the bounds that follow from a condition that is `holds`. Returns whether these say all of
 * it. */
static bool add_condition(struct pass *p, const struct fin_value *v, bool holds, unsigned depth)
{
	const struct fin_inst *d = def_of(p, v);
	bool first;

	if (d == NULL || d->isa == NULL || depth == 0 || !goes_on(p))
		return false;
	if (d->lowering == ISA_LOWER_CMP)
		return add_comparison(p, d, holds);
	if (d->isa->type != BRIG_TYPE_B1)
		return false;
	if (d->isa->opcode == BRIG_OPCODE_NOT)
		return add_condition(p, &d->operands[1].v[0], !holds, depth - 1);
	if (d->isa->opcode != (holds ? BRIG_OPCODE_AND : BRIG_OPCODE_OR))
		return false;
	first = add_condition(p, &d->operands[1].v[0], holds, depth - 1);
	return add_condition(p, &d->operands[2].v[0], holds, depth - 1) && first;
}

/* ---- blocks --------------------------------------------------------------------------------- */

/* The last block that all busy blocks lie behind, or FIN_NOWHERE: no block is busy. */
static uint32_t front_of(const struct fin_flow *w)
{
	uint32_t front = FIN_NOWHERE;

	for (uint32_t at = 0; at < w->count; at++) {
		uint32_t a = at;

		if (!fin_is_busy(w->order[at]))
			continue;
		while (front != FIN_NOWHERE && a != front) {
			if (a > front)
				a = w->idom[a];
			else
				front = w->idom[front];
		}
		front = a;
	}
	return front;
}

struct fin_reach fin_reach_of(const struct fin_few_view *v)
{
	struct fin_reach r = {0};
	unsigned steps = MOST_STEPS;
	struct pass p = {v, &r, &steps};
	const struct fin_flow *w = &v->flows[0];
	uint32_t at = w->dispatched ? FIN_NOWHERE : front_of(w);

	for (; at != FIN_NOWHERE && at != 0; at = w->idom[at]) {
		const struct fin_block *from = w->order[w->idom[at]], *to = w->order[at];

		if (w->pred_count[at] != 1 || from->term.kind != FIN_TERM_CBR ||
			from->term.succ[0] == from->term.succ[1])
			continue;
		if (add_condition(&p, &from->term.value, from->term.succ[0] == to, MAX_DEPTH) &&
			r.taken_count < FIN_MAX_REACH)
			r.taken[r.taken_count++] = (struct fin_taken){w->idom[at], at};
	}
	return r;
}
