/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector addition. */
#include "native.h"
#include "suite.h"

struct vecadd {
	size_t n;
	float *a, *b, *c, *expected;
};

static void *setup(enum suite_size size)
{
	struct vecadd *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 1000, 1 << 16, 1 << 22);
	v->a = suite_alloc(v->n * sizeof(float));
	v->b = suite_alloc(v->n * sizeof(float));
	v->c = suite_alloc(v->n * sizeof(float));
	v->expected = suite_alloc(v->n * sizeof(float));
	suite_fill_floats(v->a, v->n, -1, 1, 1);
	suite_fill_floats(v->b, v->n, -1, 1, 2);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct vecadd *v = data;
	struct {
		const float *a, *b;
		float *c;
	} args = {v->a, v->b, v->c};
	suite_launch(r, "&vecadd", (struct suite_dim){(uint32_t)v->n, 1, 1},
		(struct suite_dim){256, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct vecadd *v = data;
	c->vecadd(v->a, v->b, v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct vecadd *v = data;
	return suite_close_floats("c", v->c, v->expected, v->n, 0, 0, message);
}

static struct suite_work work(const void *data)
{
	const struct vecadd *v = data;
	double n = (double)v->n;
	return (struct suite_work){.bytes = 12 * n, .flops = n};
}

const struct suite_case suite_vecadd = {
	.name = "vecadd",
	.cache = "64 K floats",
	.full = "4 M floats",
	.setup = setup,
	.run = run,
	.native = native,
	.work = work,
	.verify = verify,
};
