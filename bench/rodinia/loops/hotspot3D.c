/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

void rodinia_hotspot3d(const float *power, const float *in, float *out, size_t nx, size_t ny,
	size_t nz, const struct rodinia_weights *w)
{
#pragma omp parallel for collapse(2)
	for (size_t z = 0; z < nz; z++) {
		for (size_t y = 0; y < ny; y++) {
			const float *here = in + (z * ny + y) * nx;
			const float *north = y > 0 ? here - nx : here;
			const float *south = y < ny - 1 ? here + nx : here;
			const float *below = z > 0 ? here - nx * ny : here;
			const float *above = z < nz - 1 ? here + nx * ny : here;
			const float *p = power + (z * ny + y) * nx;
			float *o = out + (z * ny + y) * nx;
			for (size_t x = 0; x < nx; x++)
				o[x] = w->centre * here[x] + w->west * here[x > 0 ? x - 1 : x] +
				       w->east * here[x < nx - 1 ? x + 1 : x] +
				       w->south * south[x] + w->north * north[x] +
				       w->bottom * below[x] + w->top * above[x] + w->step * p[x] +
				       w->top * 80;
		}
	}
}
