/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Address operands. */
#ifndef HSAEMU_PTX_ADDRESS_H
#define HSAEMU_PTX_ADDRESS_H

#include "base/scope.h"

struct tr_address {
	uint8_t segment;
	struct hir_op op;          /* of kind HIR_OP_ADDRESS */
	struct symbol *call_param; /* for st.param and ld.param: the call's parameter, or NULL */
	uint64_t call_offset;
};
/* Reads an address operand. `bytes` is how much the instruction accesses there. Returns false after
 * a message. */
bool tr_address(struct tr *t, const struct ptx_operand *o, enum ptx_space space, uint64_t bytes,
	struct tr_address *out);
/* Puts the address into a register of its segment's width, or a constant. Returns false after a
 * message. */
bool tr_address_value(struct tr *t, const struct tr_address *a, struct hir_op *out);
/* Returns the address of dynamic shared memory in an s register. */
struct hir_op tr_dynamic_shared(struct tr *t);

#endif
