/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exclusive prefix sum in two levels. The C loop of `scan` adds one element after the other, as one
 * would write it for a processor; that is about a tenth of the kernel's work. The C loop of
 * `scantree` uses the kernel's own algorithm. */
#include "native.h"
#include "suite.h"

struct scan {
	size_t n, groups;
	uint32_t *in, *out, *totals, *offsets, *expected;
	uint32_t *native_totals, *native_offsets;
};

static void *setup(enum suite_size size)
{
	struct scan *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 5000, 1 << 15, 1 << 15);
	v->groups = (v->n + 511) / 512;
	v->in = suite_alloc(v->n * sizeof(uint32_t));
	v->out = suite_alloc(v->n * sizeof(uint32_t));
	v->expected = suite_alloc(v->n * sizeof(uint32_t));
	v->totals = suite_alloc(v->groups * sizeof(uint32_t));
	v->offsets = suite_alloc(v->groups * sizeof(uint32_t));
	v->native_totals = suite_alloc(v->groups * sizeof(uint32_t));
	v->native_offsets = suite_alloc(v->groups * sizeof(uint32_t));
	suite_fill_words(v->in, v->n, 1000, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct scan *v = data;
	struct {
		const uint32_t *in;
		uint32_t *out, *totals;
		uint32_t n;
	} blocks = {v->in, v->out, v->totals, (uint32_t)v->n},
	  tops = {v->totals, v->offsets, NULL, (uint32_t)v->groups};
	struct {
		uint32_t *out;
		const uint32_t *offsets;
		uint32_t n;
	} add = {v->out, v->offsets, (uint32_t)v->n};
	struct suite_dim group = {256, 1, 1};
	suite_launch(r, "&scan_block", (struct suite_dim){(uint32_t)v->groups * 256, 1, 1}, group,
		0, &blocks, sizeof blocks);
	suite_launch(r, "&scan_block", group, group, 0, &tops, sizeof tops);
	suite_launch(r, "&scan_add", (struct suite_dim){(uint32_t)v->n, 1, 1}, group, 0, &add,
		sizeof add);
}

static void native(const struct native_loops *c, void *data)
{
	struct scan *v = data;
	c->scan_exclusive(v->in, v->expected, v->n);
}

static void native_tree(const struct native_loops *c, void *data)
{
	struct scan *v = data;
	c->scan_tree(v->in, v->expected, v->native_totals, v->native_offsets, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct scan *v = data;
	return suite_same_words("out", v->out, v->expected, v->n, message);
}

const struct suite_case suite_scan = {
	.name = "scan",
	.cache = "32 K words",
	.full = "128 KB: 32 K words",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};

const struct suite_case suite_scantree = {
	.name = "scantree",
	.file = "scan",
	.cache = "32 K words, C by the same algorithm",
	.full = "128 KB: 32 K words, C by the same algorithm",
	.setup = setup,
	.run = run,
	.native = native_tree,
	.verify = verify,
};
