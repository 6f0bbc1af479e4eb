/* Whether a kernel is better as vector code or as scalar code. */
#ifndef HSAEMU_FIN_PAYOFF_H
#define HSAEMU_FIN_PAYOFF_H

#include "ir.h"

struct fin_payoff_target {
	unsigned lanes;
	bool slow_gathers; /* a gather takes longer than its loads one by one */
};

/* `f` has been through all passes; afterwards it is good for nothing else. */
bool fin_gang_pays(struct fin_function *f, const struct fin_payoff_target *target);

#endif
