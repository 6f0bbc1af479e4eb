/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BlackScholes: prices of European calls and puts, four an item. */
#include "native.h"
#include "suite.h"

enum { GROUP_X = 64, GROUP_Y = 4 };

struct options {
	uint32_t width, height; /* in fours */
	float *random, *call, *put, *expected_call, *expected_put;
};

static void *setup(enum suite_size size)
{
	struct options *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 64, 64, 1024);
	v->height = (uint32_t)suite_pick(size, 8, 64, 1024);
	size_t n = 4 * (size_t)v->width * v->height;
	v->random = suite_alloc(n * sizeof(float));
	v->call = suite_alloc(n * sizeof(float));
	v->put = suite_alloc(n * sizeof(float));
	v->expected_call = suite_alloc(n * sizeof(float));
	v->expected_put = suite_alloc(n * sizeof(float));
	suite_fill_floats(v->random, n, 0, 1, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct options *v = data;
	struct {
		const float *random;
		int32_t width;
		float *call, *put;
	} args = {v->random, (int32_t)v->width, v->call, v->put};
	suite_launch(r, "&blackScholes", (struct suite_dim){v->width, v->height, 1},
		(struct suite_dim){GROUP_X, GROUP_Y, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct options *v = data;
	c->amd_black_scholes(v->random, v->expected_call, v->expected_put,
		4 * (size_t)v->width * v->height);
}

static bool verify(const void *data, FILE *message)
{
	const struct options *v = data;
	size_t n = 4 * (size_t)v->width * v->height;
	return suite_close_floats("call", v->call, v->expected_call, n, 1e-3f, 1e-3f, message) &&
	       suite_close_floats("put", v->put, v->expected_put, n, 1e-3f, 1e-3f, message);
}

const struct suite_case suite_amd_BlackScholes = {
	.name = "amd/BlackScholes",
	.source = SUITE_OPENCL,
	.original.opencl = "BlackScholes/BlackScholes_Kernels.cl",
	.cache = "16 K options",
	.full = "48 MB: 4 M options",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
