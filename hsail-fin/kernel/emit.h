/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the code of kernels and functions that have been prepared (pipeline.h). */
#ifndef HSAEMU_FIN_EMIT_H
#define HSAEMU_FIN_EMIT_H

#include "lower/entry.h"
#include "pipeline/pipeline.h"

/* Chooses the product of a kernel that has been through fin_prepare() (its scalar, vector, wave or
 * work-item form), runs the passes that are left and makes the code. Fills *kd but for
 * entry_offset. Returns false after a diagnostic. */
bool fin_emit_kernel(const struct fin_unit *u, struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry) NODISCARD;
/* Makes a stub of a kernel that has been through fin_prepare() (finalize.h). */
bool fin_emit_stub(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry) NODISCARD;
/* Make the code of functions that have been prepared as FIN_ITEM_FUNCTION and FIN_WAVE_FUNCTION.
 * Return false after a diagnostic. */
bool fin_emit_item_function(const struct fin_unit *u, struct fin_prepared *p,
	LLVMValueRef *fn) NODISCARD;
bool fin_emit_wave_function(const struct fin_unit *u, struct fin_prepared *p,
	LLVMValueRef *fn) NODISCARD;

#endif
