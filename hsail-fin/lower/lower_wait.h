/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of the runtime for fbarriers. */
#ifndef HSAEMU_FIN_LOWER_WAIT_H
#define HSAEMU_FIN_LOWER_WAIT_H

#include "lower/lower.h"

/* The offset in the group segment, i32, of operand k, an fbarrier. */
LLVMValueRef fin_fbarrier_address(struct fin_lower *w, const struct fin_inst *i, unsigned k);
/* Calls the runtime to do `i` to the fbarrier at `address`. */
void fin_fbarrier_call(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef address);

#endif
