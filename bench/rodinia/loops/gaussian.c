/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

void rodinia_gaussian(float *m, float *a, float *b, size_t n)
{
	for (size_t t = 0; t + 1 < n; t++) {
#pragma omp parallel for
		for (size_t i = t + 1; i < n; i++) {
			float factor = m[i * n + t] = a[i * n + t] / a[t * n + t];
			for (size_t j = t; j < n; j++)
				a[i * n + j] -= factor * a[t * n + j];
			b[i] -= factor * b[t];
		}
	}
}
