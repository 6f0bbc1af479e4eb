/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

void amd_radix_pass(const uint32_t *in, uint32_t *out, size_t n, uint32_t shift)
{
	uint32_t next[256] = {0}, sum = 0;
	for (size_t i = 0; i < n; i++)
		next[in[i] >> shift & 255]++;
	for (size_t k = 0; k < 256; k++) {
		uint32_t count = next[k];
		next[k] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++)
		out[next[in[i] >> shift & 255]++] = in[i];
}
