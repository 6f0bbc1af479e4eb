/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loop over the work-items of a group, around the scalar code of a region. */
#ifndef HSAEMU_FIN_ITEM_LOOP_H
#define HSAEMU_FIN_ITEM_LOOP_H

#include "lower/lower.h"

struct fin_item_loop {
	const LLVMValueRef *size; /* of the group, in x, y and z */
	/* their product: one loop over all; NULL: one in the other for z, y and x */
	LLVMValueRef items;
	LLVMBasicBlockRef before, head[3];
	LLVMValueRef id[3], flat[3]; /* phis: of the current work-item */
};

/* With size and items set: opens the loop at the builder's place, and sets the ids in `w`. */
void fin_item_loop_open(struct fin_lower *w, struct fin_item_loop *l);
/* At the end of the work-item's code; the builder goes on after the loop. */
void fin_item_loop_close(struct fin_lower *w, struct fin_item_loop *l);

/* The loop with this branch back is not unrolled. */
void fin_leave_loop(struct fin_llvm *l, LLVMValueRef branch);

#endif
