// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mandelbrot set, four pixels an item: the number of steps to leave the circle as the pixel's value
// (bench) or as a colour, with the fraction of the last step.

static uchar4 colour(int steps, float norm, uint maxIterations)
{
	if (steps == (int)maxIterations)
		return (uchar4)(0, 0, 0, 255);
	float smooth = steps + 1 - native_log2(native_log2(norm)), turn = 2 * 3.1416f;
	float hue = smooth * turn / 256;
	float4 shade = native_cos((float4)(hue, 2 * hue + turn / 3, hue - turn / 3, 0));
	return convert_uchar4((1 + shade) * 0.5f * 255);
}

kernel void mandelbrot_vector(global uchar4 *mandelbrotImage, float posx, float posy,
	float stepSizeX, float stepSizeY, uint maxIterations, int width, int bench)
{
	int item = get_global_id(0), quads = width / 4;
	float4 x0 = fma(stepSizeX, convert_float4(4 * (item % quads) + (int4)(0, 1, 2, 3)), posx);
	float4 y0 = fma(stepSizeY, (float)(item / quads), posy);
	float4 x = x0, y = y0;
	int4 steps = 0;
	for (uint i = 0; i < maxIterations; i++) {
		float4 xx = x * x, yy = y * y;
		int4 inside = xx + yy <= 4.0f;
		if (!any(inside))
			break;
		steps -= inside;
		y = select(y, fma(2 * x, y, y0), inside);
		x = select(x, xx - yy + x0, inside);
	}
	float4 norm = x * x + y * y;
	global uchar4 *out = mandelbrotImage + 4 * item;
	if (bench) {
		out[0] = as_uchar4(steps.x);
		out[1] = as_uchar4(steps.y);
		out[2] = as_uchar4(steps.z);
		out[3] = as_uchar4(steps.w);
	} else {
		out[0] = colour(steps.x, norm.x, maxIterations);
		out[1] = colour(steps.y, norm.y, maxIterations);
		out[2] = colour(steps.z, norm.z, maxIterations);
		out[3] = colour(steps.w, norm.w, maxIterations);
	}
}
