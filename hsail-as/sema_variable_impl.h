/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables, formal arguments and fbarriers. */
#ifndef HSAEMU_AS_SEMA_VARIABLE_IMPL_H
#define HSAEMU_AS_SEMA_VARIABLE_IMPL_H

#include "state_impl.h"

void as_module_variable(struct as_state *as, unsigned linkage, struct as_loc loc);
void as_block_variable(struct as_state *as, struct as_loc loc);
void as_fbarrier(struct as_state *as, unsigned linkage, struct as_loc name, struct as_loc loc);
/* Checks the rules for type, alignment and arrays that hold for all variables, and fills *decl.
 * Returns false after a diagnostic. */
bool as_variable_declared_type(struct as_state *as, const struct as_variable *v,
	struct as_declared_type *decl);

/* Returns in what two arguments or declarations differ, or NULL. If `first` is an array of open
 * size, `second` may be an array of any size. */
const char *as_declared_type_difference(const struct as_declared_type *first,
	const struct as_declared_type *second);

#endif
