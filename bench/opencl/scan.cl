// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/scan.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void scan_block(
	global const uint *in, global uint *out, global uint *totals, uint n)
{
	local uint tile[512];
	uint i = get_local_id(0), first = get_group_id(0) * 512 + i;
	tile[i] = first < n ? in[first] : 0;
	tile[i + 256] = first + 256 < n ? in[first + 256] : 0;
	uint o = 1;
	for (uint d = 256; d > 0; d /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (i < d)
			tile[o * (2 * i + 2) - 1] += tile[o * (2 * i + 1) - 1];
		o *= 2;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (i == 0) {
		if (totals)
			totals[get_group_id(0)] = tile[511];
		tile[511] = 0;
	}
	for (uint d = 1; d <= 256; d *= 2) {
		o /= 2;
		barrier(CLK_LOCAL_MEM_FENCE);
		if (i < d) {
			uint a = o * (2 * i + 1) - 1, b = o * (2 * i + 2) - 1, t = tile[a];
			tile[a] = tile[b];
			tile[b] += t;
		}
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (first < n)
		out[first] = tile[i];
	if (first + 256 < n)
		out[first + 256] = tile[i + 256];
}

kernel void scan_add(global uint *out, global const uint *offsets, uint n)
{
	size_t i = get_global_id(0);
	if (i < n)
		out[i] += offsets[i / 512];
}
