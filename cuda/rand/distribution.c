/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Distributions for kernels, as curand_discrete() takes them: for a lambda up to 2000 a histogram
 * whose columns all have the same height: G. Marsaglia and others, Fast generation of discrete
 * random variables, 2004. A number's column is its own up to V, and number K's above. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "rand_impl.h"

enum { HISTOGRAM_LAMBDA = 2000 };

struct distribution {
	struct curandDiscreteDistribution_st face;
	struct curandDistributionM2Shift_st shifted;
	struct curandHistogramM2_st histogram;
	struct handle handle;
};

/* Fills low columns with what high ones have too much; heights are 1 when all are even. The lists
 * of both grow from the two ends of `order`. */
static void level(double *heights, unsigned count, double *v, unsigned *k, unsigned *order)
{
	unsigned low = 0, high = count;
	for (unsigned i = 0; i < count; i++) {
		k[i] = i;
		if (heights[i] < 1)
			order[low++] = i;
		else
			order[--high] = i;
	}
	while (low > 0 && high < count) {
		unsigned poor = order[--low], rich = order[high];
		k[poor] = rich;
		heights[rich] -= 1 - heights[poor];
		if (heights[rich] < 1) {
			high++;
			order[low++] = rich;
		}
	}
	for (unsigned i = 0; i < count; i++)
		v[i] = (i + (k[i] == i ? 1 : heights[i])) / count;
}

static bool make_histogram(struct distribution *d, double lambda)
{
	struct curand_poisson p = {0};
	if (!curand_poisson_set(&p, lambda))
		return false;
	double *v = mem_try_new(p.count, sizeof *v), *heights = mem_try_new(p.count, sizeof *v);
	unsigned *k = mem_try_new(p.count, sizeof *k), *order = mem_try_new(p.count, sizeof *k);
	bool is_made = v != NULL && heights != NULL && k != NULL && order != NULL;
	for (unsigned i = 0; i < p.count && is_made; i++)
		heights[i] =
			(p.sums[i] - (i > 0 ? p.sums[i - 1] : 0)) / p.sums[p.count - 1] * p.count;
	if (is_made)
		level(heights, p.count, v, k, order);
	d->histogram = (struct curandHistogramM2_st){v, v, k, k, 0};
	d->shifted = (struct curandDistributionM2Shift_st){
		&d->histogram, &d->histogram, p.first, p.count, 0};
	free(heights);
	free(order);
	free(p.sums);
	return is_made;
}

static void distribution_free(struct distribution *d)
{
	free(d->histogram.V);
	free(d->histogram.K);
	free(d);
}

curandStatus_t CURANDAPI curandCreatePoissonDistribution(double lambda,
	curandDiscreteDistribution_t *discrete_distribution)
{
	if (discrete_distribution == NULL)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (!(lambda > 0 && lambda <= CURAND_LARGEST_LAMBDA))
		return CURAND_STATUS_OUT_OF_RANGE;
	struct distribution *d = mem_try_new(1, sizeof *d);
	if (d == NULL)
		return CURAND_STATUS_ALLOCATION_FAILED;
	bool is_histogram = lambda <= HISTOGRAM_LAMBDA;
	if (is_histogram && !make_histogram(d, lambda)) {
		distribution_free(d);
		return CURAND_STATUS_ALLOCATION_FAILED;
	}
	d->face = (struct curandDiscreteDistribution_st){&d->face,
		is_histogram ? &d->shifted : NULL, is_histogram ? &d->shifted : NULL, sqrt(lambda),
		lambda, is_histogram ? CURAND_M2 : CURAND_DISCRETE_GAUSS, 0};
	handle_enter(&d->handle, RAND_DISTRIBUTION);
	*discrete_distribution = &d->face;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t CURANDAPI curandDestroyDistribution(curandDiscreteDistribution_t d)
{
	const void *handle = (const void *)((uintptr_t)d + offsetof(struct distribution, handle));
	if (!handle_take(handle, RAND_DISTRIBUTION))
		return CURAND_STATUS_NOT_INITIALIZED;
	distribution_free((struct distribution *)(void *)d);
	return CURAND_STATUS_SUCCESS;
}
