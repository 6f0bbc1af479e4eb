/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

/* How many eigenvalues are below x. */
static uint32_t below(const float *diagonal, const float *beside, size_t n, float x)
{
	float q = diagonal[0] - x;
	uint32_t count = q < 0;
	for (size_t i = 1; i < n; i++) {
		q = diagonal[i] - x - beside[i - 1] * beside[i - 1] / q;
		count += q < 0;
	}
	return count;
}

void amd_count_eigenvalues(const float *intervals, const float *diagonal, const float *beside,
	uint32_t *counts, size_t n)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++)
		counts[i] = below(diagonal, beside, n, intervals[2 * i + 1]) -
		            below(diagonal, beside, n, intervals[2 * i]);
}

/* The interval of the eigenvalue that is the one of this rank in its interval. */
void amd_split_intervals(float *next, const float *intervals, const uint32_t *counts,
	const float *diagonal, const float *beside, size_t n, float tolerance)
{
#pragma omp parallel for
	for (size_t k = 0; k < n; k++) {
		uint32_t rank = (uint32_t)k, i = 0;
		while (i + 1 < n && rank >= counts[i])
			rank -= counts[i++];
		float low = intervals[2 * i], high = intervals[2 * i + 1];
		if (counts[i] > 1) {
			float part = (high - low) / (float)counts[i];
			high = rank + 1 < counts[i] ? low + part * (float)(rank + 1) : high;
			low += part * (float)rank;
		} else if (high - low >= tolerance) {
			float middle = (low + high) / 2;
			if (below(diagonal, beside, n, middle) != below(diagonal, beside, n, low))
				high = middle;
			else
				low = middle;
		}
		next[2 * k] = low;
		next[2 * k + 1] = high;
	}
}
