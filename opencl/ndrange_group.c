/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The size of work-groups when the client does not say it. Vectors take neighbours of the first
 * dimension, so that should be long; each group costs a little, so there should not be many; and
 * each compute unit should have one. */
#include "ndrange_impl.h"

enum {
	LANES = 16,     /* of the longest vectors */
	GROUP_COST = 2, /* of a work-group, in vectors */
	USUAL_ITEMS = 256,
	LEAST_ITEMS = 32,
	SHORT_ROW = 16, /* work-groups with shorter rows keep vectors empty */
};

static uint32_t cost_of(uint32_t size)
{
	return (size + LANES - 1) / LANES + GROUP_COST;
}

/* Returns the divisor of `items` up to `most` with the least cost per work-item. */
static uint32_t best_divisor(uint32_t items, uint32_t most)
{
	uint32_t best = 1;
	if (items % most == 0 && most % LANES == 0)
		return most;
	for (uint32_t d = 2; d <= most && d <= items; d++)
		if (items % d == 0 && (uint64_t)cost_of(d) * best < (uint64_t)cost_of(best) * d)
			best = d;
	return best;
}

static uint32_t largest_divisor(uint32_t items, uint32_t most)
{
	uint32_t d = most < items ? most : items;
	while (items % d != 0)
		d--;
	return d;
}

/* Returns how many work-items a group should have. */
static uint32_t wanted_items(const struct ocl_grid *g, size_t most, unsigned compute_units)
{
	uint64_t all;
	uint32_t wanted = USUAL_ITEMS;
	if (__builtin_mul_overflow((uint64_t)g->items[0] * g->items[1], g->items[2], &all))
		all = UINT64_MAX;
	while (wanted > LEAST_ITEMS && all / wanted < compute_units)
		wanted /= 2;
	return wanted < most ? wanted : (uint32_t)most;
}

void ocl_choose_group(struct ocl_grid *g, size_t most, unsigned compute_units, bool must_divide)
{
	uint32_t wanted = wanted_items(g, most, compute_units);
	uint32_t row = best_divisor(g->items[0], wanted);
	if (row < SHORT_ROW && g->items[0] > wanted && !must_divide)
		row = wanted;
	g->group[0] = (uint16_t)row;
	for (unsigned i = 1; i < 3; i++) {
		wanted /= g->group[i - 1];
		g->group[i] = (uint16_t)largest_divisor(g->items[i], wanted);
	}
}
