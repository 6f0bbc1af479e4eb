// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench/kernels/shuffle.hsail in OpenCL C; parameters in the order of its kernarg segments.
// OpenCL C without sub-groups has no exchange between lanes: a tree in local memory
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void sum32(
	global const float *in, global float *out)
{
	local float sums[256];
	uint i = get_local_id(0);
	sums[i] = in[get_global_id(0)];
	for (uint d = 16; d > 0; d /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if ((i & 31) < d)
			sums[i] += sums[i + d];
	}
	if ((i & 31) == 0)
		out[get_global_id(0) / 32] = sums[i];
}
