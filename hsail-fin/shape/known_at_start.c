/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds values of the group that can be computed where a region starts (few_items.h).
 *
 * A region reads a register either with the value that it had at the region's start or, behind a
 * definition that the region has itself, with a new one: a loop around the barrier may well start
 * again in the middle of the region. So a register is asked about together with the position of the
 * block that reads it. */
#include "ir/lowering.h"
#include "shape/few_items.h"

/* How deep a chain of definitions is looked at. */
enum { MAX_DEPTH = 8 };

bool fin_is_for_group(const struct fin_few_view *v, uint32_t reg)
{
	return v->in_rows->of[reg].kind == FIN_SHAPE_GROUP &&
	       v->any->of[reg].kind == FIN_SHAPE_GROUP;
}

static bool is_in_context(const struct fin_region *r, uint32_t reg)
{
	for (uint32_t c = 0; c < r->context_count; c++)
		if (r->context[c] == reg)
			return true;
	return false;
}

static const struct fin_phi *phi_in(const struct fin_block *b, uint32_t reg)
{
	for (uint32_t k = 0; k < b->phi_count; k++)
		if (b->phis[k].reg == reg)
			return &b->phis[k];
	return NULL;
}

static bool is_defined_in(const struct fin_few_view *v, const struct fin_block *b, uint32_t reg)
{
	if (phi_in(b, reg) != NULL)
		return true;
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (i == v->in_rows->def[reg])
			return true;
	return false;
}

uint32_t fin_defined_at(const struct fin_few_view *v, uint32_t region, uint32_t reg)
{
	const struct fin_flow *w = &v->flows[region];

	if (fin_bits_has(&v->rs->regions[region].writes, reg))
		for (uint32_t at = 0; at < w->count; at++)
			if (is_defined_in(v, w->order[at], reg))
				return at;
	return FIN_NOWHERE;
}

/* Whether a loop of the region has both positions. */
static bool share_a_loop(const struct fin_flow *w, uint32_t a, uint32_t b)
{
	for (uint32_t l = 0; l < w->loop_count; l++)
		if (fin_loop_has(w, l, a) && fin_loop_has(w, l, b))
			return true;
	return false;
}

static bool dominates(const struct fin_flow *w, uint32_t a, uint32_t b)
{
	while (b > a)
		b = w->idom[b];
	return a == b;
}

/* Whether what is read at `at` is what the register had where the region started, given where the
 * region defines it. The phis of a region's entry have their values there. */
static bool is_old(const struct fin_flow *w, const struct fin_block *entry, uint32_t reg,
	uint32_t defined, uint32_t at)
{
	if (defined == FIN_NOWHERE)
		return true;
	if (defined == 0 && phi_in(entry, reg) != NULL)
		return w->pred_count[0] == 0;
	return defined > at && !share_a_loop(w, defined, at);
}

/* The one source of a register's phi at position `defined` that comes from blocks of the region, or
 * FIN_NOWHERE; and where it is read: at the end of the block that it comes from, if that is one.
 * Where there are several, it is read alike at the phi's block, unless that gives it a new value:
 * all of them are before that. */
static uint32_t source_of(const struct fin_few_view *v, const struct fin_flow *w, uint32_t reg,
	uint32_t defined, uint32_t *at)
{
	const struct fin_block *b = w->order[defined];
	const struct fin_phi *phi = phi_in(b, reg);
	uint32_t source = FIN_NOWHERE;
	bool several = false;

	for (uint32_t k = 0; phi != NULL && k < b->pred_count; k++) {
		uint32_t from = fin_position(&w->position, b->preds[k]->index);

		if (from == FIN_NOWHERE || b->preds[k]->term.kind == FIN_TERM_BARRIER)
			continue;
		if (from >= defined || (source != FIN_NOWHERE && source != phi->from[k]))
			return FIN_NOWHERE;
		several |= source != FIN_NOWHERE && *at != from;
		*at = from;
		source = phi->from[k];
	}
	if (several && !is_defined_in(v, b, source))
		*at = defined;
	return source;
}

