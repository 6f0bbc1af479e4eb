/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The order of groups with RT_SCHEDULER_SHUFFLE: a permutation that is computed for each number by
 * itself, since a grid may be too large for a list. A Feistel network permutes the numbers of an
 * even number of bits; a result that is no group's number is permuted again until it is one. */
#include "rt/workgroup/workgroup_impl.h"

enum { ROUNDS = 4 };

static uint64_t mix(uint64_t x)
{
	/* the finalizer of MurmurHash3 */
	x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
	x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
	return x ^ x >> 33;
}

uint64_t rt_shuffle_key(uint64_t seed, uint64_t queue_id, uint64_t packet_id)
{
	return mix(mix(seed + 1) + mix(queue_id + 1) * 3 + packet_id);
}

static uint64_t permute(uint64_t x, unsigned half_bits, uint64_t key)
{
	uint64_t mask = ((uint64_t)1 << half_bits) - 1, left = x >> half_bits, right = x & mask;
	for (uint64_t round = 0; round < ROUNDS; round++) {
		uint64_t next = left ^ (mix(right + mix(key + round)) & mask);
		left = right;
		right = next;
	}
	return left << half_bits | right;
}

uint64_t rt_shuffle(uint64_t index, uint64_t count, uint64_t key)
{
	unsigned half_bits = 1;
	while (((count - 1) >> 2 * half_bits) != 0)
		half_bits++;
	do {
		index = permute(index, half_bits, key);
	} while (index >= count);
	return index;
}
