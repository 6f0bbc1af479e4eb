/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function as text. */
#ifndef HSAEMU_FIN_PRINT_IR_H
#define HSAEMU_FIN_PRINT_IR_H

#include "hsaemu/buf.h"
#include "ir/ir.h"

/* Callbacks that print what passes have found out. Each appends text to a line that is not ended,
 * except before_block, which appends whole lines. */
struct fin_notes {
	void (*before_block)(const void *context, const struct fin_block *b, struct buf *out);
	void (*of_block)(const void *context, const struct fin_block *b, struct buf *out);
	void (*of_register)(const void *context, uint32_t reg, struct buf *out);
	void (*of_end)(const void *context, const struct fin_block *b, struct buf *out);
	const void *context;
};

/* Appends the function; `notes` may be NULL. */
void fin_print(const struct fin_function *f, const struct fin_notes *notes, struct buf *out);

#endif
