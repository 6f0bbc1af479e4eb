// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exclusive prefix sums (Blelloch 1990): of each block with its total, of the totals in one group,
// and the totals added to the blocks.

static float scan(local float *block, uint length)
{
	uint item = get_local_id(0), stride = 1;
	for (uint nodes = length / 2; nodes > 0; nodes /= 2, stride *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint right = stride * (2 * item + 2) - 1;
		if (item < nodes)
			block[right] += block[right - stride];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	float total = block[length - 1];
	barrier(CLK_LOCAL_MEM_FENCE);
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
	return total;
}

kernel void blockAddition(global const float *input, global float *output)
{
	output[get_global_id(0)] += input[get_group_id(0)];
}

kernel void prefixSum(global float *output, global const float *input, local float *block,
	uint length)
{
	uint at = 2 * (uint)get_local_id(0);
	block[at] = input[at];
	block[at + 1] = input[at + 1];
	scan(block, length);
	output[at] = block[at];
	output[at + 1] = block[at + 1];
}

kernel void ScanLargeArrays(global float *output, global const float *input, local float *block,
	uint block_size, uint length, global float *sumBuffer)
{
	uint at = 2 * (uint)get_local_id(0), from = (uint)get_group_id(0) * block_size;
	block[at] = input[from + at];
	block[at + 1] = input[from + at + 1];
	float total = scan(block, block_size);
	output[from + at] = block[at];
	output[from + at + 1] = block[at + 1];
	if (at == 0)
		sumBuffer[get_group_id(0)] = total;
}
