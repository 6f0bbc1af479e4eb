// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rodinia's srad (version 1), written anew: speckle reducing anisotropic diffusion of an image, which is
// stored by columns. iN and iS have the row above and below each row, jE and jW the columns beside each
// column.
#define GROUP 256

kernel void extract_kernel(long count, global float *image)
{
	int i = get_global_id(0);
	if (i < count)
		image[i] = exp(image[i] / 255);
}

kernel void compress_kernel(long count, global float *image)
{
	int i = get_global_id(0);
	if (i < count)
		image[i] = log(image[i]) * 255;
}

kernel void prepare_kernel(
	long count, global const float *image, global float *sums, global float *sums2)
{
	int i = get_global_id(0);
	if (i >= count)
		return;
	float v = image[i];
	sums[i] = v;
	sums2[i] = v * v;
}

// Each group's first of `left` elements, which are `stride` apart, becomes the sum of the group's.
kernel void reduce_kernel(long count, long left, int stride, global float *sums,
	global float *sums2, int groups)
{
	local float part[GROUP], part2[GROUP];
	int i = get_local_id(0), at = get_global_id(0);
	part[i] = at < left ? sums[at * stride] : 0;
	part2[i] = at < left ? sums2[at * stride] : 0;
	for (int half_group = GROUP / 2; half_group > 0; half_group /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (i < half_group) {
			part[i] += part[i + half_group];
			part2[i] += part2[i + half_group];
		}
	}
	if (i == 0) {
		sums[at * stride] = part[0];
		sums2[at * stride] = part2[0];
	}
}

// Differences to the four neighbours and the coefficient of diffusion, from 0 to 1.
kernel void srad_kernel(float lambda, int rows, int columns, long count, global const int *iN,
	global const int *iS, global const int *jE, global const int *jW, global float *dN,
	global float *dS, global float *dE, global float *dW, float q0sqr, global float *c,
	global const float *image)
{
	int i = get_global_id(0);
	if (i >= count)
		return;
	int row = i % rows, column = i / rows;
	float here = image[i];
	float n = image[iN[row] + rows * column] - here, s = image[iS[row] + rows * column] - here;
	float w = image[row + rows * jW[column]] - here, e = image[row + rows * jE[column]] - here;
	float gradient = (n * n + s * s + w * w + e * e) / (here * here);
	float laplacian = (n + s + w + e) / here;
	float slope = 1 + 0.25f * laplacian;
	float q = (0.5f * gradient - 0.0625f * laplacian * laplacian) / (slope * slope);
	float excess = (q - q0sqr) / (q0sqr * (1 + q0sqr));
	dN[i] = n;
	dS[i] = s;
	dE[i] = e;
	dW[i] = w;
	c[i] = clamp(1 / (1 + excess), 0.0f, 1.0f);
}

kernel void srad2_kernel(float lambda, int rows, int columns, long count, global const int *iN,
	global const int *iS, global const int *jE, global const int *jW, global const float *dN,
	global const float *dS, global const float *dE, global const float *dW,
	global const float *c, global float *image)
{
	int i = get_global_id(0);
	if (i >= count)
		return;
	int row = i % rows, column = i / rows;
	float divergence = c[i] * (dN[i] + dW[i]) + c[iS[row] + rows * column] * dS[i] +
		c[row + rows * jE[column]] * dE[i];
	image[i] += 0.25f * lambda * divergence;
}
