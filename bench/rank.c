/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ranks are doubled, so that those of equal samples, the means of their places, are whole numbers.
 * Only ranks count, so that one sample that took ten times as long weighs no more than one that
 * took a little longer than the others. */
#include "rank.h"

#include <math.h>
#include <stdlib.h>

#include "hsaemu/base.h"

struct sample {
	double value;
	unsigned rank; /* doubled */
	int in_a;
};

/* All samples by value, and what is known of their ranks. */
struct ranking {
	struct sample s[RANK_MOST];
	size_t count, a_count;
	unsigned a_sum; /* of a's doubled ranks */
	double ties;    /* sum of t^3 - t over groups of t equal samples */
};

static int compare_samples(const void *a, const void *b)
{
	const struct sample *x = a, *y = b;
	return (x->value > y->value) - (x->value < y->value);
}

static void give_ranks(struct ranking *r)
{
	qsort(r->s, r->count, sizeof *r->s, compare_samples);
	for (size_t i = 0, end; i < r->count; i = end) {
		for (end = i + 1; end < r->count && r->s[end].value <= r->s[i].value;)
			end++;
		double t = (double)(end - i);
		r->ties += t * t * t - t;
		for (size_t k = i; k < end; k++) {
			r->s[k].rank = (unsigned)(i + 1 + end); /* places i + 1 to end */
			r->a_sum += r->s[k].in_a ? r->s[k].rank : 0;
		}
	}
}

/* Returns |2 sum - 2 mean| for a sum of doubled ranks of as many samples as a has. */
static unsigned distance(const struct ranking *r, unsigned sum)
{
	unsigned mean = (unsigned)(r->a_count * (r->count + 1));
	return sum > mean ? sum - mean : mean - sum;
}

/* Counts the ways to choose a's samples, by the sum of their ranks. */
static double exact(const struct ranking *r)
{
	enum { MOST_SUM = RANK_EXACT * (RANK_EXACT + 1) };
	/* of so many samples, with that sum */
	double(*ways)[MOST_SUM + 1] = mem_new(RANK_EXACT + 1, sizeof *ways);
	double far = 0, all = 0;
	ways[0][0] = 1;
	for (size_t i = 0; i < r->count; i++)
		for (size_t n = i < r->a_count ? i + 1 : r->a_count; n > 0; n--)
			for (unsigned sum = r->s[i].rank; sum <= MOST_SUM; sum++)
				ways[n][sum] += ways[n - 1][sum - r->s[i].rank];
	for (unsigned sum = 0; sum <= MOST_SUM; sum++) {
		double n = ways[r->a_count][sum];
		all += n;
		far += distance(r, sum) >= distance(r, r->a_sum) ? n : 0;
	}
	mem_free(ways);
	return far / all;
}

static double approximate(const struct ranking *r)
{
	double n = (double)r->count, a = (double)r->a_count, b = n - a;
	double variance = a * b / 12 * (n + 1 - r->ties / (n * (n - 1)));
	double off = distance(r, r->a_sum) / 2.0 - 0.5; /* corrected for continuity */
	if (variance <= 0 || off <= 0)
		return 1;
	return erfc(off / sqrt(2 * variance));
}

static void add(struct ranking *r, const double *v, size_t count, int in_a)
{
	for (size_t i = 0; i < count && r->count < RANK_MOST; i++) {
		r->s[r->count++] = (struct sample){.value = v[i], .in_a = in_a};
		r->a_count += (size_t)in_a;
	}
}

double rank_test(const double *a, size_t a_count, const double *b, size_t b_count)
{
	struct ranking r = {.count = 0};
	add(&r, a, a_count, 1);
	add(&r, b, b_count, 0);
	if (a_count == 0 || b_count == 0)
		return 1;
	give_ranks(&r);
	return r.count <= RANK_EXACT ? exact(&r) : approximate(&r);
}
