/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <string.h>

/* Lifts a line, which is mirrored at its ends. */
static void lift(int32_t *line, size_t n)
{
	if (n < 2)
		return;
	for (size_t i = 1; i < n; i += 2) {
		int32_t left = line[i - 1];
		line[i] -= (left + (i + 1 < n ? line[i + 1] : left)) / 2;
	}
	for (size_t i = 0; i < n; i += 2) {
		int32_t left = line[i ? i - 1 : 1];
		line[i] += (left + (i + 1 < n ? line[i + 1] : left) + 2) / 4;
	}
}

/* Columns, many beside each other in a pass over the rows. */
static void lift_columns(int32_t *v, size_t width, size_t height)
{
	for (size_t y = 1; y < height; y += 2) {
		int32_t *row = v + y * width, *up = row - width;
		int32_t *down = y + 1 < height ? row + width : up;
#pragma omp parallel for
		for (size_t x = 0; x < width; x++)
			row[x] -= (up[x] + down[x]) / 2;
	}
	for (size_t y = 0; height > 1 && y < height; y += 2) {
		int32_t *row = v + y * width, *up = y ? row - width : row + width;
		int32_t *down = y + 1 < height ? row + width : up;
#pragma omp parallel for
		for (size_t x = 0; x < width; x++)
			row[x] += (up[x] + down[x] + 2) / 4;
	}
}

/* Low and high samples of rows apart, those of even rows and then those of odd ones. */
static void sort_bands(const int32_t *v, int32_t *out, size_t width, size_t height)
{
	size_t low_x = (width + 1) / 2, low_y = (height + 1) / 2;
#pragma omp parallel for
	for (size_t y = 0; y < height; y++) {
		const int32_t *row = v + y * width;
		size_t rows = y % 2 ? height / 2 : low_y;
		int32_t *band = out + (y % 2 ? low_y * width : 0);
		int32_t *low = band + y / 2 * low_x;
		int32_t *high = band + rows * low_x + y / 2 * (width / 2);
		for (size_t x = 0; x < width; x++)
			*(x % 2 ? high + x / 2 : low + x / 2) = row[x];
	}
}

void rodinia_dwt2d(const uint8_t *pixels, size_t distance, int32_t *scratch, int32_t *out,
	size_t width, size_t height, int levels)
{
	for (size_t i = 0; i < width * height; i++)
		scratch[i] = pixels[i * distance] - 128;
	for (int level = 0; level < levels; level++) {
		lift_columns(scratch, width, height);
#pragma omp parallel for
		for (size_t y = 0; y < height; y++)
			lift(scratch + y * width, width);
		sort_bands(scratch, out, width, height);
		width = (width + 1) / 2;
		height = (height + 1) / 2;
		memcpy(scratch, out, width * height * sizeof *out);
	}
}
