/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Quotient and remainder of 32-bit integers, computed together. */
#ifndef HSAEMU_FIN_LOWER_DIVIDE_H
#define HSAEMU_FIN_LOWER_DIVIDE_H

#include "lower/lower.h"

/* The members are i32. The divisor is 1 or more as an unsigned number: a divisor 0 counts as 1. */
struct fin_division {
	LLVMValueRef number, divisor, quotient, remainder;
};
struct fin_division fin_divide_scalars(struct fin_lower *w, const struct fin_inst *i);
/* Divides the vectors a[0] / a[1], operands 1 and 2 of `i`. Returns remainders or quotients. */
LLVMValueRef fin_divide_vectors(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef *a,
	bool remainder);

#endif
