// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose instructions are counted: floats in registers, LDS with barriers, and integers with branches.
#define GID (__builtin_amdgcn_workgroup_id_x() * 256 + __builtin_amdgcn_workitem_id_x())
#define BARRIER \
	__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); \
	__builtin_amdgcn_s_barrier(); \
	__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup")

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void nbody(global const float4 *position, global float4 *velocity, uint bodies)
{
	local float4 tile[256];
	uint i = GID, l = __builtin_amdgcn_workitem_id_x();
	float4 p = position[i];
	float ax = 0, ay = 0, az = 0;
	for (uint k = 0; k < bodies; k += 256) {
		tile[l] = position[k + l];
		BARRIER;
		for (uint j = 0; j < 256; j++) {
			float x = tile[j].x - p.x, y = tile[j].y - p.y, z = tile[j].z - p.z;
			float r = __builtin_amdgcn_rsqf(x * x + y * y + z * z + 0.01f);
			float s = tile[j].w * r * r * r;
			ax += s * x;
			ay += s * y;
			az += s * z;
		}
		BARRIER;
	}
	velocity[i] += (float4)(ax, ay, az, 0);
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void scan(global const uint *a, global uint *b, uint rounds)
{
	local uint sum[256];
	uint l = __builtin_amdgcn_workitem_id_x();
	for (uint k = 0; k < rounds; k++) {
		sum[l] = a[GID] + k;
		BARRIER;
		for (uint s = 1; s < 256; s <<= 1) {
			uint v = l >= s ? sum[l - s] : 0;
			BARRIER;
			sum[l] += v;
			BARRIER;
		}
		b[GID] += sum[l];
	}
}

kernel void collatz(global const uint *a, global uint *b, uint unused)
{
	uint n = a[GID] % 100000 + 1, count = 0;
	while (n != 1) {
		n = (n & 1) ? 3 * n + 1 : n >> 1;
		count++;
	}
	b[GID] = count;
}
