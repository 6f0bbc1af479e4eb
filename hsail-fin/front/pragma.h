/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the readers of single pragmas share. */
#ifndef HSAEMU_FIN_PRAGMA_H
#define HSAEMU_FIN_PRAGMA_H

#include "ir/ir.h"

struct pragma_reader {
	struct fin_module *m;
	const char *name;
	uint32_t off; /* of the pragma directive, in the code section */
	struct brig_list operands;
};

/* Reports what is wrong with the pragma, and returns false. */
bool fin_pragma_refuse(const struct pragma_reader *r, const char *why);
struct brig_operand fin_pragma_operand(const struct pragma_reader *r, uint32_t i);
/* Reads an integer constant. Returns false if the operand is none. */
bool fin_pragma_number(const struct pragma_reader *r, uint32_t i, uint64_t *value);
/* Returns the kernel or function that operand `i` names, or NULL. */
struct fin_function *fin_pragma_executable(const struct pragma_reader *r, uint32_t i);

/* kernel_pragma.c; both return false after a diagnostic. */
bool fin_read_kernel_arg_pragma(const struct pragma_reader *r) NODISCARD;
bool fin_read_kernel_pragma(const struct pragma_reader *r) NODISCARD;

#endif
