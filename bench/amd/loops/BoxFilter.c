/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

/* sums[y][x] of all pixels above and to the left, the pixel itself too; four channels. */
void amd_sum_table(const uint8_t *pixels, uint32_t *sums, size_t width, size_t height)
{
	size_t row = 4 * width;
#pragma omp parallel for
	for (size_t y = 0; y < height; y++) {
		uint32_t sum[4] = {0};
		for (size_t i = 0; i < row; i++)
			sums[y * row + i] = sum[i % 4] += pixels[y * row + i];
	}
	for (size_t y = 1; y < height; y++)
		for (size_t i = 0; i < row; i++)
			sums[y * row + i] += sums[(y - 1) * row + i];
}

void amd_box_filter(const uint32_t *sums, uint8_t *out, size_t width, size_t height, size_t filter)
{
	size_t k = (filter - 1) / 2, row = 4 * width;
#pragma omp parallel for
	for (size_t y = 0; y < height; y++) {
		for (size_t i = 0; i < row; i++) {
			size_t x = i / 4;
			if (x < k || x + k >= width || y < k || y + k >= height) {
				out[y * row + i] = 0;
				continue;
			}
			const uint32_t *last = &sums[(y + k) * row + i + 4 * k];
			uint32_t sum = *last;
			if (x > k)
				sum -= last[-(ptrdiff_t)(4 * filter)];
			if (y > k)
				sum -= last[-(ptrdiff_t)(filter * row)];
			if (x > k && y > k)
				sum += last[-(ptrdiff_t)(filter * row + 4 * filter)];
			out[y * row + i] = (uint8_t)(sum / (uint32_t)(filter * filter));
		}
	}
}

void amd_box_rows(const uint8_t *in, uint8_t *out, size_t width, size_t height, size_t filter)
{
	size_t k = (filter - 1) / 2, row = 4 * width;
#pragma omp parallel for
	for (size_t y = 0; y < height; y++) {
		for (size_t i = 0; i < row; i++) {
			uint32_t sum = 0;
			if (i >= 4 * k && i < row - 4 * k)
				for (size_t d = 0; d < filter; d++)
					sum += in[y * row + i + 4 * d - 4 * k];
			out[y * row + i] = (uint8_t)(sum / (uint32_t)filter);
		}
	}
}

void amd_box_columns(const uint8_t *in, uint8_t *out, size_t width, size_t height, size_t filter)
{
	size_t k = (filter - 1) / 2, row = 4 * width;
#pragma omp parallel for
	for (size_t y = 0; y < height; y++) {
		for (size_t i = 0; i < row; i++) {
			uint32_t sum = 0;
			if (y >= k && y < height - k)
				for (size_t d = 0; d < filter; d++)
					sum += in[(y + d - k) * row + i];
			out[y * row + i] = (uint8_t)(sum / (uint32_t)filter);
		}
	}
}
