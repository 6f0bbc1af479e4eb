/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operands for themselves: constants, and lists of code. */
#ifndef HSAEMU_BRIG_VERIFY_OPERAND_IMPL_H
#define HSAEMU_BRIG_VERIFY_OPERAND_IMPL_H

#include "brig/verify/verify_state_impl.h"

/* Checks that profile, machine model and extensions allow a type or constant with these needs.
 * `what` names its owner in messages. False after an error. */
bool brig_verify_type_uses(struct brig_verifier *vf, enum BrigSectionIndex section, uint32_t off,
	uint16_t uses, const char *what);
uint16_t brig_type_uses(uint16_t type);
/* Does the same for a constant and all of its elements. */
bool brig_verify_constant_uses(struct brig_verifier *vf, uint32_t operand_off);
const struct brig_constant_list *brig_verify_constant_list(struct brig_verifier *vf,
	uint32_t data_off);
/* Returns the kind of the elements of a code list: ARGUMENTS, LABELS, FUNCTIONS, or OTHER when they
 * differ. */
enum isa_operand_kind brig_verify_code_list(struct brig_verifier *vf, uint32_t data_off);

#endif
