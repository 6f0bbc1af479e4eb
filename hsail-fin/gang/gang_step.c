/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads and stores of a part whose lanes' addresses are a step apart, as in a column of a matrix
 * whose width is an argument: the step is a number of the group (shape/id_sums.h), and each address
 * is that of lane 0 and a multiple of it. Code that knows that needs no vectors of addresses, nor
 * a test of how they lie but one of the step. */
#include "gang/gang_access.h"
#include "lower/lower_memory.h"

static const struct fin_id_sum *sum_of(const struct fin_access *x)
{
	return &x->g->sums[x->i->operands[1].reg];
}

bool fin_access_has_step(const struct fin_access *x)
{
	const struct fin_operand *o = &x->i->operands[1];

	if (x->g->sums == NULL || x->lane_ptr != NULL || x->g->shares || !o->has_reg ||
		x->shape.kind != FIN_SHAPE_VARYING || fin_is_per_item(x->g->w->f, x->i, 1))
		return false;
	/* in a loop, lanes that are off have gone around less often */
	return sum_of(x)->has_steps && sum_of(x)->step[x->g->along] != NULL &&
	       (sum_of(x)->first != NULL || x->mask == NULL) &&
	       (fin_address_has_base(x->i, 1) || x->g->w->f->regs[o->reg].bits == 64);
}

/* The step in bytes, i64. */
static LLVMValueRef step_of(const struct fin_access *x)
{
	return sum_of(x)->step[x->g->along];
}

static LLVMValueRef beyond(struct fin_access *x, LLVMValueRef ptr, LLVMValueRef bytes)
{
	return LLVMBuildGEP2(fin_access_builder(x), x->g->w->l->i8, ptr, &bytes, 1, "");
}

static LLVMValueRef lane_address(struct fin_access *x, LLVMValueRef first, LLVMValueRef lane)
{
	struct fin_llvm *l = x->g->w->l;

	return beyond(x, first, LLVMBuildMul(l->b, fin_resize(l, lane, 64, false), step_of(x), ""));
}

LLVMValueRef fin_access_lane_address(struct fin_access *x, const struct fin_address *a,
	LLVMValueRef lane)
{
	return fin_access_has_step(x)
	               ? lane_address(x, a->ptr, lane)
	               : LLVMBuildExtractElement(fin_access_builder(x), a->ptr, lane, "");
}

/* Addresses go on from every fourth one, so that there are few multiples of the step to keep. */
struct fin_address fin_step_each(struct fin_access *x, LLVMValueRef ptr[])
{
	struct fin_address a = fin_access_of_part(x);

	ptr[0] = a.ptr;
	for (unsigned k = 1; k < x->g->lanes; k++)
		ptr[k] = lane_address(x, ptr[(k - 1) & ~3u], fin_access_i32(x, (k - 1) % 4 + 1));
	return a;
}

/* The distances from lane 0's address have 32 bits, since that makes faster gathers. */
struct fin_address fin_step_addresses(struct fin_access *x)
{
	struct fin_address a = fin_access_of_part(x);
	struct fin_llvm *l = x->g->w->l;
	LLVMValueRef step = fin_splat(l, fin_resize(l, step_of(x), 32, true), x->g->lanes);

	step = LLVMBuildMul(l->b, step, fin_gang_iota(x->g, l->i32, 1), "");
	a.ptr = beyond(x, a.ptr, fin_resize(l, step, 64, true));
	return a;
}

/* i1: the step is so many bytes. */
static LLVMValueRef is_step(struct fin_access *x, unsigned bytes)
{
	return LLVMBuildICmp(fin_access_builder(x), LLVMIntEQ, step_of(x),
		fin_like(step_of(x), bytes), "");
}

static void consecutive(struct fin_access *x)
{
	struct fin_address a = fin_access_of_part(x);

	fin_access_contiguous(x, &a);
}

/* Loads what neighbours have in common but for the ends: a vector for each element. */
static void overlapping(struct fin_access *x)
{
	struct fin_address a = fin_access_of_part(x);

	for (unsigned e = 0; e < x->count; e++)
		x->v[e] = fin_access_load_vector(x, &a,
			fin_byte_offset(x->g->w, a.ptr, (uint64_t)e * x->bytes), x->g->lanes,
			x->mask);
}

static void overlapping_or_not(struct fin_access *x)
{
	fin_access_choose(x, is_step(x, x->bytes), overlapping, fin_access_scattered);
}

bool fin_step_goes_lane_by_lane(const struct fin_access *x)
{
	return x->mask == NULL && !x->g->is_terse && !x->is_rare && fin_access_has_step(x) &&
	       (!fin_access_is_native(x) ||
		       (x->is_load && fin_target_gathers_slowly(&x->g->w->l->target)));
}

/* i1: several lanes' elements are in a line of the cache. */
static LLVMValueRef share_lines(struct fin_access *x)
{
	enum { LINE = 64 };
	LLVMValueRef s =
		LLVMBuildAdd(fin_access_builder(x), step_of(x), fin_like(step_of(x), LINE - 1), "");

	return LLVMBuildICmp(fin_access_builder(x), LLVMIntULT, s, fin_like(s, 2 * LINE - 1), "");
}

static void spread(struct fin_access *x)
{
	fin_access_choose(x, share_lines(x), fin_access_each_lane, fin_access_scattered);
}

/* Whether the access is a scatter, which takes longer than stores one by one where these are to
 * the same lines. */
static bool is_scatter(const struct fin_access *x)
{
	return !x->is_load && x->count == 1 && x->mask == NULL && !x->g->is_terse && !x->is_rare &&
	       fin_access_is_native(x);
}

void fin_access_by_step(struct fin_access *x)
{
	fin_access_way *other = x->is_load && x->count > 1 ? overlapping_or_not
	                        : is_scatter(x)            ? spread
	                                                   : fin_access_scattered;

	/* loops that have several elements at once go along rows, which are not that short */
	if (sum_of(x)->first == NULL && x->count > 1)
		fin_access_scattered(x);
	else
		fin_access_choose(x, is_step(x, fin_access_size(x)), consecutive, other);
}
