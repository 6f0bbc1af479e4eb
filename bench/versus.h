/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compares two saved runs of the bench. */
#ifndef BENCH_VERSUS_H
#define BENCH_VERSUS_H

#include "comparison.h"

/* Prints how many times faster the rows of `now` are than the same ones of `old`, with the means,
 * and what is in one of them only. */
void versus_print(const struct comparison *old, const struct comparison *now);
/* Writes the same as comma-separated values; returns false after a message. */
bool versus_csv(const struct comparison *old, const struct comparison *now, const char *path);
/* Writes the times of one run, a line for each row and column; returns false after a message. */
bool comparison_csv(const struct comparison *c, const char *path);

#endif
