/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Regions in which a group does not write global memory before it comes to a barrier. What they
 * load from one address is then the same for all waves of the group, although these load it one
 * after the other: nothing that the program may rely on has changed it in between. */
#ifndef HSAEMU_FIN_QUIET_H
#define HSAEMU_FIN_QUIET_H

#include "shape/shapes.h"

/* Where a region may write global memory, or wait for others that do. */
struct fin_writes {
	bool before_barriers, at_end;
	struct fin_bits before; /* positions of blocks from which a barrier can be reached */
};

/* Finds that for `count` regions. */
const struct fin_writes *fin_all_writes(struct arena *a, const struct fin_flow *flows,
	uint32_t count);
/* Whether a group that comes to the region's barriers has not written in it, by what is known of
 * shapes so far: it must not be that some work-items end while others go on. */
bool fin_is_quiet(const struct fin_flow *w, const struct fin_shapes *s,
	const struct fin_writes *writes);

#endif
