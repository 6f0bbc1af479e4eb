/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MT19937, as 8192 generators make it that are 2^2048 words apart. Numbers come in rounds, of which
 * each has 8 words of each generator. The words of a generator's state are in 78 rounds: one has 8
 * that are spread over the state, so that all others are in 11 groups of 56, and seven rounds have
 * those of a group, of which word 7 * k + r is the k-th one in round r. */
#include <stdlib.h>
#include <string.h>
#include "twister_jump.h"

enum {
	GENERATORS = 8192,
	APART = 2048, /* a power of 2 */
	SHARE = 8,    /* of a generator in a round */
	ROUND = GENERATORS * SHARE,
	ROUNDS = TWISTER_WORDS / SHARE,
	GROUP_ROUNDS = 7,
	GROUP = GROUP_ROUNDS * SHARE,
	CHUNK = 1024,
};

struct state {
	unsigned long long next;
	unsigned long long seed;
	unsigned ready;                /* of the generators, how many have begun */
	uint32_t first[TWISTER_WORDS]; /* what the last of them began with */
	uint64_t jump[TWISTER_POLYNOMIAL];
	struct {
		unsigned long long blocks; /* how many states have been */
		uint32_t w[TWISTER_WORDS];
	} *of;
	struct twister_scratch *scratch;
	uint32_t words[CHUNK];
};

static void seed(uint32_t *w, unsigned long long seed)
{
	w[0] = (uint32_t)seed;
	for (unsigned i = 1; i < TWISTER_WORDS; i++)
		w[i] = 1812433253u * (w[i - 1] ^ w[i - 1] >> 30) + i;
}

static void step(uint32_t *w)
{
	for (unsigned i = 0; i < TWISTER_WORDS; i++)
		w[i] = curand_twist(w[i], w[(i + 1) % TWISTER_WORDS],
			w[(i + TWISTER_MIDDLE) % TWISTER_WORDS]);
}

static uint32_t tempered(uint32_t x)
{
	x ^= x >> 11;
	x ^= x << 7 & 0x9d2c5680;
	x ^= x << 15 & 0xefc60000;
	return x ^ x >> 18;
}

/* Which word of a state is the k-th of a generator in a round. */
static unsigned word_of(unsigned round, unsigned k)
{
	static const uint8_t groups_before[] = {0, 2, 3, 5, 6, 7, 9, 10};
	if (round == 0)
		return groups_before[k] * GROUP + k;
	unsigned group = (round - 1) / GROUP_ROUNDS, spread = 0;
	while (spread < SHARE && groups_before[spread] <= group)
		spread++;
	return group * GROUP + spread + (round - 1) % GROUP_ROUNDS + GROUP_ROUNDS * k;
}

/* Moves a generator to a block of words; those before it begin first. */
static const uint32_t *words_of(struct state *s, unsigned generator, unsigned long long block)
{
	for (; s->ready <= generator; s->ready++) {
		if (s->ready == 0)
			seed(s->first, s->seed);
		else
			curand_twister_jump(s->jump, s->first, s->first, s->scratch);
		memcpy(s->of[s->ready].w, s->first, sizeof s->first);
		s->of[s->ready].blocks = 0;
	}
	for (; s->of[generator].blocks <= block; s->of[generator].blocks++)
		step(s->of[generator].w);
	return s->of[generator].w;
}

/* Fills words from number `at` on. */
static void fill(struct state *s, unsigned long long at, unsigned count)
{
	for (unsigned i = 0; i < count;) {
		unsigned long long n = at + i, block = n / ROUND / ROUNDS;
		unsigned round = (unsigned)(n / ROUND % ROUNDS);
		const uint32_t *w = words_of(s, (unsigned)(n % ROUND / SHARE), block);
		for (unsigned k = n % SHARE; k < SHARE && i < count; k++, i++)
			s->words[i] = tempered(w[word_of(round, k)]);
	}
}

static void take(void *state, const struct curand_request *r)
{
	struct state *s = state;
	uint8_t *out = r->out;
	for (size_t count = r->count; count != 0;) {
		unsigned n = (unsigned)curand_least(count, CHUNK);
		fill(s, s->next, n);
		curand_of_words[r->kind].make(r, s->words, n, 0, out);
		out += n * curand_number_bytes(r);
		s->next += n;
		count -= n;
	}
}

static bool start(void *state, const struct curand_options *o)
{
	struct state *s = state;
	if (s->of == NULL)
		s->of = mem_try_new(GENERATORS, sizeof *s->of);
	if (s->scratch == NULL)
		s->scratch = mem_try_new(1, sizeof *s->scratch);
	if (s->of == NULL || s->scratch == NULL)
		return false;
	s->next = 0;
	s->ready = 0;
	s->seed = o->seed;
	if (s->jump[0] == 0)
		curand_twister_power(APART, s->jump);
	return true;
}

static void release(void *state)
{
	struct state *s = state;
	free(s->of);
	free(s->scratch);
}

const struct curand_sequence curand_mt19937 = {
	.type = CURAND_RNG_PSEUDO_MT19937,
	.makers = curand_of_words,
	.orderings = 0xa,
	.bytes = sizeof(struct state),
	.start = start,
	.take = take,
	.release = release,
};
