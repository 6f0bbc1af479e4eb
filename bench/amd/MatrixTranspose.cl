// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transpose of a matrix by way of square blocks in local memory.
kernel void matrixTranspose(global float *output, global const float *input, local float *block,
	uint width, uint height, uint blockSize)
{
	uint lx = get_local_id(0), ly = get_local_id(1);
	uint x = (uint)get_group_id(0) * blockSize, y = (uint)get_group_id(1) * blockSize;
	block[ly * blockSize + lx] = input[(y + ly) * width + x + lx];
	barrier(CLK_LOCAL_MEM_FENCE);
	output[(x + ly) * height + y + lx] = block[lx * blockSize + ly];
}
