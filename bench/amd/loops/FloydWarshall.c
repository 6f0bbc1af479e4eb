/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

void amd_floyd_warshall(uint32_t *length, uint32_t *via, size_t n)
{
	for (size_t k = 0; k < n; k++) {
#pragma omp parallel for
		for (size_t y = 0; y < n; y++) {
			uint32_t to_k = length[y * n + k];
			for (size_t x = 0; x < n; x++) {
				uint32_t way = to_k + length[k * n + x];
				if (way < length[y * n + x]) {
					length[y * n + x] = way;
					via[y * n + x] = (uint32_t)k;
				}
			}
		}
	}
}
