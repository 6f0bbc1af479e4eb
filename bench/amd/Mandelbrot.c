/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mandelbrot: the number of steps of each pixel, four pixels an item. */
#include "native.h"
#include "suite.h"

enum { GROUP = 256, STEPS = 1024 };

struct mandelbrot {
	uint32_t width, height;
	uint32_t *out, *expected;
};

static const float left = -2.0f, top = -1.25f, side = 2.5f;

static void *setup(enum suite_size size)
{
	struct mandelbrot *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 64, 256, 1024);
	v->height = (uint32_t)suite_pick(size, 32, 256, 1024);
	v->out = suite_alloc((size_t)v->width * v->height * sizeof(uint32_t));
	v->expected = suite_alloc((size_t)v->width * v->height * sizeof(uint32_t));
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct mandelbrot *v = data;
	struct {
		uint32_t *out;
		float x, y, dx, dy;
		uint32_t steps;
		int32_t width, bench;
	} args = {v->out, left, top, side / (float)v->width, side / (float)v->height, STEPS,
		(int32_t)v->width, 1};
	suite_launch(r, "&mandelbrot_vector", suite_grid((size_t)v->width * v->height / 4, GROUP),
		(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct mandelbrot *v = data;
	c->amd_mandelbrot(v->expected, v->width, v->height, left, top, side / (float)v->width,
		side / (float)v->height, STEPS);
}

/* Close to the set, results depend on rounding: of a kernel's few pixels may differ. */
static bool verify(const void *data, FILE *message)
{
	const struct mandelbrot *v = data;
	size_t n = (size_t)v->width * v->height, differ = 0;
	for (size_t i = 0; i < n; i++)
		differ += v->out[i] != v->expected[i];
	if (differ <= n / 100)
		return true;
	fprintf(message, "%zu of %zu pixels differ", differ, n);
	return false;
}

const struct suite_case suite_amd_Mandelbrot = {
	.name = "amd/Mandelbrot",
	.source = SUITE_OPENCL,
	.original.opencl = "Mandelbrot/Mandelbrot_Kernels.cl",
	.cache = "256 x 256 pixels, 1024 steps",
	.full = "1024 x 1024 pixels, 1024 steps",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
