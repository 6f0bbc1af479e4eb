// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static inline uint32 steps_of(float cx, float cy, uniform uint32 limit)
{
	float x = cx, y = cy;
	uint32 n;
	for (n = 0; n < limit; n++) {
		float xx = x * x, yy = y * y;
		if (xx + yy > 4.0f)
			break;
		y = 2.0f * x * y + cy;
		x = xx - yy + cx;
	}
	return n;
}

export void ispc_mandelbrot(uniform uint32 steps[], uniform float x0, uniform float y0, uniform float dx,
	uniform float dy, uniform uint32 width, uniform uint32 height, uniform uint32 limit)
{
	for (uniform uint32 j = 0; j < height; j++)
		foreach (i = 0 ... width)
			steps[j * width + i] = steps_of(x0 + i * dx, y0 + j * dy, limit);
}
