/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A whole run of the bench: its machine, plan and rows. */
#ifndef BENCH_COMPARISON_H
#define BENCH_COMPARISON_H

#include "finalize.h"
#include "hsaemu/arena.h"
#include "machine.h"

struct comparison {
	struct arena *arena;
	struct machine machine;
	struct plan plan;
	struct prepared (*files)[COLUMN_COUNT]; /* indexed by case */
	struct row *rows;
	size_t count;
	bool interrupted;                     /* true if rows are missing */
	struct growth growth[FINALIZE_SIZES]; /* all zero when growth was not asked for */
};

/* Returns the one-thread row of the same case and size, or NULL if there is none or `row` is that
 * row. */
const struct row *comparison_single(const struct comparison *c, const struct row *row);

/* Reads what comparison_json() wrote: machine, plan and rows. The caller allocates c->plan.cases,
 * all false. Returns EXIT_DONE, or another exit status after a message. */
int comparison_load(struct comparison *c, const char *path);
/* The functions that write a file say why they fail and return false. */
bool comparison_json(const struct comparison *c, const char *path);
/* These two functions make gnuplot draw how many times faster threads and lanes make each kernel,
 * and how many times faster each kernel is than the peers' code: as bars per kernel, or as curves
 * over the numbers of threads and the levels. */
bool comparison_svg(const struct comparison *c, const char *path);
bool comparison_curves(const struct comparison *c, const char *path);

#endif
