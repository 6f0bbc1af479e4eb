// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of each group's vectors.
kernel void reduce(global const uint4 *input, global uint4 *output, local uint4 *sdata)
{
	uint item = get_local_id(0);
	sdata[item] = input[get_global_id(0)];
	for (uint left = get_local_size(0) / 2; left > 0; left /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (item < left)
			sdata[item] += sdata[item + left];
	}
	if (item == 0)
		output[get_group_id(0)] = sdata[0];
}
