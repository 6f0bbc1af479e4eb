/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <string.h>

void rodinia_hybridsort(float *data, float *scratch, size_t n)
{
	for (size_t width = 1; width < n; width *= 2) {
#pragma omp parallel for
		for (size_t from = 0; from < n; from += 2 * width) {
			size_t middle = from + width < n ? from + width : n;
			size_t end = middle + width < n ? middle + width : n;
			size_t a = from, b = middle;
			for (size_t i = from; i < end; i++)
				scratch[i] = a < middle && (b == end || data[a] <= data[b])
				                     ? data[a++]
				                     : data[b++];
		}
		memcpy(data, scratch, n * sizeof *data);
	}
}
