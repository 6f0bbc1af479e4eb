/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds, where a kernel without barriers starts, from where and how far into the group the
 * work-items reach that have something to do, and lets the loops over gangs end there
 * (shape/reach.h). */
#include "kernel/gang_kernel.h"

static LLVMValueRef u32(struct fin_gang_kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

/* ---- bounds --------------------------------------------------------------------------------- */

/* Computes a value for the work-item whose ids are 0. */
static LLVMValueRef value_of(struct fin_gang_kernel *k, const struct fin_value *v, unsigned bits)
{
	struct fin_gang *g = fin_current_gang(k);
	const struct fin_inst *d;
	uint32_t regs[FIN_MAX_REGS];

	if (v->kind == FIN_VALUE_IMM)
		return LLVMConstInt(fin_int_type(k->s.w.l, bits), v->lo, false);
	d = g->s->def[v->reg];
	for (unsigned n = fin_inst_uses(d, regs); n > 0; n--) {
		const struct fin_value use = {.kind = FIN_VALUE_REG, .reg = regs[n - 1]};

		(void)value_of(k, &use, k->s.w.f->regs[use.reg].bits);
	}
	fin_gang_inst(g, d);
	return fin_gang_scalar(g, v->reg, 0);
}

/* A bound, and what it is about: numbers of its type. */
struct bound {
	const struct fin_reach_bound *b;
	LLVMValueRef id, limit;  /* what work-item 0 has, and what that is compared with */
	LLVMValueRef size, last; /* of the group, and the last id */
	LLVMValueRef wraps; /* i1: what the last work-item has is less than what the first has */
};

/* The ids from `from` up to `to`, i32, and whether these are all for which the bound holds, i1. */
struct range {
	LLVMValueRef from, to, is_exact;
};

static LLVMValueRef number(const struct bound *x, uint64_t n)
{
	return fin_like(x->id, n);
}

static LLVMValueRef is_less(struct fin_gang_kernel *k, const struct bound *x, LLVMValueRef a,
	LLVMValueRef b)
{
	return LLVMBuildICmp(k->s.w.l->b, x->b->is_signed ? LLVMIntSLT : LLVMIntULT, a, b, "");
}

static struct bound bound_of(struct fin_gang_kernel *k, const struct fin_reach_bound *b)
{
	struct fin_llvm *l = k->s.w.l;
	struct bound x = {.b = b,
		.id = value_of(k, b->id, b->bits),
		.limit = value_of(k, b->limit, b->bits),
		.size = fin_resize(l, k->sizes.size[b->dim], b->bits, false)};
	LLVMValueRef most = number(&x, UINT64_MAX >> (64 - b->bits + b->is_signed));

	x.last = LLVMBuildSub(l->b, x.size, number(&x, 1), "");
	x.wraps = is_less(k, &x, LLVMBuildSub(l->b, most, x.last, ""), x.id);
	return x;
}

/* How many ids follow each other from one on, of which `size` there are, that has `first`, before
 * the limit. `last` is size - 1. */
static LLVMValueRef ids_below(struct fin_gang_kernel *k, const struct bound *x, LLVMValueRef first,
	LLVMValueRef size, LLVMValueRef last)
{
	struct fin_llvm *l = k->s.w.l;
	LLVMValueRef n = LLVMBuildSub(l->b, x->limit, first, ""), none;

	if (x->b->inclusive) {
		none = is_less(k, x, x->limit, first);
		n = LLVMBuildAdd(l->b, fin_least(k, n, last), number(x, 1), "");
	} else {
		none = LLVMBuildNot(l->b, is_less(k, x, first, x->limit), "");
		n = fin_least(k, n, size);
	}
	return fin_select(l, none, number(x, 0), n);
}

static struct range all_ids(struct fin_gang_kernel *k, const struct bound *x)
{
	LLVMTypeRef i1 = k->s.w.l->i1;

	return (struct range){number(x, 0), x->size, LLVMConstInt(i1, 0, false)};
}

/* Which of two ranges it is. */
static struct range either(struct fin_gang_kernel *k, LLVMValueRef yes, struct range a,
	struct range b)
{
	struct fin_llvm *l = k->s.w.l;

	return (struct range){fin_select(l, yes, a.from, b.from), fin_select(l, yes, a.to, b.to),
		fin_select(l, yes, a.is_exact, b.is_exact)};
}

/* Numbers without a sign that wrap in the group begin again with 0: those before that are not below
 * the limit if the first one is not. So `(unsigned)(id - 1) < n` begins at id 1. */
static struct range range_behind_wrap(struct fin_gang_kernel *k, const struct bound *x)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef from = LLVMBuildNeg(b, x->id, "");
	LLVMValueRef left = LLVMBuildSub(b, x->size, from, "");
	LLVMValueRef n =
		ids_below(k, x, number(x, 0), left, LLVMBuildSub(b, left, number(x, 1), ""));
	LLVMValueRef first_is_in = x->b->inclusive
	                                   ? LLVMBuildICmp(b, LLVMIntULE, x->id, x->limit, "")
	                                   : LLVMBuildICmp(b, LLVMIntULT, x->id, x->limit, "");

	return either(k, first_is_in, all_ids(k, x),
		(struct range){
			from, LLVMBuildAdd(b, from, n, ""), LLVMConstInt(k->s.w.l->i1, 1, false)});
}

