/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What lanes ask of each other before they run a loop in line (shape/align.h): the least and the
 * greatest of their numbers, and whether these go up by a stride from lane to lane. */
#include "gang/gang_lowerings.h"

static LLVMValueRef mask_of(const struct fin_gang *g, unsigned part)
{
	return g->mask != NULL ? g->mask[part] : NULL;
}

static LLVMValueRef any_of(struct fin_gang *g, LLVMValueRef mask)
{
	LLVMValueRef bits = fin_gang_bits(g, mask);

	return LLVMBuildICmp(g->w->l->b, LLVMIntNE, bits, fin_like(bits, 0), "");
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

/* Lanes that are on of any part have a number that is good for something, an address for instance.
 * Processors take long for accesses without lanes at addresses that are not. */
static void put_lines(struct fin_gang *g, const struct fin_inst *i)
{
	uint64_t stride = i->operands[2].v[0].lo;
	uint32_t reg = i->operands[0].v[0].reg;
	LLVMValueRef start[FIN_MAX_PARTS], any[FIN_MAX_PARTS], good = NULL;

	for (unsigned p = g->parts; p-- > 0;) {
		LLVMValueRef mask = mask_of(g, p);

		start[p] = line_start(g, numbers(g, i, p), mask, stride);
		any[p] = mask != NULL ? any_of(g, mask) : NULL;
		good = good != NULL && mask != NULL ? fin_select(g->w->l, any[p], start[p], good)
		                                    : start[p];
	}
	for (unsigned p = 0; p < g->parts; p++) {
		if (any[p] != NULL)
			start[p] = fin_select(g->w->l, any[p], start[p], good);
		if (g->s->of[reg].kind == FIN_SHAPE_VARYING)
			fin_gang_blend(g, reg, p, line(g, start[p], stride), mask_of(g, p));
		else
			fin_gang_put(g, reg, p, start[p]);
	}
}

/* ---- lanes of lines ------------------------------------------------------------------------- */

/* Whether each lane's number is where the line leads to that begins with the first lane's. */
static LLVMValueRef on_line(struct fin_gang *g, LLVMValueRef v, LLVMValueRef mask, uint64_t stride)
{
	LLVMValueRef start = line_start(g, v, mask, stride);

	return LLVMBuildICmp(g->w->l->b, LLVMIntEQ, v, line(g, start, stride), "");
}

/* Whether the line leads on from each lane to the next one. */
static LLVMValueRef leads_on(struct fin_gang *g, LLVMValueRef v, LLVMValueRef mask, uint64_t stride)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef next[FIN_MAX_LANES], step, yes, last;

	for (unsigned k = 0; k < g->lanes; k++)
		next[k] = LLVMConstInt(g->w->l->i32, k + 1 < g->lanes ? k + 1 : k, false);
	step = LLVMBuildShuffleVector(b, v, v, LLVMConstVector(next, g->lanes), "");
	step = LLVMBuildSub(b, step, v, "");
	yes = LLVMBuildICmp(b, LLVMIntEQ, step, fin_like(step, stride), "");
	last = mask != NULL ? fin_gang_bits(g, LLVMBuildNot(b, mask, ""))
	                    : LLVMConstNull(fin_int_type(g->w->l, g->lanes));
	last = LLVMBuildLShr(b, last, fin_like(last, 1), "");
	last = LLVMBuildOr(b, last, fin_like(last, (uint64_t)1 << (g->lanes - 1)), "");
	return LLVMBuildOr(b, yes, fin_gang_mask(g, last), "");
}

typedef LLVMValueRef place_test(struct fin_gang *g, LLVMValueRef v, LLVMValueRef mask,
	uint64_t stride);

static void put_places(struct fin_gang *g, const struct fin_inst *i, place_test *test)
{
	for (unsigned p = 0; g->has_lines && p < g->parts; p++) {
		LLVMValueRef mask = mask_of(g, p);

		fin_gang_blend(g, i->operands[0].v[0].reg, p,
			test(g, numbers(g, i, p), mask, i->operands[2].v[0].lo), mask);
	}
}

static LLVMValueRef how_many(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef set[FIN_MAX_PARTS], n;

	if (!g->has_lines)
		return LLVMConstInt(g->w->l->i32, 0, false);
	for (unsigned p = 0; p < g->parts; p++) {
		set[p] = numbers(g, i, p);
		if (mask_of(g, p) != NULL)
			set[p] = LLVMBuildAnd(g->w->l->b, set[p], mask_of(g, p), "");
	}
	n = fin_intrinsic1(g->w->l, "llvm.ctpop", fin_gang_wave_bits(g, set));
	return fin_resize(g->w->l, n, 32, false);
}

/* ---- whether all stay ----------------------------------------------------------------------- */

static LLVMValueRef have_all(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef off[FIN_MAX_PARTS];

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef v = numbers(g, i, p), mask = mask_of(g, p);

		off[p] = i->operands[2].v[0].lo != 0 ? LLVMBuildNot(g->w->l->b, v, "") : v;
		if (mask != NULL)
			off[p] = LLVMBuildAnd(g->w->l->b, off[p], mask, "");
	}
	return LLVMBuildNot(g->w->l->b, fin_gang_any(g, off), "");
}

void fin_gang_line(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_view once = fin_gang_once(g);

	switch (i->pseudo) {
	case FIN_PSEUDO_LINE:
		put_lines(g, i);
		break;
	case FIN_PSEUDO_ON_LINE:
		put_places(g, i, on_line);
		break;
	case FIN_PSEUDO_LEADS_ON:
		put_places(g, i, leads_on);
		break;
	case FIN_PSEUDO_IS_LINE:
		fin_dst(&once.w, i, are_lines(g, i));
		break;
	case FIN_PSEUDO_HOW_MANY:
		fin_dst(&once.w, i, how_many(g, i));
		break;
	case FIN_PSEUDO_ALL:
		fin_dst(&once.w, i, have_all(g, i));
		break;
	default:
		fin_dst(&once.w, i, extreme(g, i));
		break;
	}
}
