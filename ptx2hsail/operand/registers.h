/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operands are names of registers and other things. Functions that return false have reported
 * why. */
#ifndef HSAEMU_PTX_REGISTERS_H
#define HSAEMU_PTX_REGISTERS_H

#include "base/scope.h"

struct symbol *tr_symbol(struct tr *t, const struct ptx_operand *o);
/* The symbol of a register, or of the vector register whose element it is; or NULL. */
struct symbol *tr_find_register(struct tr *t, const struct ptx_operand *o, unsigned *element);
/* Any register, also a special one, and the type that it is declared with. */
bool tr_register(struct tr *t, const struct ptx_operand *o, struct hir_op *out,
	enum ptx_type *type);
bool tr_dest(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out);
/* The same for instructions whose registers may be wider than their types (PTX ISA 9.4.1): *kind is
 * the register's class. */
bool tr_dest_wide(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out,
	uint8_t *kind);
/* Tells of a register of 128 bits for a type of fewer; false when it is none. */
bool tr_refuse_quad(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type type);

#endif
