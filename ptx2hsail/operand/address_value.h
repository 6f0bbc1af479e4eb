/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of variables that stand for their addresses. */
#ifndef HSAEMU_PTX_ADDRESS_VALUE_H
#define HSAEMU_PTX_ADDRESS_VALUE_H

#include "hir/hir.h"

struct tr;

/* Returns whether the operand is the name of something other than a register. */
bool tr_names_memory(struct tr *t, const struct ptx_operand *o);
/* Puts the address of the named variable, in its own segment, into *out; *kind is the register
 * class of *out. Returns false after a message. */
bool tr_address_of(struct tr *t, const struct ptx_operand *o, struct hir_op *out, uint8_t *kind,
	uint8_t *segment);
/* tr_is_reference_argument() returns whether the operand names a kernel's argument of type .texref
 * and the like. The value of such an argument, which tr_reference_argument() loads, is the address
 * of an image handle and a sampler handle. */
bool tr_is_reference_argument(struct tr *t, const struct ptx_operand *o);
struct hir_op tr_reference_argument(struct tr *t, const struct ptx_operand *o);
struct hir_op tr_argument_value(struct tr *t, struct hir_var *v);

#endif
