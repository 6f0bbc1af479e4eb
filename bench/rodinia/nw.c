/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia nw: Needleman and Wunsch's alignment of two sequences of nucleotides, a launch for each
 * diagonal of blocks. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { SIDE = 16, PENALTY = 10 };

struct nw {
	size_t n, columns; /* columns = n + 1 */
	int32_t *reference, *scores, *output, *expected;
};

static void *setup(enum suite_size size)
{
	struct nw *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 6 * SIDE, 512, 2048);
	v->columns = v->n + 1;
	size_t cells = v->columns * v->columns;
	v->reference = suite_alloc(cells * sizeof(int32_t));
	v->scores = suite_alloc(cells * sizeof(int32_t));
	v->output = suite_alloc(cells * sizeof(int32_t));
	v->expected = suite_alloc(cells * sizeof(int32_t));
	uint32_t *letters = suite_alloc(2 * v->columns * sizeof(uint32_t));
	suite_fill_words(letters, 2 * v->columns, 24, 1);
	int32_t similarity[24][24];
	uint64_t random = 2;
	for (int i = 0; i < 24; i++)
		for (int k = 0; k < 24; k++)
			similarity[i][k] = i == k ? 5 : (int32_t)(suite_random(&random) % 8) - 4;
	for (size_t y = 1; y < v->columns; y++)
		for (size_t x = 1; x < v->columns; x++)
			v->reference[y * v->columns + x] =
				similarity[letters[y]][letters[v->columns + x]];
	return v;
}

static void start(const struct nw *v, int32_t *scores)
{
	for (size_t i = 0; i < v->columns; i++)
		scores[i] = scores[i * v->columns] = -PENALTY * (int32_t)i;
}

static void reset(void *data)
{
	struct nw *v = data;
	memset(v->scores, 0, v->columns * v->columns * sizeof(int32_t));
	start(v, v->scores);
}

static void reset_native(void *data)
{
	struct nw *v = data;
	start(v, v->expected);
}

static void launch(struct suite_run *r, const char *kernel, const struct nw *v, int32_t blocks)
{
	struct {
		const int32_t *reference;
		int32_t *scores, *output;
		uint64_t tile, cost;
		int32_t columns, penalty, blocks, width, worksize, row, column;
	} args = {v->reference, v->scores, v->output, 0, (SIDE + 1) * (SIDE + 1) * sizeof(int32_t),
		(int32_t)v->columns, PENALTY, blocks, (int32_t)v->n / SIDE, (int32_t)v->n, 0, 0};
	suite_launch(r, kernel, (struct suite_dim){(uint32_t)blocks * SIDE, 1, 1},
		(struct suite_dim){SIDE, 1, 1},
		((SIDE + 1) * (SIDE + 1) + SIDE * SIDE) * sizeof(int32_t), &args, sizeof args);
}

static void run(struct suite_run *r, void *data)
{
	struct nw *v = data;
	int32_t width = (int32_t)v->n / SIDE;
	for (int32_t blocks = 1; blocks <= width; blocks++)
		launch(r, "&nw_kernel1", v, blocks);
	for (int32_t blocks = width - 1; blocks > 0; blocks--)
		launch(r, "&nw_kernel2", v, blocks);
}

static void native(const struct native_loops *c, void *data)
{
	struct nw *v = data;
	c->rodinia_nw(v->reference, v->expected, v->columns, PENALTY);
}

static bool verify(const void *data, FILE *message)
{
	const struct nw *v = data;
	return suite_same_words("scores", (const uint32_t *)v->scores,
		(const uint32_t *)v->expected, v->columns * v->columns, message);
}

const struct suite_case suite_rodinia_nw = {
	.name = "rodinia/nw",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/nw/nw.cl", .options = "-DBLOCK_SIZE=16"},
	.cache = "sequences of 512",
	.full = "sequences of 2,048",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
