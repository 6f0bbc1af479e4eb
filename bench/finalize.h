/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Measures what finalizing costs. */
#ifndef BENCH_FINALIZE_H
#define BENCH_FINALIZE_H

#include "prepare.h"

enum { FINALIZE_SIZES = 6 };

/* The finalize times of one generated kernel. */
struct growth {
	unsigned instructions;
	double ms[COLUMN_COUNT]; /* 0: see `why` */
	char why[COLUMN_COUNT][PLAN_TEXT];
};

/* Prints the finalize times of the rows' files. */
void finalize_suite(const struct plan *plan, const struct row *rows, size_t count);
/* Finalizes kernels of growing size, save those that growth[] has already, and prints what that
 * takes. */
void finalize_growth(const struct plan *plan, struct growth growth[FINALIZE_SIZES]);

#endif
