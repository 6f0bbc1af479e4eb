/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes the ids of the work-items of a gang (PRM 11.1). */
#include "gang/gang.h"

struct fin_group_sizes fin_group_sizes(struct fin_lower *w)
{
	struct fin_group_sizes s;

	for (unsigned d = 0; d < 3; d++)
		s.size[d] = fin_current_size(w, d);
	for (unsigned d = 0; d < 2; d++)
		s.inverse[d] = LLVMBuildFDiv(w->entry, LLVMConstReal(w->l->f32, 1.0),
			LLVMBuildUIToFP(w->entry, s.size[d], w->l->f32, ""), "");
	return s;
}

LLVMValueRef fin_gang_spread(struct fin_gang *g, LLVMValueRef base, uint64_t stride)
{
	LLVMValueRef v = fin_splat(g->w->l, base, g->lanes);

	if (stride == 0)
		return v;
	return LLVMBuildAdd(g->w->l->b, v, fin_gang_iota(g, g->w->l->i32, stride), "");
}

void fin_gang_flat_ids(struct fin_gang *g, LLVMValueRef first)
{
	fin_note_items(g->w, first,
		LLVMConstInt(g->w->l->i32, (uint64_t)g->parts * g->lanes, false));
	g->flat_step = NULL;
	for (unsigned p = 0; p < g->parts; p++) {
		g->flat_base[p] = LLVMBuildAdd(g->w->l->b, first,
			LLVMConstInt(g->w->l->i32, (uint64_t)p * g->lanes, false), "");
		g->flat[p] = fin_gang_spread(g, g->flat_base[p], 1);
	}
}

void fin_gang_flat_ids_across(struct fin_gang *g, const struct fin_group_sizes *s, unsigned row)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef steps;

	g->flat_step = row == 0 ? fin_like(s->size[0], 1) : s->size[0];
	if (row == 2)
		g->flat_step = LLVMBuildMul(b, g->flat_step, s->size[1], "");
	steps = LLVMBuildMul(b, fin_splat(g->w->l, g->flat_step, g->lanes),
		fin_gang_iota(g, g->w->l->i32, 1), "");
	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef flat = LLVMBuildMul(b, g->id_base[2][p], s->size[1], "");

		flat = LLVMBuildAdd(b, flat, g->id_base[1][p], "");
		flat = LLVMBuildMul(b, flat, s->size[0], "");
		g->flat_base[p] = LLVMBuildAdd(b, flat, g->id_base[0][p], "");
		g->flat[p] =
			LLVMBuildAdd(b, fin_splat(g->w->l, g->flat_base[p], g->lanes), steps, "");
	}
}

LLVMValueRef fin_gang_flat_id(struct fin_gang *g, LLVMValueRef lane)
{
	struct fin_llvm *l = g->w->l;
	LLVMValueRef base = g->flat_base[0], part, in_part;

	if (g->flat_step == NULL)
		return LLVMBuildAdd(l->b, base, lane, "");
	part = LLVMBuildUDiv(l->b, lane, fin_like(lane, g->lanes), "");
	in_part = LLVMBuildURem(l->b, lane, fin_like(lane, g->lanes), "");
	for (unsigned p = 1; p < g->parts; p++)
		base = LLVMBuildSelect(l->b,
			LLVMBuildICmp(l->b, LLVMIntEQ, part, fin_like(part, p), ""),
			g->flat_base[p], base, "");
	return LLVMBuildAdd(l->b, base, LLVMBuildMul(l->b, in_part, g->flat_step, ""), "");
}

/* Divides a by a size of the group. This is exact for numbers below 2^21, and work-items of groups
 * that run as one are below HSAEMU_MAX_TILE: (a + 1/2) / size is further from an integer than two
 * roundings of f32 can move it. */
static LLVMValueRef quotient(struct fin_gang *g, LLVMValueRef a, const struct fin_group_sizes *s,
	unsigned d, LLVMValueRef *rest)
{
	struct fin_llvm *l = g->w->l;
	LLVMTypeRef floats = fin_vector_of(l->f32, g->lanes);
	LLVMValueRef q = LLVMBuildUIToFP(l->b, a, floats, "");

	q = LLVMBuildFAdd(l->b, q, fin_float(floats, 0.5), "");
	q = LLVMBuildFMul(l->b, q, fin_splat(l, s->inverse[d], g->lanes), "");
	q = LLVMBuildFPToSI(l->b, q, LLVMTypeOf(a), "");
	*rest = LLVMBuildSub(l->b, a, LLVMBuildMul(l->b, q, fin_splat(l, s->size[d], g->lanes), ""),
		"");
	return q;
}

void fin_gang_ids(struct fin_gang *g, const struct fin_group_sizes *s)
{
	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef row = quotient(g, g->flat[p], s, 0, &g->id[0][p]);

		g->id[2][p] = quotient(g, row, s, 1, &g->id[1][p]);
		for (unsigned d = 0; d < 3; d++)
			g->id_base[d][p] =
				g->lanes == 1 ? g->id[d][p]
					      : LLVMBuildExtractElement(g->w->l->b, g->id[d][p],
							LLVMConstInt(g->w->l->i32, 0, false), "");
	}
}
