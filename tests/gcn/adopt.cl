// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels for clang's code for AMD's GPUs, and for the pipeline of this project. What clang's has no library for is made of
// its builtins; HIDDEN is where hidden arguments of the code object's version have global offsets.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifdef __AMDGCN__
#define SELECT(f, d) ((d) == 0 ? f##_x() : (d) == 1 ? f##_y() : f##_z())
#define get_local_id(d) ((size_t)SELECT(__builtin_amdgcn_workitem_id, d))
#define get_group_id(d) ((size_t)SELECT(__builtin_amdgcn_workgroup_id, d))
#define get_local_size(d) ((size_t)SELECT(__builtin_amdgcn_workgroup_size, d))
#define SEGMENT ((constant uchar *)__builtin_amdgcn_implicitarg_ptr())
#define get_global_offset(d) (*(constant ulong *)(SEGMENT + HIDDEN + 8 * (d)))
#define PACKET ((constant ushort *)__builtin_amdgcn_dispatch_ptr())
#define get_enqueued_local_size(d) ((size_t)PACKET[2 + (d)])
#define get_global_id(d) (get_group_id(d) * get_enqueued_local_size(d) + get_local_id(d) + get_global_offset(d))
#define get_num_groups(d) ((SELECT(__builtin_amdgcn_grid_size, d) + get_enqueued_local_size(d) - 1) / get_enqueued_local_size(d))
#define get_work_dim() ((uint)(PACKET[1] & 3))
#undef barrier
#define barrier(flags) \
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); \
	__builtin_amdgcn_s_barrier(); \
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
#endif

kernel void ids(global uint *out, uint width, uint height)
{
	size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
	size_t z = get_global_id(2) - get_global_offset(2);
	global uint *at = out + 7 * ((z * height + y) * width + x);
	at[0] = get_global_id(0) | get_global_id(1) << 10 | get_global_id(2) << 20;
	at[1] = get_local_id(0) | get_local_id(1) << 10 | get_local_id(2) << 20;
	at[2] = get_group_id(0) | get_group_id(1) << 10 | get_group_id(2) << 20;
	at[3] = get_local_size(0) | get_local_size(1) << 10 | get_local_size(2) << 20;
	at[4] = get_num_groups(0) | get_num_groups(1) << 10 | get_num_groups(2) << 20;
	at[5] = get_work_dim();
	at[6] = get_global_offset(0) | get_global_offset(1) << 10 | get_global_offset(2) << 20;
}

kernel void local_memory(global int *out, local int *a, int n, local int *b)
{
	local int own[64];
	size_t l = get_local_id(0), size = get_local_size(0);
	own[l] = n;
	a[l] = (int)l * 3;
	b[l] = (int)l + 1000;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = a[size - 1 - l] + b[size - 1 - l] + own[size - 1 - l];
}

struct pair { char c; short s; long l; };

kernel void values(global double *out, char c, ushort s, float f, double d, int4 v, float3 w, ulong u, struct pair p)
{
	out[0] = c;
	out[1] = s;
	out[2] = f;
	out[3] = d;
	out[4] = v.x + v.y * 10 + v.z * 100 + v.w * 1000;
	out[5] = w.x + w.y + w.z;
	out[6] = u;
	out[7] = p.c + p.s + p.l;
}

constant uint table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

__attribute__((noinline)) uint mixed(uint x, uint n)
{
	for (uint k = 0; k < n; k++)
		x = x * 33 + table[(x >> k) & 7];
	return x;
}

__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void calls(global uint *out, uint seed)
{
	uint i = get_global_id(0), kept[16];
	for (uint k = 0; k < 16; k++)
		kept[k] = mixed(i + k, seed & 7);
	for (uint k = 0; k < seed; k++)
		kept[kept[k & 15] & 15] += kept[(kept[k & 15] >> 4) & 15];
	uint sum = 0;
	for (uint k = 0; k < 16; k++)
		sum = sum * 31 + kept[k];
	out[i] = sum;
}
