/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

void rodinia_lud(float *m, size_t n)
{
	for (size_t k = 0; k + 1 < n; k++) {
		const float *from = m + k * n;
#pragma omp parallel for
		for (size_t y = k + 1; y < n; y++) {
			float *row = m + y * n, factor = row[k] / from[k];
			row[k] = factor;
			for (size_t x = k + 1; x < n; x++)
				row[x] -= factor * from[x];
		}
	}
}
