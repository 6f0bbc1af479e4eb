/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sparse matrix times vector, rows of 0 to 32 elements. */
#include "native.h"
#include "suite.h"

enum { ROW_LIMIT = 33 };

struct spmv {
	size_t rows;
	uint32_t *row, *column;
	float *value, *x, *y, *expected;
};

static void *setup(enum suite_size size)
{
	struct spmv *v = suite_alloc(sizeof *v);
	v->rows = suite_pick(size, 1001, 1 << 14, 1 << 18);
	v->row = suite_alloc((v->rows + 1) * sizeof(uint32_t));
	suite_fill_words(v->row + 1, v->rows, ROW_LIMIT, 1);
	for (size_t i = 0; i < v->rows; i++)
		v->row[i + 1] += v->row[i];
	size_t elements = v->row[v->rows];
	v->column = suite_alloc(elements * sizeof(uint32_t));
	v->value = suite_alloc(elements * sizeof(float));
	v->x = suite_alloc(v->rows * sizeof(float));
	v->y = suite_alloc(v->rows * sizeof(float));
	v->expected = suite_alloc(v->rows * sizeof(float));
	suite_fill_words(v->column, elements, (uint32_t)v->rows, 2);
	suite_fill_floats(v->value, elements, -1, 1, 3);
	suite_fill_floats(v->x, v->rows, -1, 1, 4);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct spmv *v = data;
	struct {
		const uint32_t *row, *column;
		const float *value, *x;
		float *y;
		uint32_t rows;
	} args = {v->row, v->column, v->value, v->x, v->y, (uint32_t)v->rows};
	uint32_t grid = ((uint32_t)v->rows + 255) / 256 * 256;
	suite_launch(r, "&spmv", (struct suite_dim){grid, 1, 1}, (struct suite_dim){256, 1, 1}, 0,
		&args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct spmv *v = data;
	c->spmv(v->row, v->column, v->value, v->x, v->expected, v->rows);
}

static bool verify(const void *data, FILE *message)
{
	const struct spmv *v = data;
	return suite_close_floats("y", v->y, v->expected, v->rows, 0, 0, message);
}

static struct suite_work work(const void *data)
{
	const struct spmv *v = data;
	double rows = (double)v->rows, values = v->row[v->rows];
	return (struct suite_work){.bytes = 8 * values + 12 * rows, .flops = 2 * values};
}

const struct suite_case suite_spmv = {
	.name = "spmv",
	.cache = "16 K rows of 0 to 32 elements",
	.full = "256 K rows of 0 to 32 elements",
	.setup = setup,
	.run = run,
	.native = native,
	.work = work,
	.verify = verify,
};
