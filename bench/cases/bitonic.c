/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bitonic sort. */
#include "in_place.h"
#include "native.h"
#include "suite.h"

static void *setup(enum suite_size size)
{
	struct in_place *v = in_place_new(suite_pick(size, 1 << 9, 1 << 16, 1 << 16));
	suite_fill_words(v->input, v->n, 0, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct in_place *v = data;
	for (uint32_t stage = 0; (size_t)2 << stage <= v->n; stage++) {
		for (uint32_t pass = 0; pass <= stage; pass++) {
			struct {
				uint32_t *data;
				uint32_t stage, pass, ascending;
			} args = {v->data, stage, pass, 1};
			suite_launch(r, "&bitonic_pass",
				(struct suite_dim){(uint32_t)v->n / 2, 1, 1},
				(struct suite_dim){256, 1, 1}, 0, &args, sizeof args);
		}
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct in_place *v = data;
	c->bitonic(v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct in_place *v = data;
	return suite_same_words("data", v->data, v->expected, v->n, message);
}

const struct suite_case suite_bitonic = {
	.name = "bitonic",
	.cache = "64 K words",
	.full = "64 K words",
	.setup = setup,
	.reset = in_place_reset,
	.reset_native = in_place_reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
