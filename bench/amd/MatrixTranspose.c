/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MatrixTranspose: by way of blocks of 16 x 16 in local memory. */
#include "native.h"
#include "suite.h"

enum { BLOCK = 16 };

struct transpose {
	uint32_t width, height;
	float *in, *out, *expected;
};

static void *setup(enum suite_size size)
{
	struct transpose *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 48, 256, 2048);
	v->height = (uint32_t)suite_pick(size, 80, 256, 2048);
	size_t n = (size_t)v->width * v->height;
	v->in = suite_alloc(n * sizeof(float));
	v->out = suite_alloc(n * sizeof(float));
	v->expected = suite_alloc(n * sizeof(float));
	suite_fill_floats(v->in, n, 0, 255, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct transpose *v = data;
	struct {
		float *out;
		const float *in;
		uint64_t block;
		uint32_t width, height, size;
	} args = {v->out, v->in, 0, v->width, v->height, BLOCK};
	suite_launch(r, "&matrixTranspose", (struct suite_dim){v->width, v->height, 1},
		(struct suite_dim){BLOCK, BLOCK, 1}, BLOCK * BLOCK * sizeof(float), &args,
		sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct transpose *v = data;
	c->transpose(v->in, v->expected, v->height, v->width);
}

static bool verify(const void *data, FILE *message)
{
	const struct transpose *v = data;
	return suite_close_floats("out", v->out, v->expected, (size_t)v->width * v->height, 0, 0,
		message);
}

const struct suite_case suite_amd_MatrixTranspose = {
	.name = "amd/MatrixTranspose",
	.source = SUITE_OPENCL,
	.original.opencl = "MatrixTranspose/MatrixTranspose_Kernels.cl",
	.cache = "256 x 256 floats",
	.full = "32 MB: 2048 x 2048 floats",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
