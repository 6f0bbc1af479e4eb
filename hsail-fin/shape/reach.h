/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From where and how far into a group the work-items reach that have something to do in a kernel
 * without barriers (docs/design/vector-code.md, "Where work-items end"). */
#ifndef HSAEMU_FIN_REACH_H
#define HSAEMU_FIN_REACH_H

#include "shape/few_items.h"

enum { FIN_MAX_REACH = 8 };

/* `id` is less than `limit` or, if `is_lower`, greater than it; or, if `inclusive`, equal to it. If
 * it `differs`, it is only not equal to it, which is a bound where `limit` is an end of the group.
 * `id` is what the work-item with ids 0 has, and the id in dimension `dim`, in a sum of as many
 * bits that may wrap. What it is compared with is one for the group, and so is what work-item 0
 * has; both can be computed where the kernel starts. */
struct fin_reach_bound {
	unsigned dim, bits;
	bool is_signed, is_lower, inclusive, differs;
	const struct fin_value *id, *limit;
};

struct fin_reach {
	/* only work-items within all bounds do anything */
	unsigned count;
	struct fin_reach_bound bound[FIN_MAX_REACH];
	/* branches that work-items within the bounds take one way: nothing else is asked there */
	unsigned taken_count;
	struct fin_taken taken[FIN_MAX_REACH];
};

/* Finds that of a kernel that is one region. */
struct fin_reach fin_reach_of(const struct fin_few_view *v);

#endif
