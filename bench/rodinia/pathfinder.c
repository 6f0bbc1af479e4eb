/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia pathfinder: cheapest paths down a grid, twenty rows a launch. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { GROUP = 256, ROWS_A_LAUNCH = 20, HALO = 1, DEBUG_WORDS = 16384 };

struct pathfinder {
	size_t columns, rows;
	int32_t *grid, *cost[2], *expected[2], *debug;
	int last, last_expected;
};

static void *setup(enum suite_size size)
{
	struct pathfinder *v = suite_alloc(sizeof *v);
	v->columns = suite_pick(size, 1003, 10000, 100000);
	v->rows = suite_pick(size, 27, 101, 101);
	v->grid = suite_alloc(v->columns * v->rows * sizeof(int32_t));
	v->debug = suite_alloc(DEBUG_WORDS * sizeof(int32_t));
	for (int i = 0; i < 2; i++) {
		v->cost[i] = suite_alloc(v->columns * sizeof(int32_t));
		v->expected[i] = suite_alloc(v->columns * sizeof(int32_t));
	}
	suite_fill_words((uint32_t *)v->grid, v->columns * v->rows, 10, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct pathfinder *v = data;
	const size_t inner = GROUP - 2 * ROWS_A_LAUNCH * HALO;
	struct suite_dim grid = {(uint32_t)((v->columns + inner - 1) / inner) * GROUP, 1, 1};
	memcpy(v->cost[0], v->grid, v->columns * sizeof(int32_t));
	v->last = 0;
	for (size_t row = 0; row < v->rows - 1; row += ROWS_A_LAUNCH) {
		size_t left = v->rows - 1 - row;
		int32_t steps = left < ROWS_A_LAUNCH ? (int32_t)left : ROWS_A_LAUNCH;
		struct {
			int32_t iteration;
			const int32_t *wall, *src;
			int32_t *results, columns, rows, start, border, halo;
			uint64_t prev, result;
			int32_t *debug;
		} args = {steps, v->grid + v->columns, v->cost[v->last], v->cost[1 - v->last],
			(int32_t)v->columns, (int32_t)v->rows, (int32_t)row, steps * HALO, HALO, 0,
			GROUP * sizeof(int32_t), v->debug};
		suite_launch(r, "&dynproc_kernel", grid, (struct suite_dim){GROUP, 1, 1},
			2 * GROUP * sizeof(int32_t), &args, sizeof args);
		v->last = 1 - v->last;
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct pathfinder *v = data;
	memcpy(v->expected[0], v->grid, v->columns * sizeof(int32_t));
	v->last_expected = 0;
	for (size_t row = 1; row < v->rows; row++) {
		c->rodinia_pathfinder(v->grid + row * v->columns, v->expected[v->last_expected],
			v->expected[1 - v->last_expected], v->columns);
		v->last_expected = 1 - v->last_expected;
	}
}

static bool verify(const void *data, FILE *message)
{
	const struct pathfinder *v = data;
	return suite_same_words("cost", (const uint32_t *)v->cost[v->last],
		(const uint32_t *)v->expected[v->last_expected], v->columns, message);
}

/* It takes the first eight parameters. */
static const char *const cuda_names[][2] = {
	{"&dynproc_kernel", "&_Z14dynproc_kerneliPiS_S_iiii"}, {NULL, NULL}};

const struct suite_case suite_rodinia_pathfinder = {
	.name = "rodinia/pathfinder",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/pathfinder/kernels.cl",
		.cuda = "cuda/pathfinder/pathfinder.cu",
		.cuda_names = cuda_names},
	.cache = "10,000 columns, 101 rows",
	.full = "40 MB: 100,000 columns, 101 rows",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
