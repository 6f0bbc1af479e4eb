/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a code block uses. */
#ifndef HSAEMU_BRIG_VERIFY_USE_IMPL_H
#define HSAEMU_BRIG_VERIFY_USE_IMPL_H

#include "brig/verify/verify_state_impl.h"

/* The entry at `off` uses or defines what is closed to indirect functions: name is a data
 * offset. */
void brig_verify_use_restricted(struct brig_verifier *vf, uint32_t off, uint32_t name);
/* The code block names the register. */
void brig_verify_use_register(struct brig_verifier *vf, unsigned kind, unsigned number);

#endif
