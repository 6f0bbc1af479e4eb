/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See pointer_number.h. This is a hash table with open addressing, at most half full. */
#include "llvm/pointer_number.h"

struct fin_numbered {
	const void *key;
	uint32_t number;
};

void fin_numbers_init(struct arena *a, struct fin_numbers *n, size_t most)
{
	size_t size = 16;

	while (size < 2 * most)
		size *= 2;
	n->at = arena_alloc_array(a, size, sizeof *n->at, _Alignof(struct fin_numbered));
	n->mask = size - 1;
}

static size_t place_of(const struct fin_numbers *n, const void *key)
{
	size_t k = (size_t)(((uintptr_t)key >> 4) * 0x9e3779b97f4a7c15u >> 20) & n->mask;

	while (n->at[k].key != NULL && n->at[k].key != key)
		k = (k + 1) & n->mask;
	return k;
}

void fin_number_set(struct fin_numbers *n, const void *key, uint32_t number)
{
	size_t k = place_of(n, key);

	n->at[k].key = key;
	n->at[k].number = number;
}

uint32_t fin_number_of(const struct fin_numbers *n, const void *key)
{
	size_t k = place_of(n, key);

	return n->at[k].key == NULL ? FIN_NO_NUMBER : n->at[k].number;
}
