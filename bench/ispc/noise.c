/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* noise: octaves of gradient noise in a picture, by a table of 0 to 255 in random order. */
#include "native.h"
#include "suite.h"

enum { TABLE = 256, OCTAVES = 8 };

struct picture {
	uint32_t width, height;
	float x0, y0, dx, dy, z;
	uint32_t *table;
	float *out, *expected;
};

static void fill_table(uint32_t table[2 * TABLE])
{
	uint64_t state = 1;
	for (uint32_t i = 0; i < TABLE; i++)
		table[i] = i;
	for (uint32_t i = TABLE - 1; i > 0; i--) {
		uint32_t k = (uint32_t)(suite_random(&state) % (i + 1)), t = table[i];
		table[i] = table[k];
		table[k] = t;
	}
	for (uint32_t i = 0; i < TABLE; i++)
		table[TABLE + i] = table[i];
}

static void *setup(enum suite_size size)
{
	struct picture *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 96, 256, 1024);
	v->height = (uint32_t)suite_pick(size, 32, 128, 1024);
	v->x0 = v->y0 = -10;
	v->dx = 20.0f / (float)v->width;
	v->dy = 20.0f / (float)v->height;
	v->z = 0.6f;
	size_t n = (size_t)v->width * v->height;
	/* the sum of an entry and an index may be just behind the second half */
	v->table = suite_alloc((2 * TABLE + 2) * sizeof(uint32_t));
	v->out = suite_alloc(n * sizeof(float));
	v->expected = suite_alloc(n * sizeof(float));
	fill_table(v->table);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct picture *v = data;
	struct {
		const uint32_t *table;
		float *out;
		float x0, y0, dx, dy, z;
		uint32_t width, octaves;
	} args = {v->table, v->out, v->x0, v->y0, v->dx, v->dy, v->z, v->width, OCTAVES};
	suite_launch(r, "&turbulence", (struct suite_dim){v->width, v->height, 1},
		(struct suite_dim){32, 4, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct picture *v = data;
	c->ispc_turbulence(v->table, v->expected, v->x0, v->y0, v->dx, v->dy, v->z, v->width,
		v->height, OCTAVES);
}

static bool verify(const void *data, FILE *message)
{
	const struct picture *v = data;
	return suite_close_floats("out", v->out, v->expected, (size_t)v->width * v->height, 1e-3f,
		1e-3f, message);
}

const struct suite_case suite_ispc_noise = {
	.name = "ispc/noise",
	.source = SUITE_OPENCL,
	.cache = "256 x 128 points, 8 octaves",
	.full = "1024 x 1024 points, 8 octaves",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
