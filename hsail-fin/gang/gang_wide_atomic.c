/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Atomics without a result whose lanes update elements beside each other, as where a group adds its
 * counters to those of the grid. Four elements of 32 bits are updated by one compare-and-swap of 16
 * bytes, which takes 1.5 times as long as the update of one. Lanes that are off update their
 * elements by nothing. */
#include "gang/gang_lanes.h"
#include "gang/gang_lowerings.h"
#include "lower/lower_memory.h"
#include "lower/target_ops.h"

enum { TOGETHER = 4 };

bool fin_gang_updates_row(const struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_lane_shape a;

	if (!fin_gang_combines(i) || isa_type_find(i->isa->type)->bits != 32 ||
		!i->operands[0].has_reg || g->is_terse || g->is_stacked || g->outlines ||
		g->w->target->is_alone(i))
		return false;
	a = fin_address_shape(g->w->f, g->s, i, 0);
	return a.kind == FIN_SHAPE_LINEAR && a.stride == 4;
}

static LLVMValueRef load_half(struct fin_gang *g, LLVMValueRef ptr, unsigned byte)
{
	LLVMValueRef r =
		LLVMBuildLoad2(g->w->l->b, g->w->l->i64, fin_byte_offset(g->w, ptr, byte), "");

	LLVMSetAlignment(r, 8);
	LLVMSetOrdering(r, LLVMAtomicOrderingMonotonic);
	return r;
}

/* What the elements at `ptr` seem to have: the compare-and-swap finds out. */
static LLVMValueRef load_four(struct fin_gang *g, LLVMValueRef ptr, LLVMTypeRef wide)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef v = LLVMGetPoison(LLVMVectorType(g->w->l->i64, 2));

	for (unsigned k = 0; k < 2; k++)
		v = LLVMBuildInsertElement(b, v, load_half(g, ptr, k * 8),
			LLVMConstInt(g->w->l->i32, k, false), "");
	return LLVMBuildBitCast(b, v, wide, "");
}

/* Updates the elements at `ptr` by those of `v`, and goes on in the block `next`. */
static void update_four(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef ptr,
	LLVMValueRef v, LLVMBasicBlockRef next)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMTypeRef wide = LLVMIntTypeInContext(g->w->l->ctx, 128);
	LLVMAtomicOrdering order = i->isa->memory_order == BRIG_MEMORY_ORDER_RELAXED
	                                   ? LLVMAtomicOrderingMonotonic
	                                   : LLVMAtomicOrderingSequentiallyConsistent;
	LLVMValueRef first = load_four(g, ptr, wide), old, new, r;
	LLVMBasicBlockRef before = LLVMGetInsertBlock(b), body = fin_gang_block(g, "swap");

	LLVMBuildBr(b, body);
	LLVMPositionBuilderAtEnd(b, body);
	old = LLVMBuildPhi(b, wide, "");
	new = LLVMBuildBitCast(b, old, LLVMTypeOf(v), "");
	new = i->isa->atomic_op == BRIG_ATOMIC_SUB ? LLVMBuildSub(b, new, v, "")
	                                           : fin_gang_combine(g, i, new, v);
	new = LLVMBuildBitCast(b, new, wide, "");
	r = LLVMBuildAtomicCmpXchg(b, ptr, old, new, order, order, false);
	LLVMSetAlignment(r, 16);
	LLVMAddIncoming(old, &first, &before, 1);
	first = LLVMBuildExtractValue(b, r, 0, "");
	LLVMAddIncoming(old, &first, &body, 1);
	LLVMBuildCondBr(b, LLVMBuildExtractValue(b, r, 1, ""), next, body);
}

