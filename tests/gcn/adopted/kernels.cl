// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that clang compiles for a GPU of AMD, for the host's libraries.
kernel void mix(global int *restrict out, local int *a, constant int *table, int n, float4 v)
{
	uint l = __builtin_amdgcn_workitem_id_x(), size = __builtin_amdgcn_workgroup_size_x();
	a[l] = (int)l * 3;
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
	uint i = __builtin_amdgcn_workgroup_id_x() * size + l;
	out[i] = a[size - 1 - l] + table[i & 3] + n + (int)(v.x + v.w);
}

__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void bad(global int *p)
{
	p[-0x100000000000] = 1;
}
