/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A line on a terminal that says how far a run is and when it may end. */
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress {
	size_t done, all; /* rows; the caller counts those that are done */
	uint64_t start_ns;
	bool shown; /* standard error is a terminal */
};

void progress_begin(struct progress *p, size_t all);
/* Shows the line, with what is being measured, until progress_hide(). */
void progress_show(const struct progress *p, const char *what);
void progress_hide(const struct progress *p);

#endif
