// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/histogram.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void histogram(
	global const uchar *data, global uint *bins, uint n)
{
	local uint counts[256];
	uint i = get_local_id(0);
	counts[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (size_t at = get_global_id(0); at < n; at += get_global_size(0))
		atomic_inc(&counts[data[at]]);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (counts[i])
		atomic_add(&bins[i], counts[i]);
}