/* The lanes' values of a part in memory. */
static LLVMValueRef values_of(struct fin_gang *g, const struct fin_inst *i, unsigned part)
{
	struct fin_view lanes = fin_gang_vectors(g, part);
	LLVMValueRef v = fin_src(&lanes.w, i, 1), array;

	if (g->mask != NULL)
		v = fin_select(g->w->l, g->mask[part], v, fin_like(v, fin_gang_neutral(i, 32)));
	array = LLVMBuildAlloca(g->w->entry, LLVMTypeOf(v), "");
	LLVMSetAlignment(array, 64);
	LLVMBuildStore(g->w->l->b, v, array);
	return array;
}

/* Updates the elements of a part: a loop over fours of them, of which it leaves out those without
 * any lane that is on. */
static void update_part(struct fin_gang *g, const struct fin_inst *i, unsigned part)
{
	struct fin_llvm *l = g->w->l;
	LLVMBuilderRef b = l->b;
	struct fin_view scalars = fin_gang_scalars(g, part);
	LLVMValueRef ptr = fin_address_of(&scalars.w, i, 0).ptr, array = values_of(g, i, part);
	LLVMValueRef on = fin_gang_bits(g, g->mask != NULL ? g->mask[part] : fin_gang_all(g));
	LLVMValueRef zero = LLVMConstInt(l->i64, 0, false), k, next, some, v;
	LLVMBasicBlockRef before = LLVMGetInsertBlock(b), body = fin_gang_block(g, "four");
	LLVMBasicBlockRef four = fin_gang_block(g, ""), step = fin_gang_block(g, "");
	LLVMBasicBlockRef after = fin_gang_block(g, "");

	on = fin_resize(l, on, 64, false);
	LLVMBuildBr(b, body);
	LLVMPositionBuilderAtEnd(b, body);
	k = LLVMBuildPhi(b, l->i64, "");
	LLVMAddIncoming(k, &zero, &before, 1);
	some = LLVMBuildAnd(b, LLVMBuildLShr(b, on, k, ""), fin_like(k, (1 << TOGETHER) - 1), "");
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, some, zero, ""), four, step);
	LLVMPositionBuilderAtEnd(b, four);
	v = LLVMBuildLoad2(b, LLVMVectorType(l->i32, TOGETHER),
		LLVMBuildGEP2(b, l->i32, array, &k, 1, ""), "");
	update_four(g, i, LLVMBuildGEP2(b, l->i32, ptr, &k, 1, ""), v, step);
	LLVMPositionBuilderAtEnd(b, step);
	next = LLVMBuildAdd(b, k, fin_like(k, TOGETHER), "");
	LLVMAddIncoming(k, &next, &step, 1);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, next, fin_like(next, g->lanes), ""), body,
		after);
	LLVMPositionBuilderAtEnd(b, after);
}

/* i1: whether the lanes of all parts are linear after all and begin at a multiple of 16 bytes. */
static LLVMValueRef may_update(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef yes = LLVMConstInt(g->w->l->i1, 1, false);

	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view scalars = fin_gang_scalars(g, p);
		LLVMValueRef at = LLVMBuildPtrToInt(b, fin_address_of(&scalars.w, i, 0).ptr,
			g->w->l->i64, "");

		at = LLVMBuildAnd(b, at, fin_like(at, 15), "");
		yes = LLVMBuildAnd(b, yes, LLVMBuildICmp(b, LLVMIntEQ, at, fin_like(at, 0), ""),
			"");
		if (fin_address_shape(g->w->f, g->s, i, 0).risky)
			yes = LLVMBuildAnd(b, yes, fin_gang_is_linear(g, i->operands[0].reg, p),
				"");
	}
	return yes;
}

void fin_gang_update_row(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef fast = fin_gang_block(g, "fours"), slow = fin_gang_block(g, "");
	LLVMBasicBlockRef after = fin_gang_block(g, "");

	LLVMBuildCondBr(b, may_update(g, i), fast, slow);
	LLVMPositionBuilderAtEnd(b, fast);
	for (unsigned p = 0; p < g->parts; p++)
		update_part(g, i, p);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, slow);
	fin_gang_lanes(g, i);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, after);
}
