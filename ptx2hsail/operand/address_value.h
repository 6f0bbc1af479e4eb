/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The address of a variable may be read as a value. */
#ifndef HSAEMU_PTX_ADDRESS_VALUE_H
#define HSAEMU_PTX_ADDRESS_VALUE_H

#include "hir/hir.h"

struct tr;

/* Whether it is a name of something other than a register. */
bool tr_names_memory(struct tr *t, const struct ptx_operand *o);
/* Its address in its own segment; *kind is the class of *out. False after a message. */
bool tr_address_of(struct tr *t, const struct ptx_operand *o, struct hir_op *out, uint8_t *kind,
	uint8_t *segment);
/* The name of a kernel's argument of type .texref and the like, whose value is the address of
 * handles of an image and a sampler. */
bool tr_is_reference_argument(struct tr *t, const struct ptx_operand *o);
struct hir_op tr_reference_argument(struct tr *t, const struct ptx_operand *o);
struct hir_op tr_argument_value(struct tr *t, struct hir_var *v);

#endif
