// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that kernels.c runs in the emulator; it has the same in plain C.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define GID (__builtin_amdgcn_workgroup_id_x() * 128 + __builtin_amdgcn_workitem_id_x())
#define BARRIER \
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); \
	__builtin_amdgcn_s_barrier(); \
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")

kernel void vecadd(global const float *a, global const float *b, global float *c)
{
	uint i = GID;
	c[i] = a[i] + b[i];
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void reduce(global const int *a, global int *sum)
{
	local int part[256];
	uint l = __builtin_amdgcn_workitem_id_x();
	part[l] = a[__builtin_amdgcn_workgroup_id_x() * 256 + l];
	for (uint s = 128; s > 0; s >>= 1) {
		BARRIER;
		if (l < s)
			part[l] += part[l + s];
	}
	if (l == 0)
		sum[__builtin_amdgcn_workgroup_id_x()] = part[0];
}

__attribute__((reqd_work_group_size(128, 1, 1)))
kernel void histogram(global const uint *a, global uint *bins, global ulong *total, global int *least)
{
	local uint here[32];
	uint l = __builtin_amdgcn_workitem_id_x(), v = a[GID];
	if (l < 32)
		here[l] = 0;
	BARRIER;
	__hip_atomic_fetch_add(&here[v & 31], 1U, __ATOMIC_RELAXED, 3);
	BARRIER;
	if (l < 32)
		__hip_atomic_fetch_add(&bins[l], here[l], __ATOMIC_RELAXED, 4);
	__hip_atomic_fetch_add(total, (ulong)v << 20, __ATOMIC_RELAXED, 4);
	__hip_atomic_fetch_min(least, (int)v - 500, __ATOMIC_RELAXED, 4);
}

kernel void private_array(global const int *in, global int *out, int n)
{
	int stack[32];
	uint i = GID;
	for (int k = 0; k < 32; k++)
		stack[k] = k * n;
	for (int k = 0; k < n; k++)
		stack[in[(i + k) & 255] & 31] += stack[(in[(i + k) & 255] >> 5) & 31] ^ k;
	int sum = 0;
	for (int k = 0; k < 32; k++)
		sum = sum * 31 + stack[k];
	out[i] = sum;
}

kernel void doubles(global const double *a, global double *b)
{
	uint i = GID;
	double x = a[i], y = a[i + 1];
	b[i] = __builtin_fma(x, y, x / y) - __builtin_sqrt(__builtin_fabs(x)) + __builtin_floor(y);
}

kernel void quotients(global const float *a, global const float *b, global float *c)
{
	uint i = GID;
	c[i] = a[i] / b[i];
}

kernel void collatz(global const uint *a, global uint *steps)
{
	uint i = GID, n = a[i], count = 0;
	while (n > 1) {
		if (n & 1)
			n = 3 * n + 1;
		else
			n >>= 1;
		count++;
	}
	steps[i] = count;
}

kernel void plane(global uint *out, uint width)
{
	uint x = __builtin_amdgcn_workgroup_id_x() * 8 + __builtin_amdgcn_workitem_id_x();
	uint y = __builtin_amdgcn_workgroup_id_y() * 4 + __builtin_amdgcn_workitem_id_y();
	uint z = __builtin_amdgcn_workgroup_id_z() * 2 + __builtin_amdgcn_workitem_id_z();
	out[(z * 16 + y) * width + x] = x + 1000 * y + 1000000 * z;
}

constant uint table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

__attribute__((noinline)) uint mixed(uint x, uint n)
{
	for (uint k = 0; k < n; k++)
		x = x * 33 + table[(x >> k) & 7];
	return x;
}

kernel void calls(global const uint *a, global ulong *b)
{
	uint i = GID;
	ulong x = mixed(a[i], 5);
	if (i & 1)
		x += (ulong)mixed(a[i + 1], i & 3) << 32;
	b[i] = x / (a[i] + 1) + x % 1000003;
}

kernel void signs(global const float *a, global int *b, global uchar *c)
{
	uint i = GID;
	float x = a[i];
	b[i] = (int)x + (x < 0) - (x != x);
	c[i] = (uchar)(b[i] >> 3) ^ c[i + 1];
}

kernel void traps(global const int *a)
{
	if (a[GID] == 77)
		__builtin_trap();
}
