/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The turns of threads. */
#include "lanes.h"

void curand_lanes_take(struct lanes *l, const struct curand_maker *maker,
	const struct curand_request *r)
{
	size_t bytes = maker->numbers * curand_number_bytes(r);
	uint8_t *out = r->out;
	for (size_t units = r->count / maker->numbers; units != 0;) {
		unsigned n = (unsigned)curand_least(curand_least(units, l->threads - l->next),
			LANES_CHUNK);
		for (unsigned k = 0; k < maker->words; k++)
			l->step(l, l->next, n, l->words[k]);
		maker->make(r, l->words, n, LANES_CHUNK, out);
		out += n * bytes;
		units -= n;
		l->next = (l->next + n) % l->threads;
	}
}
