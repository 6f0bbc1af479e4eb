/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See levels.h. */
#include "shape/levels.h"
#include "ir/cfg.h"
#include "ir/lowering.h"

/* How deep definitions of addresses, and of what is stored, are looked at. */
enum { MAX_DEPTH = 12, MAX_ALIKE = 8, WORD = 4 };
/* A level is made some 30 times, so it is short. */
enum { MAX_INSTS = 48 };

/* ---- addresses ------------------------------------------------------------------------------ */

/* base + constant + id * of_id + step * of_step + id * step * of_both, modulo 2^32, in bytes. */
struct form {
	bool known;
	uint32_t base; /* a register that is the same on all levels, or FIN_NOWHERE */
	uint32_t constant, of_id, of_step, of_both;
};

struct query {
	const struct fin_few_view *v;
	const struct fin_levels *l;
	uint32_t region;
};

static const struct form unknown = {.known = false};

static struct form number(uint64_t n)
{
	return (struct form){true, FIN_NOWHERE, (uint32_t)n, 0, 0, 0};
}

static bool is_number(struct form a)
{
	return a.known && a.base == FIN_NOWHERE && (a.of_id | a.of_step | a.of_both) == 0;
}

static struct form sum(struct form a, struct form b, uint32_t sign)
{
	if (!a.known || !b.known || (b.base != FIN_NOWHERE && (a.base != FIN_NOWHERE || sign != 1)))
		return unknown;
	if (a.base == FIN_NOWHERE)
		a.base = b.base;
	a.constant += sign * b.constant;
	a.of_id += sign * b.of_id;
	a.of_step += sign * b.of_step;
	a.of_both += sign * b.of_both;
	return a;
}

static struct form product(struct form a, struct form b)
{
	if (!a.known || !b.known || a.base != FIN_NOWHERE || b.base != FIN_NOWHERE ||
		(a.of_id != 0 && b.of_id != 0) || (a.of_step != 0 && b.of_step != 0) ||
		(a.of_both != 0 && !is_number(b)) || (b.of_both != 0 && !is_number(a)))
		return unknown;
	return (struct form){true, FIN_NOWHERE, a.constant * b.constant,
		a.constant * b.of_id + a.of_id * b.constant,
		a.constant * b.of_step + a.of_step * b.constant,
		a.constant * b.of_both + a.of_both * b.constant + a.of_id * b.of_step +
			a.of_step * b.of_id};
}

static struct form form_of(const struct query *q, const struct fin_value *value, uint32_t at,
	unsigned depth);

static struct form form_of_inst(const struct query *q, const struct fin_inst *i, uint32_t at,
	unsigned depth)
{
	const struct fin_operand *o = i->operands;
	enum fin_index_op op = fin_index_op(i);
	struct form a, b;

	if (fin_place_query(i) == FIN_PLACE_ITEM && o[1].v[0].lo == 0)
		return (struct form){true, FIN_NOWHERE, 0, 1, 0, 0};
	if (op == FIN_INDEX_OTHER)
		return unknown;
	a = form_of(q, &o[1].v[0], at, depth);
	if (op == FIN_INDEX_COPY)
		return a;
	b = form_of(q, &o[2].v[0], at, depth);
	switch (op) {
	case FIN_INDEX_SUM:
		return sum(a, b, 1);
	case FIN_INDEX_DIFFERENCE:
		return sum(a, b, UINT32_MAX);
	case FIN_INDEX_PRODUCT:
		return product(a, b);
	case FIN_INDEX_PRODUCT_AND_SUM:
		return sum(product(a, b), form_of(q, &o[3].v[0], at, depth), 1);
	case FIN_INDEX_SHIFT_LEFT:
		return is_number(b) && b.constant < 32
		               ? product(a, number((uint64_t)1 << b.constant))
		               : unknown;
	case FIN_INDEX_COPY:
	case FIN_INDEX_OTHER:
		break;
	}
	return unknown;
}

/* What is computed again is made of arguments and ids alone, and so the same on all levels. */
static bool is_invariant(const struct query *q, uint32_t reg)
{
	return q->v->rs->kind[reg] == FIN_CONTEXT_AGAIN && q->v->rs->remat[reg] != NULL;
}

/* Whether two readings of one register give the same value: it may have an old and a new one. */
static bool is_same_value(struct fin_origin a, struct fin_origin b)
{
	return a.kind == b.kind && a.reg == b.reg;
}

