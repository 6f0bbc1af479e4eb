/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See bits.h. */
#include "ir/bits.h"

struct fin_bits fin_bits_new(struct arena *a, size_t n)
{
	size_t words = (n + 63) / 64;

	return (struct fin_bits){ARENA_ARRAY(a, uint64_t, words), words};
}

bool fin_bits_union(struct fin_bits *s, const struct fin_bits *t)
{
	bool grew = false;

	for (size_t w = 0; w < s->count; w++) {
		uint64_t all = s->words[w] | t->words[w];

		grew |= all != s->words[w];
		s->words[w] = all;
	}
	return grew;
}
