/* Cross-lane operations (PRM 9.4): the lanes that are on, as one number, and permutes.
 *
 * Lane n of a wave is lane n % V of part n / V. */
#include "hsaemu/kernel_abi.h"
#include "gang.h"

static LLVMValueRef part_mask(struct fin_gang *g, unsigned part)
{
	return g->mask != NULL ? g->mask[part] : fin_gang_all(g);
}

/* The active lanes whose operand 1 is true. */
static LLVMValueRef chosen_bits(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef mask[FIN_MAX_PARTS];

	for (unsigned p = 0; p < g->parts; p++) {
		fin_gang_select(g, FIN_GANG_VECTOR, p, NULL);
		mask[p] = LLVMBuildAnd(g->w->l->b, part_mask(g, p), fin_src(g->w, i, 1), "");
	}
	return fin_gang_wave_bits(g, mask);
}

static void lane_count(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef n = fin_intrinsic1(g->w->l, "llvm.ctpop", chosen_bits(g, i));

	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
	fin_dst(g->w, i, n);
}

/* Four 64-bit words; a wave fills half of the first. */
static void lane_mask(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef bits = fin_resize(g->w->l, chosen_bits(g, i), 64, false);

	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
	for (unsigned e = 0; e < i->operands[0].count; e++)
		fin_dst_at(g->w, i, e, e == 0 ? bits : fin_like(bits, 0));
}

/* Active lanes below the own one. */
static void lane_rank(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef all = fin_splat(g->w->l, fin_gang_wave_bits(g, g->mask), g->lanes);

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef below[FIN_MAX_LANES];

		for (unsigned v = 0; v < g->lanes; v++)
			below[v] = LLVMConstInt(g->w->l->i32,
				((uint64_t)1 << (p * g->lanes + v)) - 1, false);
		fin_gang_select(g, FIN_GANG_VECTOR, p, NULL);
		fin_dst(g->w, i,
			fin_intrinsic1(g->w->l, "llvm.ctpop",
				LLVMBuildAnd(b, all, LLVMConstVector(below, g->lanes), "")));
	}
}

/* ---- permute -------------------------------------------------------------------------------- */

/* dest, src, lane number, identity, whether to use it. All parts are written to memory and picked
 * from there: the lane numbers are any. */
struct permute {
	LLVMTypeRef elem;
	LLVMValueRef table;  /* the wave's values */
	LLVMValueRef active; /* bits, in every lane */
};

static struct permute fill_table(struct fin_gang *g, const struct fin_inst *i)
{
	unsigned bits = isa_type_find(i->isa->type)->bits;
	LLVMTypeRef elem = fin_int_type(g->w->l, bits < 8 ? 8 : bits);
	struct permute p = {.elem = elem,
		.table = LLVMBuildAlloca(g->w->entry, LLVMArrayType2(elem, HSAEMU_WAVESIZE), "")};

	LLVMSetAlignment(p.table, 64);
	for (unsigned k = 0; k < g->parts; k++) {
		LLVMValueRef index = LLVMConstInt(g->w->l->i64, (uint64_t)k * g->lanes, false), s;

		fin_gang_select(g, FIN_GANG_VECTOR, k, NULL);
		s = fin_resize(g->w->l, fin_src(g->w, i, 1), LLVMGetIntTypeWidth(elem), false);
		LLVMBuildStore(g->w->l->b, s,
			LLVMBuildGEP2(g->w->l->b, elem, p.table, &index, 1, ""));
	}
	p.active = fin_splat(g->w->l, fin_gang_wave_bits(g, g->mask), g->lanes);
	return p;
}

static LLVMValueRef pick(struct fin_gang *g, const struct permute *p, LLVMValueRef lane)
{
	LLVMValueRef index = fin_resize(g->w->l, lane, 64, false);
	LLVMValueRef ptr = LLVMBuildGEP2(g->w->l->b, p->elem, p->table, &index, 1, "");
	LLVMTypeRef types[] = {fin_shape(p->elem, g->lanes), LLVMTypeOf(ptr)};
	LLVMValueRef args[] = {ptr,
		LLVMConstInt(g->w->l->i32, LLVMGetIntTypeWidth(p->elem) / 8, false),
		fin_gang_all(g), LLVMConstNull(types[0])};

	return fin_intrinsic(g->w->l, "llvm.masked.gather", types, 2, args, 4);
}

static void lane_permute(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMBuilderRef b = g->w->l->b;
	struct permute p = fill_table(g, i);
	LLVMValueRef r[FIN_MAX_PARTS];
	unsigned bits = isa_type_find(i->isa->type)->bits;

	for (unsigned k = 0; k < g->parts; k++) {
		LLVMValueRef lane, on, v;

		fin_gang_select(g, FIN_GANG_VECTOR, k, NULL);
		lane = fin_src(g->w, i, 2);
		lane = LLVMBuildAnd(b, lane, fin_like(lane, HSAEMU_WAVESIZE - 1), "");
		on = LLVMBuildTrunc(b, LLVMBuildLShr(b, p.active, lane, ""),
			fin_shape(g->w->l->i1, g->lanes), "");
		on = LLVMBuildAnd(b, on, LLVMBuildNot(b, fin_src(g->w, i, 4), ""), "");
		v = fin_resize(g->w->l, pick(g, &p, lane), bits, false);
		r[k] = fin_select(g->w->l, on, v, fin_src(g->w, i, 3));
	}
	for (unsigned k = 0; k < g->parts; k++) {
		fin_gang_select(g, FIN_GANG_VECTOR, k, NULL);
		fin_dst(g->w, i, r[k]);
	}
}

void fin_gang_cross(struct fin_gang *g, const struct fin_inst *i)
{
	g->w->inst = i;
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
