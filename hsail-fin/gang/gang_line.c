/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What lanes ask of each other before they run a loop in line (shape/align.h): the least and the
 * greatest of their numbers, and whether these go up by a stride from lane to lane. */
#include "gang/gang_lowerings.h"

static LLVMValueRef mask_of(const struct fin_gang *g, unsigned part)
{
	return g->mask != NULL ? g->mask[part] : NULL;
}

static LLVMValueRef numbers(struct fin_gang *g, const struct fin_inst *i, unsigned part)
{
	struct fin_view v = fin_gang_vectors(g, part);

	return fin_value_get(&v.w, &i->operands[1].v[0], i->operands[1].type);
}

/* ---- the least and the greatest ------------------------------------------------------------- */

static LLVMValueRef extreme(struct fin_gang *g, const struct fin_inst *i)
{
	bool least = i->pseudo == FIN_PSEUDO_LEAST;
	unsigned bits = g->w->f->regs[i->operands[0].v[0].reg].bits;
	LLVMValueRef all = NULL;

	if (!g->has_lines) /* nobody will ask */
		return LLVMConstInt(LLVMIntTypeInContext(g->w->l->ctx, bits), 0, false);
	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef v = numbers(g, i, p), mask = mask_of(g, p);

		if (mask != NULL)
			v = fin_select(g->w->l, mask, v,
				fin_like(v, least ? ((uint64_t)1 << (bits - 1)) - 1 : 0));
		if (all != NULL) {
			LLVMTypeRef type = LLVMTypeOf(v);
			LLVMValueRef args[] = {all, v};

			v = fin_intrinsic(g->w->l, least ? "llvm.smin" : "llvm.umax", &type, 1,
				args, 2);
		}
		all = v;
	}
	return fin_intrinsic1(g->w->l,
		least ? "llvm.vector.reduce.smin" : "llvm.vector.reduce.umax", all);
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* The number of the first lane of the part that is on, i32; 0 when none is. */
static LLVMValueRef first_on(struct fin_gang *g, LLVMValueRef mask)
{
	LLVMValueRef bits = fin_gang_bits(g, mask);
	LLVMTypeRef type = LLVMTypeOf(bits);
	LLVMValueRef args[] = {bits, LLVMConstInt(g->w->l->i1, 0, false)}, n;

	n = fin_intrinsic(g->w->l, "llvm.cttz", &type, 1, args, 2);
	n = fin_resize(g->w->l, n, 32, false);
	return LLVMBuildAnd(g->w->l->b, n, fin_like(n, g->lanes - 1), "");
}

/* What lane 0 has if the numbers are in line: found from the first lane that is on. */
static LLVMValueRef line_start(struct fin_gang *g, LLVMValueRef v, LLVMValueRef mask,
	uint64_t stride)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef lane = LLVMConstInt(g->w->l->i32, 0, false), start, n;

	if (mask != NULL)
		lane = first_on(g, mask);
	start = LLVMBuildExtractElement(b, v, lane, "");
	n = fin_resize(g->w->l, lane, LLVMGetIntTypeWidth(LLVMTypeOf(start)), false);
	return LLVMBuildSub(b, start, LLVMBuildMul(b, n, fin_like(n, stride), ""), "");
}

static LLVMValueRef line(struct fin_gang *g, LLVMValueRef start, uint64_t stride)
{
	return LLVMBuildAdd(g->w->l->b, fin_splat(g->w->l, start, g->lanes),
		fin_gang_iota(g, LLVMTypeOf(start), stride), "");
}

static LLVMValueRef are_lines(struct fin_gang *g, const struct fin_inst *i)
{
	uint64_t stride = i->operands[2].v[0].lo;
	LLVMValueRef off[FIN_MAX_PARTS];

	if (!g->has_lines)
		return LLVMConstInt(g->w->l->i1, 0, false);
	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef v = numbers(g, i, p), mask = mask_of(g, p);
		LLVMValueRef start = line_start(g, v, mask, stride);

		off[p] = LLVMBuildICmp(g->w->l->b, LLVMIntNE, v, line(g, start, stride), "");
		if (mask != NULL)
			off[p] = LLVMBuildAnd(g->w->l->b, off[p], mask, "");
	}
	return LLVMBuildNot(g->w->l->b, fin_gang_any(g, off), "");
}

static void put_lines(struct fin_gang *g, const struct fin_inst *i)
{
	uint64_t stride = i->operands[2].v[0].lo;
	uint32_t reg = i->operands[0].v[0].reg;

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef start = line_start(g, numbers(g, i, p), mask_of(g, p), stride);

		if (g->s->of[reg].kind == FIN_SHAPE_VARYING)
			fin_gang_blend(g, reg, p, line(g, start, stride), mask_of(g, p));
		else
			fin_gang_put(g, reg, p, start);
	}
}

void fin_gang_line(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_view once = fin_gang_once(g);

	if (i->pseudo == FIN_PSEUDO_LINE)
		put_lines(g, i);
	else
		fin_dst(&once.w, i,
			i->pseudo == FIN_PSEUDO_IS_LINE ? are_lines(g, i) : extreme(g, i));
}
