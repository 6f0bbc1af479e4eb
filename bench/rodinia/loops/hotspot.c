/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

void rodinia_hotspot(const float *power, const float *in, float *out, size_t columns, size_t rows,
	const struct rodinia_chip *c)
{
	float rate = c->step / c->cap, by_x = 1 / c->rx, by_y = 1 / c->ry, by_z = 1 / c->rz;
#pragma omp parallel for
	for (size_t r = 0; r < rows; r++) {
		const float *north = in + (r > 0 ? r - 1 : r) * columns;
		const float *south = in + (r < rows - 1 ? r + 1 : r) * columns;
		const float *here = in + r * columns;
		for (size_t x = 0; x < columns; x++) {
			float t = here[x], west = here[x > 0 ? x - 1 : x];
			float east = here[x < columns - 1 ? x + 1 : x];
			out[r * columns + x] =
				t + rate * (power[r * columns + x] +
						   (south[x] + north[x] - 2 * t) * by_y +
						   (east + west - 2 * t) * by_x + (80 - t) * by_z);
		}
	}
}
