/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds, where a region starts, how many of a group's first work-items have something to do in it,
 * and whether they are to run one after the other (docs/design/vector-code.md, "Few work-items"). */
#include "kernel/gang_kernel.h"

/* So many parts' worth of work-items are few, as numerator and denominator. */
enum { FEW = 1, OF = 2 };

static LLVMValueRef u32(struct fin_gang_kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

/* ---- values of the group -------------------------------------------------------------------- */

/* Computes what is read of a register at a position where it fin_is_known_at_start(). Registers may
 * have an old and a new value, so operands are written right before they are read. */
static LLVMValueRef compute(struct fin_gang_kernel *k, uint32_t reg, uint32_t at)
{
	const struct fin_few_view v = fin_view_at_start(k);
	struct fin_origin o = fin_origin_of(&v, k->s.region, reg, at);
	const struct fin_inst *d = k->shapes[FIN_BODY_IN_ROWS].def[reg];
	LLVMValueRef operand[FIN_MAX_REGS];
	uint32_t regs[FIN_MAX_REGS];
	unsigned n;

	if (o.kind == FIN_ORIGIN_COPY)
		return compute(k, o.reg, o.at);
	if (o.kind == FIN_ORIGIN_CONTEXT) {
		fin_context_load_one(k, reg);
		return fin_gang_scalar(fin_current_gang(k), reg, 0);
	}
	n = fin_inst_uses(d, regs);
	for (unsigned i = 0; i < n; i++)
		operand[i] = compute(k, regs[i], o.at);
	for (unsigned i = 0; i < n; i++)
		fin_gang_put(fin_current_gang(k), regs[i], 0, operand[i]);
	fin_gang_inst(fin_current_gang(k), d);
	return fin_gang_scalar(fin_current_gang(k), reg, 0);
}

static LLVMValueRef value_of(struct fin_gang_kernel *k, const struct fin_value *v, uint32_t at,
	unsigned bits)
{
	if (v->kind == FIN_VALUE_IMM)
		return LLVMConstInt(fin_int_type(k->s.w.l, bits), v->lo, false);
	return fin_resize(k->s.w.l, compute(k, v->reg, at), bits, false);
}

/* ---- ranges --------------------------------------------------------------------------------- */

/* Computes a sum of an id and what is known at start, as if the id were 0. */
static LLVMValueRef without_id(struct fin_gang_kernel *k, const struct fin_value *v, uint32_t at)
{
	const struct fin_few_view view = fin_view_at_start(k);
	LLVMBuilderRef b = k->s.w.l->b;
	const struct fin_inst *d;
	LLVMValueRef x, y;

	if (v->kind == FIN_VALUE_IMM || fin_is_known_at_start(&view, k->s.region, v->reg, at))
		return value_of(k, v, at, 32);
	d = view.in_rows->def[v->reg];
	if (fin_place_query(d) == FIN_PLACE_ITEM)
		return u32(k, 0);
	at = fin_position_of(&k->flows[k->s.region], d, at);
	x = without_id(k, &d->operands[1].v[0], at);
	if (fin_is_negative(d))
		return LLVMBuildNeg(b, x, "");
	if (fin_index_op(d) == FIN_INDEX_COPY)
		return x;
	y = without_id(k, &d->operands[2].v[0], at);
	return fin_index_op(d) == FIN_INDEX_SUM ? LLVMBuildAdd(b, x, y, "")
	                                        : LLVMBuildSub(b, x, y, "");
}

/* The ids for which a sum is less than some number without a sign. */
struct range {
	LLVMValueRef first, end; /* i64, not yet cut off at the group's ends */
	LLVMValueRef is_known;   /* i1: no sum wraps in the group */
};

static struct range range_of(struct fin_gang_kernel *k, const struct fin_item_bound *b)
{
	enum { FAR = 1 << 30 }; /* sums that are nearer to 0 wrap for no id of a group */
	struct fin_llvm *l = k->s.w.l;
	LLVMValueRef sum = without_id(k, &b->sum, b->at), far = u32(k, FAR), one, s, e;
	LLVMValueRef end = value_of(k, &b->value, b->at, 32);
	struct range r;

	one = LLVMConstInt(l->i64, 1, false);
	r.is_known = LLVMBuildAnd(l->b,
		LLVMBuildICmp(l->b, LLVMIntULT, LLVMBuildAdd(l->b, sum, far, ""), u32(k, 2u * FAR),
			""),
		LLVMBuildICmp(l->b, LLVMIntULT, end, far, ""), "");
	s = fin_resize(l, sum, 64, true);
	e = LLVMBuildAdd(l->b, fin_resize(l, end, 64, false),
		LLVMConstInt(l->i64, b->inclusive, false), "");
	/* 0 <= s + id < e, or 0 <= s - id < e */
	if (b->sign > 0) {
		r.first = LLVMBuildNeg(l->b, s, "");
		r.end = LLVMBuildSub(l->b, e, s, "");
	} else {
		r.first = LLVMBuildAdd(l->b, LLVMBuildSub(l->b, s, e, ""), one, "");
		r.end = LLVMBuildAdd(l->b, s, one, "");
	}
	return r;
}

/* ---- the limit ------------------------------------------------------------------------------ */

/* The end of the ids within a bound, i64. */
static LLVMValueRef end_of(struct fin_gang_kernel *k, const struct fin_item_bound *b,
	LLVMValueRef all)
{
	struct fin_llvm *l = k->s.w.l;
	LLVMValueRef n;
	struct range r;

	if (b->sign != 0) {
		r = range_of(k, b);
		n = fin_intrinsic2(k->s.w.l, "llvm.smax", r.end, LLVMConstInt(l->i64, 0, false));
		return fin_select(l, r.is_known, fin_intrinsic2(k->s.w.l, "llvm.smin", n, all),
			all);
	}
	n = fin_resize(l, value_of(k, &b->value, b->at, b->bits), 64, b->is_signed);
	if (b->is_signed)
		n = fin_intrinsic2(k->s.w.l, "llvm.smax", n,
			LLVMConstInt(l->i64, b->inclusive ? ~0ull : 0, true));
	n = fin_intrinsic2(k->s.w.l, b->is_signed ? "llvm.smin" : "llvm.umin", n, all);
	if (b->inclusive)
		n = fin_intrinsic2(k->s.w.l, "llvm.umin",
			LLVMBuildAdd(l->b, n, LLVMConstInt(l->i64, 1, false), ""), all);
	return n;
}

/* How many work-items are within a bound: up to all of the group. Those with small ids in the last
 * dimension that the group has are its first ones. */
static LLVMValueRef within(struct fin_gang_kernel *k, const struct fin_item_bound *b)
{
	struct fin_llvm *l = k->s.w.l;
	LLVMValueRef all = fin_resize(l, k->items, 64, false), sizes = u32(k, 1), is_last;
	LLVMValueRef n = end_of(k, b, all);

	for (unsigned d = 0; d <= b->dim; d++)
		sizes = LLVMBuildMul(l->b, sizes, k->sizes.size[d], "");
	is_last = LLVMBuildICmp(l->b, LLVMIntEQ, sizes, k->items, "");
	for (unsigned d = 0; d < b->dim; d++)
		n = LLVMBuildMul(l->b, n, fin_resize(l, k->sizes.size[d], 64, false), "");
	n = fin_intrinsic2(k->s.w.l, "llvm.umin", n, all);
	return LLVMBuildSelect(l->b, is_last, fin_resize(l, n, 32, false), k->items, "");
}

/* The first work-item runs in any case, as it leaves what all have in common. */
static LLVMValueRef limit_of(struct fin_gang_kernel *k, const struct fin_few_items *few)
{
	LLVMValueRef n = u32(k, 1);

	for (unsigned i = 0; i < few->bound_count; i++)
		n = fin_intrinsic2(k->s.w.l, "llvm.umax", n, within(k, &few->bound[i]));
	return n;
}

/* i1: neighbours access elements so far apart that vector code gathers them. */
static LLVMValueRef is_sparse(struct fin_gang_kernel *k, const struct fin_access_step *s)
{
	struct fin_llvm *l = k->s.w.l;
	const struct fin_value reg = {.kind = FIN_VALUE_REG, .reg = s->reg};
	unsigned bits = k->s.w.f->regs[s->reg].bits;
	LLVMValueRef step = value_of(k, &reg, s->at, bits);

	step = LLVMBuildMul(l->b, step, fin_like(step, s->factor), "");
	return LLVMBuildICmp(l->b, LLVMIntUGT, step, fin_like(step, s->element), "");
}

static LLVMValueRef are_few(struct fin_gang_kernel *k, const struct fin_few_items *f,
	LLVMValueRef limit, LLVMValueRef one_row)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef few = LLVMBuildICmp(b, LLVMIntULE, limit,
		u32(k, k->g[FIN_BODY_IN_ROWS].lanes * FEW / OF), "");

	for (unsigned s = 0; f->is_sparse && s < f->step_count; s++)
		few = LLVMBuildOr(b, few, is_sparse(k, &f->step[s]), "");
	if (f->is_far)
		few = one_row;
	for (unsigned i = 0; i < f->bound_count; i++)
		if (f->bound[i].sign != 0)
			few = LLVMBuildAnd(b, few, range_of(k, &f->bound[i]).is_known, "");
	return LLVMBuildAnd(b, few, one_row, "");
}

