/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Control directives and pragmas. */
#ifndef HSAEMU_BRIG_VERIFY_CONTROL_IMPL_H
#define HSAEMU_BRIG_VERIFY_CONTROL_IMPL_H

#include "brig/verify/verify_state_impl.h"

void brig_verify_control(struct brig_verifier *vf, const struct brig_entry *e);
/* Checks that directives agree with each other. `offs` has their code offsets by kind; 0: none. */
void brig_verify_controls_agree(struct brig_verifier *vf, const uint32_t offs[]);
/* Are two directives of one kind, found good, the same; or different for all values of WAVESIZE? */
bool brig_verify_same_control(struct brig_verifier *vf, uint32_t a, uint32_t b);
bool brig_verify_controls_differ(struct brig_verifier *vf, uint32_t a, uint32_t b);
/* Returns whether all directives of the kind that a kernel executes must be the same. */
bool brig_verify_control_must_agree(uint16_t control);
void brig_verify_pragma(struct brig_verifier *vf, const struct brig_entry *e);

#endif
