/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix fragments: see fragment.c. */
#ifndef HSAEMU_PTX_FRAGMENT_H
#define HSAEMU_PTX_FRAGMENT_H

#include <stdbool.h>
#include <stdint.h>

enum { FRAGMENT_LANE = 0x80, FRAGMENT_MAX_BITS = 8 };

struct fragment {
	/* bit i of the number is: FRAGMENT_LANE | bit of the lane, or bit of the element */
	uint8_t outer[FRAGMENT_MAX_BITS], inner[FRAGMENT_MAX_BITS];
	unsigned outer_bits, inner_bits, element_bits;
	unsigned packed;      /* low bits of an element's number that are within a register */
	unsigned fixed_lanes; /* mask of lane bits that are neither */
};
/* Sizes and `packed` are logarithms. */
void fragment_init(struct fragment *f, unsigned outer, unsigned inner, unsigned packed);
enum fragment_quad {
	FRAGMENT_QUAD_ALONG,  /* A by rows, B by columns: k is within a lane */
	FRAGMENT_QUAD_ACROSS, /* A by columns, B by rows */
	FRAGMENT_QUAD_F16,    /* C and D */
	FRAGMENT_QUAD_F32,
};
void fragment_quad(struct fragment *f, enum fragment_quad which);

/* Where a lane finds what it needs: the lane is `lane` with bits lane_from (0: none) of its own
 * number, the element `element` with bits element_from. */
struct fragment_source {
	unsigned lane, element;
	uint8_t lane_from[FRAGMENT_MAX_BITS], element_from[FRAGMENT_MAX_BITS];
};
/* The element of A or B that a lane needs for `element` of D and this k. `of` is D; its rows are
 * A's outer direction, its columns (`of_inner`) B's. */
struct fragment_source fragment_source(const struct fragment *f, const struct fragment *of,
	bool of_inner, unsigned element, unsigned inner);

/* The same for the element of C that `element` of D is added to. */
struct fragment_source fragment_source_of_sum(const struct fragment *c, const struct fragment *d,
	unsigned element);

#endif
