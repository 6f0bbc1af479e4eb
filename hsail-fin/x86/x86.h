/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code for the host: what lowerings ask (lower/target_ops.h). */
#ifndef HSAEMU_FIN_X86_H
#define HSAEMU_FIN_X86_H

#include "lower/target_ops.h"

extern const struct fin_target_ops fin_x86_ops; /* x86_ops.c */

/* ---- x86_runtime.c */
LLVMValueRef fin_x86_dispatch_field(struct fin_lower *w, size_t offset, LLVMTypeRef type);
LLVMValueRef fin_x86_wg_field(struct fin_lower *w, size_t offset, LLVMTypeRef type);
struct fin_aperture fin_x86_aperture(struct fin_lower *w, unsigned segment);
LLVMValueRef fin_x86_linked_place(struct fin_lower *w, const struct fin_variable *v);
LLVMValueRef fin_x86_linked_private_bytes(struct fin_lower *w);
LLVMValueRef fin_x86_linked_group(struct fin_lower *w);
void fin_x86_wait(struct fin_lower *w, enum fin_wait wait);
void fin_x86_trap(struct fin_lower *w, unsigned trap, LLVMValueRef value);
LLVMValueRef fin_x86_clock(struct fin_lower *w);
LLVMValueRef fin_x86_signal(struct fin_lower *w, LLVMValueRef *args);
bool fin_x86_is_alone(const struct fin_inst *i);

/* ---- x86_directed.c */
LLVMValueRef fin_x86_directed(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
	uint8_t round);
LLVMValueRef fin_x86_float_flags(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
	uint8_t round, bool ftz);

#endif
