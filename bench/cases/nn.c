/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia nn (nearest neighbours): distances of points to a target. */
#include "native.h"
#include "suite.h"

struct nn {
	size_t n;
	float lat, lng;
	float *records, *distance, *expected;
};

static void *setup(enum suite_size size)
{
	struct nn *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 777, 1 << 16, 1 << 16);
	v->lat = 30;
	v->lng = 90;
	v->records = suite_alloc(2 * v->n * sizeof(float));
	v->distance = suite_alloc(v->n * sizeof(float));
	v->expected = suite_alloc(v->n * sizeof(float));
	suite_fill_floats(v->records, 2 * v->n, 0, 180, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct nn *v = data;
	struct {
		const float *records;
		float *distance;
		uint32_t n;
		float lat, lng;
	} args = {v->records, v->distance, (uint32_t)v->n, v->lat, v->lng};
	suite_launch(r, "&nn_distance", (struct suite_dim){(uint32_t)v->n, 1, 1},
		(struct suite_dim){256, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct nn *v = data;
	c->nn(v->records, v->expected, v->n, v->lat, v->lng);
}

static bool verify(const void *data, FILE *message)
{
	const struct nn *v = data;
	/* The C compiler may fuse the sum of squares, so the last bits may differ. */
	return suite_close_floats("distance", v->distance, v->expected, v->n, 0, 1e-6f, message);
}

static struct suite_work work(const void *data)
{
	const struct nn *v = data;
	double n = (double)v->n;
	return (struct suite_work){.bytes = 12 * n, .flops = 6 * n};
}

const struct suite_case suite_nn = {
	.name = "nn",
	.cache = "64 K records",
	.full = "768 KB: 64 K records and distances",
	.setup = setup,
	.run = run,
	.native = native,
	.work = work,
	.verify = verify,
};
