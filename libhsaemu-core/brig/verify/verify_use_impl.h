/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Notes what a code block uses. */
#ifndef HSAEMU_BRIG_VERIFY_USE_IMPL_H
#define HSAEMU_BRIG_VERIFY_USE_IMPL_H

#include "brig/verify/verify_state_impl.h"

/* Notes that the entry at `off` uses or defines something that indirect functions may not use;
 * `name` is the data offset of its name. */
void brig_verify_use_restricted(struct brig_verifier *vf, uint32_t off, uint32_t name);
/* Notes that the code block names the register. */
void brig_verify_use_register(struct brig_verifier *vf, unsigned kind, unsigned number);

#endif
