/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mandelbrot set, computed by a divergent loop. */
#include "native.h"
#include "suite.h"

struct mandelbrot {
	uint32_t width, height, limit;
	uint32_t *out, *expected;
};

static void *setup(enum suite_size size)
{
	struct mandelbrot *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 61, 512, 512);
	v->height = (uint32_t)suite_pick(size, 45, 512, 512);
	v->limit = 256;
	v->out = suite_alloc(v->width * v->height * sizeof(uint32_t));
	v->expected = suite_alloc(v->width * v->height * sizeof(uint32_t));
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct mandelbrot *v = data;
	struct {
		uint32_t *out;
		uint32_t width, height;
		float x0, y0, dx, dy;
		uint32_t limit;
	} args = {v->out, v->width, v->height, -2.0f, -1.25f, 2.5f / (float)v->width,
		2.5f / (float)v->height, v->limit};
	suite_launch(r, "&mandelbrot", (struct suite_dim){v->width, v->height, 1},
		(struct suite_dim){16, 8, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct mandelbrot *v = data;
	c->mandelbrot(v->expected, v->width, v->height, -2.0f, -1.25f, 2.5f / (float)v->width,
		2.5f / (float)v->height, v->limit);
}

static bool verify(const void *data, FILE *message)
{
	const struct mandelbrot *v = data;
	return suite_same_words("iterations", v->out, v->expected, v->width * v->height, message);
}

const struct suite_case suite_mandelbrot = {
	.name = "mandelbrot",
	.cache = "512 x 512 pixels, 256 iterations",
	.full = "512 x 512 pixels, 256 iterations",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
