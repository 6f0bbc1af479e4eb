/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* XORWOW: a thread for each of 4096 subsequences, or with a seed of its own. */
#include "lanes.h"

enum { THREADS = 4096 };

struct state {
	struct lanes lanes;
	uint32_t d[THREADS], v[5][THREADS];
};

static void step(struct lanes *l, unsigned first, unsigned count, uint32_t *words)
{
	struct state *s = (struct state *)(void *)l;
	uint32_t *d = s->d + first, *v0 = s->v[0] + first, *v1 = s->v[1] + first,
		 *v2 = s->v[2] + first, *v3 = s->v[3] + first, *v4 = s->v[4] + first;
	for (unsigned i = 0; i < count; i++) {
		uint32_t t = v0[i] ^ v0[i] >> 2, last = v4[i];
		v0[i] = v1[i], v1[i] = v2[i], v2[i] = v3[i], v3[i] = last;
		last ^= last << 4 ^ t ^ t << 1;
		v4[i] = last;
		d[i] += HSAEMU_XORWOW_WEYL;
		words[i] = last + d[i];
	}
}

/* Returns x^(n * 2^power). */
static struct hsaemu_polynomial power(unsigned long long n, int power)
{
	struct hsaemu_polynomial x = {{2, 0, 0, 0, 0}}, r = {{1, 0, 0, 0, 0}};
	for (int i = 0; i < power; i++)
		x = hsaemu_polynomial_times(x, x);
	for (; n != 0; n >>= 1) {
		if (n & 1)
			r = hsaemu_polynomial_times(r, x);
		x = hsaemu_polynomial_times(x, x);
	}
	return r;
}

/* A seed for each thread, none of which is another's. */
static unsigned long long seed_of(const struct curand_options *o, unsigned thread)
{
	return o->seed ^ thread * 0x9e3779b97f4a7c15u;
}

static bool start(void *state, const struct curand_options *o)
{
	struct state *s = state;
	struct hsaemu_polynomial apart = power(1, HSAEMU_XORWOW_SUBSEQUENCE),
				 skipped = power(o->offset / THREADS, 0);
	unsigned v[5], at[5], d = hsaemu_xorwow_seed(v, o->seed);
	s->lanes.threads = THREADS;
	s->lanes.next = o->offset % THREADS;
	s->lanes.step = step;
	for (unsigned t = 0; t < THREADS; t++) {
		if (o->ordering == CURAND_ORDERING_PSEUDO_SEEDED)
			d = hsaemu_xorwow_seed(v, seed_of(o, t));
		else if (t != 0)
			hsaemu_xorwow_jump(v, apart);
		for (int k = 0; k < 5; k++)
			at[k] = v[k];
		if (o->offset >= THREADS)
			hsaemu_xorwow_jump(at, skipped);
		for (int k = 0; k < 5; k++)
			s->v[k][t] = at[k];
		s->d[t] = d + HSAEMU_XORWOW_WEYL * (unsigned)(o->offset / THREADS);
	}
	for (unsigned t = 0; t < s->lanes.next; t += LANES_CHUNK)
		step(&s->lanes, t, (unsigned)curand_least(LANES_CHUNK, s->lanes.next - t),
			s->lanes.words[0]);
	return true;
}

static void take(void *state, const struct curand_request *r)
{
	struct state *s = state;
	curand_lanes_take(&s->lanes, &curand_of_pairs[r->kind], r);
}

const struct curand_sequence curand_xorwow = {
	.type = CURAND_RNG_PSEUDO_XORWOW,
	.makers = curand_of_pairs,
	.orderings = 0xf,
	.has_offset = true,
	.needs_pairs = true,
	.bytes = sizeof(struct state),
	.start = start,
	.take = take,
};
