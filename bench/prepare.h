/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the file that a column needs to run a case. */
#ifndef BENCH_PREPARE_H
#define BENCH_PREPARE_H

#include "plan.h"

struct prepared {
	char path[PLAN_PATH];    /* image, library of loops, OpenCL source, library of gccbrig */
	char options[PLAN_PATH]; /* OPENCL only: of its compiler */
	double finalize_ms;      /* CPU time of hsail-fin, IMAGE only */
	char why[PLAN_TEXT];     /* empty when it is there */
};

/* Makes the column's file, or tells in out->why that it cannot. `out` must be zero or hold what an
 * earlier call left for the same case and column. */
void prepare(const struct plan *plan, const struct row *row, enum column column,
	struct prepared *out);
/* Returns the path of the original's kernels below plan->source, or NULL when ours are used. */
const char *prepare_original(const struct plan *plan, const struct suite_case *c);
/* Returns the CPU time that hsail-fin takes for one of our columns, the least of `runs` runs. If it
 * fails, returns 0 and tells why in `why`. */
double prepare_finalize(const struct plan *plan, const char *brig, enum column column,
	unsigned runs, const char *object, char why[PLAN_TEXT]);

#endif
