/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Levels of a tree that run at once: see gang_levels.c. */
#ifndef HSAEMU_FIN_GANG_LEVELS_H
#define HSAEMU_FIN_GANG_LEVELS_H

#include "kernel/gang_kernel.h"

enum { FIN_MAX_LEVELS = 4 };

/* Levels that run at once. */
struct fin_tree {
	struct fin_gang_kernel *k;
	const struct fin_levels *l;
	struct fin_few_view v;
	unsigned lanes, count;
	bool is_far;     /* the distances are whole vectors, as many as the group says */
	unsigned beside; /* so many vectors side by side run at once */
	uint32_t step[FIN_MAX_LEVELS]; /* by level, if it is not far */
	/* by level and register: what fin_tree_context() has computed, or NULL. Each place of the
	 * tree's code follows those before it, so the values are there. */
	LLVMValueRef *context[FIN_MAX_LEVELS];
};

/* How far apart the first elements of neighbours are on a level that is not far, in words. */
static inline uint32_t fin_tree_spread(const struct fin_tree *t, unsigned level)
{
	return t->l->spread == 0 ? t->l->words : t->l->spread * t->step[level];
}

/* ---- level_values.c: numbers of the group, in code for one work-item ------------------------ */

/* What the region's context has of a register where a level starts. */
LLVMValueRef fin_tree_context(const struct fin_tree *t, unsigned level, uint32_t reg);
/* The step of the first level, and how many words the work-items of a level have, i32. */
LLVMValueRef fin_tree_step(const struct fin_tree *t);
LLVMValueRef fin_tree_words(const struct fin_tree *t, unsigned level);
/* i1: the region starts with the tree's first step. */
LLVMValueRef fin_tree_starts(const struct fin_tree *t);
/* i1: the levels then follow each other, and their elements are those of whole vectors. */
LLVMValueRef fin_tree_follows(const struct fin_tree *t);

#endif