/* All but the id that has the limit: the first one, the last one, or none. If it is another one,
 * all are in the range. */
static struct range range_without(struct fin_gang_kernel *k, const struct bound *x)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef at = LLVMBuildSub(b, x->limit, x->id, "");
	LLVMValueRef is_first = LLVMBuildICmp(b, LLVMIntEQ, at, number(x, 0), "");
	LLVMValueRef is_last = LLVMBuildICmp(b, LLVMIntEQ, at, x->last, "");
	LLVMValueRef is_none = LLVMBuildICmp(b, LLVMIntUGE, at, x->size, "");

	return (struct range){LLVMBuildZExt(b, is_first, LLVMTypeOf(x->id), ""),
		fin_select(k->s.w.l, is_last, x->last, x->size),
		LLVMBuildOr(b, is_first, LLVMBuildOr(b, is_last, is_none, ""), "")};
}

static struct range range_of(struct fin_gang_kernel *k, const struct bound *x)
{
	LLVMBuilderRef b = k->s.w.l->b;
	struct range r = {number(x, 0), x->size, LLVMConstInt(k->s.w.l->i1, 1, false)};
	LLVMValueRef all, n;

	if (x->b->differs)
		return range_without(k, x);
	if (!x->b->is_lower) {
		r.to = ids_below(k, x, x->id, x->size, x->last);
		return either(k, x->wraps,
			x->b->is_signed ? all_ids(k, x) : range_behind_wrap(k, x), r);
	}
	n = LLVMBuildSub(b, x->limit, x->id, "");
	if (x->b->inclusive) {
		all = LLVMBuildNot(b, is_less(k, x, x->id, x->limit), "");
		n = fin_least(k, n, x->size);
	} else {
		all = is_less(k, x, x->limit, x->id);
		n = LLVMBuildAdd(b, fin_least(k, n, x->last), number(x, 1), "");
	}
	r.from = fin_select(k->s.w.l, all, number(x, 0), n);
	return either(k, x->wraps, all_ids(k, x), r);
}

/* Lets the work-items begin and end where the bound says, unless the sum that is compared may wrap
 * in the group; else the bound says nothing. */
static void take_bound(struct fin_gang_kernel *k, const struct fin_reach_bound *b)
{
	struct fin_gang_reach *r = &k->reach;
	struct fin_llvm *l = k->s.w.l;
	struct bound x = bound_of(k, b);
	struct range ids = range_of(k, &x);

	r->from[b->dim] =
		fin_intrinsic2(l, "llvm.umax", r->from[b->dim], fin_resize(l, ids.from, 32, false));
	r->n[b->dim] = fin_least(k, r->n[b->dim], fin_resize(l, ids.to, 32, false));
	r->is_exact = LLVMBuildAnd(l->b, r->is_exact, ids.is_exact, "");
	r->whole[b->dim] = r->n[b->dim];
}

/* i1: no work-item is within all bounds. */
static LLVMValueRef is_empty(struct fin_gang_kernel *k)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef none = LLVMConstInt(k->s.w.l->i1, 0, false);

	for (unsigned d = 0; d < 3; d++)
		none = LLVMBuildOr(b, none,
			LLVMBuildICmp(b, LLVMIntUGE, k->reach.from[d], k->reach.n[d], ""), "");
	return none;
}

static LLVMValueRef product(struct fin_gang_kernel *k, LLVMValueRef *n)
{
	LLVMBuilderRef b = k->s.w.l->b;

	return LLVMBuildMul(b, LLVMBuildMul(b, n[0], n[1], ""), n[2], "");
}

/* The flat id of the last work-item that does something, plus 1. */
static LLVMValueRef flat_end(struct fin_gang_kernel *k)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef *n = k->reach.n;
	LLVMValueRef all = LLVMBuildSub(b, n[2], u32(k, 1), "");

	all = LLVMBuildAdd(b, LLVMBuildMul(b, all, k->sizes.size[1], ""),
		LLVMBuildSub(b, n[1], u32(k, 1), ""), "");
	return LLVMBuildAdd(b, LLVMBuildMul(b, all, k->sizes.size[0], ""), n[0], "");
}

