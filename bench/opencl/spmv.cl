// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench/kernels/spmv.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel void spmv(global const uint *row, global const uint *column, global const float *value,
	global const float *x, global float *y, uint rows)
{
	size_t i = get_global_id(0);
	if (i >= rows)
		return;
	float sum = 0;
	for (uint k = row[i]; k < row[i + 1]; k++)
		sum = fma(value[k], x[column[k]], sum);
	y[i] = sum;
}
