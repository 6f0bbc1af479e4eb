/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* RecursiveGaussian: blur of the columns, transposition, and both once more. */
#include "native.h"
#include "suite.h"

#include <math.h>

enum { GROUP = 256, BLOCK = 16 };

struct blur {
	uint32_t size;
	float a0, a1, a2, a3, b1, b2; /* the filter's coefficients */
	uint8_t *input, *one, *two, *expected, *scratch;
};

static void *setup(enum suite_size size)
{
	struct blur *v = suite_alloc(sizeof *v);
	v->size = (uint32_t)suite_pick(size, 256, 256, 1024);
	size_t pixels = (size_t)v->size * v->size;
	uint32_t *input = suite_alloc(4 * pixels);
	v->input = (uint8_t *)input;
	v->one = suite_alloc(4 * pixels);
	v->two = suite_alloc(4 * pixels);
	v->expected = suite_alloc(4 * pixels);
	v->scratch = suite_alloc(4 * pixels);
	suite_fill_words(input, pixels, 0, 1);
	for (size_t i = 0; i < pixels; i++) /* sums of truncated numbers stay below 256 */
		input[i] &= 0x7f7f7f7f;
	/* Deriche's filter for a standard deviation of 10 pixels. */
	float alpha = 1.695f / 10, ema = expf(-alpha), ema2 = expf(-2 * alpha);
	float k = (1 - ema) * (1 - ema) / (1 + 2 * alpha * ema - ema2);
	v->a0 = k;
	v->a1 = k * (alpha - 1) * ema;
	v->a2 = k * (alpha + 1) * ema;
	v->a3 = -k * ema2;
	v->b1 = -2 * ema;
	v->b2 = ema2;
	return v;
}

static void filter(struct suite_run *r, const struct blur *v, const uint8_t *in, uint8_t *out)
{
	struct {
		const uint8_t *in;
		uint8_t *out;
		int32_t width, height;
		float a0, a1, a2, a3, b1, b2, coefp, coefn;
	} args = {in, out, (int32_t)v->size, (int32_t)v->size, v->a0, v->a1, v->a2, v->a3, v->b1,
		v->b2, (v->a0 + v->a1) / (1 + v->b1 + v->b2),
		(v->a2 + v->a3) / (1 + v->b1 + v->b2)};
	suite_launch(r, "&RecursiveGaussian_kernel", (struct suite_dim){v->size, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
}

static void transpose(struct suite_run *r, const struct blur *v, const uint8_t *in, uint8_t *out)
{
	struct {
		uint8_t *out;
		const uint8_t *in;
		uint64_t block;
		uint32_t width, height, size;
	} args = {out, in, 0, v->size, v->size, BLOCK};
	suite_launch(r, "&transpose_kernel", (struct suite_dim){v->size, v->size, 1},
		(struct suite_dim){BLOCK, BLOCK, 1}, BLOCK * BLOCK * 4, &args, sizeof args);
}

static void run(struct suite_run *r, void *data)
{
	struct blur *v = data;
	filter(r, v, v->input, v->one);
	transpose(r, v, v->one, v->two);
	filter(r, v, v->two, v->one);
	transpose(r, v, v->one, v->two);
}

static void native(const struct native_loops *c, void *data)
{
	struct blur *v = data;
	const float coefficients[6] = {v->a0, v->a1, v->a2, v->a3, v->b1, v->b2};
	c->amd_blur_columns(v->input, v->scratch, v->size, v->size, coefficients);
	c->amd_transpose_pixels(v->scratch, v->expected, v->size);
	c->amd_blur_columns(v->expected, v->scratch, v->size, v->size, coefficients);
	c->amd_transpose_pixels(v->scratch, v->expected, v->size);
}

/* Each of the four sums may be truncated to the next number. */
static bool verify(const void *data, FILE *message)
{
	const struct blur *v = data;
	return suite_close_bytes("pixels", v->two, v->expected, 4 * (size_t)v->size * v->size, 4,
		message);
}

const struct suite_case suite_amd_RecursiveGaussian = {
	.name = "amd/RecursiveGaussian",
	.source = SUITE_OPENCL,
	.original.opencl = "RecursiveGaussian/RecursiveGaussian_Kernels.cl",
	.cache = "256 x 256 pixels",
	.full = "1024 x 1024 pixels",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
