/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See few_items.h. A block is busy when work-items can be told by it: it stores, for example. A
 * region is bounded when every busy block lies behind a branch that only work-items below some
 * number take. */
#include "ir/limits.h"
#include "ir/lowering.h"
#include "shape/few_items.h"

/* How deep a chain of definitions is looked at. */
enum { MAX_DEPTH = 8 };

/* ---- bounds --------------------------------------------------------------------------------- */

/* Whether a value is an id of the work-item, perhaps widened, in dimension *dim. */
static bool is_item_id(const struct fin_few_view *v, const struct fin_value *value, unsigned *dim)
{
	const struct fin_inst *d = NULL;

	if (value->kind != FIN_VALUE_REG)
		return false;
	d = v->in_rows->def[value->reg];
	while (d != NULL && d->isa != NULL &&
		(d->lowering == ISA_LOWER_MOV ||
			(d->lowering == ISA_LOWER_CVT && fin_index_op(d) == FIN_INDEX_COPY)) &&
		d->operands[1].v[0].kind == FIN_VALUE_REG &&
		v->in_rows->of[d->operands[1].v[0].reg].kind == FIN_SHAPE_LINEAR)
		d = v->in_rows->def[d->operands[1].v[0].reg];
	if (d == NULL || d->isa == NULL || d->isa->opcode != BRIG_OPCODE_WORKITEMID)
		return false;
	*dim = (unsigned)d->operands[1].v[0].lo;
	return true;
}

/* The position of the block that has the instruction, or `otherwise`: the region has none. */
uint32_t fin_position_of(const struct fin_flow *w, const struct fin_inst *i, uint32_t otherwise)
{
	for (uint32_t at = 0; at < w->count; at++)
		for (const struct fin_inst *k = w->order[at]->first; k != NULL; k = k->next)
			if (k == i)
				return at;
	return otherwise;
}

/* Whether a value that is compared is an id of the work-item, or a sum that tells a range of
 * ids. */
static bool is_bounded(const struct fin_few_view *v, uint32_t region, const struct fin_value *value,
	struct fin_item_bound *out)
{
	struct fin_one_id s;

	out->sign = 0;
	if (is_item_id(v, value, &out->dim))
		return true;
	s = fin_one_id_of(v, region, value, out->at);
	out->dim = s.dim;
	out->sign = s.sign;
	out->sum = *value;
	return s.known && s.sign != 0 && s.dim == 0 && out->bits == 32 && !out->is_signed;
}

/* Finds the bound that a comparison, which the branch at out->branch asks for, tells of work-items
 * for which it is `holds`. */
static bool bound_of(const struct fin_few_view *v, uint32_t region, const struct fin_inst *cmp,
	bool holds, struct fin_item_bound *out)
{
	const struct isa_type *t = isa_type_find(cmp->isa->source_type);
	uint8_t compare = cmp->isa->compare;
	unsigned id = 1;

	if ((t->kind != ISA_KIND_SIGNED && t->kind != ISA_KIND_UNSIGNED) || t->count != 1 ||
		compare > BRIG_COMPARE_GE)
		return false;
	out->at = fin_position_of(&v->flows[region], cmp, out->branch);
	out->bits = t->bits;
	out->is_signed = t->kind == ISA_KIND_SIGNED;
	if (!is_bounded(v, region, &cmp->operands[1].v[0], out)) {
		id = 2;
		compare = fin_compare_exchanged(compare);
	}
	if (!is_bounded(v, region, &cmp->operands[id].v[0], out))
		return false;
	compare = holds ? compare : fin_compare_opposite(compare);
	if (compare != BRIG_COMPARE_LT && compare != BRIG_COMPARE_LE &&
		(compare != BRIG_COMPARE_EQ || out->sign != 0))
		return false;
	out->value = cmp->operands[3 - id].v[0];
	out->inclusive = compare != BRIG_COMPARE_LT;
	return out->value.kind == FIN_VALUE_IMM ||
	       fin_is_known_at_start(v, region, out->value.reg, out->at);
}

