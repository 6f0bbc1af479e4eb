/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Histogram by atomics in group and global memory. */
#include "native.h"
#include "suite.h"

#include <string.h>

struct histogram {
	size_t n;
	uint32_t *data; /* n bytes */
	uint32_t *bins, *expected;
};

static void *setup(enum suite_size size)
{
	struct histogram *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 10001, 1 << 18, 1 << 24);
	size_t words = (v->n + 3) / 4;
	v->data = suite_alloc(words * sizeof(uint32_t));
	v->bins = suite_alloc(256 * sizeof(uint32_t));
	v->expected = suite_alloc(256 * sizeof(uint32_t));
	suite_fill_words(v->data, words, 0, 1);
	return v;
}

static void reset(void *data)
{
	struct histogram *v = data;
	memset(v->bins, 0, 256 * sizeof(uint32_t));
}

static void run(struct suite_run *r, void *data)
{
	struct histogram *v = data;
	struct {
		const void *data;
		uint32_t *bins;
		uint32_t n;
	} args = {v->data, v->bins, (uint32_t)v->n};
	suite_launch(r, "&histogram", (struct suite_dim){256 * 64, 1, 1},
		(struct suite_dim){256, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct histogram *v = data;
	c->histogram((const uint8_t *)v->data, v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct histogram *v = data;
	return suite_same_words("bins", v->bins, v->expected, 256, message);
}

const struct suite_case suite_histogram = {
	.name = "histogram",
	.cache = "256 K bytes",
	.full = "16 MB of bytes",
	.setup = setup,
	.reset = reset,
	.run = run,
	.native = native,
	.verify = verify,
};
