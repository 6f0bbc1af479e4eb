/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>
#include <string.h>

static void lavamd_box(const float (*p)[4], const float *charges, float (*forces)[4], int64_t home,
	int64_t other, float a2)
{
	for (int64_t i = home; i < home + 100; i++) {
		float f[4] = {forces[i][0], forces[i][1], forces[i][2], forces[i][3]};
		for (int64_t j = other; j < other + 100; j++) {
			float r2 = p[i][0] + p[j][0] -
			           (p[i][1] * p[j][1] + p[i][2] * p[j][2] + p[i][3] * p[j][3]);
			float potential = expf(-a2 * r2) * charges[j];
			f[0] += potential;
			for (int k = 1; k < 4; k++)
				f[k] += 2 * potential * (p[i][k] - p[j][k]);
		}
		memcpy(forces[i], f, sizeof f);
	}
}

void rodinia_lavamd(const int64_t *around, const float *positions, const float *charges,
	float *forces, size_t boxes, float alpha)
{
	memset(forces, 0, boxes * 100 * 4 * sizeof(float));
#pragma omp parallel for
	for (size_t b = 0; b < boxes; b++)
		for (size_t k = 0; k < 27 && around[27 * b + k] >= 0; k++)
			lavamd_box((const float(*)[4])positions, charges, (float(*)[4])forces,
				around[27 * b], around[27 * b + k], 2 * alpha * alpha);
}
