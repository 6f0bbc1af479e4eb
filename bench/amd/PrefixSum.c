/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PrefixSum: of what one group can do, some times so that there is something to measure. */
#include "native.h"
#include "suite.h"

struct prefix {
	uint32_t n, times;
	float *in, *out, *expected;
};

static void *setup(enum suite_size size)
{
	struct prefix *v = suite_alloc(sizeof *v);
	v->n = (uint32_t)suite_pick(size, 512, 512, 2048);
	v->times = (uint32_t)suite_pick(size, 1, 16, 64);
	size_t n = (size_t)v->n * v->times;
	v->in = suite_alloc(n * sizeof(float));
	v->out = suite_alloc(n * sizeof(float));
	v->expected = suite_alloc(n * sizeof(float));
	for (size_t i = 0; i < n; i++) /* sums are exact */
		v->in[i] = (float)(i * 7 % 11);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct prefix *v = data;
	for (uint32_t i = 0; i < v->times; i++) {
		struct {
			float *out;
			const float *in;
			uint64_t block;
			uint32_t n;
		} args = {v->out + i * v->n, v->in + i * v->n, 0, v->n};
		suite_launch(r, "&prefixSum", (struct suite_dim){v->n / 2, 1, 1},
			(struct suite_dim){v->n / 2, 1, 1}, v->n * sizeof(float), &args,
			sizeof args);
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct prefix *v = data;
	for (uint32_t i = 0; i < v->times; i++)
		c->amd_prefix_sum(v->in + i * v->n, v->expected + i * v->n, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct prefix *v = data;
	return suite_close_floats("out", v->out, v->expected, (size_t)v->n * v->times, 0, 0,
		message);
}

const struct suite_case suite_amd_PrefixSum = {
	.name = "amd/PrefixSum",
	.source = SUITE_OPENCL,
	.original.opencl = "PrefixSum/PrefixSum_Kernels.cl",
	.cache = "512 floats, 16 times",
	.full = "2048 floats, 64 times",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
