/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code of --profile for a wave: counters of what its lanes do together, and look-ups of the pages
 * that they reach. */
#include "gang/gang_lowerings.h"
#include "llvm/profile_map.h"
#include "lower/lower_profile.h"

/* ---- counters ------------------------------------------------------------------------------- */

static void count_wave(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_lower *w = g->w;
	LLVMValueRef lanes = fin_gang_wave_bits(g, g->mask), any;

	if (LLVMIsAConstantInt(lanes) && LLVMConstIntGetZExtValue(lanes) == UINT32_MAX) {
		fin_profile_add(w, i->counter + FIN_COUNT_WHOLE, LLVMConstInt(w->l->i64, 1, false));
		return;
	}
	any = LLVMBuildICmp(w->l->b, LLVMIntNE, lanes, fin_like(lanes, 0), "");
	fin_profile_add(w, i->counter + FIN_COUNT_LANES, fin_intrinsic1(w->l, "llvm.ctpop", lanes));
	fin_profile_add(w, i->counter + FIN_COUNT_WAVES, any);
}

/* Whether active lanes disagree on a 1-bit register, i1. */
static LLVMValueRef is_split(struct fin_gang *g, uint32_t reg)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef lanes = fin_gang_wave_bits(g, g->mask), taken[FIN_MAX_PARTS], t;

	for (unsigned p = 0; p < g->parts; p++)
		taken[p] = fin_gang_vector(g, reg, p);
	t = LLVMBuildAnd(b, fin_gang_wave_bits(g, taken), lanes, "");
	return LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntNE, t, fin_like(t, 0), ""),
		LLVMBuildICmp(b, LLVMIntNE, t, lanes, ""), "");
}

/* Whether active lanes have different values in a register, i1. */
static LLVMValueRef is_scattered(struct fin_gang *g, uint32_t reg)
{
	struct fin_llvm *l = g->w->l;
	LLVMValueRef least = NULL, most = NULL;

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef v = fin_gang_vector(g, reg, p), low = v;

		if (g->mask != NULL) {
			low = fin_select(l, g->mask[p], v, fin_like(v, UINT64_MAX));
			v = fin_select(l, g->mask[p], v, fin_like(v, 0));
		}
		low = fin_intrinsic1(l, "llvm.vector.reduce.umin", low);
		v = fin_intrinsic1(l, "llvm.vector.reduce.umax", v);
		least = least == NULL ? low : fin_intrinsic2(l, "llvm.umin", least, low);
		most = most == NULL ? v : fin_intrinsic2(l, "llvm.umax", most, v);
	}
	/* without any active lane, the least value is more than the most */
	return LLVMBuildICmp(l->b, LLVMIntULT, least, most, "");
}

static void count_divergence(struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_value *v = &i->operands[0].v[0];

	if (v->kind != FIN_VALUE_REG || fin_is_uniform(g->s->of[v->reg]))
		return;
	fin_profile_add(g->w, i->counter,
		(g->w->f->regs[v->reg].bits == 1 ? is_split : is_scattered)(g, v->reg));
}

/* ---- the data TLB --------------------------------------------------------------------------- */

static LLVMValueRef lane_address(struct fin_gang *g, LLVMValueRef addresses, LLVMValueRef lane)
{
	return LLVMBuildExtractElement(g->w->l->b, addresses, lane, "");
}

/* The address that lane 0 of a part accesses. */
static LLVMValueRef part_address(struct fin_gang *g, const struct fin_inst *i, unsigned part)
{
	struct fin_view v = fin_gang_scalars(g, part);

	return fin_profile_address(&v.w, i);
}

static void find_addresses(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef *addresses)
{
	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view v = fin_gang_vectors(g, p);

		addresses[p] = fin_profile_address(&v.w, i);
		if (fin_element_count(LLVMTypeOf(addresses[p])) < g->lanes)
			addresses[p] = fin_splat(g->w->l, addresses[p], g->lanes);
	}
}

/* Whether each part's addresses grow or fall from lane to lane by a constant, or are the same. */
static bool is_row(const struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[0];

	return !o->has_reg || g->s->of[o->reg].kind != FIN_SHAPE_VARYING;
}

/* i1: whether addresses that differ only in these bits are in one page: all the bits must be of the
 * offset in the page. */
