/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix instructions call functions, by a name for each form, with these operands. */
#ifndef HSAEMU_PTX_MMA_CALL_H
#define HSAEMU_PTX_MMA_CALL_H

#include "base/tr.h"

enum { MMA_MOST_REGISTERS = 8 }; /* of a fragment */

/* "%mma_m16n8k16_row_col_f32_f16_f16_f32": the instruction, but for words that do not matter. */
const char *tr_matrix_name(struct tr *t, struct str space);
/* The function of that name; what the module does not have yet is made of the text. */
struct func *tr_matrix_function(struct tr *t, const char *name, const struct buf *text);
/* {r0, r1, ...}, or one alone; those that a fragment does not use are left out. */
bool tr_matrix_registers(struct tr *t, const struct ptx_operand *o, unsigned written, unsigned used,
	enum ptx_type type, bool is_dest, struct hir_op *out);

#endif
