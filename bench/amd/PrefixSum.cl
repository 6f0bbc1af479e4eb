// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exclusive prefix sum of what fits into one group, up and down a tree (Blelloch 1990).
kernel void prefixSum(global float *output, global const float *input, local float *block,
	uint length)
{
	uint item = get_local_id(0), stride = 1;
	block[2 * item] = input[2 * item];
	block[2 * item + 1] = input[2 * item + 1];
	for (uint nodes = length / 2; nodes > 0; nodes /= 2, stride *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint right = stride * (2 * item + 2) - 1;
		if (item < nodes)
			block[right] += block[right - stride];
	}
	if (item == 0)
		block[length - 1] = 0;
	for (uint nodes = 1; nodes < length; nodes *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		stride /= 2;
		uint right = stride * (2 * item + 2) - 1;
		if (item < nodes) {
			float left = block[right - stride];
			block[right - stride] = block[right];
			block[right] += left;
		}
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	output[2 * item] = block[2 * item];
	output[2 * item + 1] = block[2 * item + 1];
}