static LLVMValueRef is_one_page(struct fin_gang *g, LLVMValueRef differ)
{
	LLVMValueRef shift = fin_profile_field(g->w, offsetof(struct hsaemu_profile, page_shift));

	differ = LLVMBuildLShr(g->w->l->b, differ, shift, "");
	return LLVMBuildICmp(g->w->l->b, LLVMIntEQ, differ, fin_like(differ, 0), "");
}

/* Some of the parts of a wave. */
struct some_parts {
	unsigned from, to;
};

static struct some_parts all_parts(const struct fin_gang *g)
{
	return (struct some_parts){0, g->parts};
}

static struct some_parts half_of(const struct fin_gang *g, unsigned half)
{
	unsigned n = g->parts / 2;

	return (struct some_parts){half * n, half == 0 ? n : g->parts};
}

/* i1: whether the addresses of all lanes of the parts are in the page of *first, which it sets. The
 * first and the last address of each part decide. */
static LLVMValueRef rows_are_one_page(struct fin_gang *g, const struct fin_inst *i,
	struct some_parts some, LLVMValueRef *first)
{
	const struct fin_operand *o = &i->operands[0];
	struct fin_lane_shape s = {.kind = FIN_SHAPE_GROUP};
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef differ = LLVMConstInt(g->w->l->i64, 0, false), ok = NULL;

	if (o->has_reg)
		s = g->s->of[o->reg];
	*first = part_address(g, i, some.from);
	for (unsigned p = some.from; p < some.to && s.kind == FIN_SHAPE_LINEAR; p++) {
		LLVMValueRef begin = p == some.from ? *first : part_address(g, i, p), end;

		end = LLVMBuildAdd(b, begin, fin_like(begin, (uint64_t)s.stride * (g->lanes - 1)),
			"");
		differ = LLVMBuildOr(b, differ, LLVMBuildXor(b, *first, begin, ""), "");
		differ = LLVMBuildOr(b, differ, LLVMBuildXor(b, *first, end, ""), "");
		if (s.risky) {
			LLVMValueRef linear = fin_gang_is_linear(g, o->reg, p);

			ok = ok == NULL ? linear : LLVMBuildAnd(b, ok, linear, "");
		}
	}
	differ = is_one_page(g, differ);
	return ok == NULL ? differ : LLVMBuildAnd(b, differ, ok, "");
}

/* The address of the lane with the lowest bit in `lanes`. */
static LLVMValueRef first_address(struct fin_gang *g, LLVMValueRef *addresses, LLVMValueRef lanes)
{
	struct fin_llvm *l = g->w->l;
	LLVMValueRef n = fin_lowest_bit(l, lanes), lane, first;

	lane = LLVMBuildAnd(l->b, n, fin_like(n, g->lanes - 1), "");
	first = lane_address(g, addresses[0], lane);
	for (unsigned p = 1; p < g->parts; p++)
		first = fin_select(l,
			LLVMBuildICmp(l->b, LLVMIntUGE, n, fin_like(n, (uint64_t)p * g->lanes), ""),
			lane_address(g, addresses[p], lane), first);
	return first;
}

/* i1: whether the addresses of all lanes that are on are in the page of *first, which it sets. */
static LLVMValueRef lanes_are_one_page(struct fin_gang *g, LLVMValueRef *addresses,
	LLVMValueRef lanes, LLVMValueRef *first)
{
	struct fin_llvm *l = g->w->l;
	LLVMValueRef differ = NULL;

	*first = first_address(g, addresses, lanes);
	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef x =
			LLVMBuildXor(l->b, addresses[p], fin_splat(l, *first, g->lanes), "");

		if (g->mask != NULL)
			x = fin_select(l, g->mask[p], x, fin_like(x, 0));
		differ = differ == NULL ? x : LLVMBuildOr(l->b, differ, x, "");
	}
	return is_one_page(g, fin_intrinsic1(l, "llvm.vector.reduce.or", differ));
}

/* Looks up one page for lanes that are all in it. */
static void look_up_page(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef address)
{
	struct fin_look_up l = fin_profile_look_at_last(g->w, i, address, NULL);

	fin_profile_look_up_one(g->w, i, address);
	fin_profile_look_up_end(g->w, l);
}

