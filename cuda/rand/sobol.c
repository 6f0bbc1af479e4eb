/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sobol's sequences of 32 and 64 bits, also scrambled. A call makes all numbers of the first
 * dimension, then those of the next. */
#include <stdlib.h>
#include "rand_impl.h"

enum { CHUNK = 1024 };

struct state {
	unsigned long long next; /* point */
	unsigned dimensions;
};

static bool start(void *state, const struct curand_options *o)
{
	*(struct state *)state = (struct state){o->offset, o->dimensions};
	return true;
}

/* Numbers of a dimension: W is a word of `bits`, of Gray's code the points from `next` on. */
#define SEQUENCE(W, bits, is_scrambled, vectors, table, name, rng) \
	static void name##_numbers(const struct state *s, unsigned dimension, size_t count, \
		const struct curand_request *r, uint8_t *out) \
	{ \
		W v[bits], words[CHUNK]; \
		W point = (W)s->next, gray = point ^ point >> 1; \
		W x = is_scrambled ? (W)curand_scramble(dimension, bits) : 0; \
		vectors(dimension, is_scrambled, v); \
		for (unsigned k = 0; k < bits; k++) \
			x ^= gray >> k & 1 ? v[k] : 0; \
		while (count != 0) { \
			size_t n = curand_least(count, CHUNK); \
			for (size_t i = 0; i < n; i++, point++) { \
				words[i] = x; \
				x ^= v[~point == 0 ? bits - 1 : __builtin_ctzll(~point)]; \
			} \
			table[r->kind].make(r, words, n, 0, out); \
			out += n * curand_number_bytes(r); \
			count -= n; \
		} \
	} \
	static void name##_take(void *state, const struct curand_request *r) \
	{ \
		struct state *s = state; \
		size_t count = r->count / s->dimensions; \
		for (unsigned d = 0; d < s->dimensions && count != 0; d++) \
			name##_numbers(s, d, count, r, \
				(uint8_t *)r->out + d * count * curand_number_bytes(r)); \
		s->next += count; \
	} \
	const struct curand_sequence curand_##name = { \
		.type = rng, \
		.makers = table, \
		.is_quasi = true, \
		.has_offset = true, \
		.bytes = sizeof(struct state), \
		.start = start, \
		.take = name##_take, \
	};

SEQUENCE(uint32_t, 32, false, curand_vectors32, curand_of_sobol, sobol32, CURAND_RNG_QUASI_SOBOL32)
SEQUENCE(uint32_t, 32, true, curand_vectors32, curand_of_sobol, scrambled_sobol32,
	CURAND_RNG_QUASI_SCRAMBLED_SOBOL32)
SEQUENCE(unsigned long long, 64, false, curand_vectors64, curand_of_long_words, sobol64,
	CURAND_RNG_QUASI_SOBOL64)
SEQUENCE(unsigned long long, 64, true, curand_vectors64, curand_of_long_words, scrambled_sobol64,
	CURAND_RNG_QUASI_SCRAMBLED_SOBOL64)
