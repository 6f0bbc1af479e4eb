/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sum by trees in group memory. */
#include "native.h"
#include "suite.h"

enum { GROUP = 256 };

struct reduction {
	size_t n;
	float *in, *partial[2]; /* the groups' sums; the levels use the two buffers in turn */
	const float *out;
	float expected;
};

static void *setup(enum suite_size size)
{
	struct reduction *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 3001, 1 << 18, 1 << 16);
	v->in = suite_alloc(v->n * sizeof(float));
	for (int i = 0; i < 2; i++)
		v->partial[i] = suite_alloc((v->n + GROUP - 1) / GROUP * sizeof(float));
	suite_fill_floats(v->in, v->n, 0, 1, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct reduction *v = data;
	const float *in = v->in;
	size_t n = v->n;
	for (int level = 0; n > 1; level++) {
		float *out = v->partial[level % 2];
		struct {
			const float *in;
			float *out;
			uint32_t n;
			uint64_t sums; /* offset of the local memory, a local pointer in OpenCL */
		} args = {in, out, (uint32_t)n, 0};
		n = (n + GROUP - 1) / GROUP;
		suite_launch(r, "&reduce", (struct suite_dim){(uint32_t)n * GROUP, 1, 1},
			(struct suite_dim){GROUP, 1, 1}, GROUP * sizeof(float), &args, sizeof args);
		in = out;
	}
	v->out = in;
}

static void native(const struct native_loops *c, void *data)
{
	struct reduction *v = data;
	v->expected = c->sum(v->in, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct reduction *v = data;
	return suite_close_floats("sum", v->out, &v->expected, 1, 0, 1e-4f, message);
}

static struct suite_work work(const void *data)
{
	const struct reduction *v = data;
	double n = (double)v->n;
	return (struct suite_work){.bytes = 4 * n, .flops = n};
}

const struct suite_case suite_reduction = {
	.name = "reduction",
	.cache = "256 K floats",
	.full = "256 KB: 64 K floats",
	.setup = setup,
	.run = run,
	.native = native,
	.work = work,
	.verify = verify,
};
