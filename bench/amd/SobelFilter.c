/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SobelFilter: half of the gradient of an image, of which the border is left alone. */
#include "native.h"
#include "suite.h"

enum { GROUP = 256, BRIGHTEST = 90 }; /* so that no gradient is above 2 * 255 */

struct sobel {
	uint32_t width, height;
	uint8_t *input, *output, *expected;
};

static void *setup(enum suite_size size)
{
	struct sobel *v = suite_alloc(sizeof *v);
	uint64_t state = 1;
	v->width = (uint32_t)suite_pick(size, 256, 256, 2048);
	v->height = (uint32_t)suite_pick(size, 30, 256, 2048);
	size_t bytes = 4 * (size_t)v->width * v->height;
	v->input = suite_alloc(bytes);
	v->output = suite_alloc(bytes);
	v->expected = suite_alloc(bytes);
	for (size_t i = 0; i < bytes; i++)
		v->input[i] = (uint8_t)(suite_random(&state) % (BRIGHTEST + 1));
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct sobel *v = data;
	struct {
		const uint8_t *input;
		uint8_t *output;
	} args = {v->input, v->output};
	suite_launch(r, "&sobel_filter", (struct suite_dim){v->width, v->height, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct sobel *v = data;
	c->amd_sobel(v->input, v->expected, v->width, v->height);
}

static bool verify(const void *data, FILE *message)
{
	const struct sobel *v = data;
	return suite_close_bytes("pixels", v->output, v->expected, 4 * (size_t)v->width * v->height,
		1, message);
}

const struct suite_case suite_amd_SobelFilter = {
	.name = "amd/SobelFilter",
	.source = SUITE_OPENCL,
	.original.opencl = "SobelFilter/SobelFilter_Kernels.cl",
	.cache = "256 x 256 pixels",
	.full = "32 MB: 2048 x 2048 pixels",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
