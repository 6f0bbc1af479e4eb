/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements of vector operands. */
#ifndef HSAEMU_PTX_ELEMENTS_H
#define HSAEMU_PTX_ELEMENTS_H

#include "hir/hir.h"

struct tr;

enum { TR_MAX_ELEMENTS = 8 };
struct tr_elements { /* elements of a vector operand: {a, b}, or a vector register */
	const struct ptx_operand *operands[TR_MAX_ELEMENTS];
	unsigned count;
};
/* Splits a vector operand into `count` elements. Returns false after a message. */
bool tr_elements(struct tr *t, const struct ptx_operand *o, unsigned count, struct tr_elements *e);
/* Returns whether all registers have one size, as they must where they may be wider than the type.
 * Returns false after a message. */
bool tr_one_size(struct tr *t, const struct tr_elements *e);
/* Makes one vector operand of registers and constants. A single one is returned as it is. */
struct hir_op tr_vector_of(struct tr *t, const struct hir_op *ops, unsigned count);
/* Returns the number of elements by the current instruction's .vN: 1, 2, 4 or 8. */
unsigned tr_vector_size(const struct tr *t);

#endif
