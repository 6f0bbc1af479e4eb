/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The exceptions that one instruction would signal, while the code that finds them is made
 * (lower_except.c). */
#ifndef HSAEMU_FIN_LOWER_EXCEPT_H
#define HSAEMU_FIN_LOWER_EXCEPT_H

#include "lower/lower.h"

/* Numbers of exceptions, which are bits of policies and flags (PRM 12.2). */
enum {
	FIN_EXCEPT_INVALID,
	FIN_EXCEPT_DIVIDE_BY_ZERO,
	FIN_EXCEPT_OVERFLOW,
	FIN_EXCEPT_UNDERFLOW,
	FIN_EXCEPT_INEXACT
};

struct fin_except {
	struct fin_lower *w;
	LLVMValueRef mask;  /* which elements count, i1 for each; NULL: all do */
	unsigned enabled;   /* exceptions to look for, as bits */
	LLVMValueRef flags; /* i32: a bit for each exception; NULL: none so far */
};

/* ---- except_signal.c ------------------------------------------------------------------------ */

/* Adds flags, i32, to those that the instruction signals. */
void fin_except_add_flags(struct fin_except *c, LLVMValueRef flags);
/* Signals the exception when `condition` holds for an element that counts. */
void fin_except_if(struct fin_except *c, unsigned exception, LLVMValueRef condition);
/* Signals an invalid operation when one of the n values is a signaling NaN. */
void fin_except_signaling_nans(struct fin_except *c, LLVMValueRef *a, unsigned n);

/* Conditions, with an i1 for each element. fin_except_either() takes NULL for a false `a`. */
LLVMValueRef fin_except_both(struct fin_except *c, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef fin_except_either(struct fin_except *c, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef fin_except_not(struct fin_except *c, LLVMValueRef a);
LLVMValueRef fin_except_is_nan(struct fin_except *c, LLVMValueRef v);
LLVMValueRef fin_except_is_signaling(struct fin_except *c, LLVMValueRef v);
LLVMValueRef fin_except_compare(struct fin_except *c, LLVMRealPredicate p, LLVMValueRef a,
	LLVMValueRef b);
LLVMValueRef fin_except_compare_to(struct fin_except *c, LLVMRealPredicate p, LLVMValueRef a,
	double b);
/* The absolute values of floats. */
LLVMValueRef fin_except_magnitude(struct fin_except *c, LLVMValueRef v);

/* ---- except_arith.c ------------------------------------------------------------------------- */

/* Signals what the float arithmetic `i` does with the operands `a`. */
void fin_except_arith(struct fin_except *c, const struct fin_inst *i, const struct fin_elem *e,
	LLVMValueRef *a);
/* Signals what rounding v, an f64, to a narrower format does. `lost` says of each element that v is
 * not the exact result; NULL: whether rounding changes v says so. */
void fin_except_rounding(struct fin_except *c, LLVMValueRef v, LLVMValueRef lost, unsigned bits,
	uint8_t round, bool ftz);
/* Signals what the conversion of floats to a narrower format of `bits` bits does. */
void fin_except_narrowing(struct fin_except *c, LLVMValueRef v, unsigned bits, uint8_t round,
	bool ftz);

#endif
