/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is one for the group on the levels of a tree that run at once, computed where the first one
 * starts; and whether they follow each other (gang_levels.h). */
#include "kernel/gang_levels.h"

static LLVMValueRef u32(struct fin_gang_kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

/* ---- values of the group on each level ------------------------------------------------------ */

static LLVMValueRef value_on(const struct fin_tree *t, unsigned level, uint32_t reg, uint32_t at);

LLVMValueRef fin_tree_context(const struct fin_tree *t, unsigned level, uint32_t reg)
{
	struct fin_gang_kernel *k = t->k;

	if (level > 0 && fin_is_kept(k, reg)) {
		LLVMValueRef *v = &t->context[level][reg];

		if (*v == NULL)
			*v = value_on(t, level - 1, fin_level_source(&t->v, k->s.region, t->l, reg),
				t->l->barrier);
		return *v;
	}
	fin_context_load_one(k, reg);
	return fin_gang_scalar(fin_current_gang(k), reg, 0);
}

/* What is read of a register on a level. Registers have values of several levels, so operands are
 * written right before they are read. */
static LLVMValueRef value_on(const struct fin_tree *t, unsigned level, uint32_t reg, uint32_t at)
{
	struct fin_gang *g = fin_current_gang(t->k);
	struct fin_origin o = fin_origin_of(&t->v, t->k->s.region, reg, at);
	const struct fin_inst *d = t->v.in_rows->def[reg];
	LLVMValueRef operand[FIN_MAX_REGS];
	uint32_t regs[FIN_MAX_REGS];
	unsigned n;

	if (o.kind == FIN_ORIGIN_COPY)
		return value_on(t, level, o.reg, o.at);
	if (o.kind == FIN_ORIGIN_CONTEXT)
		return fin_tree_context(t, level, reg);
	n = fin_inst_uses(d, regs);
	for (unsigned i = 0; i < n; i++)
		operand[i] = value_on(t, level, regs[i], o.at);
	for (unsigned i = 0; i < n; i++)
		fin_gang_put(g, regs[i], 0, operand[i]);
	fin_gang_inst(g, d);
	return fin_gang_scalar(g, reg, 0);
}

static LLVMValueRef step_on(const struct fin_tree *t, unsigned level)
{
	return value_on(t, level, t->l->reg, t->l->at);
}

/* i1: the first level has distances of whole vectors up to the last one. */
static LLVMValueRef starts_far(const struct fin_tree *t, LLVMValueRef v)
{
	LLVMBuilderRef b = t->k->s.w.l->b;
	uint64_t least = (uint64_t)(t->lanes / t->l->words) << (t->count - 1);
	LLVMValueRef rest = LLVMBuildAnd(b, v, fin_like(v, least - 1), "");

	return LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntEQ, rest, fin_like(v, 0), ""),
		LLVMBuildICmp(b, LLVMIntNE, v, fin_like(v, 0), ""), "");
}

static LLVMValueRef is_step(const struct fin_tree *t, unsigned level)
{
	LLVMBuilderRef b = t->k->s.w.l->b;
	LLVMValueRef v = step_on(t, level), first;

	if (!t->is_far)
		return LLVMBuildICmp(b, LLVMIntEQ, v, fin_like(v, t->step[level]), "");
	if (level == 0)
		return starts_far(t, v);
	first = step_on(t, 0);
	return LLVMBuildICmp(b, LLVMIntEQ, v, LLVMBuildLShr(b, first, fin_like(first, level), ""),
		"");
}

/* How many work-items have something to do on a level. */
static LLVMValueRef bound_on(const struct fin_tree *t, unsigned level)
{
	const struct fin_few_items *few = &t->k->few[t->k->s.region];
	const struct fin_item_bound *b = &few->bound[few->wide];

	if (b->value.kind == FIN_VALUE_IMM)
		return u32(t->k, b->value.lo);
	return value_on(t, level, b->value.reg, b->at);
}

LLVMValueRef fin_tree_words(const struct fin_tree *t, unsigned level)
{
	return LLVMBuildMul(t->k->s.w.l->b, bound_on(t, level),
		u32(t->k, fin_tree_spread(t, level)), "");
}

/* ---- whether the levels follow each other --------------------------------------------------- */

/* i1: the level runs, and unless it is the last one, the region starts again behind it. */
static LLVMValueRef leads_on(const struct fin_tree *t, unsigned level)
{
	LLVMBuilderRef b = t->k->s.w.l->b;
	LLVMValueRef all = LLVMConstInt(t->k->s.w.l->i1, 1, false);

	for (unsigned n = 0; n < t->l->test_count; n++) {
		const struct fin_level_test *c = &t->l->test[n];
		LLVMValueRef v;

		if (!c->before && level == t->count - 1)
			continue;
		v = value_on(t, level, c->reg, c->at);
		if (!c->holds)
			v = LLVMBuildNot(b, v, "");
		all = LLVMBuildAnd(b, all, v, "");
	}
	return all;
}

/* i1: all work-items within the bound exist, and their elements make whole vectors, the same on
 * each level. */
static LLVMValueRef is_whole(const struct fin_tree *t, unsigned level)
{
	struct fin_gang_kernel *k = t->k;
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef n = bound_on(t, level), all;

	all = LLVMBuildICmp(b, LLVMIntULE, n, k->items, "");
	if (t->l->spread == 0)
		return all;
	n = fin_tree_words(t, level);
	if (level > 0)
		return LLVMBuildAnd(b, all,
			LLVMBuildICmp(b, LLVMIntEQ, n, fin_tree_words(t, 0), ""), "");
	all = LLVMBuildAnd(b, all, LLVMBuildICmp(b, LLVMIntNE, n, u32(k, 0), ""), "");
	n = LLVMBuildURem(b, n, u32(k, (uint64_t)t->lanes * t->beside), "");
	return LLVMBuildAnd(b, all, LLVMBuildICmp(b, LLVMIntEQ, n, u32(k, 0), ""), "");
}

LLVMValueRef fin_tree_follows(const struct fin_tree *t)
{
	struct fin_gang_kernel *k = t->k;
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef all = LLVMBuildICmp(b, LLVMIntEQ, k->items, k->sizes.size[0], "");

	for (unsigned n = 0; n < t->count; n++) {
		all = LLVMBuildAnd(b, all, is_step(t, n), "");
		all = LLVMBuildAnd(b, all, leads_on(t, n), "");
		all = LLVMBuildAnd(b, all, is_whole(t, n), "");
	}
	return all;
}

LLVMValueRef fin_tree_step(const struct fin_tree *t)
{
	return fin_resize(t->k->s.w.l, step_on(t, 0), 32, false);
}

LLVMValueRef fin_tree_starts(const struct fin_tree *t)
{
	return is_step(t, 0);
}
