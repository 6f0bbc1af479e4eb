/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This turns constant operands into bits of a type. */
#ifndef HSAEMU_PTX_CONSTANT_BITS_H
#define HSAEMU_PTX_CONSTANT_BITS_H

#include "parse/ptx_ast.h"

struct tr;

/* False after a message. */
bool tr_constant(struct tr *t, const struct ptx_operand *o, enum ptx_type type, uint64_t *value);
/* Whether an integer constant fits, in two's complement or without a sign. */
bool tr_fits_bits(const struct ptx_operand *o, unsigned bits);

#endif
