/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions: their forms, where they may stand, and calls. */
#ifndef HSAEMU_AS_SEMA_INST_IMPL_H
#define HSAEMU_AS_SEMA_INST_IMPL_H

#include "state_impl.h"

void as_instruction(struct as_state *as, struct as_lexeme *mnemonic, struct as_loc mnemonic_loc,
	struct as_loc loc);

/* Checks what the form does not say of as->inst and its operands, which match it. */
bool as_place_check(struct as_state *as, const struct isa_form *form, struct as_loc loc);

/* The offset of an address in the segment of as->inst, cut to that segment's address size. */
uint64_t as_address_offset_bits(const struct as_state *as, uint64_t offset);

/* Checks a call whose operands have the right kinds: its place, and its arguments against the
 * formals of the callees and the argument block's variables. Operands are in text order. */
bool as_call_check(struct as_state *as, const struct as_operand *operands, size_t count,
	struct as_loc loc);

#endif
