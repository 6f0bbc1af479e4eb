// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotients and roots, as the compiler makes them of v_div_scale and its like.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define GID (__builtin_amdgcn_workgroup_id_x() * 256 + __builtin_amdgcn_workitem_id_x())

kernel void div32(global const float *a, global const float *b, global float *c)
{
	uint i = GID;
	c[i] = a[i] / b[i];
}

kernel void div64(global const double *a, global const double *b, global double *c)
{
	uint i = GID;
	c[i] = a[i] / b[i];
}

kernel void root64(global const double *a, global const double *b, global double *c)
{
	uint i = GID;
	c[i] = __builtin_sqrt(a[i]) + 0 * b[0];
}
