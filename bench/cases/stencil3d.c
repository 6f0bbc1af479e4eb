/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 7-point stencil on a 3-D grid. */
#include "native.h"
#include "suite.h"

struct stencil3d {
	uint32_t nx, ny, nz;
	float *in, *out, *expected;
};

static void *setup(enum suite_size size)
{
	struct stencil3d *v = suite_alloc(sizeof *v);
	v->nx = (uint32_t)suite_pick(size, 37, 64, 128);
	v->ny = (uint32_t)suite_pick(size, 19, 64, 128);
	v->nz = (uint32_t)suite_pick(size, 11, 64, 128);
	size_t n = (size_t)v->nx * v->ny * v->nz;
	v->in = suite_alloc(n * sizeof(float));
	v->out = suite_alloc(n * sizeof(float));
	v->expected = suite_alloc(n * sizeof(float));
	suite_fill_floats(v->in, n, -1, 1, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct stencil3d *v = data;
	struct {
		const float *in;
		float *out;
		float c0, c1;
	} args = {v->in, v->out, 0.5f, 1.0f / 12};
	suite_launch(r, "&stencil3d", (struct suite_dim){v->nx, v->ny, v->nz},
		(struct suite_dim){16, 4, 4}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct stencil3d *v = data;
	c->stencil3d(v->in, v->expected, v->nx, v->ny, v->nz, 0.5f, 1.0f / 12);
}

static bool verify(const void *data, FILE *message)
{
	const struct stencil3d *v = data;
	return suite_close_floats("out", v->out, v->expected, (size_t)v->nx * v->ny * v->nz, 0, 0,
		message);
}

static struct suite_work work(const void *data)
{
	const struct stencil3d *v = data;
	double cells = (double)v->nx * v->ny * v->nz;
	double inner = (double)(v->nx - 2) * (v->ny - 2) * (v->nz - 2);
	return (struct suite_work){.bytes = 8 * cells, .flops = 8 * inner};
}

const struct suite_case suite_stencil3d = {
	.name = "stencil3d",
	.cache = "64 x 64 x 64 floats",
	.full = "128 x 128 x 128 floats",
	.setup = setup,
	.run = run,
	.native = native,
	.work = work,
	.verify = verify,
};
