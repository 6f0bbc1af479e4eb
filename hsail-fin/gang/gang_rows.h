/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments of a wave: a row of HSAEMU_WAVESIZE elements for each formal. */
#ifndef HSAEMU_FIN_GANG_ROWS_H
#define HSAEMU_FIN_GANG_ROWS_H

#include "hsaemu/kernel_abi.h"
#include "gang/gang.h"

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
/* The address of the element of the view's lane or lanes, in the block at `base`. */
LLVMValueRef fin_row_element(struct fin_view *v, LLVMValueRef base, const struct fin_row *r);
/* For struct fin_lower_ops of a gang. */
LLVMValueRef fin_view_formal(struct fin_lower *w, const struct fin_local *l, uint64_t *offset);
/* Writes and reads the elements of a part, a vector. */
void fin_row_put(struct fin_gang *g, LLVMValueRef base, const struct fin_row *r, unsigned part,
	LLVMValueRef v);
LLVMValueRef fin_row_get(struct fin_gang *g, LLVMValueRef base, const struct fin_row *r,
	unsigned part, LLVMTypeRef type);

#endif
