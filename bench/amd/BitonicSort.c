/* BitonicSort: a dispatch a pass. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { GROUP = 256 };

struct bitonic {
	size_t n;
	uint32_t *input, *data, *expected;
};

static void *setup(enum suite_size size)
{
	struct bitonic *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 1 << 10, 1 << 16, 1 << 20);
	v->input = suite_alloc(v->n * sizeof(uint32_t));
	v->data = suite_alloc(v->n * sizeof(uint32_t));
	v->expected = suite_alloc(v->n * sizeof(uint32_t));
	suite_fill_words(v->input, v->n, 0, 1);
	return v;
}

static void reset(void *data)
{
	struct bitonic *v = data;
	memcpy(v->data, v->input, v->n * sizeof(uint32_t));
}

static void reset_native(void *data)
{
	struct bitonic *v = data;
	memcpy(v->expected, v->input, v->n * sizeof(uint32_t));
}

static void run(struct suite_run *r, void *data)
{
	struct bitonic *v = data;
	for (uint32_t stage = 0; (size_t)2 << stage <= v->n; stage++) {
		for (uint32_t pass = 0; pass <= stage; pass++) {
			struct {
				uint32_t *data;
				uint32_t stage, pass, width, ascending;
			} args = {v->data, stage, pass, (uint32_t)v->n, 1};
			suite_launch(r, "&bitonicSort", suite_grid(v->n / 2, GROUP),
				(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
		}
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct bitonic *v = data;
	c->bitonic(v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct bitonic *v = data;
	return suite_same_words("data", v->data, v->expected, v->n, message);
}

const struct suite_case suite_amd_BitonicSort = {
	.name = "amd/BitonicSort",
	.source = SUITE_OPENCL,
	.original.opencl = "BitonicSort/BitonicSort_Kernels.cl",
	.cache = "64 K words",
	.full = "4 MB: 1 M words",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
