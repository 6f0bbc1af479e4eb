/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A vector operand has elements. */
#ifndef HSAEMU_PTX_ELEMENTS_H
#define HSAEMU_PTX_ELEMENTS_H

#include "hir/hir.h"

struct tr;

enum { TR_MAX_ELEMENTS = 8 };
struct tr_elements { /* of a vector operand: {a, b}, or a vector register */
	const struct ptx_operand *operands[TR_MAX_ELEMENTS];
	unsigned count;
};
/* False after a message. */
bool tr_elements(struct tr *t, const struct ptx_operand *o, unsigned count, struct tr_elements *e);
/* Registers that may be wider than the type must all be of one size. */
bool tr_one_size(struct tr *t, const struct tr_elements *e);
/* Registers and constants as one vector operand; one alone stays what it is. */
struct hir_op tr_vector_of(struct tr *t, const struct hir_op *ops, unsigned count);
/* 1, 2, 4 or 8 by the current instruction's .vN */
unsigned tr_vector_size(const struct tr *t);

#endif
