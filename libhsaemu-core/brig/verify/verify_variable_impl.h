/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables and fbarriers. */
#ifndef HSAEMU_BRIG_VERIFY_VARIABLE_IMPL_H
#define HSAEMU_BRIG_VERIFY_VARIABLE_IMPL_H

#include "brig/verify/verify_state_impl.h"

enum brig_variable_place {
	BRIG_PLACE_MODULE,
	BRIG_PLACE_BODY,
	BRIG_PLACE_ARG_BLOCK,
	BRIG_PLACE_KERNARG,
	BRIG_PLACE_ARG, /* formals of definitions */
	BRIG_PLACE_DECLARED_KERNARG,
	BRIG_PLACE_DECLARED_ARG, /* of declarations and signatures */
};
/* `unsized` allows an array without a size. */
void brig_verify_variable(struct brig_verifier *vf, const struct brig_entry *e,
	enum brig_variable_place place, bool unsized);
void brig_verify_fbarrier(struct brig_verifier *vf, const struct brig_entry *e, bool local);
/* Size in bytes of a variable; 0 for an array without a size and for a wrong type. */
uint64_t brig_variable_bytes(const struct brig_directive_variable *var);

#endif
