/* Whether a kernel is better as vector code or as scalar code. */
#ifndef HSAEMU_FIN_PAYOFF_H
#define HSAEMU_FIN_PAYOFF_H

#include "ir.h"

struct fin_payoff_target {
	unsigned lanes;
	bool slow_gathers; /* a gather takes longer than its loads one by one */
};

/* How many times as fast vector code is; 1 and a little less is worth it, too. `f` has been through all
 * passes; afterwards it is good for nothing else. */
double fin_gang_gain(struct fin_function *f, const struct fin_payoff_target *target);
static inline bool fin_gang_pays(double gain)
{
	const double margin = 1.1;

	return gain * margin >= 1;
}

#endif