/* Finds a bound of the work-items that come to position `at`, from the branches above it. */
static bool bound_at(const struct fin_few_view *v, uint32_t region, uint32_t at,
	struct fin_item_bound *out)
{
	const struct fin_flow *w = &v->flows[region];

	for (; at != 0; at = w->idom[at]) {
		const struct fin_block *from = w->order[w->idom[at]], *to = w->order[at];
		const struct fin_inst *cmp;

		if (w->pred_count[at] != 1 || from->term.kind != FIN_TERM_CBR ||
			from->term.value.kind != FIN_VALUE_REG ||
			from->term.succ[0] == from->term.succ[1])
			continue;
		cmp = v->in_rows->def[from->term.value.reg];
		out->branch = w->idom[at];
		out->to = at;
		if (cmp != NULL && cmp->lowering == ISA_LOWER_CMP &&
			bound_of(v, region, cmp, from->term.succ[0] == to, out))
			return true;
	}
	return false;
}

static bool is_same_bound(const struct fin_item_bound *a, const struct fin_item_bound *b)
{
	return a->value.kind == b->value.kind && a->value.reg == b->value.reg &&
	       a->value.lo == b->value.lo && a->bits == b->bits && a->is_signed == b->is_signed &&
	       a->inclusive == b->inclusive && a->dim == b->dim && a->branch == b->branch &&
	       a->at == b->at && a->sign == b->sign;
}

bool fin_bounds_first_item(const struct fin_item_bound *b)
{
	return b->dim == 0 && b->sign == 0 && b->value.kind == FIN_VALUE_IMM && b->value.lo <= 1 &&
	       b->value.lo + b->inclusive <= 1;
}

/* Whether what an instruction does can be told only by its results. */
static bool is_idle(const struct fin_inst *i)
{
	return fin_is_register_move(i) || i->lowering == ISA_LOWER_LOAD ||
	       i->lowering == ISA_LOWER_FENCE || i->lowering == ISA_LOWER_DIVIDE ||
	       i->lowering == ISA_LOWER_NATIVE || fin_is_computed(i);
}

bool fin_is_busy(const struct fin_block *b)
{
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (!is_idle(i))
			return true;
	return false;
}

/* Finds the tail: what is behind all busy blocks, and behind the loops that they are in. */
static uint32_t tail_of(const struct fin_flow *w)
{
	uint32_t tail = w->count;

	while (tail > 0 && !fin_is_busy(w->order[tail - 1]))
		tail--;
	for (uint32_t l = 0; l < w->loop_count; l++)
		if (w->loops[l].header < tail && w->loops[l].last >= tail)
			tail = w->loops[l].last + 1;
	return tail;
}

static bool find_bounds(const struct fin_few_view *v, uint32_t region, struct fin_few_items *few)
{
	const struct fin_flow *w = &v->flows[region];

	for (uint32_t at = 0; at < w->count; at++) {
		struct fin_item_bound b = {.bits = 0};
		unsigned k = 0;

		if (!fin_is_busy(w->order[at]))
			continue;
		if (!bound_at(v, region, at, &b))
			return false;
		while (k < few->bound_count && !is_same_bound(&few->bound[k], &b))
			k++;
		if (k == FIN_MAX_BOUNDS)
			return false;
		few->bound[k] = b;
		few->bound_count += k == few->bound_count;
	}
	return few->bound_count > 0;
}

static void find_wide(struct fin_few_items *few)
{
	unsigned count = 0;

	for (unsigned k = 0; k < few->bound_count; k++)
		if (!fin_bounds_first_item(&few->bound[k])) {
			few->wide = k;
			count++;
		}
	few->has_wide = count == 1;
}

/* ---- one after the other -------------------------------------------------------------------- */

/* Whether an instruction is the same for one work-item as for lanes of a wave. */
static bool is_simple(const struct fin_inst *i)
{
	if (fin_is_access(i))
		return (i->isa->segment == BRIG_SEGMENT_GLOBAL ||
			       i->isa->segment == BRIG_SEGMENT_GROUP ||
			       i->isa->segment == BRIG_SEGMENT_KERNARG ||
			       i->isa->segment == BRIG_SEGMENT_READONLY) &&
		       (i->lowering == ISA_LOWER_STORE || i->isa->width == BRIG_WIDTH_1);
	if (i->lowering == ISA_LOWER_FENCE)
		return i->isa->memory_scope <= BRIG_MEMORY_SCOPE_WORKGROUP;
	return is_idle(i);
}

