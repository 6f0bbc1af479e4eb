// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of the wave equation in three dimensions, with four neighbours in each direction. The grid is that of
// the points which have all of them.
kernel void stencil(global const float *now, global float *next, global const float *speed,
	float c0, float c1, float c2, float c3, int width, int plane)
{
	int i = (get_global_id(2) + 4) * plane + (get_global_id(1) + 4) * width + get_global_id(0) + 4;
	float sum = c0 * now[i];
	sum += c1 * (now[i + 1] + now[i - 1] + now[i + width] + now[i - width] + now[i + plane] + now[i - plane]);
	sum += c2 * (now[i + 2] + now[i - 2] + now[i + 2 * width] + now[i - 2 * width] + now[i + 2 * plane] + now[i - 2 * plane]);
	sum += c3 * (now[i + 3] + now[i - 3] + now[i + 3 * width] + now[i - 3 * width] + now[i + 3 * plane] + now[i - 3 * plane]);
	next[i] = 2.0f * now[i] - next[i] + speed[i] * sum;
}
