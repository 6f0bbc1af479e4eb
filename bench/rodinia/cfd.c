/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia cfd: the flow of a gas at Mach 1.2 around a wing by finite volumes. The mesh is ours: a
 * sheared grid of cells with four faces; it begins at a wing and ends at the far field. */
#include "native.h"
#include "suite.h"

#include <math.h>
#include <string.h>

enum { VARIABLES = 5, FACES = 4, STAGES = 3, GROUP = 192 };

struct vector {
	float x, y, z;
};

struct cfd {
	uint32_t width, height;
	size_t cells; /* rounded up to whole groups */
	int iterations;
	int32_t *neighbours;
	float *normals, *areas;
	float *far_field;                                  /* variables */
	struct vector *far_energy, *far_x, *far_y, *far_z; /* what flows there */
	float *variables, *old, *factors, *fluxes;
	float *expected, *expected_old, *expected_factors, *expected_fluxes;
};

static void set_far_field(struct cfd *v)
{
	const float mach = 1.2f, ratio = 1.4f, density = 1.4f, pressure = 1;
	float speed = mach * sqrtf(ratio * pressure / density);
	float energy = density * 0.5f * speed * speed + pressure / (ratio - 1);
	float *f = v->far_field = suite_alloc(VARIABLES * sizeof(float));
	f[0] = density;
	f[1] = density * speed; /* along x */
	f[4] = energy;
	v->far_x = suite_alloc(sizeof *v->far_x);
	v->far_y = suite_alloc(sizeof *v->far_y);
	v->far_z = suite_alloc(sizeof *v->far_z);
	v->far_energy = suite_alloc(sizeof *v->far_energy);
	v->far_x->x = speed * f[1] + pressure;
	v->far_y->y = pressure;
	v->far_z->z = pressure;
	v->far_energy->x = speed * (energy + pressure);
}

/* What is behind a face of cell (x, y). */
static int32_t behind(const struct cfd *v, int64_t x, int64_t y)
{
	int64_t w = v->width;
	if (y < 0)
		return x < w / 4 || x >= 3 * w / 4 ? -2 : -1; /* the wing is at the middle */
	return x < 0 || x >= w || y >= v->height ? -2 : (int32_t)(y * w + x);
}

static void set_cell(struct cfd *v, uint32_t x, uint32_t y)
{
	static const int to[FACES][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
	size_t n = v->cells, i = (size_t)y * v->width + x;
	float dx = 0.1f, dy = 0.05f + 0.001f * (float)(y % 50), shear = 0.1f;
	v->areas[i] = dx * dy;
	for (int f = 0; f < FACES; f++) {
		v->neighbours[f * n + i] = behind(v, (int64_t)x + to[f][0], (int64_t)y + to[f][1]);
		/* inwards */
		v->normals[f * n + i] = -(float)to[f][0] * dy;
		v->normals[(f + FACES) * n + i] =
			-(float)to[f][1] * dx + (float)to[f][0] * shear * dy;
		v->normals[(f + 2 * FACES) * n + i] = 0;
	}
}

static void *setup(enum suite_size size)
{
	struct cfd *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 32, 96, 384);
	v->height = (uint32_t)suite_pick(size, 18, 64, 256);
	v->iterations = (int)suite_pick(size, 3, 10, 20);
	v->cells = (size_t)v->width * v->height;
	size_t n = v->cells, state = n * VARIABLES * sizeof(float);
	v->neighbours = suite_alloc(n * FACES * sizeof(int32_t));
	v->normals = suite_alloc(n * FACES * 3 * sizeof(float));
	v->areas = suite_alloc(n * sizeof(float));
	v->variables = suite_alloc(state);
	v->old = suite_alloc(state);
	v->fluxes = suite_alloc(state);
	v->factors = suite_alloc(n * sizeof(float));
	v->expected = suite_alloc(state);
	v->expected_old = suite_alloc(state);
	v->expected_fluxes = suite_alloc(state);
	v->expected_factors = suite_alloc(n * sizeof(float));
	set_far_field(v);
	for (uint32_t y = 0; y < v->height; y++)
		for (uint32_t x = 0; x < v->width; x++)
			set_cell(v, x, y);
	return v;
}

