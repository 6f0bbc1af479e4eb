/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MatrixMultiplication: C = A * B by tiles of 4 x 4, without and with local memory. */
#include "native.h"
#include "suite.h"

enum { GROUP = 8, TILE = 4 };

struct matrices {
	uint32_t n;
	float *a, *b, *c, *expected;
};

static void *setup(enum suite_size size)
{
	struct matrices *v = suite_alloc(sizeof *v);
	v->n = (uint32_t)suite_pick(size, 64, 128, 512);
	size_t n = (size_t)v->n * v->n;
	v->a = suite_alloc(n * sizeof(float));
	v->b = suite_alloc(n * sizeof(float));
	v->c = suite_alloc(n * sizeof(float));
	v->expected = suite_alloc(n * sizeof(float));
	suite_fill_floats(v->a, n, 0, 10, 1);
	suite_fill_floats(v->b, n, 0, 10, 2);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct matrices *v = data;
	struct {
		const float *a, *b;
		float *c;
		uint32_t width_a, width_b;
	} args = {v->a, v->b, v->c, v->n, v->n};
	suite_launch(r, "&mmmKernel", (struct suite_dim){v->n / TILE, v->n / TILE, 1},
		(struct suite_dim){GROUP, GROUP, 1}, 0, &args, sizeof args);
}

static void run_local(struct suite_run *r, void *data)
{
	struct matrices *v = data;
	struct {
		const float *a, *b;
		float *c;
		int32_t width_a;
		uint64_t block;
	} args = {v->a, v->b, v->c, (int32_t)v->n, 0};
	suite_launch(r, "&mmmKernel_local", (struct suite_dim){v->n / TILE, v->n / TILE, 1},
		(struct suite_dim){GROUP, GROUP, 1}, GROUP * GROUP * TILE * TILE * sizeof(float),
		&args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct matrices *v = data;
	c->matmul(v->a, v->b, v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct matrices *v = data;
	return suite_close_floats("c", v->c, v->expected, (size_t)v->n * v->n, 0, 1e-4f, message);
}

const struct suite_case suite_amd_MatrixMultiplication = {
	.name = "amd/MatrixMultiplication",
	.source = SUITE_OPENCL,
	.original.opencl = "MatrixMultiplication/MatrixMultiplication_Kernels.cl",
	.cache = "128 x 128 floats",
	.full = "512 x 512 floats",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};

const struct suite_case suite_amd_MatrixMultiplicationLocal = {
	.name = "amd/MatrixMultiplicationLocal",
	.file = "amd/MatrixMultiplication",
	.source = SUITE_OPENCL,
	.original.opencl = "MatrixMultiplication/MatrixMultiplication_Kernels.cl",
	.cache = "128 x 128 floats, one matrix by way of local memory",
	.full = "512 x 512 floats, one matrix by way of local memory",
	.setup = setup,
	.run = run_local,
	.native = native,
	.verify = verify,
};
