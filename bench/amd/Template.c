/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Template: numbers times another. */
#include "native.h"
#include "suite.h"

enum { GROUP = 256, MULTIPLIER = 2 };

struct product {
	size_t n;
	uint32_t *in, *out, *expected;
};

static void *setup(enum suite_size size)
{
	struct product *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 1 << 10, 1 << 16, 1 << 24);
	v->in = suite_alloc(v->n * sizeof(uint32_t));
	v->out = suite_alloc(v->n * sizeof(uint32_t));
	v->expected = suite_alloc(v->n * sizeof(uint32_t));
	suite_fill_words(v->in, v->n, 0, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct product *v = data;
	struct {
		uint32_t *out;
		const uint32_t *in;
		uint32_t multiplier;
	} args = {v->out, v->in, MULTIPLIER};
	suite_launch(r, "&templateKernel", suite_grid(v->n, GROUP), (struct suite_dim){GROUP, 1, 1},
		0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct product *v = data;
	c->amd_multiply(v->in, v->expected, MULTIPLIER, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct product *v = data;
	return suite_same_words("out", v->out, v->expected, v->n, message);
}

const struct suite_case suite_amd_Template = {
	.name = "amd/Template",
	.source = SUITE_OPENCL,
	.original.opencl = "Template/Template_Kernels.cl",
	.cache = "64 K words",
	.full = "128 MB: 16 M words, twice",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
