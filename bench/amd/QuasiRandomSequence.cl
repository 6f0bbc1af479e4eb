// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sobol's quasi-random sequence: a group has a dimension with its 32 direction numbers, a work-item
// four vectors.
kernel void QuasiRandomSequence(global float4 *output, global const uint4 *input,
	local uint4 *shared)
{
	uint item = get_local_id(0);
	if (item < 8)
		shared[item] = input[8 * get_group_id(0) + item];
	barrier(CLK_LOCAL_MEM_FENCE);
	local const uint *direction = (local const uint *)shared;
	uint4 vector = 4 * item + (uint4)(0, 1, 2, 3), value = 0;
	for (uint bit = 0; bit < 32; bit++)
		value ^= (vector >> bit & 1) * direction[bit];
	output[get_global_id(0)] = convert_float4(value) * 0x1p-32f;
}
