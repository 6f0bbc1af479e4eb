/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia lud: LU decomposition by blocks, three kernels for each block of the diagonal. The C loop
 * is the usual one, a row and a column after the other. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { SIDE = 16, BLOCK_BYTES = SIDE * SIDE * sizeof(float) };

struct lud {
	size_t n;
	float *first, *m, *expected;
};

static void *setup(enum suite_size size)
{
	struct lud *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 4 * SIDE, 256, 1024);
	v->first = suite_alloc(v->n * v->n * sizeof(float));
	v->m = suite_alloc(v->n * v->n * sizeof(float));
	v->expected = suite_alloc(v->n * v->n * sizeof(float));
	suite_fill_floats(v->first, v->n * v->n, -1, 1, 1);
	for (size_t i = 0; i < v->n; i++) /* the diagonal dominates, so none has to be looked for */
		v->first[i * v->n + i] += (float)v->n;
	return v;
}

static void reset(void *data)
{
	struct lud *v = data;
	memcpy(v->m, v->first, v->n * v->n * sizeof(float));
}

static void reset_native(void *data)
{
	struct lud *v = data;
	memcpy(v->expected, v->first, v->n * v->n * sizeof(float));
}

static void run(struct suite_run *r, void *data)
{
	struct lud *v = data;
	for (size_t at = 0; at < v->n; at += SIDE) {
		uint32_t blocks = (uint32_t)((v->n - at) / SIDE) - 1;
		struct {
			float *m;
			uint64_t block;
			int32_t dim, offset;
		} diagonal = {v->m, 0, (int32_t)v->n, (int32_t)at};
		struct {
			float *m;
			uint64_t diagonal, right, below;
			int32_t dim, offset;
		} perimeter = {v->m, 0, BLOCK_BYTES, 2 * BLOCK_BYTES, (int32_t)v->n, (int32_t)at};
		struct {
			float *m;
			uint64_t right, below;
			int32_t dim, offset;
		} internal = {v->m, 0, BLOCK_BYTES, (int32_t)v->n, (int32_t)at};
		suite_launch(r, "&lud_diagonal", (struct suite_dim){SIDE, 1, 1},
			(struct suite_dim){SIDE, 1, 1}, BLOCK_BYTES, &diagonal, sizeof diagonal);
		if (blocks == 0)
			break;
		suite_launch(r, "&lud_perimeter", (struct suite_dim){2 * SIDE * blocks, 1, 1},
			(struct suite_dim){2 * SIDE, 1, 1}, 3 * BLOCK_BYTES, &perimeter,
			sizeof perimeter);
		suite_launch(r, "&lud_internal",
			(struct suite_dim){SIDE * blocks, SIDE * blocks, 1},
			(struct suite_dim){SIDE, SIDE, 1}, 2 * BLOCK_BYTES, &internal,
			sizeof internal);
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct lud *v = data;
	c->rodinia_lud(v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct lud *v = data;
	return suite_close_floats("m", v->m, v->expected, v->n * v->n, 1e-5f, 1e-4f, message);
}

const struct suite_case suite_rodinia_lud = {
	.name = "rodinia/lud",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/lud/lud_kernel.cl", .options = "-DBLOCK_SIZE=16"},
	.cache = "256 x 256",
	.full = "1,024 x 1,024",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
