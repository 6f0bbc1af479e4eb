/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments of a wave: a row of HSAEMU_WAVESIZE elements for each formal. */
#ifndef HSAEMU_FIN_GANG_ROWS_H
#define HSAEMU_FIN_GANG_ROWS_H

#include "hsaemu/kernel_abi.h"
#include "gang/gang.h"

struct fin_row {
	uint64_t offset, stride; /* bytes; stride: from lane to lane */
	bool is_open;            /* an array without a size: its stride is in a header */
};
enum {
	FIN_ROW_ALIGN = 64,
	FIN_ROW_HEADER = 64, /* bytes before the elements of an open row, with the stride, u64 */
};

/* The rows of formals, by number. Sets *bytes to the size of all but an open row. */
struct fin_row *fin_rows_of(struct arena *a, const struct fin_variable *const *formals,
	uint32_t count, uint64_t *bytes);
/* The addresses of the elements of the view's lane or lanes, in the memory at `base`. */
LLVMValueRef fin_row_element(struct fin_view *v, LLVMValueRef base, const struct fin_row *r);
/* The member `formal` of struct fin_lower_ops for a gang. */
LLVMValueRef fin_view_formal(struct fin_lower *w, const struct fin_local *l, uint64_t *offset);
/* Write and read the elements of a part, a vector. */
void fin_row_put(struct fin_gang *g, LLVMValueRef base, const struct fin_row *r, unsigned part,
	LLVMValueRef v);
LLVMValueRef fin_row_get(struct fin_gang *g, LLVMValueRef base, const struct fin_row *r,
	unsigned part, LLVMTypeRef type);

#endif