static bool is_kept(const struct fin_few_view *v, uint32_t reg)
{
	return v->rs->kind[reg] != FIN_CONTEXT_AGAIN;
}

static bool may_run_one_by_one(const struct fin_few_view *v, uint32_t region)
{
	const struct fin_region *r = &v->rs->regions[region];
	const struct fin_flow *w = &v->flows[region];

	for (uint32_t c = 0; c < r->context_count; c++)
		if (is_kept(v, r->context[c]) && !fin_is_for_group(v, r->context[c]))
			return false;
	for (uint32_t at = 0; at < w->count; at++)
		for (const struct fin_inst *i = w->order[at]->first; i != NULL; i = i->next)
			if (!is_simple(i))
				return false;
	return true;
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* stride + factor * reg; reg FIN_NOWHERE: there is none. `at`: where reg is read. */
struct step {
	bool known;
	uint32_t reg, at;
	uint64_t stride, factor;
};

/* Where a value is read, and how deep its definition is looked at. */
struct place {
	uint32_t region, at;
	unsigned depth;
};

static struct step step_of(const struct fin_few_view *v, const struct fin_value *value,
	struct place p);

static struct step sum(struct step a, struct step b, uint64_t sign)
{
	a.known &= b.known && (a.reg == FIN_NOWHERE || b.reg == FIN_NOWHERE ||
				      (a.reg == b.reg && a.at == b.at));
	a.stride += sign * b.stride;
	a.factor += sign * b.factor;
	if (a.reg == FIN_NOWHERE) {
		a.reg = b.reg;
		a.at = b.at;
	}
	return a;
}

static struct step times(struct step a, uint64_t n)
{
	a.stride *= n;
	a.factor *= n;
	return a;
}

static struct step product(const struct fin_few_view *v, const struct fin_inst *i, struct place p)
{
	for (unsigned k = 1; k < 3; k++) {
		const struct fin_value *c = &i->operands[k].v[0];
		struct step x = step_of(v, &i->operands[3 - k].v[0], p);

		if (c->kind == FIN_VALUE_IMM)
			return times(x, c->lo);
		if (x.known && x.reg == FIN_NOWHERE &&
			fin_is_known_at_start(v, p.region, c->reg, p.at))
			return (struct step){true, c->reg, p.at, 0, x.stride};
	}
	return (struct step){.known = false};
}

static struct step step_of_inst(const struct fin_few_view *v, const struct fin_inst *i,
	struct place p)
{
	const struct fin_operand *o = i->operands;

	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
		return sum(step_of(v, &o[1].v[0], p), step_of(v, &o[2].v[0], p),
			fin_index_op(i) == FIN_INDEX_SUM ? 1 : UINT64_MAX);
	case FIN_INDEX_PRODUCT:
		return product(v, i, p);
	case FIN_INDEX_PRODUCT_AND_SUM:
		return sum(product(v, i, p), step_of(v, &o[3].v[0], p), 1);
	case FIN_INDEX_SHIFT_LEFT:
		if (o[2].v[0].kind == FIN_VALUE_IMM)
			return times(step_of(v, &o[1].v[0], p), (uint64_t)1 << (o[2].v[0].lo & 31));
		break;
	case FIN_INDEX_COPY:
		return step_of(v, &o[1].v[0], p);
	case FIN_INDEX_OTHER:
		break;
	}
	return (struct step){.known = false};
}

static struct step step_of(const struct fin_few_view *v, const struct fin_value *value,
	struct place p)
{
	struct fin_lane_shape s = {.kind = FIN_SHAPE_GROUP};
	const struct fin_inst *d = NULL;

