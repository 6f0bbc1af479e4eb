/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of functions with code of their own (kernel_abi.h): lower_call.c for one work-item,
 * gang_call.c for a wave. */
#ifndef HSAEMU_FIN_CALL_H
#define HSAEMU_FIN_CALL_H

#include "hsaemu/kernel_abi.h"
#include "gang/gang.h"

/* The code that a handle's descriptor has at `offset`; a trap when there is no descriptor. */
LLVMValueRef fin_call_handle(struct fin_lower *w, LLVMValueRef handle, size_t offset);
enum fin_code { FIN_CODE_ITEM, FIN_CODE_WAVE }; /* fn.NAME, fw.NAME, or the device library's */
LLVMValueRef fin_function_declare(struct fin_lower *w, enum fin_code form,
	const struct fin_function *f, LLVMTypeRef type);
/* Where a variable in the private frame is. */
LLVMValueRef fin_private_variable(struct fin_lower *w, uint32_t local);
/* The local of the formal that an ENTER or RETURN is about. */
struct fin_local *fin_formal_local(struct fin_lower *w, const struct fin_inst *i);

/* ---- gang_call.c ---------------------------------------------------------------------------- */

/* Arguments of a wave: a row of HSAEMU_WAVESIZE elements for each formal. */
struct fin_row {
	uint64_t offset, stride; /* stride: bytes from lane to lane */
	bool is_open;            /* an array without a size: its stride is in a header */
};
enum {
	FIN_ROW_ALIGN = 64,
	FIN_ROW_HEADER = 64, /* before the elements of an open row: the stride, u64 */
};
/* Rows of formals, by their number, and the bytes of all but an open one. */
struct fin_row *fin_rows_of(struct arena *a, const struct fin_variable *const *formals,
	uint32_t count, uint64_t *bytes);

LLVMTypeRef fin_wave_type(struct fin_llvm *l);
/* Declares fw.NAME. */
LLVMValueRef fin_wave_declare(struct fin_lower *w, struct fin_function *f);
/* CALL, ENTER, RETURN */
void fin_gang_call(struct fin_gang *g, const struct fin_inst *i);

#endif
