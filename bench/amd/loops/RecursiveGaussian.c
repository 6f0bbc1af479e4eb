/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <string.h>

enum { LANES = 64 }; /* bytes of a row that are done together */

static void blur(const uint8_t *in, uint8_t *out, size_t row, size_t height, const float k[6])
{
	float x1[LANES] = {0}, x2[LANES] = {0}, y1[LANES] = {0}, y2[LANES] = {0};
	for (size_t y = 0; y < height; y++) {
		for (size_t i = 0; i < LANES; i++) {
			float x = in[y * row + i];
			float sum = k[0] * x + k[1] * x1[i] - k[4] * y1[i] - k[5] * y2[i];
			out[y * row + i] = (uint8_t)sum;
			x1[i] = x;
			y2[i] = y1[i];
			y1[i] = sum;
		}
	}
	memset(x1, 0, sizeof x1);
	memset(y1, 0, sizeof y1);
	memset(y2, 0, sizeof y2);
	for (size_t y = height; y-- > 0;) {
		for (size_t i = 0; i < LANES; i++) {
			float sum = k[2] * x1[i] + k[3] * x2[i] - k[4] * y1[i] - k[5] * y2[i];
			x2[i] = x1[i];
			x1[i] = in[y * row + i];
			y2[i] = y1[i];
			y1[i] = sum;
			out[y * row + i] = (uint8_t)((float)out[y * row + i] + sum);
		}
	}
}

/* k = {a0, a1, a2, a3, b1, b2}; the width is a multiple of 16. */
void amd_blur_columns(const uint8_t *in, uint8_t *out, size_t width, size_t height, const float *k)
{
#pragma omp parallel for
	for (size_t x = 0; x < 4 * width; x += LANES)
		blur(in + x, out + x, 4 * width, height, k);
}

void amd_transpose_pixels(const uint8_t *in, uint8_t *out, size_t size)
{
#pragma omp parallel for
	for (size_t y = 0; y < size; y++)
		for (size_t x = 0; x < size; x++)
			memcpy(out + 4 * (x * size + y), in + 4 * (y * size + x), 4);
}
