/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>
#include <string.h>

void rodinia_streamcluster(const struct rodinia_points *p, float *work, const int32_t *centre_table,
	char *moves, size_t x, size_t centres)
{
	size_t n = p->count;
	memset(moves, 0, n);
#pragma omp parallel for
	for (size_t i = 0; i < n; i++) {
		float distance = 0, *row = work + i * (centres + 1);
		for (size_t d = 0; d < p->dimensions; d++) {
			float difference = p->coord[d * n + i] - p->coord[d * n + x];
			distance = fmaf(difference, difference, distance);
		}
		float saved = distance * p->points[i].weight - p->points[i].cost;
		memset(row, 0, (centres + 1) * sizeof *row);
		if (saved < 0) {
			moves[i] = 1;
			row[centres] = saved;
		} else {
			row[centre_table[p->points[i].assign]] -= saved;
		}
	}
}
