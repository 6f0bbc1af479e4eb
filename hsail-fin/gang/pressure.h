/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many vectors a part of a gang keeps at once. */
#ifndef HSAEMU_FIN_PRESSURE_H
#define HSAEMU_FIN_PRESSURE_H

#include "shape/shapes.h"

struct fin_pressure {
	unsigned vectors; /* of 32-bit elements */
	unsigned masks;
};

/* Returns the most that one part keeps at a place of a loop that has no loop in it or, where there
 * are no loops, anywhere. Takes time and memory in proportion to blocks times registers. */
struct fin_pressure fin_pressure_of(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_flow *flows, uint32_t region_count);

#endif
