/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia nn: the nearest of many locations. The kernel computes distances, the host looks for the
 * least. */
#include "native.h"
#include "suite.h"

enum { GROUP = 256 };

struct nn {
	size_t n, nearest, expected_nearest;
	float *locations, *distances, *expected;
	float lat, lng;
};

static void *setup(enum suite_size size)
{
	struct nn *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 1003, 42764, 1 << 23);
	v->lat = 30;
	v->lng = 90;
	v->locations = suite_alloc(2 * v->n * sizeof(float));
	v->distances = suite_alloc(v->n * sizeof(float));
	v->expected = suite_alloc(v->n * sizeof(float));
	suite_fill_floats(v->locations, 2 * v->n, 7, 179, 1);
	return v;
}

static size_t least(const float *distances, size_t n)
{
	size_t at = 0;
	for (size_t i = 1; i < n; i++)
		if (distances[i] < distances[at])
			at = i;
	return at;
}

static void run(struct suite_run *r, void *data)
{
	struct nn *v = data;
	struct {
		const float *locations;
		float *distances;
		int32_t n;
		float lat, lng;
	} args = {v->locations, v->distances, (int32_t)v->n, v->lat, v->lng};
	suite_launch(r, "&NearestNeighbor", suite_grid(v->n, GROUP),
		(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
	suite_wait(r);
	v->nearest = least(v->distances, v->n);
}

static void native(const struct native_loops *c, void *data)
{
	struct nn *v = data;
	c->rodinia_nn(v->locations, v->expected, v->n, v->lat, v->lng);
	suite_host_begin();
	v->expected_nearest = least(v->expected, v->n);
	suite_host_end();
}

static bool verify(const void *data, FILE *message)
{
	const struct nn *v = data;
	if (!suite_close_floats("distances", v->distances, v->expected, v->n, 1e-5f, 1e-6f,
		    message))
		return false;
	if (v->nearest == v->expected_nearest)
		return true;
	fprintf(message, "%zu is nearest, expected %zu", v->nearest, v->expected_nearest);
	return false;
}

static const char *const cuda_names[][2] = {
	{"&NearestNeighbor", "&_Z6euclidP7latLongPfiff"}, {NULL, NULL}};

const struct suite_case suite_rodinia_nn = {
	.name = "rodinia/nn",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/nn/nearestNeighbor_kernel.cl",
		.cuda = "cuda/nn/nn_cuda.cu",
		.cuda_names = cuda_names},
	.cache = "42,764 records",
	.full = "96 MB: 8 M records",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
