/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

/* Exclusive. */
void amd_prefix_sum(const float *in, float *out, size_t n)
{
	float sum = 0;
	for (size_t i = 0; i < n; i++) {
		out[i] = sum;
		sum += in[i];
	}
}
