/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Control flow in scalar code, for a set of blocks. */
#ifndef HSAEMU_FIN_LOWER_CTRL_H
#define HSAEMU_FIN_LOWER_CTRL_H

#include "lower/lower.h"
#include "ir/bits.h"

struct fin_code {
	const struct fin_block *start;
	LLVMBasicBlockRef ret; /* the block to which a ret branches */
	/* Ends the current LLVM block at the end of `b`, which waits at a barrier. */
	void (*barrier)(struct fin_code *c, const struct fin_block *b);
	void *owner;               /* whatever `barrier` needs */
	LLVMBasicBlockRef *blocks; /* by block index, while the blocks are lowered */
};

/* Sets registers that may be read before they have a value to 0, at the start of scalar code.
 * Otherwise a branch on such a register, which LLVM calls undefined, could go anywhere. */
void fin_clear_registers(struct fin_lower *w);
/* Lowers the blocks in `which`, or all for NULL. The builder's block branches to c->start. */
void fin_lower_blocks(struct fin_lower *w, struct fin_code *c, const struct fin_bits *which);

/* Makes the function w->fn for one work-item: `body` fills it from its first block on, behind an
 * entry block that gets allocas and invariant loads. Registers are w's own meanwhile. */
void fin_lower_item(struct fin_lower *w, void (*body)(struct fin_lower *w));
/* Lowers all blocks of such a function, in which barriers are instructions. The builder goes on
 * where control comes to a ret. */
void fin_lower_item_blocks(struct fin_lower *w, LLVMBasicBlockRef ret);

#endif