	if (value->kind == FIN_VALUE_REG) {
		s = v->in_rows->of[value->reg];
		d = v->in_rows->def[value->reg];
	}
	if (s.kind != FIN_SHAPE_VARYING)
		return (struct step){true, FIN_NOWHERE, p.at,
			s.kind == FIN_SHAPE_LINEAR ? (uint64_t)s.stride : 0, 0};
	if (d == NULL || p.depth == 0)
		return (struct step){.known = false};
	p.depth--;
	p.at = fin_position_of(&v->flows[p.region], d, p.at);
	return step_of_inst(v, d, p);
}

static void add_step(struct fin_few_items *few, const struct fin_inst *i, struct step s)
{
	struct fin_access_step n = {s.reg, s.at, s.factor,
		isa_type_find(i->isa->type)->bits / 8 * i->operands[0].count};

	for (unsigned k = 0; k < few->step_count; k++)
		if (few->step[k].reg == n.reg && few->step[k].at == n.at &&
			few->step[k].factor == n.factor && few->step[k].element == n.element)
			return;
	if (few->step_count < FIN_MAX_STEPS)
		few->step[few->step_count++] = n;
}

/* Whether neighbours access elements so far apart that vector code gathers or scatters them. The
 * stride is modulo 2^32. */
static bool is_far(const struct fin_inst *i, uint64_t stride)
{
	int64_t bytes = isa_type_find(i->isa->type)->bits / 8 * i->operands[0].count;
	int64_t step = (int32_t)(uint32_t)stride;

	return step < -FIN_LIMIT_STRIDE * bytes || step > FIN_LIMIT_STRIDE * bytes;
}

/* Whether a block is behind the wide bound, if there is one, and so runs for many work-items. */
static bool is_for_many(const struct fin_flow *w, const struct fin_few_items *few, uint32_t at)
{
	uint32_t to = few->bound[few->wide].to;

	while (few->has_wide && at > to)
		at = w->idom[at];
	return !few->has_wide || at == to;
}

/* Whether an instruction is made for vectors: it stores, or what it makes varies. */
static bool is_of_vectors(const struct fin_few_view *v, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_defs(i, regs);

	return n == 0 || v->in_rows->of[regs[0]].kind == FIN_SHAPE_VARYING;
}

/* Finds the steps of the region's accesses. Vector code gathers and scatters where they are large,
 * which takes as long as four other instructions for each lane. */
static void find_steps(const struct fin_few_view *v, uint32_t region, struct fin_few_items *few)
{
	enum { WORTH = 8, FAR_WORTH = 2 };
	const struct fin_flow *w = &v->flows[region];
	unsigned all = 0, vectors = 0, sparse = 0, far = 0;

	for (uint32_t at = 0; at < w->count; at++)
		for (const struct fin_inst *i = w->order[at]->first; i != NULL; i = i->next) {
			struct fin_value a = {.kind = FIN_VALUE_REG};
			struct step s;

			all += is_for_many(w, few, at);
			vectors += is_for_many(w, few, at) && is_of_vectors(v, i);
			if (!fin_is_access(i) || !i->operands[1].has_reg)
				continue;
			a.reg = i->operands[1].reg;
			s = step_of(v, &a, (struct place){region, at, MAX_DEPTH});
			far += s.known && s.reg == FIN_NOWHERE && is_far(i, s.stride);
			if (!s.known || s.reg == FIN_NOWHERE)
				continue;
			add_step(few, i, s);
			sparse++;
		}
	few->is_sparse = all <= WORTH * sparse;
	few->is_far = far > 0 && vectors <= FAR_WORTH * far;
}

/* ---- all ------------------------------------------------------------------------------------ */

struct fin_few_items fin_few_items_of(const struct fin_few_view *v, uint32_t region)
{
	struct fin_few_items few = {.bound_count = 0};

	if (region == 0 || v->flows[region].dispatched || v->in_rows->live_mask ||
		v->any->live_mask || !find_bounds(v, region, &few))
		return (struct fin_few_items){.bound_count = 0};
	find_wide(&few);
	few.tail = tail_of(&v->flows[region]);
	few.one_by_one = may_run_one_by_one(v, region);
	if (few.one_by_one)
		find_steps(v, region, &few);
	return few;
}
