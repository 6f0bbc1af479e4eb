/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia hotspot3D: temperatures of a chip of eight layers. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { GROUP_X = 64, GROUP_Y = 4, LAYERS = 8 };

struct hotspot3d {
	size_t nx, ny;
	int steps;
	struct rodinia_weights weights;
	float *power, *first, *temp[2], *expected[2];
};

/* HotSpot's model of a chip of 16 x 16 mm. */
static struct rodinia_weights make_weights(size_t nx, size_t ny)
{
	const float density = 3.0e6f, precision = 0.001f, heat = 1.75e6f, conduct = 100;
	const float factor = 0.5f, thick = 0.0005f;
	float dx = 0.016f / (float)nx, dy = 0.016f / (float)ny, dz = thick / LAYERS;
	float cap = factor * heat * thick * dx * dy;
	float rx = dy / (2 * conduct * thick * dx), ry = dx / (2 * conduct * thick * dy);
	float rz = dz / (conduct * dx * dy);
	float step = precision / (density / (factor * thick * heat)) / cap;
	struct rodinia_weights w = {.step = step,
		.east = step / rx,
		.west = step / rx,
		.north = step / ry,
		.south = step / ry,
		.top = step / rz,
		.bottom = step / rz};
	w.centre = 1 - (2 * w.east + 2 * w.north + 3 * w.top);
	return w;
}

static void *setup(enum suite_size size)
{
	struct hotspot3d *v = suite_alloc(sizeof *v);
	v->nx = suite_pick(size, GROUP_X, 64, 512);
	v->ny = suite_pick(size, 3 * GROUP_Y, 64, 512);
	v->steps = size == SUITE_FULL ? 10 : 3;
	v->weights = make_weights(v->nx, v->ny);
	size_t cells = v->nx * v->ny * LAYERS;
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
	struct hotspot3d *v = data;
	memcpy(v->temp[0], v->first, v->nx * v->ny * LAYERS * sizeof(float));
}

static void reset_native(void *data)
{
	struct hotspot3d *v = data;
	memcpy(v->expected[0], v->first, v->nx * v->ny * LAYERS * sizeof(float));
}

static void run(struct suite_run *r, void *data)
{
	struct hotspot3d *v = data;
	const struct rodinia_weights *w = &v->weights;
	for (int i = 0; i < v->steps; i++) {
		struct {
			const float *power, *in;
			float *out, step;
			int32_t nx, ny, nz;
			float east, west, north, south, top, bottom, centre;
		} args = {v->power, v->temp[i % 2], v->temp[1 - i % 2], w->step, (int32_t)v->nx,
			(int32_t)v->ny, LAYERS, w->east, w->west, w->north, w->south, w->top,
			w->bottom, w->centre};
		suite_launch(r, "&hotspotOpt1",
			(struct suite_dim){(uint32_t)v->nx, (uint32_t)v->ny, 1},
			(struct suite_dim){GROUP_X, GROUP_Y, 1}, 0, &args, sizeof args);
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct hotspot3d *v = data;
	for (int i = 0; i < v->steps; i++)
		c->rodinia_hotspot3d(v->power, v->expected[i % 2], v->expected[1 - i % 2], v->nx,
			v->ny, LAYERS, &v->weights);
}

static bool verify(const void *data, FILE *message)
{
	const struct hotspot3d *v = data;
	return suite_close_floats("temperature", v->temp[v->steps % 2], v->expected[v->steps % 2],
		v->nx * v->ny * LAYERS, 0, 1e-5f, message);
}

static const char *const cuda_names[][2] = {
	{"&hotspotOpt1", "&_Z11hotspotOpt1PfS_S_fiiifffffff"}, {NULL, NULL}};

const struct suite_case suite_rodinia_hotspot3d = {
	.name = "rodinia/hotspot3D",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/hotspot3D/hotspotKernel.cl",
		.cuda = "cuda/hotspot3D/3D.cu",
		.cuda_names = cuda_names},
	.cache = "64 x 64 x 8 cells, 3 steps",
	.full = "24 MB: 512 x 512 x 8 cells, 10 steps",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
