/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

/* As in the kernel, all parts are looked at; `sorted` begins at `first`. */
void amd_search_step(const uint32_t *sorted, uint32_t first, size_t parts, size_t size,
	uint32_t key, uint32_t out[4])
{
#pragma omp parallel for
	for (size_t i = 0; i < parts; i++) {
		if (sorted[i * size] <= key && key <= sorted[(i + 1) * size - 1]) {
			out[0] = first + (uint32_t)(i * size);
			out[1] = first + (uint32_t)((i + 1) * size - 1);
			out[3] = 1;
		}
	}
}
