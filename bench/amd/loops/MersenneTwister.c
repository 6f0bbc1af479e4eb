/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>
#include <string.h>

enum { STATE = 5, MOST_NUMBERS = 8 };

/* The recursion of SFMT607 on 128 bits, from the lowest word to the highest. */
static void step(uint32_t s[STATE][4], uint32_t out[4])
{
	static const uint32_t mask[4] = {0xfdff37ff, 0xef7f3f7d, 0xff777b7d, 0x7ff7fb2f};
	uint32_t low = 0;
	for (int i = 0; i < 4; i++) {
		uint32_t high = i < 3 ? s[3][i + 1] << 8 : 0;
		out[i] = s[0][i] ^ (s[0][i] << 24 | low) ^ (s[2][i] >> 13 & mask[i]) ^
		         (s[3][i] >> 24 | high) ^ s[4][i] << 15;
		low = s[0][i] >> 8;
	}
	memmove(s[0], s[1], 4 * sizeof s[0]);
	memcpy(s[4], out, sizeof s[4]);
}

/* n times four seeds become `factor` times as many normal deviates. */
void amd_gaussian(const uint32_t *seeds, float *out, size_t n, size_t factor)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++) {
		uint32_t s[STATE][4], number[4];
		float uniform[MOST_NUMBERS][4];
		memcpy(s[0], seeds + 4 * i, sizeof s[0]);
		for (uint32_t k = 1; k < STATE; k++)
			for (int l = 0; l < 4; l++)
				s[k][l] = 1812433253 * (s[k - 1][l] ^ s[k - 1][l] >> 30) + k;
		for (size_t k = 0; k <= factor / 2; k++) {
			step(s, number);
			for (int l = 0; l < 4; l++)
				uniform[k][l] = (float)number[l] * 0x1p-32f;
		}
		float *to = out + 4 * factor * i;
		for (size_t k = 0; k < factor / 2; k++, to += 8) {
			for (int l = 0; l < 4; l++) {
				float r = sqrtf(-2 * logf(uniform[k][l]));
				float phi = 6.28318530718f * uniform[k + 1][l];
				to[l] = r * cosf(phi);
				to[4 + l] = r * sinf(phi);
			}
		}
	}
}
