// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench/kernels/nbodyr.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void nbodyr_step(global const float4 *pos,
	global const float4 *vel, global float4 *new_pos, global float4 *new_vel, uint n, float dt,
	float eps2)
{
	local float4 tile[256];
	uint i = get_local_id(0);
	size_t at = get_global_id(0);
	float4 p = pos[at], v = vel[at];
	float ax = 0, ay = 0, az = 0;
	for (uint first = 0; first < n; first += 256) {
		tile[i] = pos[first + i];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint j = 0; j < 256; j++) {
			float4 q = tile[j];
			float x = q.x - p.x, y = q.y - p.y, z = q.z - p.z;
			float r = native_rsqrt(fma(z, z, fma(y, y, fma(x, x, eps2))));
			float s = r * r * r * q.w;
			ax = fma(s, x, ax);
			ay = fma(s, y, ay);
			az = fma(s, z, az);
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	float h = dt * dt * 0.5f;
	new_pos[at] = (float4)(fma(ax, h, fma(v.x, dt, p.x)), fma(ay, h, fma(v.y, dt, p.y)),
		fma(az, h, fma(v.z, dt, p.z)), p.w);
	new_vel[at] = (float4)(fma(ax, dt, v.x), fma(ay, dt, v.y), fma(az, dt, v.z), v.w);
}
