/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of ld and st that scalar and vector code share (lower_mem.c). */
#ifndef HSAEMU_FIN_LOWER_MEMORY_H
#define HSAEMU_FIN_LOWER_MEMORY_H

#include "lower/lower.h"

/* The alignment, in bytes, that the align modifier promises for element e. */
unsigned fin_promised_align(const struct fin_inst *i, unsigned e, unsigned bytes);
/* Whether the memory that a load reads does not change while the kernel runs. */
bool fin_load_is_invariant(const struct fin_inst *i);
/* Element e of a store, as integers of the size that they have in memory. */
LLVMValueRef fin_stored_bits(struct fin_lower *w, const struct fin_inst *i, unsigned e);

#endif