static void launch(struct suite_run *r, const struct cfd *v, const char *kernel, const void *args,
	size_t bytes)
{
	suite_launch(r, kernel, (struct suite_dim){(uint32_t)v->cells, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, args, bytes);
}

static void initialize(struct suite_run *r, struct cfd *v)
{
	size_t state = v->cells * VARIABLES * sizeof(float);
	struct {
		float *memory;
		int16_t value;
		int32_t count;
	} set = {v->fluxes, 0, (int32_t)state};
	struct {
		float *variables;
		const float *far_field;
		int32_t nelr;
	} fill = {v->variables, v->far_field, (int32_t)v->cells};
	suite_launch(r, "&memset_kernel", (struct suite_dim){(uint32_t)state, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, &set, sizeof set);
	launch(r, v, "&initialize_variables", &fill, sizeof fill);
}

static void iterate(struct suite_run *r, struct cfd *v)
{
	struct {
		const float *variables, *areas;
		float *factors;
		int32_t nelr;
	} factor = {v->variables, v->areas, v->factors, (int32_t)v->cells};
	struct {
		const int32_t *neighbours;
		const float *normals, *variables, *far_field;
		float *fluxes;
		const struct vector *far_energy, *far_x, *far_y, *far_z;
		int32_t nelr;
	} flux = {v->neighbours, v->normals, v->variables, v->far_field, v->fluxes, v->far_energy,
		v->far_x, v->far_y, v->far_z, (int32_t)v->cells};
	struct {
		int32_t stage, nelr;
		const float *old;
		float *variables;
		const float *factors, *fluxes;
	} step = {0, (int32_t)v->cells, v->old, v->variables, v->factors, v->fluxes};
	suite_wait(r);
	memcpy(v->old, v->variables, v->cells * VARIABLES * sizeof(float));
	launch(r, v, "&compute_step_factor", &factor, sizeof factor);
	for (step.stage = 0; step.stage < STAGES; step.stage++) {
		launch(r, v, "&compute_flux", &flux, sizeof flux);
		launch(r, v, "&time_step", &step, sizeof step);
	}
}

static void run(struct suite_run *r, void *data)
{
	struct cfd *v = data;
	initialize(r, v);
	for (int i = 0; i < v->iterations; i++)
		iterate(r, v);
}

static void native(const struct native_loops *c, void *data)
{
	struct cfd *v = data;
	size_t n = v->cells;
	for (size_t i = 0; i < n * VARIABLES; i++)
		v->expected[i] = v->far_field[i / n];
	for (int i = 0; i < v->iterations; i++) {
		memcpy(v->expected_old, v->expected, n * VARIABLES * sizeof(float));
		c->rodinia_cfd_factors(v->expected, v->areas, v->expected_factors, n);
		for (int stage = 0; stage < STAGES; stage++) {
			c->rodinia_cfd_fluxes(v->neighbours, v->normals, v->expected, v->far_field,
				v->expected_fluxes, n);
			c->rodinia_cfd_step(v->expected_old, v->expected, v->expected_factors,
				v->expected_fluxes, n, 1.0f / (float)(STAGES + 1 - stage));
		}
	}
}

static bool verify(const void *data, FILE *message)
{
	const struct cfd *v = data;
	return suite_close_floats("variables", v->variables, v->expected, v->cells * VARIABLES,
		1e-4f, 1e-4f, message);
}

const struct suite_case suite_rodinia_cfd = {
	.name = "rodinia/cfd",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/cfd/Kernels.cl"},
	.cache = "6,144 cells, 10 steps",
	.full = "98,304 cells, 20 steps",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
