/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Philox4x32-10: a thread for each of 65536 subsequences, whose turn is four numbers, of a block of
 * the cipher or, where a number is of two words, of two. Calls may break turns off. */
#include <string.h>
#include "rand_impl.h"

enum { THREADS = 65536, TURN = 4, BLOCK = 4, CHUNK = 256, STRIDE = 2 * CHUNK * BLOCK };

struct state {
	unsigned next; /* a number of the turns of all threads */
	uint32_t key[2];
	uint64_t blocks[THREADS]; /* that each thread has done with */
	uint32_t words[4 * STRIDE];
};

static unsigned blocks_of(const struct curand_maker *maker)
{
	return maker->words > maker->numbers ? 2 : 1;
}

/* Word k of unit i goes to k * STRIDE + i. */
static void fill(struct state *s, unsigned thread, unsigned turns, const struct curand_maker *maker)
{
	unsigned count = 0, blocks = blocks_of(maker);
	for (unsigned t = thread; t < thread + turns; t++)
		for (unsigned b = 0; b < blocks; b++) {
			uint64_t block = s->blocks[t] + b;
			unsigned c[BLOCK] = {(unsigned)block, (unsigned)(block >> 32), t, 0};
			hsaemu_philox(c, s->key[0], s->key[1]);
			for (unsigned i = 0; i < BLOCK; i++, count++)
				s->words[count % maker->words * STRIDE + count / maker->words] =
					c[i];
		}
}

static void end_turns(struct state *s, unsigned thread, unsigned turns, unsigned blocks)
{
	for (unsigned t = thread; t < thread + turns; t++)
		s->blocks[t] += blocks;
}

static void make(const struct state *s, unsigned turns, const struct curand_maker *maker,
	const struct curand_request *r, void *out)
{
	maker->make(r, s->words, turns * TURN / maker->numbers, STRIDE, out);
}

/* Makes all of a turn, of which the call wants some. Returns how many. */
static unsigned take_part(struct state *s, const struct curand_maker *maker,
	const struct curand_request *r, size_t wanted, void *out)
{
	double turn[TURN];
	unsigned done = s->next % TURN, n = (unsigned)curand_least(TURN - done, wanted);
	size_t bytes = curand_number_bytes(r);
	fill(s, s->next / TURN, 1, maker);
	make(s, 1, maker, r, turn);
	memcpy(out, (const uint8_t *)turn + done * bytes, n * bytes);
	if (done + n == TURN)
		end_turns(s, s->next / TURN, 1, blocks_of(maker));
	return n;
}

static unsigned take_turns(struct state *s, const struct curand_maker *maker,
	const struct curand_request *r, size_t wanted, void *out)
{
	unsigned thread = s->next / TURN;
	unsigned turns =
		(unsigned)curand_least(curand_least(wanted / TURN, THREADS - thread), CHUNK);
	fill(s, thread, turns, maker);
	make(s, turns, maker, r, out);
	end_turns(s, thread, turns, blocks_of(maker));
	return turns * TURN;
}

static void take(void *state, const struct curand_request *r)
{
	struct state *s = state;
	const struct curand_maker *maker = &curand_of_pairs[r->kind];
	uint8_t *out = r->out;
	for (size_t count = r->count; count != 0;) {
		bool is_whole = s->next % TURN == 0 && count >= TURN;
		unsigned n = is_whole ? take_turns(s, maker, r, count, out)
		                      : take_part(s, maker, r, count, out);
		out += n * curand_number_bytes(r);
		count -= n;
		s->next = (s->next + n) % (THREADS * TURN);
	}
}

static bool start(void *state, const struct curand_options *o)
{
	struct state *s = state;
	s->next = o->offset % (THREADS * TURN);
	s->key[0] = (uint32_t)o->seed;
	s->key[1] = (uint32_t)(o->seed >> 32);
	for (unsigned t = 0; t < THREADS; t++)
		s->blocks[t] = o->offset / (THREADS * TURN) + (t < s->next / TURN);
	return true;
}

const struct curand_sequence curand_philox = {
	.type = CURAND_RNG_PSEUDO_PHILOX4_32_10,
	.makers = curand_of_pairs,
	.orderings = 0xb,
	.has_offset = true,
	.turn = TURN,
	.bytes = sizeof(struct state),
	.start = start,
	.take = take,
};
