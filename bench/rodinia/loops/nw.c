/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

enum { SIDE = 64 };

static int32_t greater(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

static void fill_block(const int32_t *reference, int32_t *scores, size_t columns, int32_t penalty,
	size_t row, size_t column)
{
	for (size_t y = row; y < row + SIDE && y < columns; y++) {
		int32_t *here = scores + y * columns, *up = here - columns;
		for (size_t x = column; x < column + SIDE && x < columns; x++)
			here[x] = greater(up[x - 1] + reference[y * columns + x],
				greater(here[x - 1], up[x]) - penalty);
	}
}

/* Block by block, those of a diagonal at once. */
void rodinia_nw(const int32_t *reference, int32_t *scores, size_t columns, int32_t penalty)
{
	size_t blocks = (columns - 1 + SIDE - 1) / SIDE;
	for (size_t d = 0; d < 2 * blocks - 1; d++) {
		size_t first = d < blocks ? 0 : d - blocks + 1, last = d < blocks ? d : blocks - 1;
#pragma omp parallel for
		for (size_t b = first; b <= last; b++)
			fill_block(reference, scores, columns, penalty, 1 + (d - b) * SIDE,
				1 + b * SIDE);
	}
}
