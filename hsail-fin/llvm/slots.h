/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Slots, the allocas that lowerings keep registers and masks in, become values (SSA).
 *
 * LLVM's own pass copies a table of all slots at every edge: with the slots of thousands of
 * registers its time grows with the product of both. This one takes time for what is there:
 * accesses, phis, and the blocks that each slot lives through. */
#ifndef HSAEMU_FIN_SLOTS_H
#define HSAEMU_FIN_SLOTS_H

#include "llvm/llvm_ctx.h"

/* Of every function: allocas in its first block that are only loaded and stored as what they
 * are. */
void fin_slots_to_values(struct fin_llvm *l);

#endif
