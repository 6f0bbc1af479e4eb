/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector or scalar code. */
#ifndef HSAEMU_FIN_CHOOSE_LANES_H
#define HSAEMU_FIN_CHOOSE_LANES_H

#include "lower/entry.h"

/* Lanes of a kernel's vector code, at most u->lanes, or 1 for scalar code, and then why. `free`:
 * between them, not only to have less lanes. `f` is the module's and has no diagnostics. */
unsigned fin_choose_lanes(const struct fin_unit *u, struct fin_function *f, bool free,
	const char **why_scalar);

#endif
