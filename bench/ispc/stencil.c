/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stencil: steps of a wave through a box, forward and back between two arrays. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { EDGE = 4, STEPS = 4 };

struct box {
	uint32_t width, height, depth;
	size_t n;
	float c[EDGE];
	float *speed, *waves[2], *expected[2], *start[2];
};

static void *setup(enum suite_size size)
{
	struct box *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 32, 64, 256) + 2 * EDGE;
	v->height = (uint32_t)suite_pick(size, 8, 32, 256) + 2 * EDGE;
	v->depth = (uint32_t)suite_pick(size, 4, 32, 256) + 2 * EDGE;
	v->n = (size_t)v->width * v->height * v->depth;
	memcpy(v->c, (const float[]){0.5f, -0.25f, 0.125f, -0.0625f}, sizeof v->c);
	v->speed = suite_alloc(v->n * sizeof(float));
	suite_fill_floats(v->speed, v->n, 0.05f, 0.2f, 3);
	for (int k = 0; k < 2; k++) {
		v->waves[k] = suite_alloc(v->n * sizeof(float));
		v->expected[k] = suite_alloc(v->n * sizeof(float));
		v->start[k] = suite_alloc(v->n * sizeof(float));
		suite_fill_floats(v->start[k], v->n, -1, 1, (uint64_t)k + 1);
	}
	return v;
}

static void reset(void *data)
{
	struct box *v = data;
	for (int k = 0; k < 2; k++)
		memcpy(v->waves[k], v->start[k], v->n * sizeof(float));
}

static void reset_native(void *data)
{
	struct box *v = data;
	for (int k = 0; k < 2; k++)
		memcpy(v->expected[k], v->start[k], v->n * sizeof(float));
}

static void run(struct suite_run *r, void *data)
{
	struct box *v = data;
	struct suite_dim grid = {v->width - 2 * EDGE, v->height - 2 * EDGE, v->depth - 2 * EDGE};
	for (int step = 0; step < STEPS; step++) {
		struct {
			const float *now;
			float *next;
			const float *speed;
			float c[EDGE];
			int32_t width, plane;
		} args = {v->waves[step % 2], v->waves[1 - step % 2], v->speed,
			{v->c[0], v->c[1], v->c[2], v->c[3]}, (int32_t)v->width,
			(int32_t)(v->width * v->height)};
		suite_launch(r, "&stencil", grid, (struct suite_dim){32, 4, 1}, 0, &args,
			sizeof args);
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct box *v = data;
	for (int step = 0; step < STEPS; step++)
		c->ispc_stencil(v->expected[step % 2], v->expected[1 - step % 2], v->speed, v->c,
			v->width, v->height, v->depth);
}

static bool verify(const void *data, FILE *message)
{
	const struct box *v = data;
	return suite_close_floats("wave", v->waves[0], v->expected[0], v->n, 1e-4f, 1e-4f,
		       message) &&
	       suite_close_floats("wave before", v->waves[1], v->expected[1], v->n, 1e-4f, 1e-4f,
		       message);
}

const struct suite_case suite_ispc_stencil = {
	.name = "ispc/stencil",
	.source = SUITE_OPENCL,
	.cache = "64 x 32 x 32, 4 steps",
	.full = "200 MB: 256 x 256 x 256, 4 steps",
	.setup = setup,
	.reset = reset,
	.run = run,
	.reset_native = reset_native,
	.native = native,
	.verify = verify,
};