static struct form form_of_reg(const struct query *q, uint32_t reg, uint32_t at, unsigned depth)
{
	struct fin_origin o = fin_origin_of(q->v, q->region, reg, at);
	struct form f = unknown;

	if (depth == 0)
		return unknown;
	if (reg == q->l->reg && is_same_value(o, fin_origin_of(q->v, q->region, reg, q->l->at)))
		return (struct form){true, FIN_NOWHERE, 0, 0, 1, 0};
	if (o.kind == FIN_ORIGIN_COPY)
		return form_of_reg(q, o.reg, o.at, depth - 1);
	if (o.kind == FIN_ORIGIN_COMPUTED)
		f = form_of_inst(q, q->v->in_rows->def[reg], o.at, depth - 1);
	else if (is_invariant(q, reg))
		f = form_of_inst(q, q->v->rs->remat[reg], at, depth - 1);
	if (!f.known && is_invariant(q, reg) && fin_is_for_group(q->v, reg))
		return (struct form){true, reg, 0, 0, 0, 0};
	return f;
}

static struct form form_of(const struct query *q, const struct fin_value *value, uint32_t at,
	unsigned depth)
{
	if (value->kind == FIN_VALUE_IMM)
		return number(value->lo);
	if (value->kind != FIN_VALUE_REG || depth == 0)
		return unknown;
	return form_of_reg(q, value->reg, at, depth);
}

static bool has_elements(struct form f, unsigned bytes)
{
	return ((f.constant | f.of_id | f.of_step | f.of_both) % bytes) == 0;
}

static bool is_same_place(const struct fin_operand *a, const struct fin_operand *b)
{
	return a->global == b->global && a->local == b->local;
}

/* The number of elements from one work-item's first one to the next one's, per step; or 0, if they
 * are side by side. */
static bool find_spread(struct form f, unsigned bytes, uint32_t *spread)
{
	*spread = f.of_both / WORD;
	if (f.of_both == 0)
		return f.of_id == bytes;
	return bytes == WORD && f.of_id == 0 && *spread >= 2 && (*spread & (*spread - 1)) == 0;
}

static bool add_access(const struct query *q, struct fin_levels *l, const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];
	const struct isa_type *t = isa_type_find(i->isa->type);
	struct fin_value reg = {.kind = FIN_VALUE_REG, .reg = o->reg};
	unsigned words = i->operands[0].count, bytes = words * WORD;
	struct form f;
	uint32_t spread;

	if (i->isa->segment != BRIG_SEGMENT_GROUP || t->bits != 8 * WORD || t->count != 1 ||
		words == 3 || !o->has_reg || o->global != NULL ||
		l->access_count == FIN_MAX_LEVEL_ACCESSES)
		return false;
	f = sum(form_of(q, &reg, l->busy, MAX_DEPTH), number(o->offset), 1);
	if (!f.known || !has_elements(f, bytes) || !find_spread(f, bytes, &spread))
		return false;
	if (l->access_count == 0) {
		l->base = f.base;
		l->spread = spread;
		l->words = words;
	} else if (l->base != f.base || l->spread != spread || l->words != words ||
		   !is_same_place(o, &l->access[0].inst->operands[1])) {
		return false;
	}
	l->access[l->access_count++] = (struct fin_level_access){
		i, (int32_t)f.constant / (int32_t)bytes, (int32_t)f.of_step / (int32_t)bytes};
	return true;
}

/* ---- what a level does ---------------------------------------------------------------------- */

const struct fin_level_access *fin_level_access_of(const struct fin_levels *l,
	const struct fin_inst *i)
{
	for (unsigned k = 0; k < l->access_count; k++)
		if (l->access[k].inst == i)
			return &l->access[k];
	return NULL;
}

bool fin_is_of_level(const struct fin_levels *l, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_uses(i, regs);

	if (n == 0 || fin_is_access(i) || !fin_is_computed(i) || fin_differs_by_item(i))
		return false;
	while (n > 0)
		if (!fin_bits_has(&l->valued, regs[--n]))
			return false;
	return true;
}

static bool is_valued(const struct fin_levels *l, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_IMM ||
	       (v->kind == FIN_VALUE_REG && fin_bits_has(&l->valued, v->reg));
}

static bool is_same_operation(const struct fin_inst *a, const struct fin_inst *b)
{
	const struct isa_inst *x = a->isa, *y = b->isa;

	return x != NULL && y != NULL && a->operand_count == b->operand_count &&
	       x->opcode == y->opcode && x->type == y->type && x->source_type == y->source_type &&
	       x->ftz == y->ftz && x->round == y->round && x->pack == y->pack &&
	       x->compare == y->compare;
}

