/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mandelbrot: steps of points of the Mandelbrot set. */
#include "native.h"
#include "suite.h"

struct picture {
	uint32_t width, height, limit;
	float x0, y0, dx, dy;
	uint32_t *steps, *expected;
};

static void *setup(enum suite_size size)
{
	struct picture *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 96, 384, 1536);
	v->height = (uint32_t)suite_pick(size, 32, 256, 1024);
	v->limit = 256;
	v->x0 = -2;
	v->y0 = -1;
	v->dx = 3.0f / (float)v->width;
	v->dy = 2.0f / (float)v->height;
	size_t n = (size_t)v->width * v->height;
	v->steps = suite_alloc(n * sizeof(uint32_t));
	v->expected = suite_alloc(n * sizeof(uint32_t));
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct picture *v = data;
	struct {
		uint32_t *steps;
		float x0, y0, dx, dy;
		uint32_t width, limit;
	} args = {v->steps, v->x0, v->y0, v->dx, v->dy, v->width, v->limit};
	suite_launch(r, "&mandelbrot", (struct suite_dim){v->width, v->height, 1},
		(struct suite_dim){32, 4, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct picture *v = data;
	c->ispc_mandelbrot(v->expected, v->x0, v->y0, v->dx, v->dy, v->width, v->height, v->limit);
}

/* Points near the set's border leave the circle at once or never, by the last bit of a product. */
static bool verify(const void *data, FILE *message)
{
	const struct picture *v = data;
	size_t n = (size_t)v->width * v->height, differ = 0;
	for (size_t i = 0; i < n; i++)
		differ += v->steps[i] != v->expected[i];
	if (differ * 50 > n)
		fprintf(message, "%zu of %zu points have other steps", differ, n);
	return differ * 50 <= n;
}

const struct suite_case suite_ispc_mandelbrot = {
	.name = "ispc/mandelbrot",
	.source = SUITE_OPENCL,
	.cache = "384 x 256 points, 256 steps",
	.full = "1536 x 1024 points, 256 steps",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
