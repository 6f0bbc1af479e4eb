/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tiled matrix product. */
#include "native.h"
#include "suite.h"

struct matmul {
	size_t n;
	float *a, *b, *c, *expected;
};

static void *setup(enum suite_size size)
{
	struct matmul *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 48, 512, 512);
	v->a = suite_alloc(v->n * v->n * sizeof(float));
	v->b = suite_alloc(v->n * v->n * sizeof(float));
	v->c = suite_alloc(v->n * v->n * sizeof(float));
	v->expected = suite_alloc(v->n * v->n * sizeof(float));
	suite_fill_floats(v->a, v->n * v->n, -1, 1, 1);
	suite_fill_floats(v->b, v->n * v->n, -1, 1, 2);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct matmul *v = data;
	struct {
		const float *a, *b;
		float *c;
		uint32_t n;
	} args = {v->a, v->b, v->c, (uint32_t)v->n};
	suite_launch(r, "&matmul", (struct suite_dim){(uint32_t)v->n, (uint32_t)v->n, 1},
		(struct suite_dim){16, 16, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct matmul *v = data;
	c->matmul(v->a, v->b, v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct matmul *v = data;
	return suite_close_floats("c", v->c, v->expected, v->n * v->n, 0, 0, message);
}

static struct suite_work work(const void *data)
{
	const struct matmul *v = data;
	double n = (double)v->n;
	return (struct suite_work){.bytes = 12 * n * n, .flops = 2 * n * n * n};
}

const struct suite_case suite_matmul = {
	.name = "matmul",
	.cache = "512 x 512 floats",
	.full = "512 x 512 floats",
	.setup = setup,
	.run = run,
	.native = native,
	.work = work,
	.verify = verify,
};