/* Whether a word's value comes about from that word of what was loaded as another's does from that
 * one. */
static bool comes_alike(const struct query *q, const struct fin_value *a, unsigned word_of_a,
	const struct fin_value *b, unsigned word_of_b, unsigned depth)
{
	const struct fin_inst *x, *y;

	if (a->kind != b->kind || a->kind != FIN_VALUE_REG)
		return a->kind == b->kind && a->kind == FIN_VALUE_IMM && a->lo == b->lo &&
		       a->hi == b->hi;
	x = q->v->in_rows->def[a->reg];
	y = q->v->in_rows->def[b->reg];
	if (x == NULL || y == NULL || depth == 0)
		return false;
	if (fin_is_access(x) || fin_is_access(y))
		return x == y && x->operands[0].v[word_of_a].reg == a->reg &&
		       y->operands[0].v[word_of_b].reg == b->reg;
	if (!is_same_operation(x, y))
		return false;
	for (unsigned k = 1; k < x->operand_count; k++)
		if (x->operands[k].kind != FIN_OPND_VALUES || x->operands[k].count != 1 ||
			y->operands[k].kind != FIN_OPND_VALUES || y->operands[k].count != 1 ||
			!comes_alike(q, &x->operands[k].v[0], word_of_a, &y->operands[k].v[0],
				word_of_b, depth - 1))
			return false;
	return true;
}

/* Whether all that is stored is computed, the words of an element alike. */
static bool is_store_alike(const struct query *q, const struct fin_levels *l,
	const struct fin_inst *i)
{
	const struct fin_value *v = i->operands[0].v;

	for (unsigned k = 0; k < i->operands[0].count; k++)
		if (!is_valued(l, &v[k]) ||
			(l->words > 1 && !comes_alike(q, &v[k], k, &v[0], 0, MAX_ALIKE)))
			return false;
	return true;
}

static bool find_accesses(const struct query *q, struct fin_levels *l)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned count = 0;

	for (const struct fin_inst *i = q->v->flows[q->region].order[l->busy]->first; i != NULL;
		i = i->next) {
		if (++count > MAX_INSTS || (fin_is_access(i) && !add_access(q, l, i)))
			return false;
		if (i->lowering == ISA_LOWER_STORE && fin_is_access(i) && !is_store_alike(q, l, i))
			return false;
		if (!fin_is_access(i) && i->lowering != ISA_LOWER_FENCE && !fin_is_computed(i))
			return false;
		if (fin_is_access(i) ? i->lowering != ISA_LOWER_LOAD : !fin_is_of_level(l, i))
			continue;
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
			fin_bits_add(&l->valued, regs[n - 1]);
	}
	return l->access_count > 0;
}

/* Whether each access is of one of the work-item's own elements, on all levels that may be run at
 * once, and on the one with the smallest step of which all elements belong to work-items every
 * element is one that is accessed. */
static bool are_elements_own(const struct fin_levels *l)
{
	enum { MOST = 16 };
	uint32_t found = 0, all = l->spread == 0 ? 3 : (1u << l->spread) - 1;

	if (l->spread > MOST)
		return false;
	for (unsigned k = 0; k < l->access_count; k++) {
		const struct fin_level_access *a = &l->access[k];

		for (int32_t step = 1; step <= MOST; step *= 2) {
			int32_t n = a->constant + a->factor * step;
			int32_t own = l->spread == 0 ? 2 * step : (int32_t)l->spread * step;

			if (n < 0 || n >= own)
				return false;
		}
		if (l->spread == 0 && (a->constant != 0 || a->factor < 0 || a->factor > 1))
			return false;
		found |= 1u << (l->spread == 0 ? a->factor : a->constant + a->factor);
	}
	return found == all;
}

static bool only_first_stored(const struct fin_levels *l)
{
	for (unsigned k = 0; k < l->access_count; k++)
		if (l->access[k].inst->lowering == ISA_LOWER_STORE &&
			(l->access[k].constant != 0 || l->access[k].factor != 0))
			return false;
	return true;
}

