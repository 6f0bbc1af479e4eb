/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cross-lane operations (PRM 9.4) in code that runs 64 work-items in a wavefront, two of HSAIL's
 * waves. Work-items are in the lanes of wavefronts by their flat ids, so the lane is the lower six
 * bits of the id, and the wave the upper one of these. */
#include "hsaemu/kernel_abi.h"
#include "gcn/gcn.h"

_Static_assert(HSAEMU_WAVESIZE == 32, "a wavefront is two waves");

/* The first lane of the work-item's wave in the wavefront, i32: 0 or 32. */
static LLVMValueRef first_lane(struct fin_lower *w)
{
	return LLVMBuildAnd(w->l->b, w->flat_id, LLVMConstInt(w->l->i32, HSAEMU_WAVESIZE, false),
		"");
}

/* The active lanes of the wave that have the condition, as bits, i32. */
static LLVMValueRef chosen_bits(struct fin_lower *w, LLVMValueRef condition)
{
	LLVMValueRef all = fin_intrinsic(w->l, "llvm.amdgcn.ballot", &w->l->i64, 1, &condition, 1);

	all = LLVMBuildLShr(w->l->b, all, fin_resize(w->l, first_lane(w), 64, false), "");
	return fin_resize(w->l, all, 32, false);
}

static LLVMValueRef active_bits(struct fin_lower *w)
{
	return chosen_bits(w, LLVMConstInt(w->l->i1, 1, false));
}

/* activelanemask gives four 64-bit words, of which a wave fills half of the first. */
static void lane_mask(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMValueRef bits = fin_resize(w->l, chosen_bits(w, fin_src(w, i, 1)), 64, false);

	for (unsigned e = 0; e < i->operands[0].count; e++)
		fin_dst_at(w, i, e, e == 0 ? bits : fin_like(bits, 0));
}

/* The number of active lanes below the work-item's. */
static LLVMValueRef lane_rank(struct fin_lower *w)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef one = LLVMConstInt(w->l->i32, 1, false);
	LLVMValueRef lane = LLVMBuildAnd(b, w->flat_id, fin_like(one, HSAEMU_WAVESIZE - 1), "");
	LLVMValueRef below = LLVMBuildSub(b, LLVMBuildShl(b, one, lane, ""), one, "");

	return fin_intrinsic1(w->l, "llvm.ctpop", LLVMBuildAnd(b, active_bits(w), below, ""));
}

/* ---- permute -------------------------------------------------------------------------------- */

static LLVMValueRef word_of(struct fin_lower *w, LLVMValueRef v, unsigned n)
{
	if (n > 0)
		v = LLVMBuildLShr(w->l->b, v, fin_like(v, 32 * (uint64_t)n), "");
	return fin_resize(w->l, v, 32, false);
}

/* Reads the words of `v` in the wavefront's lane number `lane`, which all lanes share. */
static LLVMValueRef read_shared_lane(struct fin_lower *w, LLVMValueRef v, LLVMValueRef lane)
{
	LLVMBuilderRef b = w->l->b;
	unsigned bits = fin_element_bits(LLVMTypeOf(v)), words = bits <= 32 ? 1 : bits / 32;
	LLVMValueRef r = NULL;

	for (unsigned n = 0; n < words; n++) {
		LLVMValueRef args[] = {word_of(w, v, n), lane};
		LLVMValueRef word =
			fin_intrinsic(w->l, "llvm.amdgcn.readlane", &w->l->i32, 1, args, 2);

		word = fin_resize(w->l, word, bits, false);
		if (n > 0)
			word = LLVMBuildShl(b, word, fin_like(word, 32 * (uint64_t)n), "");
		r = r == NULL ? word : LLVMBuildOr(b, r, word, "");
	}
	return r;
}

/* Reads `v` of the wavefront's lane number `lane`. The GPU reads a lane whose number all lanes
 * share, so they go around a loop for all 64 together, in which each takes what it asks for. None
 * leaves it before the others: where LLVM has `v` loaded again, from the memory of registers that
 * it has no room for, a lane that has left would not have it any more. */
