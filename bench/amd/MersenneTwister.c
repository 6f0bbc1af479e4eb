/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MersenneTwister: normal deviates, four a seed. (From the fourth number of a seed on, the sample
 * itself takes old words of its state.) */
#include "native.h"
#include "suite.h"

enum { GROUP = 256, FACTOR = 4 };

struct random {
	uint32_t width, height; /* of the seeds, in fours */
	uint32_t *seeds;
	float *out, *expected;
};

static void *setup(enum suite_size size)
{
	struct random *v = suite_alloc(sizeof *v);
	v->width = GROUP;
	v->height = (uint32_t)suite_pick(size, 3, 16, 1024);
	size_t seeds = 4 * (size_t)v->width * v->height;
	v->seeds = suite_alloc(seeds * sizeof(uint32_t));
	v->out = suite_alloc(seeds * FACTOR * sizeof(float));
	v->expected = suite_alloc(seeds * FACTOR * sizeof(float));
	suite_fill_words(v->seeds, seeds, 0, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct random *v = data;
	struct {
		const uint32_t *seeds;
		uint32_t width, factor;
		float *out;
	} args = {v->seeds, v->width, FACTOR, v->out};
	suite_launch(r, "&gaussianRand", (struct suite_dim){v->width, v->height, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct random *v = data;
	c->amd_gaussian(v->seeds, v->expected, (size_t)v->width * v->height, FACTOR);
}

static bool verify(const void *data, FILE *message)
{
	const struct random *v = data;
	return suite_close_floats("out", v->out, v->expected,
		4 * FACTOR * (size_t)v->width * v->height, 1e-4f, 0, message);
}

const struct suite_case suite_amd_MersenneTwister = {
	.name = "amd/MersenneTwister",
	.source = SUITE_OPENCL,
	.original.opencl = "MersenneTwister/MersenneTwister_Kernels.cl",
	.cache = "64 K numbers",
	.full = "16 MB: 4 M numbers",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
