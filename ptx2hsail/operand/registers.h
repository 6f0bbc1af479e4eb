/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operands that name registers. Functions that return false have reported why. */
#ifndef HSAEMU_PTX_REGISTERS_H
#define HSAEMU_PTX_REGISTERS_H

#include "base/scope.h"

struct symbol *tr_symbol(struct tr *t, const struct ptx_operand *o);
/* Returns the symbol of a register or, for an element such as %v.x, of its vector register, with
 * the number of the element; or NULL. */
struct symbol *tr_find_register(struct tr *t, const struct ptx_operand *o, unsigned *element);
/* Reads any register, also a special one; *type is the type that it is declared with. */
bool tr_register(struct tr *t, const struct ptx_operand *o, struct hir_op *out,
	enum ptx_type *type);
bool tr_dest(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out);
/* The same as tr_dest() for instructions whose registers may be wider than their types (PTX ISA
 * 9.4.1); *kind is the class of the register. */
bool tr_dest_wide(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out,
	uint8_t *kind);
/* Reports a register of 128 bits where the type has fewer. Returns false when the register has
 * not. */
bool tr_refuse_quad(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type type);

#endif
