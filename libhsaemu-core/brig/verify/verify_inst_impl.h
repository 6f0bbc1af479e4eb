/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions. */
#ifndef HSAEMU_BRIG_VERIFY_INST_IMPL_H
#define HSAEMU_BRIG_VERIFY_INST_IMPL_H

#include "brig/verify/verify_state_impl.h"

void brig_verify_inst(struct brig_verifier *vf, const struct brig_entry *e);
void brig_verify_call(struct brig_verifier *vf, const struct brig_entry *e,
	const struct isa_inst *inst, const struct brig_operand operands[]);

#endif
