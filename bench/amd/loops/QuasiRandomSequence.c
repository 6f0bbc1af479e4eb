/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

/* 32 direction numbers a dimension. */
void amd_sobol(const uint32_t *directions, float *out, size_t dimensions, size_t vectors)
{
#pragma omp parallel for
	for (size_t d = 0; d < dimensions; d++) {
		for (size_t i = 0; i < vectors; i++) {
			uint32_t value = 0;
			for (size_t bit = 0; bit < 32; bit++)
				value ^= (i >> bit & 1) * directions[32 * d + bit];
			out[d * vectors + i] = (float)value * 0x1p-32f;
		}
	}
}
