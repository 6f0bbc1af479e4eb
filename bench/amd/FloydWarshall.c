/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* FloydWarshall: the shortest paths in a complete graph, a dispatch a node. */
#include "native.h"
#include "suite.h"

#include <string.h>

struct paths {
	uint32_t n;
	uint32_t *input, *input_via, *length, *via, *expected, *expected_via;
};

static void *setup(enum suite_size size)
{
	struct paths *v = suite_alloc(sizeof *v);
	v->n = (uint32_t)suite_pick(size, 64, 128, 256);
	size_t words = (size_t)v->n * v->n;
	v->input = suite_alloc(words * sizeof(uint32_t));
	v->input_via = suite_alloc(words * sizeof(uint32_t));
	v->length = suite_alloc(words * sizeof(uint32_t));
	v->via = suite_alloc(words * sizeof(uint32_t));
	v->expected = suite_alloc(words * sizeof(uint32_t));
	v->expected_via = suite_alloc(words * sizeof(uint32_t));
	suite_fill_words(v->input, words, 200, 1);
	for (uint32_t i = 0; i < words; i++) {
		v->input[i] = i % (v->n + 1) ? v->input[i] + 1 : 0;
		v->input_via[i] = i / v->n;
	}
	return v;
}

static void reset(void *data)
{
	struct paths *v = data;
	size_t bytes = (size_t)v->n * v->n * sizeof(uint32_t);
	memcpy(v->length, v->input, bytes);
	memcpy(v->via, v->input_via, bytes);
}

static void reset_native(void *data)
{
	struct paths *v = data;
	size_t bytes = (size_t)v->n * v->n * sizeof(uint32_t);
	memcpy(v->expected, v->input, bytes);
	memcpy(v->expected_via, v->input_via, bytes);
}

static void run(struct suite_run *r, void *data)
{
	struct paths *v = data;
	for (uint32_t pass = 0; pass < v->n; pass++) {
		struct {
			uint32_t *length, *via;
			uint32_t n, pass;
		} args = {v->length, v->via, v->n, pass};
		suite_launch(r, "&floydWarshallPass", (struct suite_dim){v->n * v->n, 1, 1},
			(struct suite_dim){v->n, 1, 1}, 0, &args, sizeof args);
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct paths *v = data;
	c->amd_floyd_warshall(v->expected, v->expected_via, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct paths *v = data;
	size_t words = (size_t)v->n * v->n;
	return suite_same_words("length", v->length, v->expected, words, message) &&
	       suite_same_words("via", v->via, v->expected_via, words, message);
}

const struct suite_case suite_amd_FloydWarshall = {
	.name = "amd/FloydWarshall",
	.source = SUITE_OPENCL,
	.original.opencl = "FloydWarshall/FloydWarshall_Kernels.cl",
	.cache = "128 nodes",
	.full = "256 nodes",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
