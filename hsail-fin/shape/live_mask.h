/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which work-items of a group come to a place: those of a wave may part before it, and so may the
 * waves of a group. */
#ifndef HSAEMU_FIN_LIVE_MASK_H
#define HSAEMU_FIN_LIVE_MASK_H

#include "shape/shapes.h"

/* Whether some work-items of a group may have ended where others are behind a barrier, so that the
 * context has a mask of those that have not. `s` says how lanes part. */
bool fin_needs_live_mask(const struct fin_regions *rs, const struct fin_flow *flows,
	const struct fin_shapes *s);
/* The positions of a region's flow at which waves of a group may be apart: some come by there, and
 * some do not. */
struct fin_bits fin_apart(struct arena *a, const struct fin_flow *w, const struct fin_shapes *s);

#endif
