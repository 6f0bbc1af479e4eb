/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

void ispc_stencil(const float *now, float *restrict next, const float *speed, const float *c,
	uint32_t width, uint32_t height, uint32_t depth)
{
	size_t w = width, p = (size_t)width * height;
	float c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
#pragma omp parallel for
	for (size_t z = 4; z < depth - 4; z++) {
		for (size_t y = 4; y < height - 4; y++) {
			for (size_t x = 4; x < width - 4; x++) {
				size_t at = z * p + y * w + x;
				const float *a = now + at;
				float sum = c0 * a[0];
				sum += c1 * (a[1] + *(a - 1) + a[w] + *(a - w) + a[p] + *(a - p));
				sum += c2 * (a[2] + *(a - 2) + a[2 * w] + *(a - 2 * w) + a[2 * p] +
						    *(a - 2 * p));
				sum += c3 * (a[3] + *(a - 3) + a[3 * w] + *(a - 3 * w) + a[3 * p] +
						    *(a - 3 * p));
				next[at] = 2.0f * a[0] - next[at] + speed[at] * sum;
			}
		}
	}
}
