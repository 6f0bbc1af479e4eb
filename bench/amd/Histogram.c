/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Histogram: a group counts 32768 values, the host adds the groups' counts. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { BINS = 256, GROUP = 128, GROUP_VALUES = GROUP * BINS };

struct histogram {
	uint32_t groups;
	uint32_t *data, *parts, *bins, *expected;
};

static void *setup(enum suite_size size)
{
	struct histogram *v = suite_alloc(sizeof *v);
	v->groups = (uint32_t)suite_pick(size, 2, 8, 128);
	v->data = suite_alloc(v->groups * GROUP_VALUES * sizeof(uint32_t));
	v->parts = suite_alloc(v->groups * BINS * sizeof(uint32_t));
	v->bins = suite_alloc(BINS * sizeof(uint32_t));
	v->expected = suite_alloc(BINS * sizeof(uint32_t));
	suite_fill_words(v->data, v->groups * GROUP_VALUES, BINS, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct histogram *v = data;
	struct {
		const uint32_t *data;
		uint64_t local;
		uint32_t *parts;
	} args = {v->data, 0, v->parts};
	suite_launch(r, "&histogram256", (struct suite_dim){v->groups * GROUP, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, GROUP * BINS, &args, sizeof args);
	suite_wait(r);
	memset(v->bins, 0, BINS * sizeof(uint32_t));
	for (uint32_t i = 0; i < v->groups * BINS; i++)
		v->bins[i % BINS] += v->parts[i];
}

static void native(const struct native_loops *c, void *data)
{
	struct histogram *v = data;
	c->amd_histogram(v->data, v->expected, v->groups * GROUP_VALUES);
}

static bool verify(const void *data, FILE *message)
{
	const struct histogram *v = data;
	return suite_same_words("bins", v->bins, v->expected, BINS, message);
}

const struct suite_case suite_amd_Histogram = {
	.name = "amd/Histogram",
	.source = SUITE_OPENCL,
	.original.opencl = "Histogram/Histogram_Kernels.cl",
	.cache = "256 K words",
	.full = "16 MB: 4 M words",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
