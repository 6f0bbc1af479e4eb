/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

enum { STEPS = 64 };

static float normal(float x)
{
	float t = 1.0f / fmaf(0.2316419f, fabsf(x), 1.0f);
	float p = fmaf(1.330274429f, t, -1.821255978f);
	p = fmaf(fmaf(fmaf(p, t, 1.781477937f), t, -0.356563782f), t, 0.31938153f);
	float tail = 0.39894228f * expf(-0.5f * x * x) * p * t;
	return x > 0.0f ? 1.0f - tail : tail;
}

void ispc_black_scholes(const float *price, const float *strike, const float *years,
	const float *rate, const float *volatility, float *restrict result, uint32_t n)
{
#pragma omp parallel for
	for (uint32_t i = 0; i < n; i++) {
		float s = price[i], k = strike[i], t = years[i], r = rate[i], v = volatility[i];
		float spread = v * sqrtf(t);
		float d1 = (logf(s / k) + (r + v * v * 0.5f) * t) / spread, d2 = d1 - spread;
		result[i] = s * normal(d1) - k * expf(-r * t) * normal(d2);
	}
}

void ispc_binomial(const float *price, const float *strike, const float *years, const float *rate,
	const float *volatility, float *restrict result, uint32_t n)
{
#pragma omp parallel for
	for (uint32_t i = 0; i < n; i++) {
		float s = price[i], k = strike[i], t = years[i], r = rate[i], v = volatility[i];
		float worth[STEPS];
		float dt = t / STEPS, up = expf(v * sqrtf(dt)), down = 1.0f / up;
		float discount = expf(r * dt), likely = (discount - down) / (up - down);
		float back = 1.0f / discount;
		for (int j = 0; j < STEPS; j++)
			worth[j] = fmaxf(0.0f, s * powf(up, 2.0f * (float)j - STEPS) - k);
		for (int j = STEPS - 1; j >= 0; j--)
			for (int m = 0; m < j; m++)
				worth[m] =
					((1.0f - likely) * worth[m] + likely * worth[m + 1]) * back;
		result[i] = worth[0];
	}
}
