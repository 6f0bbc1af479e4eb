/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SAXPY: y = alpha x + y. */
#include "native.h"
#include "suite.h"

#include <string.h>

struct saxpy {
	size_t n;
	float alpha;
	float *x, *y, *before, *expected;
};

static void *setup(enum suite_size size)
{
	struct saxpy *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 1003, 1 << 16, 1 << 25);
	v->alpha = 1.5f;
	v->x = suite_alloc(v->n * sizeof(float));
	v->y = suite_alloc(v->n * sizeof(float));
	v->before = suite_alloc(v->n * sizeof(float));
	v->expected = suite_alloc(v->n * sizeof(float));
	suite_fill_floats(v->x, v->n, -1, 1, 1);
	suite_fill_floats(v->before, v->n, -1, 1, 2);
	return v;
}

static void reset(void *data)
{
	struct saxpy *v = data;
	memcpy(v->y, v->before, v->n * sizeof(float));
}

static void reset_native(void *data)
{
	struct saxpy *v = data;
	memcpy(v->expected, v->before, v->n * sizeof(float));
}

static void run(struct suite_run *r, void *data)
{
	struct saxpy *v = data;
	struct {
		float alpha;
		uint32_t pad;
		const float *x;
		float *y;
		uint32_t n;
	} args = {v->alpha, 0, v->x, v->y, (uint32_t)v->n};
	/* The grid is a multiple of the group, so the last work-items find i >= n. */
	uint32_t grid = ((uint32_t)v->n + 255) / 256 * 256;
	suite_launch(r, "&saxpy", (struct suite_dim){grid, 1, 1}, (struct suite_dim){256, 1, 1}, 0,
		&args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct saxpy *v = data;
	c->saxpy(v->alpha, v->x, v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct saxpy *v = data;
	return suite_close_floats("y", v->y, v->expected, v->n, 0, 0, message);
}

static struct suite_work work(const void *data)
{
	const struct saxpy *v = data;
	double n = (double)v->n;
	return (struct suite_work){.bytes = 12 * n, .flops = 2 * n};
}

const struct suite_case suite_saxpy = {
	.name = "saxpy",
	.cache = "64 K floats each",
	.full = "256 MB: 32 M floats each",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.work = work,
	.verify = verify,
};
