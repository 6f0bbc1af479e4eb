/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* out = {mean, details from coarse to fine} of n numbers, a power of two. */
void amd_haar(const float *in, float *out, size_t n)
{
	float *means = malloc(n * sizeof *means), *next = malloc(n / 2 * sizeof *next);
	float scale = 1 / sqrtf((float)n), half = sqrtf(0.5f);
	if (!means || !next)
		abort();
	for (size_t i = 0; i < n; i++)
		means[i] = in[i] * scale;
	for (size_t pairs = n / 2; pairs > 0; pairs /= 2) {
#pragma omp parallel for
		for (size_t i = 0; i < pairs; i++) {
			float a = means[2 * i], b = means[2 * i + 1];
			next[i] = (a + b) * half;
			out[pairs + i] = (a - b) * half;
		}
		memcpy(means, next, pairs * sizeof *means);
	}
	out[0] = means[0];
	free(means);
	free(next);
}
