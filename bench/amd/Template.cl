// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each number times another.
kernel void templateKernel(global uint *output, global const uint *input, uint multiplier)
{
	output[get_global_id(0)] = input[get_global_id(0)] * multiplier;
}
