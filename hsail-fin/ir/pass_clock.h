/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* --time-passes: the CPU time of the calling thread, by pass. */
#ifndef HSAEMU_FIN_PASS_CLOCK_H
#define HSAEMU_FIN_PASS_CLOCK_H

#include "hsaemu/diag.h"

enum { FIN_MAX_PASSES = 32 };

struct fin_pass_clock {
	bool on;
	double last; /* when the pass that runs began */
	const char *name[FIN_MAX_PASSES];
	double seconds[FIN_MAX_PASSES];
	unsigned count;
};

void fin_pass_clock_start(struct fin_pass_clock *c);
/* Whatever has run since the last call was this pass. */
void fin_pass_done(struct fin_pass_clock *c, const char *name);
/* As remarks, in order of first use. */
void fin_pass_clock_report(const struct fin_pass_clock *c, struct diag *d);

#endif
