/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

enum { LANES = 16, MOST_NODES = 256 };

/* The trees of some options, one in each lane. */
static void walk(const float *random, float *price, size_t steps)
{
	float value[MOST_NODES][LANES], low[LANES], high[LANES];
	for (size_t l = 0; l < LANES; l++) {
		float at = random[l], dt = (0.25f + 9.75f * at) / (float)steps;
		float rise = 0.30f * sqrtf(dt), growth = expf(0.02f * dt);
		float up = expf(rise), down = 1 / up, chance = (growth - down) / (up - down);
		low[l] = chance / growth;
		high[l] = (1 - chance) / growth;
		for (size_t i = 0; i <= steps; i++) {
			float end = (5 + 25 * at) * expf(rise * (2 * (float)i - (float)steps));
			value[i][l] = fmaxf(end - (1 + 99 * at), 0);
		}
	}
	for (size_t left = steps; left > 0; left--)
		for (size_t i = 0; i < left; i++)
			for (size_t l = 0; l < LANES; l++)
				value[i][l] = low[l] * value[i][l] + high[l] * value[i + 1][l];
	for (size_t l = 0; l < LANES; l++)
		price[l] = value[0][l];
}

void amd_binomial_options(const float *random, float *price, size_t n, size_t steps)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i += LANES) {
		float in[LANES] = {0}, out[LANES];
		size_t lanes = n - i < LANES ? n - i : LANES;
		for (size_t l = 0; l < lanes; l++)
			in[l] = random[i + l];
		walk(in, out, steps);
		for (size_t l = 0; l < lanes; l++)
			price[i + l] = out[l];
	}
}
