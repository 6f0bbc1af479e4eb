/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says whether a kernel is better as vector code or as scalar code. */
#ifndef HSAEMU_FIN_PAYOFF_H
#define HSAEMU_FIN_PAYOFF_H

#include "shape/shapes.h"

struct fin_payoff_target {
	unsigned lanes;
	bool slow_gathers; /* a gather takes longer than its loads one by one */
	/* registers that so many parts compute once for all of them; NULL: there are none */
	const struct fin_bits *alike;
	unsigned parts;
};

/* vector_limits.c: whether vector code would be many times as long as scalar code, and so take LLVM
 * seconds. */
bool fin_gang_is_bulky(const struct fin_function *f, const struct fin_flow *flows, uint32_t count,
	const struct fin_shapes *s);

/* How many times as fast as scalar code vector code is; fin_gang_pays() says whether that is worth
 * it. 0 says that there should be no vector code, as it is bulky. The shapes are those for rows if
 * no sum wraps. */
double fin_gang_gain(struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows, const struct fin_shapes *s,
	const struct fin_payoff_target *target);
static inline bool fin_gang_pays(double gain)
{
	const double margin = 1.1;

	return gain * margin >= 1;
}

#endif
