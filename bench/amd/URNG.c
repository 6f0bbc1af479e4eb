/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* URNG: uniform noise on an image. */
#include "native.h"
#include "suite.h"

enum { GROUP = 64, FACTOR = 25 };

struct noise {
	uint32_t width, height;
	uint8_t *input, *output, *expected;
};

static void *setup(enum suite_size size)
{
	struct noise *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 128, 256, 1024);
	v->height = (uint32_t)suite_pick(size, 16, 256, 1024);
	size_t bytes = 4 * (size_t)v->width * v->height;
	uint32_t *input = suite_alloc(bytes);
	v->input = (uint8_t *)input;
	v->output = suite_alloc(bytes);
	v->expected = suite_alloc(bytes);
	suite_fill_words(input, bytes / 4, 0, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct noise *v = data;
	struct {
		const uint8_t *input;
		uint8_t *output;
		int32_t factor;
	} args = {v->input, v->output, FACTOR};
	suite_launch(r, "&noise_uniform", (struct suite_dim){v->width, v->height, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct noise *v = data;
	c->amd_noise(v->input, v->expected, (size_t)v->width * v->height, FACTOR);
}

static bool verify(const void *data, FILE *message)
{
	const struct noise *v = data;
	return suite_close_bytes("pixels", v->output, v->expected, 4 * (size_t)v->width * v->height,
		1, message);
}

const struct suite_case suite_amd_URNG = {
	.name = "amd/URNG",
	.source = SUITE_OPENCL,
	.original.opencl = "URNG/URNG_Kernels.cl",
	.cache = "256 x 256 pixels",
	.full = "1024 x 1024 pixels",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