/* Where the work-items begin that are run one after the other, but for the first one of the
 * group. */
static LLVMValueRef first_of(struct fin_gang_kernel *k, const struct fin_few_items *f)
{
	struct fin_llvm *l = k->s.w.l;
	LLVMValueRef first;

	if (!f->has_wide || f->bound[f->wide].sign == 0)
		return u32(k, 1);
	first = range_of(k, &f->bound[f->wide]).first;
	first = fin_intrinsic2(k->s.w.l, "llvm.smax", first, LLVMConstInt(l->i64, 1, false));
	first = fin_intrinsic2(k->s.w.l, "llvm.smin", first, fin_resize(l, k->items, 64, false));
	return fin_resize(l, first, 32, false);
}

/* i1: the step's register has the value, and there is a whole gang. */
static LLVMValueRef is_near(struct fin_gang_kernel *k, const struct fin_settled *s,
	LLVMValueRef limit, LLVMValueRef one_row)
{
	LLVMBuilderRef b = k->s.w.l->b;
	const struct fin_value reg = {.kind = FIN_VALUE_REG, .reg = s->reg};
	LLVMValueRef v = value_of(k, &reg, s->at, k->s.w.f->regs[s->reg].bits);
	LLVMValueRef whole = LLVMBuildAnd(b, one_row,
		LLVMBuildICmp(b, LLVMIntUGE, limit, u32(k, k->g[FIN_BODY_NEAR].lanes), ""), "");

	return LLVMBuildAnd(b, whole, LLVMBuildICmp(b, LLVMIntEQ, v, fin_like(v, s->value), ""),
		"");
}

struct fin_few_choice fin_few_choose(struct fin_gang_kernel *k)
{
	const struct fin_few_items *f = k->few == NULL ? NULL : &k->few[k->s.region];
	struct fin_few_choice c = {.limit = NULL};
	LLVMBasicBlockRef body;
	LLVMValueRef one_row;

	if (f == NULL || f->bound_count == 0 || fin_has_one_body(k))
		return c;
	one_row = LLVMBuildICmp(k->s.w.l->b, LLVMIntEQ, k->items, k->sizes.size[0], "");
	k->body = k->has_few ? FIN_BODY_FEW : FIN_BODY_ANY;
	fin_current_gang(k)->mask = NULL;
	body = fin_slots_start(k);
	fin_skeleton_forget_again(&k->s);
	c.limit = limit_of(k, f);
	if (f->one_by_one) {
		c.few = are_few(k, f, c.limit, one_row);
		c.first = first_of(k, f);
	}
	for (unsigned n = 0; k->has_near && n < f->near_count; n++)
		c.near[n] = is_near(k, &f->near[n].settled, c.limit, one_row);
	LLVMBuildBr(fin_current_gang(k)->init, body);
	return c;
}
