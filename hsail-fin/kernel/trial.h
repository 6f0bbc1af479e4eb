/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code that is made, measured and dropped again if it is too long. */
#ifndef HSAEMU_FIN_TRIAL_H
#define HSAEMU_FIN_TRIAL_H

#include "kernel/emit.h"
#include "pipeline/choose_lanes.h"

/* Makes the code of a kernel that has been through fin_prepare() as chosen, or if that is vector
 * code which is too long, scalar code. *p is then what has that code. Returns false after a
 * diagnostic. */
bool fin_emit_in_proportion(const struct fin_unit *u, struct fin_prepared *p,
	const struct fin_choice *c, struct hsaemu_kernel_descriptor *kd,
	LLVMValueRef *entry) NODISCARD;

#endif
