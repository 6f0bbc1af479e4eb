/* FastWalshTransform: a dispatch a step. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { GROUP = 256 };

struct walsh {
	size_t n;
	float *input, *data, *expected;
};

static void *setup(enum suite_size size)
{
	struct walsh *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 1 << 10, 1 << 16, 1 << 22);
	v->input = suite_alloc(v->n * sizeof(float));
	v->data = suite_alloc(v->n * sizeof(float));
	v->expected = suite_alloc(v->n * sizeof(float));
	suite_fill_floats(v->input, v->n, 0, 255, 1);
	return v;
}

static void reset(void *data)
{
	struct walsh *v = data;
	memcpy(v->data, v->input, v->n * sizeof(float));
}

static void reset_native(void *data)
{
	struct walsh *v = data;
	memcpy(v->expected, v->input, v->n * sizeof(float));
}

static void run(struct suite_run *r, void *data)
{
	struct walsh *v = data;
	for (int32_t step = 1; (size_t)step < v->n; step *= 2) {
		struct {
			float *data;
			int32_t step;
		} args = {v->data, step};
		suite_launch(r, "&fastWalshTransform", suite_grid(v->n / 2, GROUP),
			(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct walsh *v = data;
	c->walsh(v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct walsh *v = data;
	return suite_close_floats("data", v->data, v->expected, v->n, 0, 0, message);
}

const struct suite_case suite_amd_FastWalshTransform = {
	.name = "amd/FastWalshTransform",
	.source = SUITE_OPENCL,
	.original.opencl = "FastWalshTransform/FastWalshTransform_Kernels.cl",
	.cache = "64 K floats",
	.full = "16 MB: 4 M floats",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
