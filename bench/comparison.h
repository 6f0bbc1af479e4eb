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
	const char *version; /* of HSAEmu */
	struct plan plan;
	struct prepared (*files)[COLUMN_COUNT]; /* indexed by case */
	struct row *rows;
	size_t count;
	bool interrupted;                     /* true if rows are missing */
	size_t whole_bytes;                   /* of a loaded file, up to the end of its last line */
	struct growth growth[FINALIZE_SIZES]; /* all zero when growth was not asked for */
};

/* Returns the one-thread row of the same case and size, or NULL if there is none or `row` is that
 * row. */
const struct row *comparison_single(const struct comparison *c, const struct row *row);

/* Reads what json_log.h wrote: machine, plan, rows and growth, rows in the order of tables. The
 * caller allocates c->plan.cases, all false. Returns EXIT_DONE, or another exit status after a
 * message. */
int comparison_load(struct comparison *c, const char *path);
/* Reads a file whose run is to go on, into *saved, or sets it to NULL when there is none or it is
 * empty. What was measured otherwise than c->machine and c->plan say is refused. Returns EXIT_DONE,
 * or another exit status after a message. */
int comparison_resume(const struct comparison *c, const char *path, struct comparison **saved);
/* These two functions say why they fail and return false. They make gnuplot draw how many times
 * faster threads and lanes make each kernel, and how many times faster each kernel is than the
 * peers' code: as bars per kernel, or as curves over the numbers of threads and the levels. */
bool comparison_svg(const struct comparison *c, const char *path);
bool comparison_curves(const struct comparison *c, const char *path);

#endif
