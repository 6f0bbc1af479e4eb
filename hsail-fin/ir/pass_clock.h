/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* --time-passes: the CPU time of the calling thread, by pass. */
#ifndef HSAEMU_FIN_PASS_CLOCK_H
#define HSAEMU_FIN_PASS_CLOCK_H

#include "hsaemu/diag.h"

enum { FIN_MAX_PASSES = 48 };

struct fin_pass_clock {
	bool on;
	double last; /* CPU time when the current pass began */
	const char *name[FIN_MAX_PASSES];
	double seconds[FIN_MAX_PASSES];
	unsigned count;
};

void fin_pass_clock_start(struct fin_pass_clock *c);
/* Counts the time since the last call for the pass `name`. */
void fin_pass_done(struct fin_pass_clock *c, const char *name);
/* Prints the times as remarks, in the order in which passes first ran. */
void fin_pass_clock_report(const struct fin_pass_clock *c, struct diag *d);

#endif
