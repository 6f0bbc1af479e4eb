/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many times faster: what the figures show of a comparison. 0 where a time is missing. */
#ifndef BENCH_GAINS_H
#define BENCH_GAINS_H

#include "comparison.h"

/* The size that figures are of, the largest of those compared. */
enum suite_size gains_size(const struct comparison *c);
/* Whether figures have the case: it was chosen, and computes something. */
bool gains_case(const struct comparison *c, size_t index);
/* The last of our columns that has times of the case with one thread, COLUMN_COUNT without. */
enum column gains_subject(const struct comparison *c, size_t index);

/* A column with n threads against the same with one, by wall time. */
double gain_threads(const struct comparison *c, size_t index, enum column column, unsigned n);
/* One of our columns against scalar code, one thread. */
double gain_lanes(const struct comparison *c, size_t index, enum column column);
/* Our last column against another one, one thread. */
double gain_peer(const struct comparison *c, size_t index, enum column column);

#endif