struct fin_origin fin_origin_of(const struct fin_few_view *v, uint32_t region, uint32_t reg,
	uint32_t at)
{
	const struct fin_region *r = &v->rs->regions[region];
	const struct fin_flow *w = &v->flows[region];
	uint32_t defined = fin_defined_at(v, region, reg);
	struct fin_origin o = {FIN_ORIGIN_CONTEXT, reg, defined == FIN_NOWHERE ? at : defined};

	if (is_in_context(r, reg) && is_old(w, r->entry, reg, defined, at))
		return o;
	o.kind = FIN_ORIGIN_UNKNOWN;
	if (defined != FIN_NOWHERE &&
		(!dominates(w, defined, at) || w->loop_of[defined] != FIN_NOWHERE))
		return o;
	if (v->in_rows->def[reg] != NULL) {
		o.kind = FIN_ORIGIN_COMPUTED;
	} else if (defined != FIN_NOWHERE) {
		uint32_t source = source_of(v, w, reg, defined, &o.at);

		if (source != FIN_NOWHERE) {
			o.kind = FIN_ORIGIN_COPY;
			o.reg = source;
		}
	}
	return o;
}

static bool is_known(const struct fin_few_view *v, uint32_t region, uint32_t reg, uint32_t at,
	unsigned depth)
{
	struct fin_origin o = fin_origin_of(v, region, reg, at);
	const struct fin_inst *d = v->in_rows->def[reg];
	uint32_t regs[FIN_MAX_REGS];

	if (!fin_is_for_group(v, reg))
		return false;
	if (o.kind == FIN_ORIGIN_COPY && depth > 0)
		return is_known(v, region, o.reg, o.at, depth - 1);
	if (o.kind != FIN_ORIGIN_COMPUTED || depth == 0 || !fin_is_computed(d))
		return o.kind == FIN_ORIGIN_CONTEXT;
	for (unsigned n = fin_inst_uses(d, regs); n > 0; n--)
		if (!is_known(v, region, regs[n - 1], o.at, depth - 1))
			return false;
	return true;
}

bool fin_is_known_at_start(const struct fin_few_view *v, uint32_t region, uint32_t reg, uint32_t at)
{
	return is_known(v, region, reg, at, MAX_DEPTH);
}

bool fin_is_computed(const struct fin_inst *i)
{
	if (fin_is_register_move(i) || i->pseudo == FIN_PSEUDO_FIELD)
		return true;
	return i->isa != NULL && !fin_has_fact(i, FIN_HEAVY) && !fin_has_fact(i, FIN_MEMORY) &&
	       !fin_has_fact(i, FIN_IN_TURN) && i->lowering != ISA_LOWER_STORE &&
	       i->lowering != ISA_LOWER_EXCEPTION;
}

/* ---- ids with something added --------------------------------------------------------------- */

static struct fin_one_id added(struct fin_one_id a, struct fin_one_id b, int sign)
{
	a.known &= b.known && (a.sign == 0 || b.sign == 0);
	if (a.sign == 0) {
		a.sign = sign * b.sign;
		a.dim = b.dim;
	}
	return a;
}

static struct fin_one_id one_id(const struct fin_few_view *v, uint32_t region,
	const struct fin_value *value, uint32_t at, unsigned depth)
{
	static const struct fin_one_id unknown = {.known = false}, nothing = {.known = true};
	const struct fin_inst *d;
	const struct fin_operand *o;

	if (value->kind != FIN_VALUE_REG || fin_is_known_at_start(v, region, value->reg, at))
		return value->kind == FIN_VALUE_REG || value->kind == FIN_VALUE_IMM ? nothing
		                                                                    : unknown;
	d = v->in_rows->def[value->reg];
	if (d == NULL || depth == 0 || v->f->regs[value->reg].bits != 32 ||
		(v->rs->remat[value->reg] == NULL &&
			fin_origin_of(v, region, value->reg, at).kind != FIN_ORIGIN_COMPUTED))
		return unknown;
	if (fin_place_query(d) == FIN_PLACE_ITEM)
		return (struct fin_one_id){true, 1, (unsigned)d->operands[1].v[0].lo};
	at = fin_position_of(&v->flows[region], d, at);
	o = d->operands;
	switch (fin_index_op(d)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
		return added(one_id(v, region, &o[1].v[0], at, depth - 1),
			one_id(v, region, &o[2].v[0], at, depth - 1),
			fin_index_op(d) == FIN_INDEX_SUM ? 1 : -1);
	case FIN_INDEX_COPY:
		return one_id(v, region, &o[1].v[0], at, depth - 1);
	case FIN_INDEX_PRODUCT:
	case FIN_INDEX_PRODUCT_AND_SUM:
	case FIN_INDEX_SHIFT_LEFT:
	case FIN_INDEX_OTHER:
		break;
	}
	return fin_is_negative(d) ? added(nothing, one_id(v, region, &o[1].v[0], at, depth - 1), -1)
	                          : unknown;
}

struct fin_one_id fin_one_id_of(const struct fin_few_view *v, uint32_t region,
	const struct fin_value *value, uint32_t at)
{
	return one_id(v, region, value, at, MAX_DEPTH);
}
