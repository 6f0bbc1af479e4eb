/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes tuples in memory's order: see interleaved.c. */
#include "llvm/interleaved.h"

static LLVMValueRef shuffle(struct fin_tuple_search *c, LLVMValueRef a, LLVMValueRef b,
	const unsigned *from, unsigned n)
{
	LLVMValueRef index[FIN_TUPLE_ELEMENTS];

	for (unsigned k = 0; k < n; k++)
		index[k] = LLVMConstInt(c->l->i32, from[k], false);
	return LLVMBuildShuffleVector(c->l->b, a, b == NULL ? LLVMGetPoison(LLVMTypeOf(a)) : b,
		LLVMConstVector(index, n), "");
}

LLVMValueRef fin_tuple_concatenation(struct fin_tuple_search *c, const LLVMValueRef *v, unsigned n,
	unsigned elements)
{
	unsigned from[FIN_TUPLE_ELEMENTS];
	LLVMValueRef half[2];

	if (n == 1)
		return v[0];
	for (unsigned k = 0; k < FIN_TUPLE_ELEMENTS; k++)
		from[k] = k;
	half[0] = fin_tuple_concatenation(c, v, n / 2, elements);
	half[1] = fin_tuple_concatenation(c, v + n / 2, n / 2, elements);
	return shuffle(c, half[0], half[1], from, n * elements);
}

/* Makes the pieces of a tuple, of which element k of piece p is element
 * first(p * lanes + k) of `all`. */
static void make_pieces(struct fin_tuple_search *c, const struct fin_tuple *t, LLVMValueRef all,
	unsigned (*first)(const struct fin_tuple *t, unsigned k), LLVMValueRef *to)
{
	unsigned from[FIN_TUPLE_ELEMENTS];

	for (unsigned p = 0; p < t->count; p++) {
		for (unsigned k = 0; k < t->lanes; k++)
			from[k] = first(t, p * t->lanes + k);
		to[p] = shuffle(c, all, NULL, from, t->lanes);
	}
}

static unsigned in_order(const struct fin_tuple *t, unsigned k)
{
	(void)t;
	return k;
}

/* Of a vector that has one value for each lane: it is repeated for each element. */
static unsigned repeated(const struct fin_tuple *t, unsigned k)
{
	return k / t->count;
}

/* Of the tuple's vectors one behind the other. */
static unsigned interleaved(const struct fin_tuple *t, unsigned k)
{
	return k % t->count * t->lanes + k / t->count;
}

/* A vector of the tuple's scalars again and again, which all pieces have. */
static void make_pattern(struct fin_tuple_search *c, const struct fin_tuple *t, LLVMValueRef *to)
{
	LLVMValueRef v = LLVMGetPoison(LLVMTypeOf(t->v[0]));
	unsigned from[FIN_TUPLE_ELEMENTS];

	for (unsigned e = 0; e < t->count; e++)
		v = LLVMBuildInsertElement(c->l->b, v, fin_tuple_scalar(t, e),
			LLVMConstInt(c->l->i32, e, false), "");
	for (unsigned k = 0; k < t->lanes; k++)
		from[k] = k % t->count;
	v = shuffle(c, v, NULL, from, t->lanes);
	for (unsigned p = 0; p < t->count; p++)
		to[p] = v;
}

/* The instruction behind which all elements of a tuple are there, which are of one block. */
static LLVMValueRef place_behind(const struct fin_tuple *t)
{
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetInstructionParent(t->v[0]));

	for (unsigned left = t->count; left > 0; i = LLVMGetNextInstruction(i))
		for (unsigned e = 0; e < t->count; e++)
			left -= t->v[e] == i;
	return i;
}

static LLVMValueRef behind_load(const struct fin_tuple *t)
{
	return LLVMGetNextInstruction(fin_tuple_loaded(t));
}

