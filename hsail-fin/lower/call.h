/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of functions with code of their own (kernel_abi.h). lower_call.c makes them for one
 * work-item, gang/gang_call.c for a wave. */
#ifndef HSAEMU_FIN_CALL_H
#define HSAEMU_FIN_CALL_H

#include "hsaemu/kernel_abi.h"
#include "lower/lower.h"

/* The address of the code whose distance from the function descriptor, to which `handle` points, is
 * in the descriptor at `offset`. The code traps when there is no descriptor. */
LLVMValueRef fin_call_handle(struct fin_lower *w, LLVMValueRef handle, size_t offset);
/* Calls fn.NAME, as the host's code does: what struct fin_target_ops says of `call`. */
void fin_call_out_of_line(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef in,
	LLVMValueRef out);
/* fn.NAME, fw.NAME, or the device library's names */
enum fin_form { FIN_CODE_ITEM, FIN_CODE_WAVE };
LLVMValueRef fin_function_declare(struct fin_lower *w, enum fin_form form,
	const struct fin_function *f, LLVMTypeRef type);
/* The address of a variable in the private frame. */
LLVMValueRef fin_private_variable(struct fin_lower *w, uint32_t local);
/* The local variable of the formal that `i`, an ENTER or RETURN, reads or writes. */
struct fin_local *fin_formal_local(struct fin_lower *w, const struct fin_inst *i);

#endif
