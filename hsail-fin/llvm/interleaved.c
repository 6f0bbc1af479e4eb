/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Leaves tuples interleaved that are loaded, changed element by element and stored. A load of
 * tuples side by side is one vector, from which a vector for each element of a tuple is picked, and
 * a store puts them together again. Where all elements go the same way in between, that way is as
 * good for the vector as it is, in pieces as long as the others: no element has to change its
 * place. */
#include "llvm/llvm_ctx.h"

enum { MOST = 4, DEPTH = 16, BUDGET = 64, MAX_ELEMENTS = 64 };

/* The same value of each element of a tuple, as vectors of all lanes. */
struct tuple {
	LLVMValueRef v[MOST];
};

struct search {
	struct fin_llvm *l;
	unsigned count, lanes; /* elements of a tuple, lanes of a vector */
	unsigned budget, loads;
};

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

/* Whether the shuffle interleaves the vectors of a tuple; sets these. */
static bool interleaves(struct search *c, LLVMValueRef v, struct tuple *t)
{
	unsigned n = LLVMGetNumMaskElements(v);
	LLVMValueRef all = LLVMGetOperand(v, 0);

	if (n > MAX_ELEMENTS || n < 2 || LLVMGetMaskValue(v, 1) <= 0)
		return false;
	c->lanes = (unsigned)LLVMGetMaskValue(v, 1);
	c->count = n / c->lanes;
	if ((c->count != 2 && c->count != 4) || c->count * c->lanes != n || !is_concatenation(all))
		return false;
	for (unsigned k = 0; k < n; k++)
		if (LLVMGetMaskValue(v, k) != (int)(k % c->count * c->lanes + k / c->count))
			return false;
	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef half = LLVMGetOperand(all, k);

		if (c->count == 4 && !is_concatenation(half))
			return false;
		for (unsigned e = 0; e < c->count / 2; e++)
			t->v[k * c->count / 2 + e] = c->count == 2 ? half : LLVMGetOperand(half, e);
	}
	return elements_of(LLVMTypeOf(t->v[0])) == c->lanes;
}

/* The vector that the elements of a tuple were picked from, or NULL. */
static LLVMValueRef loaded(const struct search *c, const struct tuple *t)
{
	for (unsigned e = 0; e < c->count; e++)
		if (!picks(t->v[e], e, c->count) || LLVMGetNumMaskElements(t->v[e]) != c->lanes ||
			LLVMGetOperand(t->v[e], 0) != LLVMGetOperand(t->v[0], 0) ||
			elements_of(LLVMTypeOf(LLVMGetOperand(t->v[e], 0))) != c->lanes * c->count)
			return NULL;
	return LLVMGetOperand(t->v[0], 0);
}

/* The scalar that a vector has in all lanes, or NULL. */
static LLVMValueRef scalar_of(const struct search *c, LLVMValueRef v)
{
	LLVMValueRef one;

	if (LLVMIsConstant(v)) {
		one = LLVMGetAggregateElement(v, 0);
		for (unsigned k = 1; k < c->lanes; k++)
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

static bool are_scalars(const struct search *c, const struct tuple *t)
{
	for (unsigned e = 0; e < c->count; e++)
		if (scalar_of(c, t->v[e]) == NULL)
			return false;
	return true;
}

static bool is_one_value(const struct search *c, const struct tuple *t)
{
	for (unsigned e = 1; e < c->count; e++)
		if (t->v[e] != t->v[0])
			return false;
	return true;
}

/* ---- what is done element by element -------------------------------------------------------- */

static bool is_elementwise_call(LLVMValueRef v)
{
	static const char *const names[] = {"llvm.fma.", "llvm.sqrt.", "llvm.fabs.", "llvm.minnum.",
		"llvm.maxnum.", "llvm.copysign."};
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
		return !LLVMGetNSW(v) && !LLVMGetNUW(v);
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFNeg:
	case LLVMAnd:
	case LLVMXor:
	case LLVMFCmp:
	case LLVMSelect:
	case LLVMSIToFP:
		return true;
	case LLVMBitCast:
		return elements_of(LLVMTypeOf(v)) == elements_of(LLVMTypeOf(LLVMGetOperand(v, 0)));
	case LLVMCall:
		return is_elementwise_call(v);
	default:
		return false;
	}
}

static bool has_one_use(LLVMValueRef v)
{
	LLVMUseRef use = LLVMGetFirstUse(v);

	return use != NULL && LLVMGetNextUse(use) == NULL;
}

static bool is_like(LLVMValueRef v, LLVMValueRef w)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(v);

	return LLVMGetInstructionOpcode(w) == o && LLVMTypeOf(v) == LLVMTypeOf(w) &&
	       LLVMGetNumOperands(v) == LLVMGetNumOperands(w) &&
	       LLVMTypeOf(LLVMGetOperand(v, 0)) == LLVMTypeOf(LLVMGetOperand(w, 0)) &&
	       (o != LLVMFCmp || LLVMGetFCmpPredicate(v) == LLVMGetFCmpPredicate(w)) &&
	       (o != LLVMCall || LLVMGetCalledValue(v) == LLVMGetCalledValue(w)) &&
	       (!LLVMCanValueUseFastMathFlags(v) ||
		       LLVMGetFastMathFlags(v) == LLVMGetFastMathFlags(w));
}

static unsigned operand_count(LLVMValueRef v)
{
	return LLVMIsACallInst(v) != NULL ? LLVMGetNumArgOperands(v)
	                                  : (unsigned)LLVMGetNumOperands(v);
}