const LLVMValueRef *fin_tuple_pieces(struct fin_tuple_search *c, uint32_t n, LLVMValueRef user)
{
	struct fin_tuple_node *x = &c->node[n];

	if (x->kind != FIN_TUPLE_SCALARS && x->kind != FIN_TUPLE_ONE) {
		if (x->made[0] == NULL)
			fin_tuple_make(c, n);
		return x->made;
	}
	LLVMPositionBuilderBefore(c->l->b, user);
	if (x->kind == FIN_TUPLE_SCALARS)
		make_pattern(c, &x->t, x->made);
	else
		make_pieces(c, &x->t, x->t.v[0], repeated, x->made);
	return x->made;
}

static void make_step(struct fin_tuple_search *c, struct fin_tuple_node *x)
{
	LLVMValueRef at = place_behind(&x->t);

	for (unsigned p = 0; p < x->t.count; p++)
		x->made[p] = LLVMInstructionClone(x->t.v[p]);
	for (unsigned k = 0; k < x->operand_count; k++) {
		const LLVMValueRef *o;

		if (x->operand[k] == FIN_TUPLE_NONE)
			continue;
		o = fin_tuple_pieces(c, x->operand[k], at);
		for (unsigned p = 0; p < x->t.count; p++)
			LLVMSetOperand(x->made[p], k, o[p]);
	}
	LLVMPositionBuilderBefore(c->l->b, at);
	for (unsigned p = 0; p < x->t.count; p++)
		LLVMInsertIntoBuilder(c->l->b, x->made[p]);
}

void fin_tuple_make(struct fin_tuple_search *c, uint32_t n)
{
	struct fin_tuple_node *x = &c->node[n];

	switch (x->kind) {
	case FIN_TUPLE_LOADED:
		LLVMPositionBuilderBefore(c->l->b, behind_load(&x->t));
		make_pieces(c, &x->t, fin_tuple_loaded(&x->t), in_order, x->made);
		break;
	case FIN_TUPLE_STACK:
		LLVMPositionBuilderBefore(c->l->b, place_behind(&x->t));
		make_pieces(c, &x->t, fin_tuple_concatenation(c, x->t.v, x->t.count, x->t.lanes),
			interleaved, x->made);
		break;
	case FIN_TUPLE_PHI:
		LLVMPositionBuilderBefore(c->l->b, x->t.v[0]);
		for (unsigned p = 0; p < x->t.count; p++)
			x->made[p] = LLVMBuildPhi(c->l->b, LLVMTypeOf(x->t.v[p]), "");
		break;
	case FIN_TUPLE_STEP:
		make_step(c, x);
		break;
	case FIN_TUPLE_OTHER:
	case FIN_TUPLE_SCALARS:
	case FIN_TUPLE_ONE:
		BUG("tuple without a place");
	}
}

void fin_tuple_fill_phi(struct fin_tuple_search *c, struct fin_tuple_node *x)
{
	for (unsigned k = 0; k < x->operand_count; k++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(x->t.v[0], k);
		const LLVMValueRef *o =
			fin_tuple_pieces(c, x->operand[k], LLVMGetBasicBlockTerminator(from));

		for (unsigned p = 0; p < x->t.count; p++) {
			LLVMValueRef v = o[p];

			LLVMAddIncoming(x->made[p], &v, &from, 1);
		}
	}
}

void fin_tuple_pick_for_stores(struct fin_tuple_search *c, struct fin_tuple_node *x, unsigned e)
{
	unsigned from[FIN_TUPLE_ELEMENTS];
	LLVMUseRef next;

	for (unsigned k = 0; k < x->t.lanes; k++)
		from[k] = k * x->t.count + e;
	for (LLVMUseRef u = LLVMGetFirstUse(x->t.v[e]); u != NULL; u = next) {
		LLVMValueRef user = LLVMGetUser(u);

		next = LLVMGetNextUse(u);
		if (LLVMIsAStoreInst(user) == NULL)
			continue;
		LLVMPositionBuilderBefore(c->l->b, user);
		LLVMSetOperand(user, 0,
			shuffle(c, fin_tuple_concatenation(c, x->made, x->t.count, x->t.lanes),
				NULL, from, x->t.lanes));
	}
}
