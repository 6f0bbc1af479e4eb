/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SimpleConvolution: a mask of 3 x 3 (5 x 3 in small runs). */
#include "native.h"
#include "suite.h"

enum { GROUP = 256 };

struct convolution {
	uint32_t width, height, mask_width, mask_height;
	uint32_t *in, *out, *expected;
	float *mask;
};

static void *setup(enum suite_size size)
{
	struct convolution *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 64, 256, 2048);
	v->height = (uint32_t)suite_pick(size, 20, 256, 2048);
	v->mask_width = (uint32_t)suite_pick(size, 5, 3, 3);
	v->mask_height = 3;
	size_t n = (size_t)v->width * v->height, of_mask = v->mask_width * v->mask_height;
	v->in = suite_alloc(n * sizeof(uint32_t));
	v->out = suite_alloc(n * sizeof(uint32_t));
	v->expected = suite_alloc(n * sizeof(uint32_t));
	v->mask = suite_alloc(of_mask * sizeof(float));
	suite_fill_words(v->in, n, 256, 1);
	for (size_t i = 0; i < of_mask; i++) /* sums are exact */
		v->mask[i] = (float)(i + 1) / 64;
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct convolution *v = data;
	struct {
		uint32_t *out;
		const uint32_t *in;
		const float *mask;
		uint32_t size[2], mask_size[2];
	} args = {v->out, v->in, v->mask, {v->width, v->height}, {v->mask_width, v->mask_height}};
	suite_launch(r, "&simpleConvolution", (struct suite_dim){v->width * v->height, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct convolution *v = data;
	c->amd_convolution(v->in, v->expected, v->mask, v->width, v->height, v->mask_width,
		v->mask_height);
}

static bool verify(const void *data, FILE *message)
{
	const struct convolution *v = data;
	return suite_same_words("out", v->out, v->expected, (size_t)v->width * v->height, message);
}

const struct suite_case suite_amd_SimpleConvolution = {
	.name = "amd/SimpleConvolution",
	.source = SUITE_OPENCL,
	.original.opencl = "SimpleConvolution/SimpleConvolution_Kernels.cl",
	.cache = "256 x 256 words, mask of 3 x 3",
	.full = "32 MB: 2048 x 2048 words, mask of 3 x 3",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
