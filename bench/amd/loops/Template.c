/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

void amd_multiply(const uint32_t *in, uint32_t *out, uint32_t multiplier, size_t n)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++)
		out[i] = in[i] * multiplier;
}
