/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text of operands. */
#ifndef HSAEMU_PRINT_IMPL_H
#define HSAEMU_PRINT_IMPL_H

#include "hsaemu/gcn.h"

/* Appends an operand with its modifiers; `symbol` (may be NULL) stands for a literal. */
void gcn_print_operand(const struct gcn_inst *i, unsigned slot, const char *symbol,
	struct buf *out);

#endif
