/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions: their forms, the places where they may stand, and calls. */
#ifndef HSAEMU_AS_SEMA_INST_IMPL_H
#define HSAEMU_AS_SEMA_INST_IMPL_H

#include "state_impl.h"

void as_instruction(struct as_state *as, struct as_lexeme *mnemonic, struct as_loc mnemonic_loc,
	struct as_loc loc);

/* Checks as->inst, whose operands already match `form`, against the rules that the form does not
 * express. Returns false after a diagnostic. */
bool as_place_check(struct as_state *as, const struct isa_form *form, struct as_loc loc);

/* Returns the offset of an address in the segment of as->inst, cut to the number of bits that
 * addresses of that segment have. */
uint64_t as_address_offset_bits(const struct as_state *as, uint64_t offset);

/* Checks a call whose operands, given in text order, have the right kinds. The call must stand in
 * an argument block, and its arguments must match the formal arguments of the callees and the
 * variables of the block. Returns false after a diagnostic. */
bool as_call_check(struct as_state *as, const struct as_operand *operands, size_t count,
	struct as_loc loc);

#endif
