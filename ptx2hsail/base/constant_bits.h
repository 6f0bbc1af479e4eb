/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* These functions turn constant operands into bits of a type. */
#ifndef HSAEMU_PTX_CONSTANT_BITS_H
#define HSAEMU_PTX_CONSTANT_BITS_H

#include "parse/ptx_ast.h"

struct tr;

/* Sets *value to the bits of the constant in the type. Returns false, after a message, when the
 * constant does not fit. */
bool tr_constant(struct tr *t, const struct ptx_operand *o, enum ptx_type type, uint64_t *value);
/* Returns whether an integer constant fits into so many bits, as two's complement or as an unsigned
 * number. */
bool tr_fits_bits(const struct ptx_operand *o, unsigned bits);

#endif
