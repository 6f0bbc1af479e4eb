/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What makes vectors a tuple: see interleaved.h. */
#include "llvm/interleaved.h"

static unsigned elements_of(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

/* ---- shuffles ------------------------------------------------------------------------------- */

static bool is_shuffle(LLVMValueRef v)
{
	return LLVMIsAShuffleVectorInst(v) != NULL;
}

/* Whether element k of a shuffle is number first + k * step of its operands. */
static bool picks(LLVMValueRef v, unsigned first, unsigned step)
{
	unsigned n = is_shuffle(v) ? LLVMGetNumMaskElements(v) : 0;

	for (unsigned k = 0; k < n; k++)
		if (LLVMGetMaskValue(v, k) != (int)(first + k * step))
			return false;
	return n > 0;
}

/* Whether the shuffle puts its operands one behind the other. */
static bool is_concatenation(LLVMValueRef v)
{
	return picks(v, 0, 1) &&
	       LLVMGetNumMaskElements(v) == 2 * elements_of(LLVMTypeOf(LLVMGetOperand(v, 0)));
}

bool fin_tuple_is_joined(LLVMValueRef v, struct fin_tuple *t)
{
	unsigned n = is_shuffle(v) ? LLVMGetNumMaskElements(v) : 0;
	LLVMValueRef all = n > 0 ? LLVMGetOperand(v, 0) : NULL;

	if (n > FIN_TUPLE_ELEMENTS || n < 2 || LLVMGetMaskValue(v, 1) <= 0)
		return false;
	t->lanes = (unsigned)LLVMGetMaskValue(v, 1);
	t->count = n / t->lanes;
	if ((t->count != 2 && t->count != 4) || t->count * t->lanes != n || !is_concatenation(all))
		return false;
	for (unsigned k = 0; k < n; k++)
		if (LLVMGetMaskValue(v, k) != (int)(k % t->count * t->lanes + k / t->count))
			return false;
	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef half = LLVMGetOperand(all, k);

		if (t->count == 4 && !is_concatenation(half))
			return false;
		for (unsigned e = 0; e < t->count / 2; e++)
			t->v[k * t->count / 2 + e] = t->count == 2 ? half : LLVMGetOperand(half, e);
	}
	return elements_of(LLVMTypeOf(t->v[0])) == t->lanes;
}

LLVMValueRef fin_tuple_loaded(const struct fin_tuple *t)
{
	for (unsigned e = 0; e < t->count; e++)
		if (!picks(t->v[e], e, t->count) || LLVMGetNumMaskElements(t->v[e]) != t->lanes ||
			LLVMGetOperand(t->v[e], 0) != LLVMGetOperand(t->v[0], 0) ||
			elements_of(LLVMTypeOf(LLVMGetOperand(t->v[e], 0))) != t->lanes * t->count)
			return NULL;
	if (LLVMIsAInstruction(LLVMGetOperand(t->v[0], 0)) == NULL ||
		LLVMIsAPHINode(LLVMGetOperand(t->v[0], 0)) != NULL)
		return NULL;
	return LLVMGetOperand(t->v[0], 0);
}

LLVMValueRef fin_tuple_scalar(const struct fin_tuple *t, unsigned e)
{
	LLVMValueRef v = t->v[e], one;

	if (LLVMIsConstant(v)) {
		one = LLVMGetAggregateElement(v, 0);
		for (unsigned k = 1; k < t->lanes; k++)
			if (LLVMGetAggregateElement(v, k) != one)
				return NULL;
		return one;
	}
	if (!picks(v, 0, 0))
		return NULL;
	one = LLVMGetOperand(v, 0);
	return LLVMIsAInsertElementInst(one) != NULL &&
	                       LLVMGetOperand(one, 2) ==
	                               LLVMConstNull(LLVMTypeOf(LLVMGetOperand(one, 2)))
	               ? LLVMGetOperand(one, 1)
	               : NULL;
}

bool fin_tuple_has_scalars(const struct fin_tuple *t)
{
	for (unsigned e = 0; e < t->count; e++)
		if (fin_tuple_scalar(t, e) == NULL)
			return false;
	return true;
}

bool fin_tuple_is_one(const struct fin_tuple *t)
{
	for (unsigned e = 1; e < t->count; e++)
		if (t->v[e] != t->v[0])
			return false;
	return true;
}

/* ---- what is done element by element -------------------------------------------------------- */

static bool is_elementwise_call(LLVMValueRef v)
{
	static const char *const names[] = {"llvm.fma.", "llvm.sqrt.", "llvm.fabs.", "llvm.minnum.",
		"llvm.maxnum.", "llvm.copysign.", "llvm.umin.", "llvm.umax.", "llvm.smin.",
		"llvm.smax."};
	size_t n;
	const char *name = LLVMGetValueName2(LLVMGetCalledValue(v), &n);

	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (strncmp(name, names[k], strlen(names[k])) == 0)
			return true;
	return false;
}

