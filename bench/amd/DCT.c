/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* DCT: a group makes a block of 8 x 8, first forth, then back. */
#include "native.h"
#include "suite.h"

#include <math.h>

enum { N = 8 };

struct dct {
	uint32_t size;
	float *input, *there, *back, *expected_there, *expected_back;
	float *matrix; /* N * N */
};

static void *setup(enum suite_size size)
{
	struct dct *v = suite_alloc(sizeof *v);
	v->size = (uint32_t)suite_pick(size, 40, 256, 2048);
	size_t n = (size_t)v->size * v->size;
	v->input = suite_alloc(n * sizeof(float));
	v->there = suite_alloc(n * sizeof(float));
	v->back = suite_alloc(n * sizeof(float));
	v->expected_there = suite_alloc(n * sizeof(float));
	v->expected_back = suite_alloc(n * sizeof(float));
	v->matrix = suite_alloc(N * N * sizeof(float));
	suite_fill_floats(v->input, n, 0, 255, 1);
	for (int k = 0; k < N; k++) /* the frequency is the column */
		for (int i = 0; i < N; i++)
			v->matrix[i * N + k] =
				sqrtf(k ? 2.0f / N : 1.0f / N) *
				cosf((float)(k * (2 * i + 1)) * 3.14159265f / (2 * N));
	return v;
}

static void transform(struct suite_run *r, const struct dct *v, const float *from, float *to,
	bool inverse)
{
	struct {
		float *to;
		const float *from, *matrix;
		uint64_t local;
		uint32_t width, n, inverse;
	} args = {to, from, v->matrix, 0, v->size, N, inverse};
	suite_launch(r, "&DCT", (struct suite_dim){v->size, v->size, 1},
		(struct suite_dim){N, N, 1}, N * N * sizeof(float), &args, sizeof args);
}

static void run(struct suite_run *r, void *data)
{
	struct dct *v = data;
	transform(r, v, v->input, v->there, false);
	transform(r, v, v->there, v->back, true);
}

static void native(const struct native_loops *c, void *data)
{
	struct dct *v = data;
	c->amd_dct(v->input, v->expected_there, v->matrix, v->size, 0);
	c->amd_dct(v->expected_there, v->expected_back, v->matrix, v->size, 1);
}

static bool verify(const void *data, FILE *message)
{
	const struct dct *v = data;
	size_t n = (size_t)v->size * v->size;
	return suite_close_floats("there", v->there, v->expected_there, n, 1e-2f, 0, message) &&
	       suite_close_floats("back", v->back, v->expected_back, n, 1e-2f, 0, message) &&
	       suite_close_floats("input", v->back, v->input, n, 1e-2f, 0, message);
}

const struct suite_case suite_amd_DCT = {
	.name = "amd/DCT",
	.source = SUITE_OPENCL,
	.original.opencl = "DCT/DCT_Kernels.cl",
	.cache = "256 x 256 floats, and back",
	.full = "48 MB: 2048 x 2048 floats, and back",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
