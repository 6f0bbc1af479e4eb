/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

/* The index of the last key that is not greater, -1 when all are. */
static int64_t last_not_greater(const int32_t *keys, size_t n, int32_t key)
{
	size_t from = 0, to = n;
	while (from < to) {
		size_t middle = (from + to) / 2;
		if (keys[middle] <= key)
			from = middle + 1;
		else
			to = middle;
	}
	return (int64_t)from - 1;
}

void rodinia_btree_find(const int32_t *keys, const int32_t *records, size_t n,
	const int32_t *queries, int32_t *answers, size_t count)
{
#pragma omp parallel for
	for (size_t i = 0; i < count; i++) {
		int64_t k = last_not_greater(keys, n, queries[i]);
		answers[i] = k >= 0 && keys[k] == queries[i] ? records[k] : -1;
	}
}

void rodinia_btree_range(const int32_t *keys, size_t n, const int32_t *start, const int32_t *end,
	int32_t *first, int32_t *length, size_t count)
{
#pragma omp parallel for
	for (size_t i = 0; i < count; i++) {
		int64_t a = last_not_greater(keys, n, start[i]);
		int64_t b = last_not_greater(keys, n, end[i]);
		first[i] = a >= 0 && keys[a] == start[i] ? (int32_t)a : -1;
		length[i] = b >= 0 && keys[b] == end[i] ? (int32_t)b - first[i] + 1 : -1;
	}
}
