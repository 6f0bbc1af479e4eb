/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

uint32_t amd_sum(const uint32_t *in, size_t n)
{
	uint32_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (size_t i = 0; i < n; i++)
		sum += in[i];
	return sum;
}
