/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the functions of all kernels have (kernel_function.c), and the kinds of them. */
#ifndef HSAEMU_FIN_KERNEL_H
#define HSAEMU_FIN_KERNEL_H

#include "lower/entry.h"
#include "pipeline/pipeline.h"
#include "regions/fiber.h"

/* Declares the kernel's function and sets w->fn, dispatch and wg. */
void fin_kernel_function(struct fin_lower *w, enum fin_granularity per);
/* What the code of a whole work-group begins with, in the entry block. */
void fin_kernel_begin(struct fin_lower *w);
/* Private bytes of a work-item besides its context, i64: what the kernel needs or, with a private
 * stack, what there is. */
LLVMValueRef fin_kernel_block_bytes(struct fin_lower *w);
/* Fills *kd but entry_offset; `item_bytes`: context of a work-item. */
void fin_kernel_describe(struct fin_lower *w, uint64_t item_bytes, unsigned lanes,
	struct hsaemu_kernel_descriptor *kd);
/* Adds that the entry runs `items` work-items on a fiber. */
void fin_kernel_on_fibers(unsigned items, struct hsaemu_kernel_descriptor *kd);

/* Code for the product of that name: item_kernel.c, scalar_kernel.c, and gang_kernel.c for
 * FIN_VECTOR_KERNEL and FIN_WAVE_KERNEL. */
bool fin_emit_item_kernel(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry) NODISCARD;
bool fin_emit_scalar_kernel(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry) NODISCARD;
bool fin_emit_gang_kernel(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry) NODISCARD;

#endif
