/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The function of a kernel: parts that all kinds of kernels have (kernel_function.c), and the code
 * of each kind. */
#ifndef HSAEMU_FIN_KERNEL_H
#define HSAEMU_FIN_KERNEL_H

#include "lower/entry.h"
#include "pipeline/pipeline.h"
#include "regions/fiber.h"

/* Appends the ELF symbol of the kernel's function and a terminating zero. */
void fin_kernel_symbol(const struct fin_lower *w, struct buf *out);
/* Declares the kernel's function and sets w->fn, dispatch and wg. */
void fin_kernel_function(struct fin_lower *w, enum fin_granularity per);
/* Makes the beginning of a whole work-group's code, in the entry block: it clears the DETECT bits
 * if anything in the kernel may set or read them. */
void fin_kernel_begin(struct fin_lower *w);
/* The size, i64, of a work-item's private block, in which its context is not: what the kernel needs
 * or, with a private stack, all that the dispatch provides. */
LLVMValueRef fin_kernel_block_bytes(struct fin_lower *w);
/* Fills *kd but for entry_offset. `item_bytes` is the size of a work-item's context. */
void fin_kernel_describe(struct fin_lower *w, uint64_t item_bytes, unsigned lanes,
	struct hsaemu_kernel_descriptor *kd);
/* Says in *kd that the entry runs `items` work-items on a fiber. */
void fin_kernel_on_fibers(unsigned items, struct hsaemu_kernel_descriptor *kd);

/* Make the code of a kernel for one product each. fin_emit_gang_kernel() is for FIN_VECTOR_KERNEL
 * and FIN_WAVE_KERNEL. They return false after a diagnostic. */
bool fin_emit_item_kernel(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry) NODISCARD;
bool fin_emit_scalar_kernel(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry) NODISCARD;
bool fin_emit_gang_kernel(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry) NODISCARD;

#endif
