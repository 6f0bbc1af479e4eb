/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Atomics without a result on one address for all lanes: counters, sums and bounds of a whole grid.
 * The order of lanes does not matter, so they are combined first, and the memory is updated once
 * for the wave. */
#include "gang/gang_lowerings.h"
#include "ir/lowering.h"

bool fin_gang_combines(const struct fin_inst *i)
{
	return i->isa->opcode == BRIG_OPCODE_ATOMICNORET && fin_is_combining_atomic(i);
}

bool fin_gang_reduces(const struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_operand *a = &i->operands[0];

	return fin_gang_combines(i) && !(a->has_reg && !fin_is_uniform(g->s->of[a->reg]));
}

/* ---- one value for all ---------------------------------------------------------------------- */

static LLVMValueRef combined_same(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef v)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef n = fin_intrinsic1(g->w->l, "llvm.ctpop", fin_gang_wave_bits(g, g->mask));

	n = fin_resize(g->w->l, n, LLVMGetIntTypeWidth(LLVMTypeOf(v)), false);
	switch (i->isa->atomic_op) {
	case BRIG_ATOMIC_ADD:
	case BRIG_ATOMIC_SUB:
		return LLVMBuildMul(b, v, n, "");
	case BRIG_ATOMIC_XOR:
		return LLVMBuildMul(b, v, LLVMBuildAnd(b, n, fin_like(n, 1), ""), "");
	default:
		return v;
	}
}

/* ---- a value of each lane ------------------------------------------------------------------- */

static const char *name_of(const struct fin_inst *i, bool reduce)
{
	bool is_signed = isa_type_find(i->isa->type)->kind == ISA_KIND_SIGNED;

	switch (i->isa->atomic_op) {
	case BRIG_ATOMIC_AND:
		return "llvm.vector.reduce.and";
	case BRIG_ATOMIC_OR:
		return "llvm.vector.reduce.or";
	case BRIG_ATOMIC_XOR:
		return "llvm.vector.reduce.xor";
	case BRIG_ATOMIC_MAX:
		if (reduce)
			return is_signed ? "llvm.vector.reduce.smax" : "llvm.vector.reduce.umax";
		return is_signed ? "llvm.smax" : "llvm.umax";
	case BRIG_ATOMIC_MIN:
		if (reduce)
			return is_signed ? "llvm.vector.reduce.smin" : "llvm.vector.reduce.umin";
		return is_signed ? "llvm.smin" : "llvm.umin";
	default:
		return "llvm.vector.reduce.add";
	}
}

uint64_t fin_gang_neutral(const struct fin_inst *i, unsigned bits)
{
	bool is_signed = isa_type_find(i->isa->type)->kind == ISA_KIND_SIGNED;
	uint64_t top = (uint64_t)1 << (bits - 1);

	switch (i->isa->atomic_op) {
	case BRIG_ATOMIC_AND:
		return UINT64_MAX;
	case BRIG_ATOMIC_MAX:
		return is_signed ? top : 0;
	case BRIG_ATOMIC_MIN:
		return is_signed ? top - 1 : UINT64_MAX;
	default:
		return 0;
	}
}

LLVMValueRef fin_gang_combine(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef x,
	LLVMValueRef y)
{
	LLVMBuilderRef b = g->w->l->b;

	switch (i->isa->atomic_op) {
	case BRIG_ATOMIC_AND:
		return LLVMBuildAnd(b, x, y, "");
	case BRIG_ATOMIC_OR:
		return LLVMBuildOr(b, x, y, "");
	case BRIG_ATOMIC_XOR:
		return LLVMBuildXor(b, x, y, "");
	case BRIG_ATOMIC_MAX:
	case BRIG_ATOMIC_MIN:
		return fin_intrinsic2(g->w->l, name_of(i, false), x, y);
	default:
		return LLVMBuildAdd(b, x, y, "");
	}
}

static LLVMValueRef combined(struct fin_gang *g, const struct fin_inst *i)
{
	unsigned bits = isa_type_find(i->isa->type)->bits;
	LLVMValueRef all = NULL;
	LLVMTypeRef type;

	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view lanes = fin_gang_vectors(g, p);
		LLVMValueRef v = fin_src(&lanes.w, i, 1);

		if (g->mask != NULL)
			v = fin_select(g->w->l, g->mask[p], v,
				fin_like(v, fin_gang_neutral(i, bits)));
		all = all == NULL ? v : fin_gang_combine(g, i, all, v);
	}
	type = LLVMTypeOf(all);
	return fin_intrinsic(g->w->l, name_of(i, true), &type, 1, &all, 1);
}

/* ---- all together --------------------------------------------------------------------------- */

static bool is_one_value(const struct fin_gang *g, const struct fin_value *v)
{
	return v->kind != FIN_VALUE_REG || fin_is_uniform(g->s->of[v->reg]);
}

void fin_gang_reduce(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef on = NULL, after = NULL;
	struct fin_view once = fin_gang_once(g);
	LLVMValueRef v;

	if (g->mask != NULL) {
		on = fin_gang_block(g, "");
		after = fin_gang_block(g, "");
		LLVMBuildCondBr(b, fin_gang_any(g, g->mask), on, after);
		LLVMPositionBuilderAtEnd(b, on);
	}
	v = is_one_value(g, &i->operands[1].v[0]) ? combined_same(g, i, fin_src(&once.w, i, 1))
	                                          : combined(g, i);
	fin_update_atomically(&once.w, i, v);
	if (after != NULL) {
		LLVMBuildBr(b, after);
		LLVMPositionBuilderAtEnd(b, after);
	}
}
