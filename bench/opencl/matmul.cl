// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/matmul.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void matmul(
	global const float *a, global const float *b, global float *c, uint n)
{
	local float a_tile[16][16], b_tile[16][16];
	uint x = get_local_id(0), y = get_local_id(1);
	size_t column = get_global_id(0), row = get_global_id(1);
	float sum = 0;
	for (uint k = 0; k < n; k += 16) {
		a_tile[y][x] = a[row * n + k + x];
		b_tile[y][x] = b[(k + y) * n + column];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint i = 0; i < 16; i++)
			sum = fma(a_tile[y][i], b_tile[i][x], sum);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	c[row * n + column] = sum;
}
