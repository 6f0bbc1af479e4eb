/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* FastWalshTransform: a dispatch a step. */
#include "in_place.h"
#include "native.h"
#include "suite.h"

enum { GROUP = 256 };

static void *setup(enum suite_size size)
{
	struct in_place *v = in_place_new(suite_pick(size, 1 << 10, 1 << 16, 1 << 22));
	suite_fill_floats(v->input, v->n, 0, 255, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct in_place *v = data;
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
	struct in_place *v = data;
	c->walsh(v->expected, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct in_place *v = data;
	return suite_close_floats("data", v->data, v->expected, v->n, 0, 0, message);
}

const struct suite_case suite_amd_FastWalshTransform = {
	.name = "amd/FastWalshTransform",
	.source = SUITE_OPENCL,
	.original.opencl = "FastWalshTransform/FastWalshTransform_Kernels.cl",
	.cache = "64 K floats",
	.full = "16 MB: 4 M floats",
	.setup = setup,
	.reset = in_place_reset,
	.reset_native = in_place_reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
