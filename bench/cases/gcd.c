/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Greatest common divisors by a called function. */
#include "native.h"
#include "suite.h"

struct gcd {
	size_t n;
	uint32_t *a, *b, *out, *expected;
};

static void *setup(enum suite_size size)
{
	struct gcd *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 999, 1 << 16, 1 << 20);
	v->a = suite_alloc(v->n * sizeof(uint32_t));
	v->b = suite_alloc(v->n * sizeof(uint32_t));
	v->out = suite_alloc(v->n * sizeof(uint32_t));
	v->expected = suite_alloc(v->n * sizeof(uint32_t));
	suite_fill_words(v->a, v->n, 1000000, 1);
	suite_fill_words(v->b, v->n, 1000000, 2);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct gcd *v = data;
	struct {
		const uint32_t *a, *b;
		uint32_t *out;
		uint32_t c, n;
	} args = {v->a, v->b, v->out, 5040, (uint32_t)v->n};
	suite_launch(r, "&gcd_all", (struct suite_dim){(uint32_t)v->n, 1, 1},
		(struct suite_dim){100, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct gcd *v = data;
	c->gcd(v->a, v->b, v->expected, 5040, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct gcd *v = data;
	return suite_same_words("out", v->out, v->expected, v->n, message);
}

const struct suite_case suite_gcd = {
	.name = "gcd",
	.cache = "64 K pairs",
	.full = "1 M pairs",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
