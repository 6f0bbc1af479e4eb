/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* options: prices of calls by formula, and by a tree whose nodes are in private memory. */
#include "native.h"
#include "suite.h"

enum { GROUP = 128, ARRAYS = 5 };

struct options {
	uint32_t n;
	float *in[ARRAYS]; /* prices, strikes, years, rates, volatilities */
	float *result, *expected;
};

static struct options *options_of(size_t n)
{
	static const float low[ARRAYS] = {10, 10, 0.5f, 0.01f, 0.1f};
	static const float high[ARRAYS] = {100, 100, 5, 0.1f, 0.6f};
	struct options *v = suite_alloc(sizeof *v);
	v->n = (uint32_t)n;
	for (size_t k = 0; k < ARRAYS; k++) {
		v->in[k] = suite_alloc(n * sizeof(float));
		suite_fill_floats(v->in[k], n, low[k], high[k], k + 1);
	}
	v->result = suite_alloc(n * sizeof(float));
	v->expected = suite_alloc(n * sizeof(float));
	return v;
}

static void *setup_formula(enum suite_size size)
{
	return options_of(suite_pick(size, 384, 16 << 10, 4 << 20));
}

static void *setup_tree(enum suite_size size)
{
	return options_of(suite_pick(size, 384, 16 << 10, 128 << 10));
}

static void launch(struct suite_run *r, const char *kernel, struct options *v)
{
	struct {
		float *in[ARRAYS], *result;
	} args = {{v->in[0], v->in[1], v->in[2], v->in[3], v->in[4]}, v->result};
	suite_launch(r, kernel, suite_grid(v->n, GROUP), (struct suite_dim){GROUP, 1, 1}, 0, &args,
		sizeof args);
}

static void run_formula(struct suite_run *r, void *data)
{
	launch(r, "&black_scholes", data);
}

static void run_tree(struct suite_run *r, void *data)
{
	launch(r, "&binomial", data);
}

static void native_formula(const struct native_loops *c, void *data)
{
	struct options *v = data;
	c->ispc_black_scholes(v->in[0], v->in[1], v->in[2], v->in[3], v->in[4], v->expected, v->n);
}

static void native_tree(const struct native_loops *c, void *data)
{
	struct options *v = data;
	c->ispc_binomial(v->in[0], v->in[1], v->in[2], v->in[3], v->in[4], v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct options *v = data;
	return suite_close_floats("result", v->result, v->expected, v->n, 2e-3f, 1e-3f, message);
}

const struct suite_case suite_ispc_black_scholes = {
	.name = "ispc/black_scholes",
	.file = "ispc/options",
	.source = SUITE_OPENCL,
	.cache = "16 K options",
	.full = "96 MB: 4 M options",
	.setup = setup_formula,
	.run = run_formula,
	.native = native_formula,
	.verify = verify,
};

const struct suite_case suite_ispc_binomial = {
	.name = "ispc/binomial",
	.file = "ispc/options",
	.source = SUITE_OPENCL,
	.cache = "16 K options, 64 steps",
	.full = "128 K options, 64 steps",
	.setup = setup_tree,
	.run = run_tree,
	.native = native_tree,
	.verify = verify,
};
