/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Regions in which only the first work-items of a group do anything, as on the levels of a tree
 * (docs/design/vector-code.md, "Few work-items"). */
#ifndef HSAEMU_FIN_FEW_ITEMS_H
#define HSAEMU_FIN_FEW_ITEMS_H

#include "shape/shapes.h"

enum { FIN_MAX_BOUNDS = 4, FIN_MAX_STEPS = 8, FIN_MAX_NEAR = 3 };

/* What is behind a branch runs for work-items whose id in dimension `dim` is below `value` only or,
 * if `inclusive`, up to it. With a `sign` it is not the id, but `sum`: the id, or its negative, and
 * what is one for the group. The sum is compared without a sign, and so bounds ids on both
 * sides. */
struct fin_item_bound {
	unsigned dim;
	struct fin_value value; /* one for the group */
	int sign;               /* 0: there is no sum */
	struct fin_value sum;
	unsigned bits;
	bool is_signed, inclusive;
	/* positions of the branch, of the block that it leads these work-items to, and of that
	 * which reads `value` */
	uint32_t branch, to, at;
};

/* The elements that neighbours access are so far apart: factor * value of `reg`, in bytes. */
struct fin_access_step {
	uint32_t reg, at; /* one for the group; where it is read */
	uint64_t factor;
	unsigned element; /* bytes that a work-item accesses */
};

/* Where a step's register has that value, neighbours access elements so near that vectors move
 * them: the shapes that there are then, in gangs of which all lanes are within the bound. */
struct fin_near_step {
	struct fin_settled settled;
	struct fin_shapes shapes;
};

/* All these values can be computed where the region starts. */
struct fin_few_items {
	/* what the region does for work-items, it does for those within one of the bounds; 0: for
	 * any */
	unsigned bound_count;
	struct fin_item_bound bound[FIN_MAX_BOUNDS];
	/* there is only one bound that more work-items than the first one may be within: its
	 * number */
	bool has_wide;
	unsigned wide;
	/* position in the region's flow: blocks from there on do nothing for work-items */
	uint32_t tail;
	/* its code may run for one work-item after the other */
	bool one_by_one;
	/* then: it is so short that this is better where steps are large; and in any case, since
	 * they are */
	bool is_sparse, is_far;
	unsigned step_count;
	struct fin_access_step step[FIN_MAX_STEPS];
	unsigned near_count;
	struct fin_near_step near[FIN_MAX_NEAR];
};

/* What the analysis knows of a kernel. `single` are the shapes for one work-item at a time. */
struct fin_few_view {
	const struct fin_function *f;
	const struct fin_regions *rs;
	const struct fin_flow *flows;
	const struct fin_shapes *in_rows, *any;
};

/* Whether work-items can be told by what a block does, as by its stores. */
bool fin_is_busy(const struct fin_block *b);
/* Finds what holds for a region behind a barrier, if fin_few_leave(). */
struct fin_few_items fin_few_items_of(const struct fin_few_view *v, uint32_t region);
/* few_leave.c: whether a bounded region may leave out work-items with respect to what it leaves to
 * the regions behind it, given what is known of all regions. Then it also finds whether its code
 * may run for one work-item after the other. */
bool fin_few_leave(const struct fin_few_view *v, struct fin_few_items *few, uint32_t region);

/* known_at_start.c: whether the value that a block of the region, at position `at`, reads of a
 * register is one for the group and can be computed where the region starts. */
bool fin_is_known_at_start(const struct fin_few_view *v, uint32_t region, uint32_t reg,
	uint32_t at);
/* What a value has of ids where it is read: nothing, an id or the negative of one, which is `sign`,
 * and else what is known where the region starts; modulo 2^32. */
struct fin_one_id {
	bool known;
	int sign;
	unsigned dim;
};
struct fin_one_id fin_one_id_of(const struct fin_few_view *v, uint32_t region,
	const struct fin_value *value, uint32_t at);
/* The position of the block of the region that has the instruction, or `otherwise`. */
uint32_t fin_position_of(const struct fin_flow *w, const struct fin_inst *i, uint32_t otherwise);
/* Whether only the first work-item is within a bound, if any. */
bool fin_bounds_first_item(const struct fin_item_bound *b);
/* Whether the register is one for the group, in all bodies. */
bool fin_is_for_group(const struct fin_few_view *v, uint32_t reg);
/* The position of the block of the region that defines the register, or FIN_NOWHERE. */
uint32_t fin_defined_at(const struct fin_few_view *v, uint32_t region, uint32_t reg);

enum fin_origin_kind {
	FIN_ORIGIN_UNKNOWN,
	FIN_ORIGIN_CONTEXT,  /* it is what the region's context has */
	FIN_ORIGIN_COMPUTED, /* its only definition computes it from what is read at `at` */
	FIN_ORIGIN_COPY,     /* it is what is read of `reg` at `at` */
};
struct fin_origin {
	enum fin_origin_kind kind;
	uint32_t reg, at;
};
/* Where that value comes from. */
struct fin_origin fin_origin_of(const struct fin_few_view *v, uint32_t region, uint32_t reg,
	uint32_t at);
/* Whether an instruction computes its results from its operands alone. */
bool fin_is_computed(const struct fin_inst *i);

#endif
