/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

/* Abramowitz and Stegun, 26.2.17. */
static float normal(float x)
{
	float t = 1 / (1 + 0.2316419f * fabsf(x));
	float p = ((((1.330274429f * t - 1.821255978f) * t + 1.781477937f) * t - 0.356563782f) * t +
			  0.319381530f) *
	          t;
	float tail = 0.398942280f * expf(-0.5f * x * x) * p;
	return x < 0 ? tail : 1 - tail;
}

void amd_black_scholes(const float *random, float *call, float *put, size_t n)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++) {
		float at = random[i], price = 100 - 90 * at, strike = price, years = 10 - 9 * at;
		float rate = 0.05f - 0.04f * at, sigma = 0.10f - 0.09f * at;
		float spread = sigma * sqrtf(years);
		float d1 = (logf(price / strike) + (rate + 0.5f * sigma * sigma) * years) / spread;
		float d2 = d1 - spread, worth = strike * expf(-rate * years);
		call[i] = price * normal(d1) - worth * normal(d2);
		put[i] = worth * normal(-d2) - price * normal(-d1);
	}
}
