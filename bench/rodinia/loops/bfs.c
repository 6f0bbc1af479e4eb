/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

void rodinia_bfs_1(const int32_t *nodes, const int32_t *edges, char *mask, char *next,
	const char *visited, int32_t *cost, size_t n)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++) {
		if (!mask[i])
			continue;
		mask[i] = 0;
		int32_t end = nodes[2 * i] + nodes[2 * i + 1];
		for (int32_t e = nodes[2 * i]; e < end; e++) {
			int32_t to = edges[e];
			if (!visited[to]) {
				cost[to] = cost[i] + 1;
				next[to] = 1;
			}
		}
	}
}

int rodinia_bfs_2(char *mask, char *next, char *visited, size_t n)
{
	int over = 0;
#pragma omp parallel for reduction(| : over)
	for (size_t i = 0; i < n; i++) {
		if (!next[i])
			continue;
		mask[i] = 1;
		visited[i] = 1;
		next[i] = 0;
		over = 1;
	}
	return over;
}
