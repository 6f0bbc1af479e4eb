/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MRG32k3a: a thread for each of 81920 subsequences, or of 4096 in the legacy ordering. */
#include "lanes.h"

enum { THREADS = 81920, LEGACY_THREADS = 4096 };

struct state {
	struct lanes lanes;
	struct {
		uint32_t s1[3], s2[3];
	} of[THREADS];
};

static void step(struct lanes *l, unsigned first, unsigned count, uint32_t *words)
{
	struct state *s = (struct state *)(void *)l;
	for (unsigned i = 0; i < count; i++)
		words[i] = (uint32_t)hsaemu_mrg_step(s->of[first + i].s1, s->of[first + i].s2);
}

static void start_threads(struct state *s, const struct curand_options *o)
{
	unsigned long long skipped = o->offset / s->lanes.threads;
	struct hsaemu_mrg_matrix skip1 = hsaemu_mrg_steps_1(skipped, 0),
				 skip2 = hsaemu_mrg_steps_2(skipped, 0),
				 apart1 = hsaemu_mrg_steps_1(1, HSAEMU_MRG_SUBSEQUENCE),
				 apart2 = hsaemu_mrg_steps_2(1, HSAEMU_MRG_SUBSEQUENCE);
	hsaemu_mrg_seed(s->of[0].s1, s->of[0].s2, o->seed);
	hsaemu_mrg_jump(s->of[0].s1, skip1, HSAEMU_MRG_1);
	hsaemu_mrg_jump(s->of[0].s2, skip2, HSAEMU_MRG_2);
	for (unsigned t = 1; t < s->lanes.threads; t++) {
		s->of[t] = s->of[t - 1];
		hsaemu_mrg_jump(s->of[t].s1, apart1, HSAEMU_MRG_1);
		hsaemu_mrg_jump(s->of[t].s2, apart2, HSAEMU_MRG_2);
	}
}

static bool start(void *state, const struct curand_options *o)
{
	struct state *s = state;
	s->lanes.threads = o->ordering == CURAND_ORDERING_PSEUDO_LEGACY ? LEGACY_THREADS : THREADS;
	s->lanes.next = o->offset % s->lanes.threads;
	s->lanes.step = step;
	start_threads(s, o);
	for (unsigned t = 0; t < s->lanes.next; t += LANES_CHUNK)
		step(&s->lanes, t, (unsigned)curand_least(LANES_CHUNK, s->lanes.next - t),
			s->lanes.words[0]);
	return true;
}

static void take(void *state, const struct curand_request *r)
{
	struct state *s = state;
	curand_lanes_take(&s->lanes, &curand_of_mrg[r->kind], r);
}

const struct curand_sequence curand_mrg = {
	.type = CURAND_RNG_PSEUDO_MRG32K3A,
	.makers = curand_of_mrg,
	.orderings = 0xb,
	.has_offset = true,
	.needs_pairs = true,
	.bytes = sizeof(struct state),
	.start = start,
	.take = take,
};
