/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

void amd_sobel(const uint8_t *in, uint8_t *out, size_t width, size_t height)
{
	size_t row = 4 * width;
#pragma omp parallel for
	for (size_t y = 1; y < height - 1; y++) {
		const uint8_t *at = in + y * row, *up = at - row, *down = at + row;
		for (size_t i = 4; i < row - 4; i++) {
			int corners = up[i - 4] - down[i + 4], others = up[i + 4] - down[i - 4];
			int vertical = 2 * (up[i] - down[i]) + corners + others;
			int horizontal = 2 * (at[i - 4] - at[i + 4]) + corners - others;
			float square = (float)(vertical * vertical + horizontal * horizontal);
			out[y * row + i] = (uint8_t)(sqrtf(square) * 0.5f);
		}
	}
}
