/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Generators of many threads, which take turns: number n is of thread n modulo their number. A unit
 * of several words has them of one thread, which leaves the others behind. */
#ifndef HSAEMU_CUDA_RAND_LANES_H
#define HSAEMU_CUDA_RAND_LANES_H

#include "rand_impl.h"

enum { LANES_CHUNK = 1024, LANES_WORDS = 4 };

struct lanes {
	unsigned threads, next; /* next: whose turn it is */
	/* Takes a word of each of the threads from `first` on. */
	void (*step)(struct lanes *l, unsigned first, unsigned count, uint32_t *words);
	uint32_t words[LANES_WORDS][LANES_CHUNK];
};

void curand_lanes_take(struct lanes *l, const struct curand_maker *maker,
	const struct curand_request *r);

#endif