/* Whether another block of the region, or one behind it, reads what a level computes. */
static bool is_used_outside(const struct fin_few_view *v, uint32_t region,
	const struct fin_levels *l)
{
	const struct fin_flow *w = &v->flows[region];
	uint32_t regs[FIN_MAX_REGS];

	for (uint32_t at = 0; at < w->count; at++) {
		const struct fin_block *b = w->order[at];

		if (at == l->busy)
			continue;
		for (uint32_t k = 0; k < b->phi_count; k++)
			for (uint32_t p = 0; p < b->pred_count; p++)
				if (fin_bits_has(&l->valued, b->phis[k].from[p]))
					return true;
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
				if (fin_bits_has(&l->valued, regs[n - 1]))
					return true;
	}
	for (uint32_t r = 0; r < v->rs->count; r++)
		for (size_t g = 0, n = v->f->reg_count; (g = fin_bits_next(&l->valued, g, n)) < n;
			g++)
			if (fin_bits_has(&v->rs->regions[r].live, g))
				return true;
	return false;
}

/* Whether the code behind the level finds the same values where it has run as where the branch
 * has passed it by: end_last_level() takes the latter way for the first work-item. */
static bool is_behind_alike(const struct fin_flow *w, const struct fin_levels *l, uint32_t branch)
{
	const struct fin_block *b = w->order[l->otherwise];

	for (uint32_t k = 0; k < b->phi_count; k++)
		if (fin_phi_source(&b->phis[k], b, w->order[branch]) !=
			fin_phi_source(&b->phis[k], b, w->order[l->busy]))
			return false;
	return true;
}

/* ---- all ------------------------------------------------------------------------------------ */

/* Whether the step is doubled somewhere in the kernel. This only says what to test for. */
static bool is_doubled(const struct fin_function *f, uint32_t reg)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next) {
			const struct fin_operand *o = i->operands;

			if (fin_index_op(i) == FIN_INDEX_SHIFT_LEFT &&
				o[1].v[0].kind == FIN_VALUE_REG && o[1].v[0].reg == reg &&
				o[2].v[0].kind == FIN_VALUE_IMM && o[2].v[0].lo == 1)
				return true;
		}
	return false;
}

/* Chooses the step: what the distances are multiples of or, where elements are side by side, the
 * bound. */
static bool find_step(const struct fin_few_items *few, struct fin_levels *l)
{
	const struct fin_item_bound *b = &few->bound[few->wide];

	for (unsigned k = 1; k < few->step_count; k++)
		if (few->step[k].reg != few->step[0].reg || few->step[k].at != few->step[0].at)
			return false;
	if (few->step_count > 0) {
		l->reg = few->step[0].reg;
		l->at = few->step[0].at;
		return true;
	}
	l->reg = b->value.reg;
	l->at = b->at;
	return b->value.kind == FIN_VALUE_REG;
}

/* Whether all that reads the step in a level reads the same value. */
static bool has_one_value(const struct fin_few_view *v, uint32_t region, const struct fin_levels *l)
{
	return is_same_value(fin_origin_of(v, region, l->reg, l->at),
		fin_origin_of(v, region, l->reg, l->busy));
}

static bool is_bound_simple(const struct fin_few_items *few)
{
	const struct fin_item_bound *b = &few->bound[few->wide];

	return few->one_by_one && few->has_wide && b->sign == 0 && b->dim == 0 && b->bits == 32 &&
	       !b->inclusive;
}

struct fin_levels fin_levels_of(const struct fin_few_view *v, const struct fin_few_items *few,
	uint32_t region)
{
	const struct fin_item_bound *b = &few->bound[few->wide];
	const struct fin_flow *w = &v->flows[region];
	struct fin_levels l = {.busy = b->to};
	struct query q = {v, &l, region};

	if (few->bound_count == 0 || !is_bound_simple(few) || w->loop_count > 0 ||
		w->succ_count[b->branch] != 2 || !find_step(few, &l) ||
		!fin_is_known_at_start(v, region, l.reg, l.at) || !has_one_value(v, region, &l) ||
		w->succ_count[b->to] != 1 || w->order[b->to]->term.kind != FIN_TERM_BR)
		return (struct fin_levels){.some = false};
	l.otherwise = w->succ[b->branch][w->succ[b->branch][0] == b->to];
	l.valued = fin_bits_new(v->f->module->arena, v->f->reg_count);
	l.doubles = is_doubled(v->f, l.reg);
	l.some = w->succ[b->to][0] == l.otherwise && is_behind_alike(w, &l, b->branch) &&
	         find_accesses(&q, &l) && are_elements_own(&l) &&
	         (l.spread != 0 || (l.reg == b->value.reg && l.at == b->at)) &&
	         !is_used_outside(v, region, &l) && fin_level_way(v, region, &l, b->branch);
	l.only_first_stored = only_first_stored(&l);
	return l;
}
