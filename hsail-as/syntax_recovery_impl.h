/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles syntax errors. */
#ifndef HSAEMU_AS_SYNTAX_RECOVERY_IMPL_H
#define HSAEMU_AS_SYNTAX_RECOVERY_IMPL_H

#include "state_impl.h"

void as_syntax_error(struct as_state *as, struct as_loc loc, const char *const *expected,
	unsigned count);
void as_too_deep(struct as_state *as, struct as_loc loc);
void as_missing_semicolon(struct as_state *as, struct as_loc after);
/* Makes the scanner deliver tokens and messages again after a statement that was given up. */
void as_scan_resume(struct as_state *as);
/* Must be called at the end of a statement that was given up. Returns false when parsing should
 * stop. */
bool as_recover(struct as_state *as) NODISCARD;

#endif
