/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cross-lane operations (PRM 9.4): counts and masks of the lanes that are on, and permutes.
 *
 * Lane n of a wave is lane n % V of part n / V. */
#include "hsaemu/kernel_abi.h"
#include "gang/gang_lowerings.h"

static LLVMValueRef part_mask(struct fin_gang *g, unsigned part)
{
	return g->mask != NULL ? g->mask[part] : fin_gang_all(g);
}

/* The active lanes whose operand 1 is true, as bits. */
static LLVMValueRef chosen_bits(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef mask[FIN_MAX_PARTS];

	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view v = fin_gang_vectors(g, p);

		mask[p] = LLVMBuildAnd(g->w->l->b, part_mask(g, p), fin_src(&v.w, i, 1), "");
	}
	return fin_gang_wave_bits(g, mask);
}

static void lane_count(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef n = fin_intrinsic1(g->w->l, "llvm.ctpop", chosen_bits(g, i));
	struct fin_view once = fin_gang_once(g);

	fin_dst(&once.w, i, n);
}

/* activelanemask gives four 64-bit words, of which a wave fills half of the first. */
static void lane_mask(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef bits = fin_resize(g->w->l, chosen_bits(g, i), 64, false);
	struct fin_view once = fin_gang_once(g);

	for (unsigned e = 0; e < i->operands[0].count; e++)
		fin_dst_at(&once.w, i, e, e == 0 ? bits : fin_like(bits, 0));
}

/* activelaneid: for each lane, the number of active lanes below it. */
static void lane_rank(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef all = fin_splat(g->w->l, fin_gang_wave_bits(g, g->mask), g->lanes);

	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view lanes = fin_gang_vectors(g, p);
		LLVMValueRef below[FIN_MAX_LANES];

		for (unsigned v = 0; v < g->lanes; v++)
			below[v] = LLVMConstInt(g->w->l->i32,
				((uint64_t)1 << (p * g->lanes + v)) - 1, false);
		fin_dst(&lanes.w, i,
			fin_intrinsic1(g->w->l, "llvm.ctpop",
				LLVMBuildAnd(b, all, LLVMConstVector(below, g->lanes), "")));
	}
}

/* ---- permute -------------------------------------------------------------------------------- */

/* The operands of activelanepermute are dest, src, lane number, identity, and whether to use the
 * identity. Lane numbers are any. Values are permuted as 32-bit words: in registers where the
 * processor picks words of vectors by number, else through memory. */
struct permute {
	unsigned bits, words;               /* bits of a value, and its 32-bit words */
	LLVMValueRef src[4][FIN_MAX_PARTS]; /* by word and part: <V x i32> */
	/* by word: address of the wave's words in memory; NULL: not needed */
	LLVMValueRef table[4];
	LLVMValueRef active; /* the active lanes as bits, in every lane */
};

static bool picks_from_registers(const struct fin_gang *g)
{
	return g->lanes >= 8; /* by vpermi2d or vpermd */
}

/* Word n of the value of each lane. */
static LLVMValueRef word_of(struct fin_gang *g, LLVMValueRef v, unsigned bits, unsigned n)
{
	if (bits > 32 && n > 0)
		v = LLVMBuildLShr(g->w->l->b, v, fin_like(v, 32 * (uint64_t)n), "");
	return fin_resize(g->w->l, v, 32, false);
}

static LLVMValueRef word_table(struct fin_gang *g, LLVMValueRef *src)
{
	LLVMValueRef table =
		LLVMBuildAlloca(g->w->entry, LLVMArrayType2(g->w->l->i32, HSAEMU_WAVESIZE), "");

	LLVMSetAlignment(table, 64);
	for (unsigned k = 0; k < g->parts; k++)
		LLVMBuildStore(g->w->l->b, src[k],
			fin_gang_element(g, g->w->l->i32, table, k * g->lanes));
	return table;
}

static void take_sources(struct fin_gang *g, const struct fin_inst *i, struct permute *p)
{
	p->bits = isa_type_find(i->isa->type)->bits;
	p->words = p->bits <= 32 ? 1 : p->bits / 32;
	p->active = fin_splat(g->w->l, fin_gang_wave_bits(g, g->mask), g->lanes);
	for (unsigned k = 0; k < g->parts; k++) {
		struct fin_view lanes = fin_gang_vectors(g, k);
		LLVMValueRef v = fin_src(&lanes.w, i, 1);

		for (unsigned n = 0; n < p->words; n++)
			p->src[n][k] = word_of(g, v, p->bits, n);
	}
	for (unsigned n = 0; n < p->words && !picks_from_registers(g); n++)
		p->table[n] = word_table(g, p->src[n]);
}

