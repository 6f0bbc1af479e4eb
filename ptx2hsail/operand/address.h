/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Some operands are addresses. */
#ifndef HSAEMU_PTX_ADDRESS_H
#define HSAEMU_PTX_ADDRESS_H

#include "base/scope.h"

struct tr_address {
	uint8_t segment;
	struct hir_op op;          /* ADDRESS */
	struct symbol *call_param; /* st.param / ld.param of a call's parameter */
	uint64_t call_offset;
};
/* `bytes` are what the instruction accesses there. False after a message. */
bool tr_address(struct tr *t, const struct ptx_operand *o, enum ptx_space space, uint64_t bytes,
	struct tr_address *out);
/* The address as a value, in a register of its segment's width. False after a message. */
bool tr_address_value(struct tr *t, const struct tr_address *a, struct hir_op *out);
/* Address of dynamic shared memory (a register of class s). */
struct hir_op tr_dynamic_shared(struct tr *t);

#endif
