/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps chains of scalar minima and maxima in vector registers. LLVM makes a comparison and a
 * conditional move of each, where the registers of vectors have one instruction. So a value that is
 * stored, and that is made of loads and of what was known before by sums and by two minima or
 * maxima or more, is made in the first lane of vectors. Scores of alignments are such values. */
#include <string.h>
#include "llvm/llvm_ctx.h"

enum { LANES = 4, LEAST_EXTREMES = 2, MAX_SIZE = 32, EXTREMES = 4 };

static const char *const names[EXTREMES] = {"llvm.smax", "llvm.smin", "llvm.umax", "llvm.umin"};

struct chain {
	struct fin_llvm *l;
	unsigned id[EXTREMES];   /* by name: LLVM's number of it */
	LLVMBasicBlockRef block; /* of the store */
	unsigned size, extremes; /* instructions, and how many of them are minima or maxima */
};

/* The name of the minimum or maximum that `v` is, or NULL. */
static const char *extreme_of(const struct chain *c, LLVMValueRef v)
{
	LLVMValueRef callee = LLVMIsACallInst(v) != NULL ? LLVMGetCalledValue(v) : NULL;
	unsigned id =
		callee != NULL && LLVMIsAFunction(callee) != NULL ? LLVMGetIntrinsicID(callee) : 0;

	for (unsigned k = 0; id != 0 && k < EXTREMES; k++)
		if (c->id[k] == id)
			return names[k];
	return NULL;
}

static bool is_used_once(LLVMValueRef v)
{
	LLVMUseRef use = LLVMGetFirstUse(v);

	return use != NULL && LLVMGetNextUse(use) == NULL;
}

/* Whether `v` is made in the chain. */
static bool is_link(const struct chain *c, LLVMValueRef v)
{
	return LLVMTypeOf(v) == c->l->i32 && LLVMIsAInstruction(v) != NULL &&
	       LLVMGetInstructionParent(v) == c->block && is_used_once(v) &&
	       (LLVMGetInstructionOpcode(v) == LLVMAdd || LLVMGetInstructionOpcode(v) == LLVMSub ||
		       extreme_of(c, v) != NULL);
}

/* Whether `v` is in a vector register as well as in another one: it is loaded for the chain only,
 * or it was known before. */
static bool is_leaf(const struct chain *c, LLVMValueRef v)
{
	if (LLVMIsAInstruction(v) == NULL || LLVMGetInstructionParent(v) != c->block)
		return true;
	return LLVMIsALoadInst(v) != NULL && is_used_once(v);
}

/* Counts what `v` is made of. Returns false if that is no chain. */
static bool count(struct chain *c, LLVMValueRef v)
{
	if (!is_link(c, v))
		return is_leaf(c, v);
	c->extremes += extreme_of(c, v) != NULL;
	return ++c->size <= MAX_SIZE && count(c, LLVMGetOperand(v, 0)) &&
	       count(c, LLVMGetOperand(v, 1));
}

/* Makes `v` in the first lane of a vector. */
static LLVMValueRef make(struct chain *c, LLVMValueRef v)
{
	LLVMBuilderRef b = c->l->b;
	LLVMTypeRef type = LLVMVectorType(c->l->i32, LANES);
	LLVMValueRef a[2];

	if (!is_link(c, v))
		return LLVMBuildInsertElement(b, LLVMGetPoison(type), v,
			LLVMConstInt(c->l->i64, 0, false), "");
	for (unsigned k = 0; k < 2; k++)
		a[k] = make(c, LLVMGetOperand(v, k));
	if (extreme_of(c, v) != NULL)
		return fin_intrinsic2(c->l, extreme_of(c, v), a[0], a[1]);
	return LLVMGetInstructionOpcode(v) == LLVMAdd ? LLVMBuildAdd(b, a[0], a[1], "")
	                                              : LLVMBuildSub(b, a[0], a[1], "");
}

/* Removes links that nothing uses. */
static void drop(struct chain *c, LLVMValueRef v)
{
	LLVMValueRef a[2] = {LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)};
	bool links[2] = {is_link(c, a[0]), is_link(c, a[1])};

	LLVMInstructionEraseFromParent(v);
	for (unsigned k = 0; k < 2; k++)
		if (links[k])
			drop(c, a[k]);
}

static void look_at(void *owner, LLVMValueRef store)
{
	struct chain *c = owner;
	LLVMValueRef v, made;

	if (LLVMIsAStoreInst(store) == NULL)
		return;
	v = LLVMGetOperand(store, 0);
	c->block = LLVMGetInstructionParent(store);
	c->size = c->extremes = 0;
	if (!is_link(c, v) || !count(c, v) || c->extremes < LEAST_EXTREMES)
		return;
	LLVMPositionBuilderBefore(c->l->b, store);
	LLVMSetCurrentDebugLocation2(c->l->b, LLVMInstructionGetDebugLoc(store));
	made = LLVMBuildExtractElement(c->l->b, make(c, v), LLVMConstInt(c->l->i64, 0, false), "");
	LLVMSetOperand(store, 0, made);
	drop(c, v);
}

void fin_llvm_keep_extremes(struct fin_llvm *l)
{
	struct chain c = {.l = l};

	if (!fin_target_has(&l->target, "sse4.1"))
		return;
	for (unsigned k = 0; k < EXTREMES; k++)
		c.id[k] = LLVMLookupIntrinsicID(names[k], strlen(names[k]));
	fin_llvm_visit(l, look_at, &c);
}
