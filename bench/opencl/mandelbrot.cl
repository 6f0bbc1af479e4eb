// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/mandelbrot.hsail in OpenCL C; parameters in the order of its kernarg segments.
// counts are compared one by one
#pragma OPENCL FP_CONTRACT OFF
kernel void mandelbrot(global uint *out, uint width, uint height, float x0, float y0, float dx,
	float dy, uint limit)
{
	size_t x = get_global_id(0), y = get_global_id(1);
	if (x >= width || y >= height)
		return;
	float cx = fma((float)x, dx, x0), cy = fma((float)y, dy, y0), zx = 0, zy = 0;
	uint i = 0;
	for (; i < limit; i++) {
		float xx = zx * zx, yy = zy * zy;
		if (xx + yy > 4.0f)
			break;
		float xy = zx * zy;
		zx = xx - yy + cx;
		zy = fma(2.0f, xy, cy);
	}
	out[y * width + x] = i;
}
