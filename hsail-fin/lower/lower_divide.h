/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Quotients and remainders of 32-bit integers, together. */
#ifndef HSAEMU_FIN_LOWER_DIVIDE_H
#define HSAEMU_FIN_LOWER_DIVIDE_H

#include "lower/lower.h"

/* i32; the divisor is 1 or more, taken as unsigned. */
struct fin_division {
	LLVMValueRef number, divisor, quotient, remainder;
};
struct fin_division fin_divide_scalars(struct fin_lower *w, const struct fin_inst *i);
/* The same for the vectors a[0] / a[1], operands 1 and 2 of `i`: remainders or quotients. */
LLVMValueRef fin_divide_vectors(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef *a,
	bool remainder);

#endif
