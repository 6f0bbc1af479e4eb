// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rodinia's hotspot3D, written anew: a step of a chip of several layers. An item computes a column of
// cells; neighbours beyond the chip are the cells at its faces.
#define AMBIENT 80.0f

kernel void hotspotOpt1(global const float *power, global const float *in, global float *out,
	float sdc, int nx, int ny, int nz, float ce, float cw, float cn, float cs, float ct,
	float cb, float cc)
{
	int x = get_global_id(0), y = get_global_id(1), layer = nx * ny, at = y * nx + x;
	int west = x > 0 ? -1 : 0, east = x < nx - 1 ? 1 : 0;
	int north = y > 0 ? -nx : 0, south = y < ny - 1 ? nx : 0;
	float below = in[at], here = below;
	for (int z = 0; z < nz; z++) {
		float above = z < nz - 1 ? in[at + layer] : here;
		out[at] = cc * here + cw * in[at + west] + ce * in[at + east] + cs * in[at + south] +
			cn * in[at + north] + cb * below + ct * above + sdc * power[at] + ct * AMBIENT;
		below = here;
		here = above;
		at += layer;
	}
}
