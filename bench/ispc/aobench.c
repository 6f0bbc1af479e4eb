/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* aobench: ambient occlusion by random rays. */
#include "native.h"
#include "suite.h"

#include <math.h>

struct picture {
	uint32_t width, height;
	float *out, *expected;
};

static void *setup(enum suite_size size)
{
	struct picture *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 32, 128, 512);
	v->height = (uint32_t)suite_pick(size, 32, 128, 512);
	size_t n = (size_t)v->width * v->height;
	v->out = suite_alloc(n * sizeof(float));
	v->expected = suite_alloc(n * sizeof(float));
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct picture *v = data;
	struct {
		float *out;
		uint32_t width, height;
	} args = {v->out, v->width, v->height};
	suite_launch(r, "&occlusion", (struct suite_dim){v->width, v->height, 1},
		(struct suite_dim){32, 4, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct picture *v = data;
	c->ispc_occlusion(v->expected, v->width, v->height);
}

/* A ray that grazes a sphere meets it or not, by the last bit: then it is one of 64. */
static bool verify(const void *data, FILE *message)
{
	const struct picture *v = data;
	size_t n = (size_t)v->width * v->height, far = 0;
	for (size_t i = 0; i < n; i++)
		far += !(fabsf(v->out[i] - v->expected[i]) <= 2.1f / 64);
	if (far * 100 > n)
		fprintf(message, "%zu of %zu points differ", far, n);
	return far * 100 <= n;
}

const struct suite_case suite_ispc_aobench = {
	.name = "ispc/aobench",
	.source = SUITE_OPENCL,
	.cache = "128 x 128 points, 64 rays",
	.full = "512 x 512 points, 64 rays",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
