/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia hotspot: temperatures of a chip from the power of its parts, two steps of time a
 * launch. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { SIDE = 16, STEPS = 2 /* a launch */, INNER = SIDE - 2 * STEPS };

struct hotspot {
	size_t side;
	int launches;
	struct rodinia_chip chip;
	float *power, *first, *temp[2], *expected[2];
};

/* HotSpot's model of a chip of 16 x 16 mm, of which each cell is a part. */
static struct rodinia_chip make_chip(size_t side)
{
	const float density = 3.0e6f, precision = 0.001f, heat = 1.75e6f, conduct = 100;
	const float factor = 0.5f, thick = 0.0005f, cell = 0.016f / (float)side;
	return (struct rodinia_chip){
		.cap = factor * heat * thick * cell * cell,
		.rx = cell / (2 * conduct * thick * cell),
		.ry = cell / (2 * conduct * thick * cell),
		.rz = thick / (conduct * cell * cell),
		.step = precision / (density / (factor * thick * heat)),
	};
}

static void *setup(enum suite_size size)
{
	struct hotspot *v = suite_alloc(sizeof *v);
	v->side = suite_pick(size, 50, 128, 1024);
	v->launches = size == SUITE_FULL ? 10 : 3;
	v->chip = make_chip(v->side);
	size_t cells = v->side * v->side;
	v->power = suite_alloc(cells * sizeof(float));
	v->first = suite_alloc(cells * sizeof(float));
	for (int i = 0; i < 2; i++) {
		v->temp[i] = suite_alloc(cells * sizeof(float));
		v->expected[i] = suite_alloc(cells * sizeof(float));
	}
	suite_fill_floats(v->power, cells, 0, 0.001f, 1);
	suite_fill_floats(v->first, cells, 320, 345, 2);
	return v;
}

static void reset(void *data)
{
	struct hotspot *v = data;
	memcpy(v->temp[0], v->first, v->side * v->side * sizeof(float));
}

static void reset_native(void *data)
{
	struct hotspot *v = data;
	memcpy(v->expected[0], v->first, v->side * v->side * sizeof(float));
}

static void run(struct suite_run *r, void *data)
{
	struct hotspot *v = data;
	uint32_t groups = (uint32_t)((v->side + INNER - 1) / INNER);
	for (int i = 0; i < v->launches; i++) {
		struct {
			int32_t iteration;
			const float *power, *src;
			float *dst;
			int32_t columns, rows, border_columns, border_rows;
			float cap, rx, ry, rz, step;
			float elapsed; /* CUDA only */
		} args = {STEPS, v->power, v->temp[i % 2], v->temp[1 - i % 2], (int32_t)v->side,
			(int32_t)v->side, STEPS, STEPS, v->chip.cap, v->chip.rx, v->chip.ry,
			v->chip.rz, v->chip.step, 0.001f};
		suite_launch(r, "&hotspot", (struct suite_dim){groups * SIDE, groups * SIDE, 1},
			(struct suite_dim){SIDE, SIDE, 1}, 0, &args, sizeof args);
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct hotspot *v = data;
	for (int i = 0; i < v->launches * STEPS; i++)
		c->rodinia_hotspot(v->power, v->expected[i % 2], v->expected[1 - i % 2], v->side,
			v->side, &v->chip);
}

static bool verify(const void *data, FILE *message)
{
	const struct hotspot *v = data;
	return suite_close_floats("temperature", v->temp[v->launches % 2],
		v->expected[v->launches * STEPS % 2], v->side * v->side, 0, 1e-5f, message);
}

static const char *const cuda_names[][2] = {
	{"&hotspot", "&_Z14calculate_tempiPfS_S_iiiiffffff"}, {NULL, NULL}};

const struct suite_case suite_rodinia_hotspot = {
	.name = "rodinia/hotspot",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/hotspot/hotspot_kernel.cl",
		.options = "-DBLOCK_SIZE=16",
		.cuda = "cuda/hotspot/hotspot.cu",
		.cuda_names = cuda_names},
	.cache = "128 x 128 cells, 6 steps",
	.full = "1,024 x 1,024 cells, 20 steps",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
