/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds, where a kernel without barriers starts, how far into the group the work-items reach that
 * have something to do, and lets the loops over gangs end there (shape/reach.h). */
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

/* Lets the work-items end where the bound says. The sum that is compared must not wrap in the
 * group; else the bound says nothing. */
static void take_bound(struct fin_gang_kernel *k, const struct fin_reach_bound *b)
{
	struct fin_gang_reach *r = &k->reach;
	struct fin_llvm *l = k->s.w.l;
	LLVMValueRef id = value_of(k, b->id, b->bits), end = value_of(k, b->end, b->bits);
	LLVMTypeRef type = LLVMTypeOf(id);
	LLVMValueRef size = fin_resize(l, k->sizes.size[b->dim], b->bits, false), n, none, wraps;
	LLVMValueRef last = LLVMBuildSub(l->b, size, LLVMConstInt(type, 1, false), "");
	LLVMValueRef most = LLVMConstInt(type, UINT64_MAX >> (64 - b->bits + b->is_signed), false);
	unsigned less = b->is_signed ? LLVMIntSLT : LLVMIntULT;

	wraps = LLVMBuildICmp(l->b, less, LLVMBuildSub(l->b, most, last, ""), id, "");
	n = LLVMBuildSub(l->b, end, id, "");
	if (b->inclusive) {
		none = LLVMBuildICmp(l->b, less, end, id, "");
		n = LLVMBuildAdd(l->b, fin_least(k, n, last), LLVMConstInt(type, 1, false), "");
	} else {
		none = LLVMBuildNot(l->b, LLVMBuildICmp(l->b, less, id, end, ""), "");
		n = fin_least(k, n, size);
	}
	n = fin_select(l, none, LLVMConstInt(type, 0, false), n);
	n = fin_resize(l, fin_select(l, wraps, size, n), 32, false);
	r->n[b->dim] = fin_least(k, r->n[b->dim], n);
	r->is_exact = LLVMBuildAnd(l->b, r->is_exact, LLVMBuildNot(l->b, wraps, ""), "");
	r->whole[b->dim] = r->n[b->dim];
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
		.branch = reach->branch,
		.to = reach->to,
		.is_exact = LLVMConstInt(l->i1, 1, false)};
	memcpy(r->n, k->sizes.size, sizeof r->n);
	for (unsigned i = 0; i < reach->count; i++)
		take_bound(k, &reach->bound[i]);
	LLVMBuildBr(fin_current_gang(k)->init, body);
	some = fin_skeleton_block(&k->s, "reached");
	LLVMBuildCondBr(l->b, LLVMBuildICmp(l->b, LLVMIntEQ, product(k, r->n), u32(k, 0), ""),
		k->s.done, some);
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

LLVMValueRef fin_reach_is_whole(struct fin_gang_kernel *k)
{
	LLVMBuilderRef b = k->s.w.l->b;
	const struct fin_gang *g = fin_current_gang(k);
	LLVMValueRef whole = NULL;

	for (unsigned p = g->is_stacked ? g->parts - 1 : 0; p < g->parts; p++)
		for (unsigned d = 0; d < 3; d++) {
			LLVMValueRef is_in;

			if (k->reach.whole[d] == NULL)
				continue;
			is_in = LLVMBuildICmp(b, LLVMIntULE,
				LLVMBuildAdd(b, g->id_base[d][p],
					u32(k, d == fin_row_of(k) ? g->lanes : 1), ""),
				k->reach.whole[d], "");
			whole = whole == NULL ? is_in : LLVMBuildAnd(b, whole, is_in, "");
		}
	return whole;
}