/* Looks up the pages of the halves of a wave, one after the other: of those of which any lane is
 * on. */
static void look_up_halves(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef lanes,
	LLVMValueRef *first)
{
	LLVMBuilderRef b = g->w->l->b;

	for (unsigned h = 0; h < 2; h++) {
		const uint64_t low = (UINT64_C(1) << HSAEMU_WAVESIZE / 2) - 1;
		LLVMValueRef own = LLVMBuildAnd(b, lanes,
			fin_like(lanes, h == 0 ? low : low << HSAEMU_WAVESIZE / 2), "");
		LLVMBasicBlockRef some = fin_gang_block(g, ""), after = fin_gang_block(g, "");

		LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, own, fin_like(own, 0), ""), some,
			after);
		LLVMPositionBuilderAtEnd(b, some);
		look_up_page(g, i, first[h]);
		LLVMBuildBr(b, after);
		LLVMPositionBuilderAtEnd(b, after);
	}
}

/* Looks up the pages of all lanes, in as many steps as they need: halves that are in one page each
 * one by one, as they follow each other, and other lanes one by one. */
static void look_up_apart(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef lanes)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef halves = fin_gang_block(g, ""), each = fin_gang_block(g, ""),
			  after = fin_gang_block(g, "");
	LLVMValueRef first[2], addresses[FIN_MAX_PARTS], ok;

	ok = rows_are_one_page(g, i, half_of(g, 0), &first[0]);
	ok = LLVMBuildAnd(b, ok, rows_are_one_page(g, i, half_of(g, 1), &first[1]), "");
	fin_llvm_expect(g->w->l, LLVMBuildCondBr(b, ok, halves, each));
	LLVMPositionBuilderAtEnd(b, halves);
	look_up_halves(g, i, lanes, first);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, each);
	find_addresses(g, i, addresses);
	fin_profile_look_up(g->w, i, addresses, g->parts, lanes);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, after);
}

static void look_up_lanes(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef lanes)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef addresses[FIN_MAX_PARTS], first, is_one;
	LLVMBasicBlockRef one, apart;
	struct fin_look_up l;

	if (!is_row(g, i) || fin_profile_is_flat(i))
		find_addresses(g, i, addresses);
	if (fin_profile_is_flat(i)) {
		fin_profile_look_up(g->w, i, addresses, g->parts, lanes);
		return;
	}
	is_one = is_row(g, i) ? rows_are_one_page(g, i, all_parts(g), &first)
	                      : lanes_are_one_page(g, addresses, lanes, &first);
	l = fin_profile_look_at_last(g->w, i, first, is_one);
	one = fin_gang_block(g, "");
	apart = fin_gang_block(g, "");
	fin_llvm_expect(g->w->l, LLVMBuildCondBr(b, is_one, one, apart));
	/* if all lanes are in one page, the look-up of one lane says as much as that of all */
	LLVMPositionBuilderAtEnd(b, one);
	fin_profile_look_up_one(g->w, i, first);
	LLVMBuildBr(b, l.after);
	LLVMPositionBuilderAtEnd(b, apart);
	if (is_row(g, i))
		look_up_apart(g, i, lanes);
	else
		fin_profile_look_up(g->w, i, addresses, g->parts, lanes);
	fin_profile_look_up_end(g->w, l);
}

static void look_up_wave(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef lanes = fin_gang_wave_bits(g, g->mask);
	LLVMBasicBlockRef some = fin_gang_block(g, ""), after = fin_gang_block(g, "");
	LLVMValueRef any = LLVMBuildICmp(b, LLVMIntNE, lanes, fin_like(lanes, 0), "");

	fin_llvm_expect(g->w->l, LLVMBuildCondBr(b, any, some, after));
	LLVMPositionBuilderAtEnd(b, some);
	look_up_lanes(g, i, lanes);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, after);
}

void fin_gang_profile(struct fin_gang *g, const struct fin_inst *i)
{
	switch (i->pseudo) {
	case FIN_PSEUDO_COUNT:
		count_wave(g, i);
		break;
	case FIN_PSEUDO_BRANCH:
		count_divergence(g, i);
		break;
	case FIN_PSEUDO_PAGE:
		look_up_wave(g, i);
		break;
	default:
		break;
	}
}
