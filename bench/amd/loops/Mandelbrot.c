/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

void amd_mandelbrot(uint32_t *out, size_t width, size_t height, float x_first, float y_first,
	float dx, float dy, uint32_t most)
{
#pragma omp parallel for schedule(dynamic)
	for (size_t row = 0; row < height; row++) {
		for (size_t column = 0; column < width; column++) {
			float x0 = fmaf(dx, (float)column, x_first),
			      y0 = fmaf(dy, (float)row, y_first);
			float x = x0, y = y0;
			uint32_t steps = 0;
			for (; steps < most; steps++) {
				float xx = x * x, yy = y * y;
				if (!(xx + yy <= 4))
					break;
				y = fmaf(2 * x, y, y0);
				x = xx - yy + x0;
			}
			out[row * width + column] = steps;
		}
	}
}
