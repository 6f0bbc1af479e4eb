/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The control flow of a set of blocks. */
#ifndef HSAEMU_FIN_LOWER_CTRL_H
#define HSAEMU_FIN_LOWER_CTRL_H

#include "lower/lower.h"
#include "ir/bits.h"

struct fin_code {
	const struct fin_block *start;
	LLVMBasicBlockRef ret; /* where a ret goes */
	/* Ends the current LLVM block, where `b` waits at a barrier. */
	void (*barrier)(struct fin_code *c, const struct fin_block *b);
	void *owner;               /* for `barrier` */
	LLVMBasicBlockRef *blocks; /* while lowering */
};

/* Registers without a value read as 0, in scalar code: a branch by one that LLVM calls undefined
 * could go anywhere. At the start of all code. */
void fin_clear_registers(struct fin_lower *w);
/* Lowers the blocks in `which`, NULL for all; the builder's block goes on at c->start. */
void fin_lower_blocks(struct fin_lower *w, struct fin_code *c, const struct fin_bits *which);

#endif
