/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BoxFilter: the mean of 9 x 9 pixels by a table of sums, or of rows, then columns. */
#include "native.h"
#include "suite.h"

enum { GROUP = 256, FILTER = 9, RADIX = 4 };

struct box {
	uint32_t width, height; /* of the image, powers of two */
	uint8_t *input, *between, *output, *expected_between, *expected;
	uint32_t *sums, *more_sums;
};

static void *setup(enum suite_size size)
{
	struct box *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 256, 256, 1024);
	v->height = (uint32_t)suite_pick(size, 32, 256, 1024);
	size_t bytes = 4 * (size_t)v->width * v->height;
	uint32_t *input = suite_alloc(bytes);
	v->input = (uint8_t *)input;
	v->between = suite_alloc(bytes);
	v->output = suite_alloc(bytes);
	v->expected_between = suite_alloc(bytes);
	v->expected = suite_alloc(bytes);
	v->sums = suite_alloc(4 * bytes);
	v->more_sums = suite_alloc(4 * bytes);
	suite_fill_words(input, bytes / 4, 0, 1);
	return v;
}

static void launch(struct suite_run *r, const struct box *v, const char *kernel,
	uint32_t local_bytes, const void *args, size_t bytes)
{
	suite_launch(r, kernel, (struct suite_dim){v->width, v->height, 1},
		(struct suite_dim){GROUP, 1, 1}, local_bytes, args, bytes);
}

/* Step i of the sums along one side of the image, from one table to the other. */
static void add_up(struct suite_run *r, struct box *v, const char *kernel, int32_t i)
{
	struct {
		const void *in;
		uint32_t *out;
		int32_t i, radix, width;
	} args = {v->sums, v->more_sums, i, RADIX, (int32_t)v->width};
	if (i == 0 && kernel[1] == 'h') {
		kernel = "&horizontalSAT0";
		args.in = v->input;
	}
	launch(r, v, kernel, 0, &args, sizeof args);
	v->more_sums = v->sums;
	v->sums = args.out;
}

static void run_table(struct suite_run *r, void *data)
{
	struct box *v = data;
	int32_t i = 0;
	for (uint32_t done = 1; done < v->width; done *= RADIX)
		add_up(r, v, "&horizontalSAT", i++);
	i = 0;
	for (uint32_t done = 1; done < v->height; done *= RADIX)
		add_up(r, v, "&verticalSAT", i++);
	struct {
		const uint32_t *sums;
		uint8_t *output;
		uint32_t filter;
	} args = {v->sums, v->output, FILTER};
	launch(r, v, "&box_filter", 0, &args, sizeof args);
}

static void native_table(const struct native_loops *c, void *data)
{
	struct box *v = data;
	c->amd_sum_table(v->input, v->sums, v->width, v->height);
	c->amd_box_filter(v->sums, v->expected, v->width, v->height, FILTER);
}

static void run_separable(struct suite_run *r, void *data)
{
	struct box *v = data;
	struct {
		const uint8_t *in;
		uint8_t *out;
		int32_t filter;
		uint64_t local;
	} rows = {v->input, v->between, FILTER, 0}, columns = {v->between, v->output, FILTER, 0};
	launch(r, v, "&box_filter_horizontal", 0, &rows, sizeof rows);
	launch(r, v, "&box_filter_vertical", 0, &columns, sizeof columns);
}

static void run_local(struct suite_run *r, void *data)
{
	struct box *v = data;
	struct {
		const uint8_t *in;
		uint8_t *out;
		int32_t filter;
		uint64_t local;
	} rows = {v->input, v->between, FILTER, 0}, columns = {v->between, v->output, FILTER, 0};
	launch(r, v, "&box_filter_horizontal_local", (GROUP + FILTER - 1) * 4, &rows, sizeof rows);
	launch(r, v, "&box_filter_vertical", 0, &columns, sizeof columns);
}

static void native_separable(const struct native_loops *c, void *data)
{
	struct box *v = data;
	c->amd_box_rows(v->input, v->expected_between, v->width, v->height, FILTER);
	c->amd_box_columns(v->expected_between, v->expected, v->width, v->height, FILTER);
}

static bool verify(const void *data, FILE *message)
{
	const struct box *v = data;
	return suite_close_bytes("pixels", v->output, v->expected, 4 * (size_t)v->width * v->height,
		0, message);
}

const struct suite_case suite_amd_BoxFilter = {
	.name = "amd/BoxFilter",
	.source = SUITE_OPENCL,
	.original.opencl = "BoxFilter/BoxFilter_Kernels.cl",
	.cache = "256 x 256 pixels, by a table of sums",
	.full = "1024 x 1024 pixels, by a table of sums",
	.setup = setup,
	.run = run_table,
	.native = native_table,
	.verify = verify,
};

const struct suite_case suite_amd_BoxFilterSeparable = {
	.name = "amd/BoxFilterSeparable",
	.file = "amd/BoxFilter",
	.source = SUITE_OPENCL,
	.original.opencl = "BoxFilter/BoxFilter_Kernels.cl",
	.cache = "256 x 256 pixels, rows and columns",
	.full = "1024 x 1024 pixels, rows and columns",
	.setup = setup,
	.run = run_separable,
	.native = native_separable,
	.verify = verify,
};

const struct suite_case suite_amd_BoxFilterLocal = {
	.name = "amd/BoxFilterLocal",
	.file = "amd/BoxFilter",
	.source = SUITE_OPENCL,
	.original.opencl = "BoxFilter/BoxFilter_Kernels.cl",
	.cache = "256 x 256 pixels, rows in local memory and columns",
	.full = "1024 x 1024 pixels, rows in local memory and columns",
	.setup = setup,
	.run = run_local,
	.native = native_separable,
	.verify = verify,
};
