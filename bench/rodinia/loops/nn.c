/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

void rodinia_nn(const float *locations, float *distances, size_t n, float lat, float lng)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++) {
		float a = lat - locations[2 * i], b = lng - locations[2 * i + 1];
		distances[i] = sqrtf(a * a + b * b);
	}
}
