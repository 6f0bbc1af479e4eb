/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums of 32 neighbouring elements, computed by lane exchanges. */
#include "native.h"
#include "suite.h"

struct shuffle {
	size_t n;
	float *in, *out, *expected;
};

static void *setup(enum suite_size size)
{
	struct shuffle *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 32 * 99, 1 << 18, 1 << 22);
	v->in = suite_alloc(v->n * sizeof(float));
	v->out = suite_alloc(v->n / 32 * sizeof(float));
	v->expected = suite_alloc(v->n / 32 * sizeof(float));
	suite_fill_floats(v->in, v->n, -1, 1, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct shuffle *v = data;
	struct {
		const float *in;
		float *out;
	} args = {v->in, v->out};
	suite_launch(r, "&sum32", (struct suite_dim){(uint32_t)v->n, 1, 1},
		(struct suite_dim){256, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct shuffle *v = data;
	c->sum32(v->in, v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct shuffle *v = data;
	/* The kernel sums in a tree, the C loop one element after the other. */
	return suite_close_floats("out", v->out, v->expected, v->n / 32, 1e-5f, 0, message);
}

const struct suite_case suite_shuffle = {
	.name = "shuffle",
	.cache = "256 K floats",
	.full = "4 M floats",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
