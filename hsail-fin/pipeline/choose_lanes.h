/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The choice between vector and scalar code. */
#ifndef HSAEMU_FIN_CHOOSE_LANES_H
#define HSAEMU_FIN_CHOOSE_LANES_H

#include "lower/entry.h"

/* Chooses how many lanes a kernel's vector code has, at most u->lanes; 1 stands for scalar code,
 * and *why_scalar then says why. `free`: scalar code may be chosen because it would be faster, not
 * only because vector code would be too long. `f` is a function of the module that passes accept
 * without diagnostics. */
unsigned fin_choose_lanes(const struct fin_unit *u, struct fin_function *f, bool free,
	const char **why_scalar);

#endif
