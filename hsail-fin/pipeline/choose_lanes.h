/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The choice between vector and scalar code. */
#ifndef HSAEMU_FIN_CHOOSE_LANES_H
#define HSAEMU_FIN_CHOOSE_LANES_H

#include "lower/entry.h"

struct fin_choice {
	unsigned lanes; /* of a part of a wave; 1: scalar code */
	/* why the code is scalar, or becomes so where vector code is too long */
	const char *why_scalar;
	/* how many times as long as scalar code vector code may be; 0: it has any length */
	double times;
};

/* Chooses how many lanes a kernel's vector code has, at most u->lanes. `free`: scalar code may be
 * chosen because it would be faster, not only because vector code would be too long. `f` is a
 * function of the module that passes accept without diagnostics. */
struct fin_choice fin_choose_lanes(const struct fin_unit *u, struct fin_function *f, bool free);

#endif