static LLVMValueRef read_lane(struct fin_lower *w, LLVMValueRef v, LLVMValueRef lane)
{
	enum { LANES = 2 * HSAEMU_WAVESIZE };
	LLVMBuilderRef b = w->l->b;
	LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
	LLVMBasicBlockRef loop = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "");
	LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "");
	LLVMBasicBlockRef from[] = {before, loop};
	LLVMValueRef zero = LLVMConstInt(w->l->i32, 0, false), number, found, next, taken;

	LLVMBuildBr(b, loop);
	LLVMPositionBuilderAtEnd(b, loop);
	number = LLVMBuildPhi(b, w->l->i32, "");
	found = LLVMBuildPhi(b, LLVMTypeOf(v), "");
	taken = fin_select(w->l, LLVMBuildICmp(b, LLVMIntEQ, lane, number, ""),
		read_shared_lane(w, v, number), found);
	next = LLVMBuildAdd(b, number, fin_like(number, 1), "");
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, next, fin_like(next, LANES), ""), after,
		loop);
	LLVMAddIncoming(number, (LLVMValueRef[]){zero, next}, from, 2);
	LLVMAddIncoming(found, (LLVMValueRef[]){v, taken}, from, 2);
	LLVMPositionBuilderAtEnd(b, after);
	return taken;
}

/* The operands are dest, src, lane number, identity, and whether to use the identity. */
static void lane_permute(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef lane = fin_src(w, i, 2), identity = fin_src(w, i, 3), on, v;
	LLVMValueRef no = LLVMBuildNot(b, fin_src(w, i, 4), "");

	lane = LLVMBuildAnd(b, lane, fin_like(lane, HSAEMU_WAVESIZE - 1), "");
	on = LLVMBuildTrunc(b, LLVMBuildLShr(b, active_bits(w), lane, ""), w->l->i1, "");
	v = fin_to_int(w->l, fin_src(w, i, 1));
	v = read_lane(w, v, LLVMBuildOr(b, lane, first_lane(w), ""));
	v = fin_bitcast(w->l, v, LLVMTypeOf(identity));
	fin_dst(w, i, fin_select(w->l, LLVMBuildAnd(b, on, no, ""), v, identity));
}

/* Copies a number that all lanes share into each lane, of which LLVM then knows nothing. */
static LLVMValueRef to_lanes(struct fin_lower *w, LLVMValueRef v)
{
	static const char text[] = "v_mov_b32 $0, $1", constraints[] = "=v,s";
	LLVMTypeRef type = LLVMFunctionType(w->l->i32, &w->l->i32, 1, false);
	LLVMValueRef code = LLVMGetInlineAsm(type, text, sizeof text - 1, constraints,
		sizeof constraints - 1, false, false, LLVMInlineAsmDialectATT, false);

	return LLVMBuildCall2(w->l->b, type, code, &v, 1, "");
}

LLVMValueRef fin_gcn_hidden(struct fin_lower *w, LLVMValueRef constant)
{
	LLVMValueRef v = to_lanes(w, fin_resize(w->l, constant, 32, false));

	return LLVMBuildICmp(w->l->b, LLVMIntNE, v, fin_like(v, 0), "");
}

void fin_gcn_lane(struct fin_lower *w, const struct fin_inst *i)
{
	switch (i->isa->opcode) {
	case BRIG_OPCODE_ACTIVELANECOUNT:
		fin_dst(w, i, fin_intrinsic1(w->l, "llvm.ctpop", chosen_bits(w, fin_src(w, i, 1))));
		break;
	case BRIG_OPCODE_ACTIVELANEMASK:
		lane_mask(w, i);
		break;
	case BRIG_OPCODE_ACTIVELANEID:
		fin_dst(w, i, lane_rank(w));
		break;
	default:
		lane_permute(w, i);
		break;
	}
}
