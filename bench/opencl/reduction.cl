// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/reduction.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel void reduce(global const float *in, global float *out, uint n, local float *sums)
{
	uint i = get_local_id(0), at = get_global_id(0);
	sums[i] = at < n ? in[at] : 0;
	for (uint d = get_local_size(0) / 2; d > 0; d /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (i < d)
			sums[i] += sums[i + d];
	}
	if (i == 0)
		out[get_group_id(0)] = sums[0];
}
