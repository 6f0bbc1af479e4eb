// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Mandelbrot set: how many steps each point takes to leave the circle of radius 2.
kernel void mandelbrot(global uint *steps, float x0, float y0, float dx, float dy, uint width, uint limit)
{
	uint i = get_global_id(0), j = get_global_id(1), n;
	float cx = fma(i, dx, x0), cy = fma(j, dy, y0), x = cx, y = cy;
	for (n = 0; n < limit; n++) {
		float xx = x * x, yy = y * y;
		if (xx + yy > 4.0f)
			break;
		y = fma(2.0f * x, y, cy);
		x = xx - yy + cx;
	}
	steps[j * width + i] = n;
}
