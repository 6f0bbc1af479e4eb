/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks that are copies of others, while a loop is copied. A copy has the edges of the block that
 * it is a copy of, its origin, so it gives the phis behind them what its origin gives. */
#ifndef HSAEMU_FIN_BLOCK_ORIGINS_H
#define HSAEMU_FIN_BLOCK_ORIGINS_H

#include "ir/ir.h"

struct fin_origins {
	struct fin_function *f;
	struct fin_block **of; /* by block, as they were numbered before: its origin, or itself */
	size_t count, cap;
};

/* Each block is its own origin. */
struct fin_origins fin_origins_new(struct fin_function *f);
/* Makes a block of that origin; NULL: its own. */
struct fin_block *fin_origins_add(struct fin_origins *o, struct fin_block *origin);
/* Numbers the blocks anew, fills in phis by the predecessors that blocks have now, and frees what
 * is in `o`. */
void fin_origins_settle(struct fin_origins *o);

#endif