static LLVMValueRef pick_from_memory(struct fin_gang *g, LLVMValueRef table, LLVMValueRef lane)
{
	LLVMValueRef index = fin_resize(g->w->l, lane, 64, false);
	LLVMValueRef ptr = LLVMBuildGEP2(g->w->l->b, g->w->l->i32, table, &index, 1, "");
	LLVMTypeRef types[] = {fin_vector_of(g->w->l->i32, g->lanes), LLVMTypeOf(ptr)};
	LLVMValueRef args[] = {ptr, LLVMConstInt(g->w->l->i32, 4, false), fin_gang_all(g),
		LLVMConstNull(types[0])};

	return fin_intrinsic(g->w->l, "llvm.masked.gather", types, 2, args, 4);
}

/* Selects `one` or `zero` by a bit of the lane number. */
static LLVMValueRef by_bit(struct fin_gang *g, LLVMValueRef lane, unsigned bit, LLVMValueRef one,
	LLVMValueRef zero)
{
	LLVMValueRef c = LLVMBuildAnd(g->w->l->b, lane, fin_like(lane, bit), "");

	return fin_select(g->w->l, LLVMBuildICmp(g->w->l->b, LLVMIntNE, c, fin_like(c, 0), ""), one,
		zero);
}

static LLVMValueRef pick_from_registers(struct fin_gang *g, LLVMValueRef *src, LLVMValueRef lane)
{
	LLVMValueRef part[4];

	if (g->lanes == 16) {
		LLVMValueRef args[] = {src[0], lane, src[1]};

		return fin_intrinsic(g->w->l, "llvm.x86.avx512.vpermi2var.d.512", NULL, 0, args, 3);
	}
	for (unsigned k = 0; k < 4; k++) {
		LLVMValueRef args[] = {src[k], lane};

		part[k] = fin_intrinsic(g->w->l, "llvm.x86.avx2.permd", NULL, 0, args, 2);
	}
	return by_bit(g, lane, 16, by_bit(g, lane, 8, part[3], part[2]),
		by_bit(g, lane, 8, part[1], part[0]));
}

static LLVMValueRef pick(struct fin_gang *g, struct permute *p, LLVMValueRef lane)
{
	LLVMTypeRef type = fin_vector_of(fin_int_type(g->w->l, p->bits), g->lanes);
	LLVMValueRef r = NULL;

	for (unsigned n = 0; n < p->words; n++) {
		LLVMValueRef v = p->table[n] != NULL ? pick_from_memory(g, p->table[n], lane)
		                                     : pick_from_registers(g, p->src[n], lane);

		v = fin_resize(g->w->l, v, p->bits, false);
		if (n > 0)
			v = LLVMBuildShl(g->w->l->b, v,
				fin_like(LLVMConstNull(type), 32 * (uint64_t)n), "");
		r = r == NULL ? v : LLVMBuildOr(g->w->l->b, r, v, "");
	}
	return r;
}

static void lane_permute(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMBuilderRef b = g->w->l->b;
	struct permute p = {0};
	LLVMValueRef r[FIN_MAX_PARTS];

	take_sources(g, i, &p);
	for (unsigned k = 0; k < g->parts; k++) {
		struct fin_view lanes = fin_gang_vectors(g, k);
		LLVMValueRef lane = fin_src(&lanes.w, i, 2), on, v;

		lane = LLVMBuildAnd(b, lane, fin_like(lane, HSAEMU_WAVESIZE - 1), "");
		on = LLVMBuildTrunc(b, LLVMBuildLShr(b, p.active, lane, ""),
			fin_vector_of(g->w->l->i1, g->lanes), "");
		on = LLVMBuildAnd(b, on, LLVMBuildNot(b, fin_src(&lanes.w, i, 4), ""), "");
		v = pick(g, &p, lane);
		r[k] = fin_select(g->w->l, on, v, fin_src(&lanes.w, i, 3));
	}
	for (unsigned k = 0; k < g->parts; k++) {
		struct fin_view lanes = fin_gang_vectors(g, k);

		fin_dst(&lanes.w, i, r[k]);
	}
}

void fin_gang_cross(struct fin_gang *g, const struct fin_inst *i)
{
	switch (i->isa->opcode) {
	case BRIG_OPCODE_ACTIVELANECOUNT:
		lane_count(g, i);
		break;
	case BRIG_OPCODE_ACTIVELANEMASK:
		lane_mask(g, i);
		break;
	case BRIG_OPCODE_ACTIVELANEID:
		lane_rank(g, i);
		break;
	default:
		lane_permute(g, i);
		break;
	}
}
