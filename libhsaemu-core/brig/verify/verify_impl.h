/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The passes of the verifier, in the order of brig_verify(). Each may rely on what those before
 * it have checked. */
#ifndef HSAEMU_BRIG_VERIFY_IMPL_H
#define HSAEMU_BRIG_VERIFY_IMPL_H

#include "brig/verify/verify_state_impl.h"

void brig_verify_entries(struct brig_verifier *vf);   /* sections are made of entries */
void brig_verify_fields(struct brig_verifier *vf);    /* numbers and offsets in entries */
void brig_verify_operands(struct brig_verifier *vf);  /* operands for themselves */
void brig_verify_structure(struct brig_verifier *vf); /* order of entries; module-scope symbols */
void brig_verify_bodies(struct brig_verifier *vf);    /* code blocks */
void brig_verify_reach(struct brig_verifier *vf);     /* what functions reach by calls */

#endif
