/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A fragment is the part of a matrix that each lane of a warp holds. fragment.c explains how struct
 * fragment maps an element's place in its matrix to a lane and an element of that lane. */
#ifndef HSAEMU_PTX_FRAGMENT_H
#define HSAEMU_PTX_FRAGMENT_H

#include <stdbool.h>
#include <stdint.h>

enum { FRAGMENT_LANE = 0x80, FRAGMENT_MAX_BITS = 8 };

struct fragment {
	/* How bit i of an outer or inner index is stored: entry i is either FRAGMENT_LANE | b, when
	 * the bit is bit b of the lane's number, or b, when it is bit b of the element's number
	 * within the lane. For example, outer = {FRAGMENT_LANE | 2, 1} puts bit 0 of a row into bit
	 * 2 of the lane, and bit 1 of the row into bit 1 of the element. */
	uint8_t outer[FRAGMENT_MAX_BITS], inner[FRAGMENT_MAX_BITS];
	unsigned outer_bits, inner_bits, element_bits;
	unsigned packed;      /* element bits that select a place within one register */
	unsigned fixed_lanes; /* mask of lane bits that neither index sets */
};
/* Sets the sizes of *f and clears the rest. All sizes and `packed` are base-2 logarithms. */
void fragment_init(struct fragment *f, unsigned outer, unsigned inner, unsigned packed);
enum fragment_quad {
	FRAGMENT_QUAD_ALONG,  /* A by rows, B by columns: k is the fast index within a lane */
	FRAGMENT_QUAD_ACROSS, /* A by columns, B by rows */
	FRAGMENT_QUAD_F16,    /* C and D */
	FRAGMENT_QUAD_F32,
};
void fragment_quad(struct fragment *f, enum fragment_quad which);

/* Says which lane holds the element that this lane needs, and which of its elements that is. The
 * number of that lane is `lane` plus those bits of this lane's own number that lane_from names (0:
 * none); the element is `element` plus the bits that element_from names. */
struct fragment_source {
	unsigned lane, element;
	uint8_t lane_from[FRAGMENT_MAX_BITS], element_from[FRAGMENT_MAX_BITS];
};
/* Returns the place of the element of A or B (fragment `f`) that a lane multiplies at index `inner`
 * (k) to compute its `element` of D. `of` is D's fragment. A's outer index is D's row, B's is D's
 * column; of_inner is true for B. */
struct fragment_source fragment_source(const struct fragment *f, const struct fragment *of,
	bool of_inner, unsigned element, unsigned inner);

/* Returns the place of the element of C to which the lane adds its products for `element` of D. */
struct fragment_source fragment_source_of_sum(const struct fragment *c, const struct fragment *d,
	unsigned element);

#endif
