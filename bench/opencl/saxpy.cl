// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/saxpy.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
	size_t i = get_global_id(0);
	if (i < n)
		y[i] = fma(alpha, x[i], y[i]);
}
