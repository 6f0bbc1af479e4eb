/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How often loops go around. */
#ifndef HSAEMU_FIN_LOOP_TURNS_H
#define HSAEMU_FIN_LOOP_TURNS_H

#include "shape/shapes.h"

enum { FIN_LOOP_TURNS = 8 }; /* where constants do not tell */

/* Returns, by block, the iterations of the loop that it heads, at most 64; 0: it heads none. The
 * array is in the module's arena. */
double *fin_loop_turns(const struct fin_function *f, const struct fin_shapes *s);

#endif
