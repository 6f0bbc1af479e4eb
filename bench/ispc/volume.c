/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* volume: rays through smoke, with light. */
#include "native.h"
#include "suite.h"

#include <math.h>

struct picture {
	uint32_t n, width, height;
	float *density, *out, *expected;
};

/* A ball of smoke with waves in it. */
static void fill(float *density, uint32_t n)
{
	for (uint32_t z = 0; z < n; z++) {
		for (uint32_t y = 0; y < n; y++) {
			for (uint32_t x = 0; x < n; x++) {
				float a = (float)x / (float)n - 0.5f,
				      b = (float)y / (float)n - 0.5f;
				float c = (float)z / (float)n - 0.5f;
				float d = 0.42f - sqrtf(a * a + b * b + c * c) +
				          0.08f * sinf(17 * a) * cosf(13 * b) * sinf(11 * c + 1);
				density[(z * n + y) * n + x] = d > 0 ? 4 * d : 0;
			}
		}
	}
}

static void *setup(enum suite_size size)
{
	struct picture *v = suite_alloc(sizeof *v);
	v->n = (uint32_t)suite_pick(size, 16, 64, 128);
	v->width = (uint32_t)suite_pick(size, 32, 128, 512);
	v->height = (uint32_t)suite_pick(size, 32, 64, 512);
	size_t n = (size_t)v->width * v->height;
	v->density = suite_alloc((size_t)v->n * v->n * v->n * sizeof(float));
	v->out = suite_alloc(n * sizeof(float));
	v->expected = suite_alloc(n * sizeof(float));
	fill(v->density, v->n);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct picture *v = data;
	struct {
		const float *density;
		uint32_t n;
		float *out;
		uint32_t width, height;
	} args = {v->density, v->n, v->out, v->width, v->height};
	suite_launch(r, "&volume", (struct suite_dim){v->width, v->height, 1},
		(struct suite_dim){32, 4, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct picture *v = data;
	c->ispc_volume(v->density, v->n, v->expected, v->width, v->height);
}

static bool verify(const void *data, FILE *message)
{
	const struct picture *v = data;
	return suite_close_floats("out", v->out, v->expected, (size_t)v->width * v->height, 1e-2f,
		1e-2f, message);
}

const struct suite_case suite_ispc_volume = {
	.name = "ispc/volume",
	.source = SUITE_OPENCL,
	.cache = "64^3 cells, 128 x 64 rays",
	.full = "128^3 cells, 512 x 512 rays",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