static struct tuple operands(const struct search *c, const struct tuple *t, unsigned k)
{
	struct tuple r = {{NULL}};

	for (unsigned e = 0; e < c->count; e++)
		r.v[e] = LLVMGetOperand(t->v[e], k);
	return r;
}

/* Whether the tuple can be had interleaved. */
static bool can_be(struct search *c, const struct tuple *t, unsigned depth)
{
	if (elements_of(LLVMTypeOf(t->v[0])) != c->lanes || depth == 0 || c->budget == 0)
		return false;
	c->budget--;
	if (loaded(c, t) != NULL) {
		c->loads++;
		return true;
	}
	if (are_scalars(c, t) || is_one_value(c, t))
		return true;
	for (unsigned e = 0; e < c->count; e++)
		if (!is_elementwise(t->v[e]) || !has_one_use(t->v[e]) || !is_like(t->v[0], t->v[e]))
			return false;
	for (unsigned k = 0; k < operand_count(t->v[0]); k++) {
		struct tuple o = operands(c, t, k);

		if (!can_be(c, &o, depth - 1))
			return false;
	}
	return true;
}

/* ---- the interleaved code ------------------------------------------------------------------- */

static LLVMValueRef shuffle(struct search *c, LLVMValueRef a, LLVMValueRef b, const unsigned *from,
	unsigned n)
{
	LLVMValueRef index[MAX_ELEMENTS];

	for (unsigned k = 0; k < n; k++)
		index[k] = LLVMConstInt(c->l->i32, from[k], false);
	return LLVMBuildShuffleVector(c->l->b, a, b == NULL ? LLVMGetPoison(LLVMTypeOf(a)) : b,
		LLVMConstVector(index, n), "");
}

/* Pieces of a vector that has one value for each lane: it is repeated for each element. */
static struct tuple repeated(struct search *c, LLVMValueRef v)
{
	struct tuple r = {{NULL}};
	unsigned from[MAX_ELEMENTS];

	for (unsigned p = 0; p < c->count; p++) {
		for (unsigned k = 0; k < c->lanes; k++)
			from[k] = (p * c->lanes + k) / c->count;
		r.v[p] = shuffle(c, v, NULL, from, c->lanes);
	}
	return r;
}

static struct tuple pieces_of(struct search *c, LLVMValueRef all)
{
	struct tuple r = {{NULL}};
	unsigned from[MAX_ELEMENTS];

	for (unsigned p = 0; p < c->count; p++) {
		for (unsigned k = 0; k < c->lanes; k++)
			from[k] = p * c->lanes + k;
		r.v[p] = shuffle(c, all, NULL, from, c->lanes);
	}
	return r;
}

/* A vector of the tuple's scalars again and again, which all pieces have. */
static struct tuple pattern(struct search *c, const struct tuple *t)
{
	LLVMValueRef v = LLVMGetPoison(LLVMTypeOf(t->v[0]));
	struct tuple r = {{NULL}};
	unsigned from[MAX_ELEMENTS];

	for (unsigned e = 0; e < c->count; e++)
		v = LLVMBuildInsertElement(c->l->b, v, scalar_of(c, t->v[e]),
			LLVMConstInt(c->l->i32, e, false), "");
	for (unsigned k = 0; k < c->lanes; k++)
		from[k] = k % c->count;
	v = shuffle(c, v, NULL, from, c->lanes);
	for (unsigned p = 0; p < c->count; p++)
		r.v[p] = v;
	return r;
}

static struct tuple make(struct search *c, const struct tuple *t)
{
	struct tuple r = {{NULL}}, o;
	LLVMValueRef all = loaded(c, t);

	if (all != NULL)
		return pieces_of(c, all);
	if (are_scalars(c, t))
		return pattern(c, t);
	if (is_one_value(c, t))
		return repeated(c, t->v[0]);
	for (unsigned p = 0; p < c->count; p++)
		r.v[p] = LLVMInstructionClone(t->v[p]);
	for (unsigned k = 0; k < operand_count(t->v[0]); k++) {
		struct tuple from = operands(c, t, k);

		o = make(c, &from);
		for (unsigned p = 0; p < c->count; p++)
			LLVMSetOperand(r.v[p], k, o.v[p]);
	}
	for (unsigned p = 0; p < c->count; p++)
		LLVMInsertIntoBuilder(c->l->b, r.v[p]);
	return r;
}

static LLVMValueRef join(struct search *c, struct tuple t)
{
	unsigned from[MAX_ELEMENTS];

	for (unsigned k = 0; k < MAX_ELEMENTS; k++)
		from[k] = k;
	for (unsigned n = c->count, size = c->lanes; n > 1; n /= 2, size *= 2)
		for (unsigned p = 0; p < n / 2; p++)
			t.v[p] = shuffle(c, t.v[2 * p], t.v[2 * p + 1], from, 2 * size);
	return t.v[0];
}

static void look_at(struct fin_llvm *l, LLVMValueRef v)
{
	struct search c = {.l = l, .budget = BUDGET};
	struct tuple t = {{NULL}};

	if (!interleaves(&c, v, &t) || !can_be(&c, &t, DEPTH) || c.loads == 0)
		return;
	LLVMPositionBuilderBefore(l->b, v);
	LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(v));
	LLVMReplaceAllUsesWith(v, join(&c, make(&c, &t)));
}

void fin_llvm_keep_interleaved(struct fin_llvm *l)
{
	for (LLVMValueRef fn = LLVMGetFirstFunction(l->mod); fn; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b;
			b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
				i = LLVMGetNextInstruction(i))
				if (is_shuffle(i))
					look_at(l, i);
}
