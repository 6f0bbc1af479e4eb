/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lanes whose elements lie in order within two vectors, as pairs at a distance, every other
 * element, or a tree's nodes do. The processor moves elements of vectors to other places in a few
 * instructions, but does a gather or scatter element by element.
 *
 * `number` says where each lane's element is, counted from lane 0's. */
#include "gang/gang_access.h"

bool fin_has_windows(const struct fin_gang *g, unsigned bytes)
{
	return g->lanes == 16 && bytes == 4 && fin_target_has(&g->w->l->target, "avx512vl");
}

static LLVMValueRef i32s(struct fin_gang *g, unsigned first, unsigned step)
{
	LLVMValueRef v[FIN_MAX_LANES];

	for (unsigned k = 0; k < g->lanes; k++)
		v[k] = LLVMConstInt(g->w->l->i32, first + k * step, false);
	return LLVMConstVector(v, g->lanes);
}

/* Each number must be below the next one, and the last one below the end of the two vectors. */
LLVMValueRef fin_window_holds(struct fin_gang *g, LLVMValueRef number)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef next = LLVMBuildShuffleVector(b, number, fin_like(number, 2 * g->lanes),
		i32s(g, 1, 1), "");
	LLVMValueRef out = fin_gang_bits(g, LLVMBuildICmp(b, LLVMIntUGE, number, next, ""));

	return LLVMBuildICmp(b, LLVMIntEQ, out, fin_like(out, 0), "");
}

static LLVMValueRef last_of(struct fin_gang *g, LLVMValueRef number)
{
	return LLVMBuildExtractElement(g->w->l->b, number,
		LLVMConstInt(g->w->l->i32, g->lanes - 1, false), "");
}

LLVMValueRef fin_window_to_load(struct fin_gang *g, LLVMValueRef number)
{
	return LLVMBuildICmp(g->w->l->b, LLVMIntULE, i32s(g, g->lanes, 1),
		fin_splat(g->w->l, last_of(g, number), g->lanes), "");
}

LLVMValueRef fin_window_from(struct fin_gang *g, LLVMValueRef number)
{
	LLVMValueRef first = LLVMBuildExtractElement(g->w->l->b, number,
		LLVMConstInt(g->w->l->i32, 0, false), "");

	return LLVMBuildICmp(g->w->l->b, LLVMIntUGE, i32s(g, 0, 1),
		fin_splat(g->w->l, first, g->lanes), "");
}

LLVMValueRef fin_window_pick(struct fin_gang *g, LLVMValueRef number, LLVMValueRef lower,
	LLVMValueRef upper)
{
	LLVMValueRef args[] = {lower, number, upper};

	return fin_intrinsic(g->w->l, "llvm.x86.avx512.vpermi2var.d.512", NULL, 0, args, 3);
}

LLVMValueRef fin_window_upper_store(struct fin_gang *g, LLVMValueRef number)
{
	LLVMValueRef last = last_of(g, number);

	return LLVMBuildSub(g->w->l->b, last, fin_like(last, g->lanes - 1), "");
}

/* Puts the elements of v, in order, to where the mask is on. */
static LLVMValueRef expand(struct fin_gang *g, LLVMValueRef v, LLVMValueRef mask)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	LLVMValueRef args[] = {v, LLVMConstNull(type), mask};

	return fin_intrinsic(g->w->l, "llvm.x86.avx512.mask.expand", &type, 1, args, 3);
}

/* Takes the elements of v from number `first` on. */
static LLVMValueRef from(struct fin_gang *g, LLVMValueRef v, LLVMValueRef first)
{
	LLVMValueRef args[] = {v,
		LLVMBuildAdd(g->w->l->b, fin_splat(g->w->l, first, g->lanes), i32s(g, 0, 1), "")};

	return fin_intrinsic(g->w->l, "llvm.x86.avx512.permvar.si.512", NULL, 0, args, 2);
}

void fin_window_place(struct fin_gang *g, LLVMValueRef number, LLVMValueRef v,
	LLVMValueRef vector[2], LLVMValueRef mask[2])
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMTypeRef type = LLVMTypeOf(number);
	LLVMValueRef bits = LLVMBuildShl(b, fin_like(number, 1), number, ""), lower, upper;

	bits = fin_intrinsic(g->w->l, "llvm.vector.reduce.or", &type, 1, &bits, 1);
	lower = fin_resize(g->w->l, bits, g->lanes, false);
	upper = LLVMBuildAnd(b, bits, fin_like(bits, ~(((uint64_t)1 << g->lanes) - 1)), "");
	upper = LLVMBuildLShr(b, upper, fin_window_upper_store(g, number), "");
	mask[0] = fin_gang_mask(g, lower);
	mask[1] = fin_gang_mask(g, upper);
	vector[0] = expand(g, v, mask[0]);
	lower = fin_resize(g->w->l, fin_intrinsic1(g->w->l, "llvm.ctpop", lower), 32, false);
	vector[1] = expand(g, from(g, v, lower), mask[1]);
}

/* A number of which bit n is on if a lane has the element n of the window. */
static LLVMValueRef bits_of(struct fin_gang *g, LLVMValueRef number)
{
	LLVMValueRef bits = LLVMBuildShl(g->w->l->b, fin_like(number, 1), number, "");

	return fin_intrinsic1(g->w->l, "llvm.vector.reduce.or", bits);
}

LLVMValueRef fin_window_sources(struct fin_gang *g, LLVMValueRef number[2], unsigned k,
	LLVMValueRef *mask)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef bit = LLVMBuildShl(b, fin_like(number[0], 1), i32s(g, k * g->lanes, 1), "");
	LLVMValueRef below = LLVMBuildSub(b, bit, fin_like(bit, 1), ""), from[2], on[2];

	for (unsigned e = 0; e < 2; e++) {
		LLVMValueRef bits = fin_splat(g->w->l, bits_of(g, number[e]), g->lanes);

		on[e] = LLVMBuildICmp(b, LLVMIntNE, LLVMBuildAnd(b, bits, bit, ""),
			fin_like(bit, 0), "");
		from[e] = fin_intrinsic1(g->w->l, "llvm.ctpop", LLVMBuildAnd(b, bits, below, ""));
	}
	*mask = LLVMBuildOr(b, on[0], on[1], "");
	from[1] = LLVMBuildAdd(b, from[1], fin_like(from[1], g->lanes), "");
	return fin_select(g->w->l, on[1], from[1], from[0]);
}
