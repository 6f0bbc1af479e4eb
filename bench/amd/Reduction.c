/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reduction: groups add up vectors of four, the host adds what they leave. */
#include "native.h"
#include "suite.h"

enum { GROUP = 256 };

struct reduction {
	uint32_t groups;
	uint32_t *in, *parts, sum, expected;
};

static void *setup(enum suite_size size)
{
	struct reduction *v = suite_alloc(sizeof *v);
	v->groups = (uint32_t)suite_pick(size, 3, 64, 8192);
	v->in = suite_alloc(v->groups * GROUP * 4 * sizeof(uint32_t));
	v->parts = suite_alloc(v->groups * 4 * sizeof(uint32_t));
	suite_fill_words(v->in, (size_t)v->groups * GROUP * 4, 0, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct reduction *v = data;
	struct {
		const uint32_t *in;
		uint32_t *parts;
		uint64_t local;
	} args = {v->in, v->parts, 0};
	suite_launch(r, "&reduce", (struct suite_dim){v->groups * GROUP, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, GROUP * 4 * sizeof(uint32_t), &args, sizeof args);
	suite_wait(r);
	v->sum = 0;
	for (uint32_t i = 0; i < 4 * v->groups; i++)
		v->sum += v->parts[i];
}

static void native(const struct native_loops *c, void *data)
{
	struct reduction *v = data;
	v->expected = c->amd_sum(v->in, (size_t)v->groups * GROUP * 4);
}

static bool verify(const void *data, FILE *message)
{
	const struct reduction *v = data;
	return suite_same_words("sum", &v->sum, &v->expected, 1, message);
}

const struct suite_case suite_amd_Reduction = {
	.name = "amd/Reduction",
	.source = SUITE_OPENCL,
	.original.opencl = "Reduction/Reduction_Kernels.cl",
	.cache = "64 K words",
	.full = "32 MB: 8 M words",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
