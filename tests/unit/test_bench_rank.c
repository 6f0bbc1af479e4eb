/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bench's test of significance, against probabilities counted by hand. */
#include <criterion/criterion.h>

#include <math.h>

#include "rank.h"

static void expect(double got, double want)
{
	cr_assert(fabs(got - want) < 1e-9 + 1e-4 * want, "%g instead of %g", got, want);
}

Test(bench_rank, lists_apart)
{
	expect(rank_test((double[]){1, 2, 3}, 3, (double[]){4, 5, 6}, 3), 2 / 20.0);
	expect(rank_test((double[]){9, 10, 8, 7, 6}, 5, (double[]){1, 5, 4, 3, 2}, 5), 2 / 252.0);
	expect(rank_test((double[]){1}, 1, (double[]){2, 3, 4}, 3), 2 / 4.0);
}

Test(bench_rank, lists_mixed)
{
	/* sums of three of 1 to 6 that are at least 1.5 off 10.5: all but 10 and 11 */
	expect(rank_test((double[]){1, 3, 5}, 3, (double[]){2, 4, 6}, 3), 14 / 20.0);
	expect(rank_test((double[]){1, 4, 6}, 3, (double[]){2, 3, 5}, 3), 1);
	/* how far a sample is off does not matter */
	expect(rank_test((double[]){1, 3, 500}, 3, (double[]){2, 4, 6}, 3), 1);
}

Test(bench_rank, equal_samples_share_their_places)
{
	expect(rank_test((double[]){1, 1}, 2, (double[]){1, 2}, 2), 1);
	/* ranks 1.5 1.5 3.5 3.5: sums 3 and 7 once each, 5 four times */
	expect(rank_test((double[]){1, 1}, 2, (double[]){2, 2}, 2), 2 / 6.0);
	expect(rank_test((double[]){7, 7, 7}, 3, (double[]){7, 7, 7}, 3), 1);
}

Test(bench_rank, empty_lists_tell_nothing)
{
	double v[] = {1, 2};
	expect(rank_test(v, 2, v, 0), 1);
	expect(rank_test(v, 0, v, 2), 1);
}

Test(bench_rank, long_lists)
{
	double a[50], b[50], all[50];
	for (int i = 0; i < 50; i++) {
		a[i] = i;
		b[i] = i + 0.5;
		all[i] = 1;
	}
	/* a's sum is 25 below its mean of 2525, with the variance 50 50 101 / 12 */
	expect(rank_test(a, 50, b, 50), erfc(24.5 / sqrt(2 * 50 * 50 * 101 / 12.0)));
	expect(rank_test(all, 50, all, 50), 1);
	for (int i = 0; i < 50; i++)
		b[i] = i + 100;
	cr_assert(rank_test(a, 50, b, 50) < 1e-15);
	/* where both ways are at hand they agree */
	double exact = rank_test(a, 30, b, 30), other = rank_test(a, 31, b, 30);
	cr_assert(exact < 1e-10 && other < 1e-9);
}
