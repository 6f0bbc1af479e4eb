/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A whole run of the bench. */
#ifndef BENCH_COMPARISON_H
#define BENCH_COMPARISON_H

#include "finalize.h"
#include "hsaemu/arena.h"
#include "machine.h"

struct comparison {
	struct arena *arena;
	struct machine machine;
	struct plan plan;
	struct prepared (*files)[COLUMN_COUNT]; /* by case */
	struct row *rows;
	size_t count;
	bool interrupted;                     /* rows are missing */
	struct growth growth[FINALIZE_SIZES]; /* all zero when it was not wanted */
};

/* Same case and size with one thread; NULL when there is none. */
const struct row *comparison_single(const struct comparison *c, const struct row *row);

/* What comparison_json() wrote: machine, plan and rows. c->plan.cases is there, all false. Returns
 * the exit status, after a message if it is not EXIT_DONE. */
int comparison_load(struct comparison *c, const char *path);
/* All say why not and return false. */
bool comparison_json(const struct comparison *c, const char *path);
/* How many times faster threads and lanes make each kernel, and than peers it is, drawn by gnuplot:
 * bars per kernel, or curves over the numbers of threads and the levels. */
bool comparison_svg(const struct comparison *c, const char *path);
bool comparison_curves(const struct comparison *c, const char *path);

#endif
