/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

static uint32_t steps_of(float cx, float cy, uint32_t limit)
{
	float x = cx, y = cy;
	for (uint32_t n = 0; n < limit; n++) {
		float xx = x * x, yy = y * y;
		if (xx + yy > 4.0f)
			return n;
		y = fmaf(2.0f * x, y, cy);
		x = xx - yy + cx;
	}
	return limit;
}

void ispc_mandelbrot(uint32_t *steps, float x0, float y0, float dx, float dy, uint32_t width,
	uint32_t height, uint32_t limit)
{
#pragma omp parallel for schedule(dynamic)
	for (uint32_t j = 0; j < height; j++)
		for (uint32_t i = 0; i < width; i++)
			steps[j * width + i] =
				steps_of(fmaf((float)i, dx, x0), fmaf((float)j, dy, y0), limit);
}