static bool is_elementwise(LLVMValueRef v)
{
	if (LLVMIsAInstruction(v) == NULL)
		return false;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		return !LLVMGetNSW(v) && !LLVMGetNUW(v);
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMLShr:
	case LLVMAShr:
		return !LLVMGetExact(v);
	case LLVMOr:
		return !LLVMGetIsDisjoint(v);
	case LLVMZExt:
		return !LLVMGetNNeg(v);
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFNeg:
	case LLVMAnd:
	case LLVMXor:
	case LLVMFCmp:
	case LLVMICmp:
	case LLVMSelect:
	case LLVMSIToFP:
	case LLVMSExt:
	case LLVMTrunc:
		return true;
	case LLVMBitCast:
		return elements_of(LLVMTypeOf(v)) == elements_of(LLVMTypeOf(LLVMGetOperand(v, 0)));
	case LLVMCall:
		return is_elementwise_call(v);
	default:
		return false;
	}
}

static bool is_like(LLVMValueRef v, LLVMValueRef w)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(v);

	return LLVMGetInstructionOpcode(w) == o &&
	       LLVMGetInstructionParent(v) == LLVMGetInstructionParent(w) &&
	       LLVMTypeOf(v) == LLVMTypeOf(w) && LLVMGetNumOperands(v) == LLVMGetNumOperands(w) &&
	       LLVMTypeOf(LLVMGetOperand(v, 0)) == LLVMTypeOf(LLVMGetOperand(w, 0)) &&
	       (o != LLVMFCmp || LLVMGetFCmpPredicate(v) == LLVMGetFCmpPredicate(w)) &&
	       (o != LLVMICmp || LLVMGetICmpPredicate(v) == LLVMGetICmpPredicate(w)) &&
	       (o != LLVMCall || LLVMGetCalledValue(v) == LLVMGetCalledValue(w)) &&
	       (!LLVMCanValueUseFastMathFlags(v) ||
		       LLVMGetFastMathFlags(v) == LLVMGetFastMathFlags(w));
}

static bool are_alike(const struct fin_tuple *t)
{
	if (elements_of(LLVMTypeOf(t->v[0])) != t->lanes)
		return false;
	for (unsigned e = 1; e < t->count; e++)
		if (LLVMIsAInstruction(t->v[e]) == NULL || !is_like(t->v[0], t->v[e]))
			return false;
	return true;
}

bool fin_tuple_is_elementwise(const struct fin_tuple *t)
{
	for (unsigned e = 0; e < t->count; e++)
		if (!is_elementwise(t->v[e]))
			return false;
	return are_alike(t);
}

bool fin_tuple_is_phi(const struct fin_tuple *t)
{
	return LLVMIsAPHINode(t->v[0]) != NULL && are_alike(t);
}

bool fin_tuple_is_from_stack(const struct fin_tuple *t)
{
	if (LLVMIsALoadInst(t->v[0]) == NULL || !are_alike(t))
		return false;
	for (unsigned e = 0; e < t->count; e++) {
		LLVMValueRef p = LLVMGetOperand(t->v[e], 0);

		while (LLVMIsAGetElementPtrInst(p) != NULL)
			p = LLVMGetOperand(p, 0);
		if (LLVMIsAAllocaInst(p) == NULL)
			return false;
	}
	return true;
}

unsigned fin_tuple_operand_count(const struct fin_tuple *t)
{
	LLVMValueRef v = t->v[0];

	if (LLVMIsAPHINode(v) != NULL)
		return LLVMCountIncoming(v);
	return LLVMIsACallInst(v) != NULL ? LLVMGetNumArgOperands(v)
	                                  : (unsigned)LLVMGetNumOperands(v);
}

/* What a phi gets from a block, or NULL. */
static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
		if (LLVMGetIncomingBlock(phi, k) == from)
			return LLVMGetIncomingValue(phi, k);
	return NULL;
}

bool fin_tuple_operand(const struct fin_tuple *t, unsigned k, struct fin_tuple *to)
{
	bool is_phi = LLVMIsAPHINode(t->v[0]) != NULL;
	LLVMBasicBlockRef from = is_phi ? LLVMGetIncomingBlock(t->v[0], k) : NULL;

	*to = (struct fin_tuple){.count = t->count, .lanes = t->lanes};
	for (unsigned e = 0; e < t->count; e++) {
		to->v[e] = is_phi ? incoming(t->v[e], from) : LLVMGetOperand(t->v[e], k);
		if (to->v[e] == NULL)
			return false;
	}
	return true;
}