void fin_reach_start(struct fin_gang_kernel *k)
{
	const struct fin_reach *reach = k->bounds;
	struct fin_gang_reach *r = &k->reach;
	struct fin_llvm *l = k->s.w.l;
	LLVMBasicBlockRef body, some;
	struct fin_row_ids ids = {.phi = {u32(k, 0), u32(k, 0), u32(k, 0)}};

	if (reach->count == 0 || k->s.per != FIN_PER_GROUP || fin_has_one_body(k) ||
		fin_is_in_pieces(&k->s.pieces) || !(k->has_across || k->has_rows))
		return;
	k->body = k->has_across ? FIN_BODY_ACROSS : FIN_BODY_IN_ROWS;
	fin_current_gang(k)->mask = NULL;
	body = fin_slots_start(k);
	memcpy(k->box, k->sizes.size, sizeof k->box);
	fin_gang_row_ids(k, &ids);
	*r = (struct fin_gang_reach){.is_known = true,
		.taken = {reach->taken, reach->taken_count},
		.is_exact = LLVMConstInt(l->i1, 1, false)};
	memcpy(r->n, k->sizes.size, sizeof r->n);
	for (unsigned d = 0; d < 3; d++)
		r->from[d] = u32(k, 0);
	for (unsigned i = 0; i < reach->count; i++)
		take_bound(k, &reach->bound[i]);
	LLVMBuildBr(fin_current_gang(k)->init, body);
	some = fin_skeleton_block(&k->s, "reached");
	LLVMBuildCondBr(l->b, is_empty(k), k->s.done, some);
	fin_skeleton_go_on(&k->s, some);
	r->flat_end = flat_end(k);
	for (unsigned d = 0; d < 3; d++)
		if (r->whole[d] != NULL)
			r->whole[d] = fin_select(l, r->is_exact, r->n[d], u32(k, 0));
}

/* ---- loops ---------------------------------------------------------------------------------- */

/* n, rounded up to a multiple of `unit`, which is a power of two. */
static LLVMValueRef rounded(struct fin_gang_kernel *k, LLVMValueRef n, uint64_t unit)
{
	LLVMBuilderRef b = k->s.w.l->b;

	return LLVMBuildAnd(b, LLVMBuildAdd(b, n, u32(k, unit - 1), ""), u32(k, ~(unit - 1)), "");
}

void fin_reach_box(struct fin_gang_kernel *k, LLVMValueRef *box)
{
	LLVMBuilderRef b = k->s.w.l->b;
	const struct fin_gang *g = fin_current_gang(k);
	uint64_t width = g->is_stacked ? g->lanes : fin_gang_width(k);
	LLVMValueRef odd, whole;

	memcpy(box, k->reach.n, sizeof k->reach.n);
	box[k->row] = rounded(k, box[k->row], width);
	if (g->is_stacked) {
		box[k->row == 0] = rounded(k, box[k->row == 0], g->parts);
		return;
	}
	/* gangs that go on in the next row leave none out */
	odd = LLVMBuildURem(b, k->sizes.size[k->row], u32(k, width), "");
	whole = LLVMBuildICmp(b, LLVMIntEQ, odd, u32(k, 0), "");
	for (unsigned d = 0; d < 3; d++)
		box[d] = fin_select(k->s.w.l, whole, box[d], k->sizes.size[d]);
}

LLVMValueRef fin_reach_across(struct fin_gang_kernel *k)
{
	return fin_select(k->s.w.l,
		LLVMBuildICmp(k->s.w.l->b, LLVMIntEQ, k->across_items, u32(k, 0), ""), u32(k, 0),
		product(k, k->box));
}

/* i1: all lanes of a part are in reach by their ids in dimension d. */
static LLVMValueRef part_is_within(struct fin_gang_kernel *k, unsigned d, unsigned part)
{
	LLVMBuilderRef b = k->s.w.l->b;
	const struct fin_gang *g = fin_current_gang(k);
	LLVMValueRef first = g->id_base[d][part];
	LLVMValueRef end = LLVMBuildAdd(b, first, u32(k, d == fin_row_of(k) ? g->lanes : 1), "");

	return LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntULE, end, k->reach.whole[d], ""),
		LLVMBuildICmp(b, LLVMIntUGE, first, k->reach.from[d], ""), "");
}

LLVMValueRef fin_reach_is_whole(struct fin_gang_kernel *k)
{
	const struct fin_gang *g = fin_current_gang(k);
	LLVMValueRef whole = NULL;

	for (unsigned p = 0; p < g->parts; p += g->is_stacked && g->parts > 1 ? g->parts - 1 : 1)
		for (unsigned d = 0; d < 3; d++) {
			LLVMValueRef is_in;

			if (k->reach.whole[d] == NULL)
				continue;
			is_in = part_is_within(k, d, p);
			whole = whole == NULL ? is_in : LLVMBuildAnd(k->s.w.l->b, whole, is_in, "");
		}
	return whole;
}
