/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The private stack of a work-item (kernel_abi.h: HSAEMU_STACK_*). */
#ifndef HSAEMU_FIN_LOWER_STACK_H
#define HSAEMU_FIN_LOWER_STACK_H

#include "lower/lower.h"

/* The header of the block of a kernel's work-item. */
void fin_stack_start(struct fin_lower *w);
/* Where a kernel's stack begins: behind its frame and variables that hsa-ld places. */
LLVMValueRef fin_stack_bottom(struct fin_lower *w);
LLVMValueRef fin_stack_top(struct fin_lower *w);
void fin_stack_set_top(struct fin_lower *w, LLVMValueRef top);
/* Takes `bytes` (i32) and returns their offset in the private block; traps when it is full. */
LLVMValueRef fin_stack_allocate(struct fin_lower *w, LLVMValueRef bytes, uint64_t align);

#endif
