/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops in line (align.h) of which each lane's number of iterations is known before they begin. */
#ifndef HSAEMU_FIN_ALIGN_COUNTED_H
#define HSAEMU_FIN_ALIGN_COUNTED_H

#include "shape/align_maker.h"

/* Sets `is_counted` and `counted`. The loop's blocks are known. */
void fin_align_count(const struct fin_function *f, const struct fin_shapes *s,
	struct fin_aligned_loop *l);

/* Whether an iteration sets the register, which is none of the header's phis. */
bool fin_align_sets(const struct fin_aligned_loop *l, uint32_t reg);

/* Appends what sets m->count to the number of iterations of each lane, and m->is_countable to
 * whether those of all lanes are found. The counter begins with `first`. */
void fin_maker_count(struct fin_maker *m, uint32_t first);

#endif
