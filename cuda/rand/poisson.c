/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Poisson's numbers by the inverse of the distribution: of quasirandom numbers, too, one makes one,
 * and larger ones make none that are smaller. */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include "rand_impl.h"

/* What is further from the mean is less probable than a number of 53 bits can tell. */
static unsigned reach(double lambda)
{
	return (unsigned)(10 * sqrt(lambda) + 40);
}

bool curand_poisson_set(struct curand_poisson *p, double lambda)
{
	if (p->sums != NULL && p->lambda == lambda)
		return true;
	unsigned first = lambda > reach(lambda) ? (unsigned)lambda - reach(lambda) : 0;
	unsigned count = (unsigned)lambda + reach(lambda) - first;
	double *sums = mem_try_new(count, sizeof *sums), sum = 0;
	if (sums == NULL)
		return false;
	int sign;
	for (unsigned i = 0; i < count; i++) {
		double k = first + i;
		sum += exp(k * log(lambda) - lambda - lgamma_r(k + 1, &sign));
		sums[i] = sum;
	}
	free(p->sums);
	*p = (struct curand_poisson){lambda, first, count, sums};
	return true;
}

unsigned curand_poisson_of(const struct curand_poisson *p, double u)
{
	unsigned low = 0, high = p->count - 1;
	while (low < high) {
		unsigned middle = low + (high - low) / 2;
		if (p->sums[middle] < u)
			low = middle + 1;
		else
			high = middle;
	}
	return p->first + low;
}
