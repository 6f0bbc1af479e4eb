/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

void amd_convolution(const uint32_t *in, uint32_t *out, const float *mask, size_t width,
	size_t height, size_t mask_width, size_t mask_height)
{
	size_t left = (mask_width - 1) / 2, above = (mask_height - 1) / 2;
#pragma omp parallel for
	for (size_t y = 0; y < height; y++) {
		for (size_t x = 0; x < width; x++) {
			float sum = 0;
			for (size_t j = 0; j < mask_height; j++)
				for (size_t i = 0; i < mask_width; i++)
					if (y + j >= above && y + j - above < height &&
						x + i >= left && x + i - left < width)
						sum += mask[j * mask_width + i] *
						       (float)in[(y + j - above) * width + x + i -
								 left];
			out[y * width + x] = (uint32_t)(sum + 0.5f);
		}
	}
}
