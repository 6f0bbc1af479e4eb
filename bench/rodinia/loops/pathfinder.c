/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

static int32_t least(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

void rodinia_pathfinder(const int32_t *wall, const int32_t *from, int32_t *to, size_t columns)
{
#pragma omp parallel for
	for (size_t x = 0; x < columns; x++) {
		int32_t west = from[x > 0 ? x - 1 : x], east = from[x < columns - 1 ? x + 1 : x];
		to[x] = wall[x] + least(least(west, east), from[x]);
	}
}
