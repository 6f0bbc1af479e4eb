// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of 8 x 8 times the matrix of the discrete cosine transform or, for the inverse, its
// transpose: from the left, twice, as in the sample.
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void DCT(global float *output,
	global const float *input, global const float *dct8x8, local float *inter, uint width,
	uint blockWidth, uint inverse)
{
	uint x = get_local_id(0), y = get_local_id(1), n = blockWidth;
	uint at = (uint)get_global_id(1) * width + (uint)get_global_id(0);
	global const float *in = input + at - y * width;
	uint row = inverse ? y * n : y, step = inverse ? 1 : n;
	float sum = 0;
	for (uint k = 0; k < n; k++)
		sum = fma(dct8x8[row + k * step], in[k * width], sum);
	inter[y * n + x] = sum;
	barrier(CLK_LOCAL_MEM_FENCE);
	sum = 0;
	for (uint k = 0; k < n; k++)
		sum = fma(dct8x8[row + k * step], inter[k * n + x], sum);
	output[at] = sum;
}
