/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lanes whose elements lie in two runs by turns: those of even lanes beside each other, and those
 * of odd lanes elsewhere, as where a wavelet transform puts low and high samples apart. Each run is
 * half of a vector. */
#include "gang/gang_access.h"

/* Whether the instruction takes the lowest bit of a number, or chooses between two. */
static bool tells_turns(const struct fin_inst *i)
{
	return i->isa != NULL && (i->isa->opcode == BRIG_OPCODE_CMOV ||
					 (i->isa->opcode == BRIG_OPCODE_AND &&
						 i->operands[2].v[0].kind == FIN_VALUE_IMM &&
						 i->operands[2].v[0].lo == 1));
}

/* Whether a number is made of such, or of what comes from different ways. */
static bool goes_by_turns(const struct fin_gang *g, uint32_t reg, unsigned depth)
{
	const struct fin_inst *i = g->s->def[reg];
	uint32_t regs[FIN_MAX_REGS];

	if (g->s->phi[reg] != NULL || depth == 0)
		return g->s->phi[reg] != NULL;
	if (i == NULL || tells_turns(i))
		return i != NULL;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (g->s->of[regs[n - 1]].kind == FIN_SHAPE_VARYING &&
			goes_by_turns(g, regs[n - 1], depth - 1))
			return true;
	return false;
}

bool fin_has_halves(const struct fin_access *x)
{
	enum { LEAST_LANES = 8, MAX_DEPTH = 8 };

	return x->count == 1 && x->lane_ptr == NULL &&
	       goes_by_turns(x->g, x->i->operands[1].reg, MAX_DEPTH) &&
	       x->g->lanes >= LEAST_LANES && (x->bytes == 4 || x->bytes == 8) &&
	       (x->mask == NULL || (fin_target_has(&x->g->w->l->target, "avx512vl") &&
					   fin_target_has(&x->g->w->l->target, "bmi2")));
}

/* Whether the processor moves 32-bit elements to any places in one instruction. */
static bool permutes_at_once(const struct fin_access *x)
{
	return x->g->lanes == 16 && x->bytes == 4 &&
	       fin_target_has(&x->g->w->l->target, "avx512vl");
}

static LLVMValueRef shuffle(struct fin_access *x, LLVMValueRef a, LLVMValueRef b,
	const unsigned *from, unsigned n)
{
	LLVMValueRef index[FIN_MAX_LANES];

	for (unsigned k = 0; k < n; k++)
		index[k] = fin_access_i32(x, from[k]);
	return LLVMBuildShuffleVector(fin_access_builder(x), a, b, LLVMConstVector(index, n), "");
}

/* i1: whether the second lane's element is so far from the first one's that no lane of one run has
 * an element of the other. */
static LLVMValueRef are_apart(struct fin_access *x, LLVMValueRef from_first, unsigned unit)
{
	LLVMBuilderRef b = fin_access_builder(x);
	unsigned half = x->g->lanes / 2 * unit;
	LLVMValueRef d = LLVMBuildExtractElement(b, from_first, fin_access_i32(x, 1), "");

	return LLVMBuildICmp(b, LLVMIntUGE, LLVMBuildAdd(b, d, fin_like(d, half - 1), ""),
		fin_like(d, 2 * half - 1), "");
}

LLVMValueRef fin_halves_hold(struct fin_access *x, LLVMValueRef from_first, unsigned unit)
{
	LLVMBuilderRef b = fin_access_builder(x);
	unsigned from[FIN_MAX_LANES], lanes = x->g->lanes;
	LLVMValueRef step, off;

	for (unsigned v = 0; v < lanes; v++)
		from[v] = v < lanes - 2 ? v + 2 : v;
	step = LLVMBuildSub(b,
		shuffle(x, from_first, LLVMGetPoison(LLVMTypeOf(from_first)), from, lanes),
		from_first, "");
	off = fin_gang_bits(x->g, LLVMBuildICmp(b, LLVMIntNE, step, fin_like(step, unit), ""));
	off = LLVMBuildAnd(b, off, fin_like(off, ((uint64_t)1 << (lanes - 2)) - 1), "");
	return LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntEQ, off, fin_like(off, 0), ""),
		are_apart(x, from_first, unit), "");
}

/* Half of a vector to store: every other lane, from lane `first` on. LLVM would make this and the
 * store one instruction, which processors take apart again. */
static LLVMValueRef half_of(struct fin_access *x, unsigned first)
{
	unsigned from[FIN_MAX_LANES], half = x->g->lanes / 2;
	LLVMValueRef v = x->v[0], index[FIN_MAX_LANES];

	for (unsigned k = 0; k < x->g->lanes; k++) {
		from[k] = permutes_at_once(x) ? half * first + k : 2 * k + first;
		index[k] = fin_access_i32(x, k < half ? 2 * k : 2 * (k - half) + 1);
	}
	if (permutes_at_once(x)) {
		LLVMValueRef args[] = {v, LLVMConstVector(index, x->g->lanes)};

		v = fin_intrinsic(x->g->w->l, "llvm.x86.avx512.permvar.si.512", NULL, 0, args, 2);
	}
	return shuffle(x, v, LLVMGetPoison(LLVMTypeOf(v)), from, half);
}

/* The mask of every other lane, from lane `first` on, or NULL. */
static LLVMValueRef half_mask(struct fin_access *x, unsigned first)
{
	struct fin_llvm *l = x->g->w->l;
	LLVMValueRef args[2], bits;

	if (x->mask == NULL)
		return NULL;
	args[0] = fin_resize(l, fin_gang_bits(x->g, x->mask), 32, false);
	args[1] = fin_access_i32(x, first == 0 ? 0x55555555 : 0xaaaaaaaa);
	bits = fin_intrinsic(l, "llvm.x86.bmi.pext.32", NULL, 0, args, 2);
	bits = fin_resize(l, bits, x->g->lanes / 2, false);
	return LLVMBuildBitCast(l->b, bits, fin_vector_of(l->i1, x->g->lanes / 2), "");
}

static LLVMValueRef by_turns(struct fin_access *x, const LLVMValueRef half[2])
{
	unsigned from[FIN_MAX_LANES];

	for (unsigned v = 0; v < x->g->lanes; v++)
		from[v] = v % 2 * (x->g->lanes / 2) + v / 2;
	return shuffle(x, half[0], half[1], from, x->g->lanes);
}

void fin_halves_access(struct fin_access *x)
{
	struct fin_address a = fin_access_of_lanes(x);
	LLVMValueRef half[2];

	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef mask = half_mask(x, k);
		LLVMValueRef ptr = LLVMBuildExtractElement(fin_access_builder(x), a.ptr,
			fin_access_i32(x, k), "");

		if (x->is_load)
			half[k] = fin_access_load_vector(x, &a, ptr, x->g->lanes / 2, mask);
		else
			fin_access_store_vector(x, &a, ptr, half_of(x, k), mask);
	}
	if (x->is_load)
		x->v[0] = by_turns(x, half);
}
