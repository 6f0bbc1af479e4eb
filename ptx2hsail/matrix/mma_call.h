/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A matrix instruction becomes a call of a generated function, whose name identifies the form. */
#ifndef HSAEMU_PTX_MMA_CALL_H
#define HSAEMU_PTX_MMA_CALL_H

#include "base/tr.h"

enum { MMA_MOST_REGISTERS = 8 }; /* the most registers that a fragment takes */

/* Returns the name of the instruction's function, such as "%mma_m16n8k16_row_col_f32_f16_f16_f32".
 * Words that do not change what the function does are left out, so that instructions share it. */
const char *tr_matrix_name(struct tr *t, struct str space);
/* Returns the function of that name. If the module does not have it yet, it is parsed from the PTX
 * `text` and added. */
struct func *tr_matrix_function(struct tr *t, const char *name, const struct buf *text);
/* Reads an operand {r0, r1, ...}, or a single register, of `written` registers into out[]; only the
 * first `used` of them are needed. Returns false after a message. */
bool tr_matrix_registers(struct tr *t, const struct ptx_operand *o, unsigned written, unsigned used,
	enum ptx_type type, bool is_dest, struct hir_op *out);

#endif
