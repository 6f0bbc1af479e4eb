/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operands that instructions read. Functions that return false have reported why. */
#ifndef HSAEMU_PTX_SOURCES_H
#define HSAEMU_PTX_SOURCES_H

#include "hir/hir.h"

struct tr;

/* Reads a register or constant of the type, also !p and special registers. */
bool tr_source(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out);
/* The same, but the register may be wider than the type; *out has the type's class. */
bool tr_source_wide(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct hir_op *out);
/* The same, but a variable's name stands for its address. */
bool tr_address_source(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct hir_op *out);
/* Reads the guard of the current instruction; *is_negated tells whether it is written @!p. */
bool tr_guard(struct tr *t, struct hir_op *condition, bool *is_negated);

#endif
