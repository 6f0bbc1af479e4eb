/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <string.h>

void amd_histogram(const uint32_t *data, uint32_t *bins, size_t n)
{
	memset(bins, 0, 256 * sizeof *bins);
#pragma omp parallel for reduction(+ : bins[ : 256])
	for (size_t i = 0; i < n; i++)
		bins[data[i] & 255]++;
}
