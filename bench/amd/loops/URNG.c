/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

enum { NUMBERS = 16, MODULUS = 2147483647 };

/* Park and Miller's generator; numbers below 0 only come from seeds. */
static int32_t next(int32_t seed)
{
	int32_t number = (int32_t)(16807 * (int64_t)seed % MODULUS);
	return number < 0 ? number + MODULUS : number;
}

/* Shuffled as Bays and Durham do it. */
static float uniform(int32_t seed)
{
	int32_t table[NUMBERS];
	seed = next(seed);
	for (int i = NUMBERS - 1; i >= 0; i--)
		table[i] = seed = next(seed);
	return (float)(table[table[0] / (1 + (MODULUS - 1) / NUMBERS)] * (1.0 / MODULUS));
}

void amd_noise(const uint8_t *in, uint8_t *out, size_t pixels, int32_t factor)
{
#pragma omp parallel for
	for (size_t i = 0; i < pixels; i++) {
		const uint8_t *p = in + 4 * i;
		float noise = (float)((uniform(-(p[0] + 2 * p[1] + p[2]) / 4) - 0.55) * factor);
		for (int k = 0; k < 4; k++) {
			float v = p[k] + noise;
			out[4 * i + (size_t)k] = v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v;
		}
	}
}
