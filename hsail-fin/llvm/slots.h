/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Turns slots into values (SSA). Slots are the allocas in which lowerings keep registers and masks.
 *
 * LLVM's own pass copies a table of all slots at every edge, so with slots of thousands of
 * registers its time grows with the product of both. This pass takes time in proportion to
 * accesses, phis, and the blocks that each slot is live in. */
#ifndef HSAEMU_FIN_SLOTS_H
#define HSAEMU_FIN_SLOTS_H

#include "llvm/llvm_ctx.h"

/* Does so in every function for the allocas of its first block that are only loaded and stored, and
 * only as values of their own type. */
void fin_slots_to_values(struct fin_llvm *l);

#endif
