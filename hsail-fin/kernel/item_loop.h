/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loop over the work-items of a group, around the scalar code of a region. */
#ifndef HSAEMU_FIN_ITEM_LOOP_H
#define HSAEMU_FIN_ITEM_LOOP_H

#include "lower/lower.h"

struct fin_item_loop {
	const LLVMValueRef *size; /* size of the group in x, y and z */
	/* the product of these sizes, for one loop over all work-items; or NULL for three loops,
	 * one in the other, over z, y and x */
	LLVMValueRef items;
	LLVMBasicBlockRef before, head[3];
	LLVMValueRef id[3], flat[3]; /* phis: ids and flat id of the current work-item */
};

/* Opens the loop at the builder's place and sets the ids in `w`. The caller has set size and
 * items. */
void fin_item_loop_open(struct fin_lower *w, struct fin_item_loop *l);
/* Closes the loop at the end of the work-item's code. The builder goes on after the loop. */
void fin_item_loop_close(struct fin_lower *w, struct fin_item_loop *l);

#endif
