/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file says where the elements of a matrix fragment are (PTX ISA 9.7.14). In all layouts, each
 * bit of an element's row or column number is either a bit of the number of the lane that holds it,
 * or a bit of the element's number within that lane. "inner" is the direction in which the elements
 * of one register lie (k for A and B, n for C and D); "outer" is the other one. The bits of both,
 * lowest first, are:
 *
 *     inner = elements of a register, lane bits 0 and 1, then further registers
 *     outer = lane bits 2 to 4, then further registers
 *
 * Registers that differ in `outer` come before those that differ in `inner`. This holds for all
 * shapes of mma but one, which fragment_quad() describes. PTX leaves the layouts of wmma's
 * fragments to us, and they are these, too. */
#include "matrix/fragment.h"

static uint8_t place_of(unsigned *lane, unsigned lane_end, unsigned *element)
{
	if (*lane < lane_end)
		return (uint8_t)(FRAGMENT_LANE | (*lane)++);
	return (uint8_t)(*element)++;
}

void fragment_init(struct fragment *f, unsigned outer, unsigned inner, unsigned packed)
{
	unsigned low = 0, high = 2, element = packed;
	*f = (struct fragment){.outer_bits = outer, .inner_bits = inner, .packed = packed};
	for (unsigned i = 0; i < outer; i++)
		f->outer[i] = place_of(&high, 5, &element);
	for (unsigned i = 0; i < inner; i++)
		f->inner[i] = i < packed ? (uint8_t)i : place_of(&low, 2, &element);
	f->element_bits = element;
}

enum { L0 = FRAGMENT_LANE, L1, L2, L3, L4, E0 = 0, E1, E2 };

/* mma.m8n8k4 of f16 is four independent products, one for each value of lane bits 2 and 3. */
void fragment_quad(struct fragment *f, enum fragment_quad which)
{
	static const struct fragment quads[] = {
		[FRAGMENT_QUAD_ALONG] = {{L0, L1, L4}, {E0, E1}, 3, 2, 2, 1, 0xc},
		[FRAGMENT_QUAD_ACROSS] = {{E0, E1, L4}, {L0, L1}, 3, 2, 2, 1, 0xc},
		[FRAGMENT_QUAD_F16] = {{L0, L1, L4}, {E0, E1, E2}, 3, 3, 3, 1, 0xc},
		[FRAGMENT_QUAD_F32] = {{L0, E1, L4}, {E0, L1, E2}, 3, 3, 3, 0, 0xc},
	};
	*f = quads[which];
}

static void put(struct fragment_source *s, uint8_t to, uint8_t from, unsigned element)
{
	bool to_lane = (to & FRAGMENT_LANE) != 0;
	unsigned bit = to & ~FRAGMENT_LANE;
	if ((from & FRAGMENT_LANE) == 0) { /* the bit is known when the text is written */
		unsigned value = element >> from & 1;
		if (to_lane)
			s->lane |= value << bit;
		else
			s->element |= value << bit;
	} else if (to_lane) {
		s->lane_from[bit] = from;
	} else {
		s->element_from[bit] = from;
	}
}

struct fragment_source fragment_source(const struct fragment *f, const struct fragment *of,
	bool of_inner, unsigned element, unsigned inner)
{
	struct fragment_source s = {0};
	const uint8_t *outer = of_inner ? of->inner : of->outer;
	for (unsigned i = 0; i < f->outer_bits; i++)
		put(&s, f->outer[i], outer[i], element);
	for (unsigned i = 0; i < f->inner_bits; i++)
		put(&s, f->inner[i], (uint8_t)i, inner);
	for (unsigned i = 0; i < FRAGMENT_MAX_BITS; i++)
		if ((f->fixed_lanes >> i & 1) != 0)
			s.lane_from[i] = (uint8_t)(FRAGMENT_LANE | i);
	return s;
}

struct fragment_source fragment_source_of_sum(const struct fragment *c, const struct fragment *d,
	unsigned element)
{
	struct fragment_source s = {0};
	for (unsigned i = 0; i < c->outer_bits; i++)
		put(&s, c->outer[i], d->outer[i], element);
	for (unsigned i = 0; i < c->inner_bits; i++)
		put(&s, c->inner[i], d->inner[i], element);
	for (unsigned i = 0; i < FRAGMENT_MAX_BITS; i++)
		if ((c->fixed_lanes >> i & 1) != 0)
			s.lane_from[i] = (uint8_t)(FRAGMENT_LANE | i);
	return s;
}
