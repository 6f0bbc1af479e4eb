/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* RadixSort: four passes of eight bits; the host adds up the counts between both kernels of a
 * pass. Positions are 16 bits in local memory, so there are at most 64 K numbers. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { RADICES = 256, GROUP = 64, LOCAL_BYTES = GROUP * RADICES * sizeof(uint16_t) };

struct radix {
	uint32_t n, items;
	uint32_t *input, *data, *sorted, *buckets, *expected, *scratch;
};

static void *setup(enum suite_size size)
{
	struct radix *v = suite_alloc(sizeof *v);
	v->n = (uint32_t)suite_pick(size, 1 << 14, 1 << 15, 1 << 16);
	v->items = v->n / RADICES;
	v->input = suite_alloc(v->n * sizeof(uint32_t));
	v->data = suite_alloc(v->n * sizeof(uint32_t));
	v->sorted = suite_alloc(v->n * sizeof(uint32_t));
	v->buckets = suite_alloc(v->n * sizeof(uint32_t));
	v->expected = suite_alloc(v->n * sizeof(uint32_t));
	v->scratch = suite_alloc(v->n * sizeof(uint32_t));
	suite_fill_words(v->input, v->n, 0, 1);
	return v;
}

static void reset(void *data)
{
	struct radix *v = data;
	memcpy(v->data, v->input, v->n * sizeof(uint32_t));
}

static void reset_native(void *data)
{
	struct radix *v = data;
	memcpy(v->expected, v->input, v->n * sizeof(uint32_t));
}

/* Counts of items' values become the places of the first of them. */
static void add_up(struct radix *v)
{
	uint32_t sum = 0;
	for (uint32_t k = 0; k < RADICES; k++) {
		for (uint32_t i = 0; i < v->items; i++) {
			uint32_t count = v->buckets[i * RADICES + k];
			v->buckets[i * RADICES + k] = sum;
			sum += count;
		}
	}
}

static void run(struct suite_run *r, void *data)
{
	struct radix *v = data;
	struct suite_dim grid = {v->items, 1, 1}, group = {GROUP, 1, 1};
	for (uint32_t shift = 0; shift < 32; shift += 8) {
		struct {
			const uint32_t *data;
			uint32_t *buckets;
			uint32_t shift;
			uint64_t local;
		} count = {v->data, v->buckets, shift, 0};
		struct {
			const uint32_t *data, *buckets;
			uint32_t shift;
			uint64_t local;
			uint32_t *sorted;
		} permute = {v->data, v->buckets, shift, 0, v->sorted};
		suite_launch(r, "&histogram", grid, group, LOCAL_BYTES, &count, sizeof count);
		suite_wait(r);
		add_up(v);
		suite_launch(r, "&permute", grid, group, LOCAL_BYTES, &permute, sizeof permute);
		v->sorted = v->data;
		v->data = permute.sorted;
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct radix *v = data;
	for (uint32_t shift = 0; shift < 32; shift += 8) {
		c->amd_radix_pass(v->expected, v->scratch, v->n, shift);
		uint32_t *t = v->expected;
		v->expected = v->scratch;
		v->scratch = t;
	}
}

static bool verify(const void *data, FILE *message)
{
	const struct radix *v = data;
	return suite_same_words("data", v->data, v->expected, v->n, message);
}

const struct suite_case suite_amd_RadixSort = {
	.name = "amd/RadixSort",
	.source = SUITE_OPENCL,
	.original.opencl = "RadixSort/RadixSort_Kernels.cl",
	.cache = "32 K words",
	.full = "64 K words",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
