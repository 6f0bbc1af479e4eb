/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exceptions that functions have enabled and instructions can generate (PRM 12.2). */
#ifndef HSAEMU_FIN_EXCEPTIONS_H
#define HSAEMU_FIN_EXCEPTIONS_H

#include "ir/ir.h"

enum { FIN_ANY_EXCEPTION = 0x1f };

/* The exceptions that the function has enabled with the DETECT or the BREAK policy. */
static inline unsigned fin_exceptions_of(const struct fin_function *f)
{
	return (f->control.detect_mask | f->control.break_mask) & FIN_ANY_EXCEPTION;
}

static inline bool fin_breaks(const struct fin_function *f)
{
	return (f->control.break_mask & FIN_ANY_EXCEPTION) != 0;
}

/* Whether each instruction counts: for a profile, for a debugger, or because the function has
 * enabled exceptions. */
static inline bool fin_each_counts(const struct fin_function *f)
{
	return f->module->profile != NULL || f->module->step_by_step || fin_exceptions_of(f) != 0;
}

static inline bool fin_is_float_type(uint16_t type)
{
	return isa_type_find(isa_type_find(type)->elem)->kind == ISA_KIND_FLOAT;
}

#endif
