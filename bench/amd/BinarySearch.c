/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BinarySearch: values are looked for in a sorted array, by as many work-items as the array has
 * 256ths. */
#include "native.h"
#include "suite.h"

enum { GROUP = 256, KEYS = 16 };

struct search {
	uint32_t n, *sorted;
	uint32_t keys[KEYS], found[KEYS], expected[KEYS]; /* where; n: nowhere */
	uint32_t *out;                                    /* first, last, unused, found */
};

/* A part of the array, and into how many it is divided. */
struct step {
	uint32_t first, parts, size, key;
};

static void *setup(enum suite_size size)
{
	struct search *v = suite_alloc(sizeof *v);
	uint64_t state = 1;
	uint32_t value = 0;
	v->n = (uint32_t)suite_pick(size, 1 << 12, 1 << 16, 1 << 24);
	v->sorted = suite_alloc(v->n * sizeof(uint32_t));
	v->out = suite_alloc(4 * sizeof(uint32_t));
	for (uint32_t i = 0; i < v->n; i++)
		v->sorted[i] = value += 1 + suite_random(&state) % 7;
	for (uint32_t k = 0; k < KEYS; k++) /* every other one may be missing */
		v->keys[k] = v->sorted[suite_random(&state) % v->n] + k % 2;
	return v;
}

typedef void look_step(void *user, struct search *v, const struct step *s);

static uint32_t find(struct search *v, uint32_t key, look_step *look, void *user)
{
	uint32_t most = v->n / GROUP < GROUP ? GROUP : v->n / GROUP;
	for (uint32_t first = 0, left = v->n;;) {
		uint32_t parts = left < most ? left : most;
		v->out[3] = 0;
		look(user, v, &(struct step){first, parts, left / parts, key});
		if (!v->out[3])
			return v->n;
		first = v->out[0];
		if (left == parts)
			return first;
		left = v->out[1] - first + 1;
	}
}

static void look_by_kernel(void *user, struct search *v, const struct step *s)
{
	struct {
		uint32_t *out;
		const uint32_t *sorted;
		uint32_t key, first, last, size;
	} args = {v->out, v->sorted, s->key, s->first, s->first + s->parts * s->size - 1, s->size};
	uint32_t group = s->parts < GROUP ? s->parts : GROUP;
	suite_launch(user, "&binarySearch", (struct suite_dim){s->parts, 1, 1},
		(struct suite_dim){group, 1, 1}, 0, &args, sizeof args);
	suite_wait(user);
}

static void run(struct suite_run *r, void *data)
{
	struct search *v = data;
	for (uint32_t k = 0; k < KEYS; k++)
		v->found[k] = find(v, v->keys[k], look_by_kernel, r);
}

static void look_by_loop(void *user, struct search *v, const struct step *s)
{
	const struct native_loops *c = *(const struct native_loops *const *)user;
	c->amd_search_step(v->sorted + s->first, s->first, s->parts, s->size, s->key, v->out);
}

static void native(const struct native_loops *c, void *data)
{
	struct search *v = data;
	for (uint32_t k = 0; k < KEYS; k++)
		v->expected[k] = find(v, v->keys[k], look_by_loop, &c);
}

static bool verify(const void *data, FILE *message)
{
	const struct search *v = data;
	for (uint32_t k = 0; k < KEYS; k++) {
		if (v->found[k] < v->n ? v->sorted[v->found[k]] == v->keys[k] : k % 2 != 0)
			continue;
		fprintf(message, "%u is not at %u", v->keys[k], v->found[k]);
		return false;
	}
	return suite_same_words("found", v->found, v->expected, KEYS, message);
}

const struct suite_case suite_amd_BinarySearch = {
	.name = "amd/BinarySearch",
	.source = SUITE_OPENCL,
	.original.opencl = "BinarySearch/BinarySearch_Kernels.cl",
	.cache = "64 K words, 16 values",
	.full = "64 MB: 16 M words, 16 values",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
