/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ScanLargeArrays: prefix sums of blocks, of their totals, and so on until one group can do the
 * rest; then back. */
#include "native.h"
#include "suite.h"

enum { BLOCK = 256, MOST_LEVELS = 4 };

struct scan {
	size_t n;
	float *in, *expected;
	float *sums[MOST_LEVELS], *totals[MOST_LEVELS]; /* of n / BLOCK to the level */
};

static void *setup(enum suite_size size)
{
	struct scan *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 1 << 12, 1 << 16, 1 << 22);
	v->in = suite_alloc(v->n * sizeof(float));
	v->expected = suite_alloc(v->n * sizeof(float));
	size_t n = v->n;
	for (int level = 0; level < MOST_LEVELS; level++, n = (n + BLOCK - 1) / BLOCK) {
		v->sums[level] = suite_alloc(n * sizeof(float));
		v->totals[level] = suite_alloc((n + BLOCK - 1) / BLOCK * sizeof(float));
	}
	for (size_t i = 0; i < v->n; i++) /* sums are exact */
		v->in[i] = (float)(i * 5 % 4);
	return v;
}

static void scan_group(struct suite_run *r, float *out, const float *in, uint32_t n)
{
	struct {
		float *out;
		const float *in;
		uint64_t block;
		uint32_t n;
	} args = {out, in, 0, n};
	suite_launch(r, "&prefixSum", (struct suite_dim){n / 2, 1, 1},
		(struct suite_dim){n / 2, 1, 1}, n * sizeof(float), &args, sizeof args);
}

static void scan(struct suite_run *r, struct scan *v, int level, const float *in, uint32_t n)
{
	if (n <= BLOCK) {
		scan_group(r, v->sums[level], in, n);
		return;
	}
	struct {
		float *out;
		const float *in;
		uint64_t block;
		uint32_t block_size, n;
		float *totals;
	} blocks = {v->sums[level], in, 0, BLOCK, n, v->totals[level]};
	struct {
		const float *in;
		float *out;
	} add = {v->sums[level + 1], v->sums[level]};
	suite_launch(r, "&ScanLargeArrays", (struct suite_dim){n / 2, 1, 1},
		(struct suite_dim){BLOCK / 2, 1, 1}, BLOCK * sizeof(float), &blocks, sizeof blocks);
	scan(r, v, level + 1, v->totals[level], n / BLOCK);
	suite_launch(r, "&blockAddition", (struct suite_dim){n, 1, 1},
		(struct suite_dim){BLOCK, 1, 1}, 0, &add, sizeof add);
}

static void run(struct suite_run *r, void *data)
{
	struct scan *v = data;
	scan(r, v, 0, v->in, (uint32_t)v->n);
}

static void native(const struct native_loops *c, void *data)
{
	struct scan *v = data;
	c->amd_prefix_sum(v->in, v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct scan *v = data;
	return suite_close_floats("sums", v->sums[0], v->expected, v->n, 0, 0, message);
}

const struct suite_case suite_amd_ScanLargeArrays = {
	.name = "amd/ScanLargeArrays",
	.source = SUITE_OPENCL,
	.original.opencl = "ScanLargeArrays/ScanLargeArrays_Kernels.cl",
	.cache = "64 K floats",
	.full = "16 MB: 4 M floats",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
