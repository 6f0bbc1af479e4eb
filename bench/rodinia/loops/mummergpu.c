/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <stdlib.h>
#include <string.h>

enum { SEED = 10, SEEDS = 1 << 2 * SEED };

static uint32_t base_number(char base)
{
	return base == 'A' ? 0 : base == 'C' ? 1 : base == 'G' ? 2 : 3;
}

static uint32_t seed_at(const char *bases)
{
	uint32_t seed = 0;
	for (int i = 0; i < SEED; i++)
		seed = 4 * seed + base_number(bases[i]);
	return seed;
}

/* Places with seed s are place[first[s]] up to place[first[s + 1]], ascending. */
static void index_seeds(const char *bases, size_t n, uint32_t *first, uint32_t *place)
{
	for (size_t i = 0; i + SEED <= n; i++)
		first[seed_at(bases + i) + 2]++;
	for (size_t s = 2; s < SEEDS + 2; s++)
		first[s] += first[s - 1];
	for (size_t i = 0; i + SEED <= n; i++)
		place[first[seed_at(bases + i) + 1]++] = (uint32_t)i;
}

/* Matches of at least `least` bases (10 or more) that cannot be extended to the left, of all
 * suffixes of all reads; returns their number. A read is a letter, `length` bases and a 0; the
 * genome has a letter in front and one at its end. */
size_t rodinia_mummergpu(const char *genome, size_t n, const char *queries, size_t length,
	size_t reads, size_t least, uint32_t *matches, size_t most)
{
	const char *bases = genome + 1;
	uint32_t *first = calloc(SEEDS + 2, sizeof *first);
	uint32_t *place = calloc(n, sizeof *place);
	size_t count = 0;
	if (!first || !place)
		abort();
	index_seeds(bases, n - 2, first, place);
	for (size_t i = 0; i < reads; i++) {
		const char *query = queries + i * (length + 2) + 1;
		for (size_t start = 0; start + least <= length; start++) {
			uint32_t seed = seed_at(query + start);
			for (uint32_t k = first[seed]; k < first[seed + 1]; k++) {
				const char *there = bases + place[k];
				size_t same = SEED;
				while (start + same < length && query[start + same] == there[same])
					same++;
				if (same < least || there[-1] == query[(ptrdiff_t)start - 1] ||
					count == most)
					continue;
				uint32_t match[4] = {
					(uint32_t)i, (uint32_t)start, place[k], (uint32_t)same};
				memcpy(matches + 4 * count++, match, sizeof match);
			}
		}
	}
	free(first);
	free(place);
	return count;
}
