/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BinomialOption: prices of options by trees of 254 steps, four trees a group. */
#include "native.h"
#include "suite.h"

enum { STEPS = 254 };

struct options {
	size_t n; /* times four */
	float *random, *price, *expected;
};

static void *setup(enum suite_size size)
{
	struct options *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 5, 64, 1024);
	v->random = suite_alloc(4 * v->n * sizeof(float));
	v->price = suite_alloc(4 * v->n * sizeof(float));
	v->expected = suite_alloc(4 * v->n * sizeof(float));
	suite_fill_floats(v->random, 4 * v->n, 0, 1, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct options *v = data;
	uint32_t nodes = STEPS + 1, bytes = nodes * 4 * sizeof(float);
	struct {
		int32_t steps;
		const float *random;
		float *price;
		uint64_t a, b;
	} args = {STEPS, v->random, v->price, 0, bytes};
	suite_launch(r, "&binomial_options", (struct suite_dim){(uint32_t)v->n * nodes, 1, 1},
		(struct suite_dim){nodes, 1, 1}, 2 * bytes, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct options *v = data;
	c->amd_binomial_options(v->random, v->expected, 4 * v->n, STEPS);
}

static bool verify(const void *data, FILE *message)
{
	const struct options *v = data;
	return suite_close_floats("price", v->price, v->expected, 4 * v->n, 1e-3f, 1e-3f, message);
}

const struct suite_case suite_amd_BinomialOption = {
	.name = "amd/BinomialOption",
	.source = SUITE_OPENCL,
	.original.opencl = "BinomialOption/BinomialOption_Kernels.cl",
	.cache = "256 options, 254 steps",
	.full = "4096 options, 254 steps",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
