// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Global, group, private and constant memory; barriers and atomic operations.
#define GID(d) (__builtin_amdgcn_workgroup_id_##d() * 64 + __builtin_amdgcn_workitem_id_##d())

kernel void vecadd(global const float *a, global const float *b, global float *c)
{
	uint i = GID(x);
	c[i] = a[i] + b[i];
}

kernel void narrow(global const char *a, global const ushort *b, global short *c, global uchar *d)
{
	uint i = GID(x) + GID(y) * 1000 + GID(z) * 100000;
	c[i] = (short)(a[i] * b[i]);
	d[i] = (uchar)(a[i] >> 3);
}

kernel void wide(global const float4 *a, global double2 *b, global ulong *c)
{
	uint i = GID(x);
	float4 v = a[i];
	b[i] = (double2)(v.x * v.y, v.z + v.w);
	c[i] = (c[i] << (i & 63)) | (c[i] >> 7);
}

kernel void reduce(global const float *a, global float *sum)
{
	local float part[256];
	uint l = __builtin_amdgcn_workitem_id_x();
	part[l] = a[__builtin_amdgcn_workgroup_id_x() * 256 + l];
	for (uint s = 128; s > 0; s >>= 1) {
		__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
		__builtin_amdgcn_s_barrier();
		__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
		if (l < s)
			part[l] += part[l + s];
	}
	if (l == 0)
		sum[__builtin_amdgcn_workgroup_id_x()] = part[0];
}

kernel void count(global const uint *a, global uint *bins, global ulong *all)
{
	local uint here[64];
	uint l = __builtin_amdgcn_workitem_id_x();
	here[l & 63] = 0;
	__builtin_amdgcn_s_barrier();
	__hip_atomic_fetch_add(&here[a[l] & 63], 1U, __ATOMIC_RELAXED, 3);
	__builtin_amdgcn_s_barrier();
	__hip_atomic_fetch_add(&bins[l & 63], here[l & 63], __ATOMIC_RELAXED, 4);
	__hip_atomic_fetch_max(all, (ulong)l, __ATOMIC_RELAXED, 4);
	uint old = 5;
	__hip_atomic_compare_exchange_strong(&bins[64], &old, 6U, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED, 4);
}

constant int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

kernel void looked_up(global float *a, int n)
{
	// a table without a symbol: the code refers to its section
	constant float names[5] = {1, 2, 3, 5, 8};

	a[GID(x)] = names[n & 3] + names[GID(x) % 5];
}

kernel void private_array(global int *a, int n)
{
	int stack[32];
	for (int k = 0; k < 32; k++)
		stack[k] = table[k & 15] * n;
	for (int k = 0; k < n; k++)
		stack[a[k] & 31] += stack[(a[k] >> 5) & 31];
	a[GID(x)] = stack[n & 31];
}
