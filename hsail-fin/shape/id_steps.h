/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What sums of ids have for an id, as a formula: registers of which that cancels out are the same
 * for all ids of that dimension, as `base + y * width - y * width` is along y. */
#ifndef HSAEMU_FIN_ID_STEPS_H
#define HSAEMU_FIN_ID_STEPS_H

#include "shape/shapes.h"

/* Finds the registers that have the id of dimension `dim` no times, if no sum wraps before it is
 * widened, of a kernel whose shapes are `s`. */
struct fin_bits fin_level_sums(const struct fin_function *f, const struct fin_shapes *s,
	unsigned dim);

#endif
