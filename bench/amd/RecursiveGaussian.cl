// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gaussian blur by Deriche's recursive filter: a work-item goes down a column and up again; the
// other direction by transposing the image before and after.

kernel void transpose_kernel(global uchar4 *output, global const uchar4 *input, local uchar4 *block,
	uint width, uint height, uint blockSize)
{
	uint lx = get_local_id(0), ly = get_local_id(1);
	uint x = (uint)get_group_id(0) * blockSize, y = (uint)get_group_id(1) * blockSize;
	block[ly * blockSize + lx] = input[(y + ly) * width + x + lx];
	barrier(CLK_LOCAL_MEM_FENCE);
	output[(x + ly) * height + y + lx] = block[lx * blockSize + ly];
}

kernel void RecursiveGaussian_kernel(global const uchar4 *input, global uchar4 *output, int width,
	int height, float a0, float a1, float a2, float a3, float b1, float b2, float coefp,
	float coefn)
{
	int x = get_global_id(0);
	if (x >= width)
		return;
	float4 x1 = 0, x2 = 0, y1 = 0, y2 = 0;
	for (int y = 0; y < height; y++) {
		float4 in = convert_float4(input[y * width + x]);
		float4 out = a0 * in + a1 * x1 - b1 * y1 - b2 * y2;
		output[y * width + x] = convert_uchar4(out);
		x1 = in;
		y2 = y1;
		y1 = out;
	}
	x1 = 0;
	y1 = 0;
	y2 = 0;
	for (int y = height - 1; y >= 0; y--) {
		float4 out = a2 * x1 + a3 * x2 - b1 * y1 - b2 * y2;
		x2 = x1;
		x1 = convert_float4(input[y * width + x]);
		y2 = y1;
		y1 = out;
		output[y * width + x] = convert_uchar4(convert_float4(output[y * width + x]) + out);
	}
}
