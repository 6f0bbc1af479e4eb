/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The private stack of a work-item (kernel_abi.h: HSAEMU_STACK_*). */
#ifndef HSAEMU_FIN_LOWER_STACK_H
#define HSAEMU_FIN_LOWER_STACK_H

#include "lower/lower.h"

/* Writes the header of a private stack, in the private block of a kernel's work-item. */
void fin_stack_start(struct fin_lower *w);
/* The offset at which a kernel's stack begins: behind its frame and the variables that hsa-ld
 * places. */
LLVMValueRef fin_stack_bottom(struct fin_lower *w);
LLVMValueRef fin_stack_top(struct fin_lower *w);
void fin_stack_set_top(struct fin_lower *w, LLVMValueRef top);
/* Takes `bytes` (i32) from the stack and returns their offset in the private block. The code traps
 * when the stack is full. */
LLVMValueRef fin_stack_allocate(struct fin_lower *w, LLVMValueRef bytes, uint64_t align);

#endif
