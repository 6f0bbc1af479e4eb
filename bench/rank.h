/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The test of Mann and Whitney: do two lists of samples differ by more than chance? */
#ifndef BENCH_RANK_H
#define BENCH_RANK_H

#include <stddef.h>

/* Returns how probable it is that samples of one distribution, put into two lists of these lengths
 * at random, lie at least so far apart as these do (two-sided): exactly for up to RANK_EXACT
 * samples together, by the normal approximation for more; 1 if a list is empty. */
enum { RANK_EXACT = 60, RANK_MOST = 1024 }; /* more samples than RANK_MOST are not looked at */
double rank_test(const double *a, size_t a_count, const double *b, size_t b_count);

#endif
