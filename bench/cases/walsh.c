/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fast Walsh-Hadamard transform. A work-item finds its pair of elements by a division; the C loop
 * only counts. */
#include "in_place.h"
#include "native.h"
#include "suite.h"

static void *setup(enum suite_size size)
{
	struct in_place *v = in_place_new(suite_pick(size, 1 << 9, 1 << 16, 1 << 16));
	suite_fill_floats(v->input, v->n, -1, 1, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct in_place *v = data;
	for (uint32_t step = 1; step < v->n; step *= 2) {
		struct {
			float *data;
			uint32_t step;
		} args = {v->data, step};
		suite_launch(r, "&walsh_pass", (struct suite_dim){(uint32_t)v->n / 2, 1, 1},
			(struct suite_dim){256, 1, 1}, 0, &args, sizeof args);
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

const struct suite_case suite_walsh = {
	.name = "walsh",
	.cache = "64 K floats",
	.full = "64 K floats",
	.setup = setup,
	.reset = in_place_reset,
	.reset_native = in_place_reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
