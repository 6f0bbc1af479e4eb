/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes how many times faster one time is than another, for the figures of a comparison. The
 * gains are 0 where a time is missing. */
#ifndef BENCH_GAINS_H
#define BENCH_GAINS_H

#include "comparison.h"

/* Returns the size that the figures show, the largest of those compared. */
enum suite_size gains_size(const struct comparison *c);
/* Whether the figures show the case: it must have been chosen and compute something. */
bool gains_case(const struct comparison *c, size_t index);
/* Returns the last of our columns that has a time of the case with one thread, or COLUMN_COUNT. */
enum column gains_subject(const struct comparison *c, size_t index);

/* Compares a column with n threads to the same column with one, by wall time. */
double gain_threads(const struct comparison *c, size_t index, enum column column, unsigned n);
/* Compares one of our columns to scalar code, with one thread. */
double gain_lanes(const struct comparison *c, size_t index, enum column column);
/* Compares our last column to another column, with one thread. */
double gain_peer(const struct comparison *c, size_t index, enum column column);

#endif
