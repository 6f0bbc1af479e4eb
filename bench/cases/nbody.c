/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All-pairs N-body step with tiles in group memory. One case uses square root and division, the
 * other a native reciprocal square root. */
#include "native.h"
#include "suite.h"

#define DT 0.005f
#define EPS2 0.01f

struct nbody {
	size_t n;
	float *pos, *vel, *new_pos, *new_vel, *expected_pos, *expected_vel;
};

static void *setup(enum suite_size size)
{
	struct nbody *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 512, 4096, 2048);
	v->pos = suite_alloc(4 * v->n * sizeof(float));
	v->vel = suite_alloc(4 * v->n * sizeof(float));
	v->new_pos = suite_alloc(4 * v->n * sizeof(float));
	v->new_vel = suite_alloc(4 * v->n * sizeof(float));
	v->expected_pos = suite_alloc(4 * v->n * sizeof(float));
	v->expected_vel = suite_alloc(4 * v->n * sizeof(float));
	suite_fill_floats(v->pos, 4 * v->n, 0, 1, 1);
	suite_fill_floats(v->vel, 4 * v->n, -1, 1, 2);
	return v;
}

static void launch(struct suite_run *r, const char *kernel, const struct nbody *v)
{
	struct {
		const float *pos, *vel;
		float *new_pos, *new_vel;
		uint32_t n;
		float dt, eps2;
	} args = {v->pos, v->vel, v->new_pos, v->new_vel, (uint32_t)v->n, DT, EPS2};
	suite_launch(r, kernel, (struct suite_dim){(uint32_t)v->n, 1, 1},
		(struct suite_dim){256, 1, 1}, 0, &args, sizeof args);
}

static void run(struct suite_run *r, void *data)
{
	launch(r, "&nbody_step", data);
}

static void run_native_root(struct suite_run *r, void *data)
{
	launch(r, "&nbodyr_step", data);
}

static void native(const struct native_loops *c, void *data)
{
	struct nbody *v = data;
	c->nbody(v->pos, v->vel, v->expected_pos, v->expected_vel, v->n, DT, EPS2);
}

static bool verify(const void *data, FILE *message)
{
	const struct nbody *v = data;
	return suite_close_floats("position", v->new_pos, v->expected_pos, 4 * v->n, 1e-4f, 1e-4f,
		       message) &&
	       suite_close_floats("velocity", v->new_vel, v->expected_vel, 4 * v->n, 1e-3f, 1e-4f,
		       message);
}

static struct suite_work work(const void *data)
{
	const struct nbody *v = data;
	double n = (double)v->n;
	return (struct suite_work){.bytes = 64 * n, .flops = 20 * n * n};
}

const struct suite_case suite_nbody = {
	.name = "nbody",
	.cache = "4,096 bodies",
	.full = "2,048 bodies",
	.setup = setup,
	.run = run,
	.native = native,
	.work = work,
	.verify = verify,
};

const struct suite_case suite_nbodyr = {
	.name = "nbodyr",
	.cache = "4,096 bodies",
	.full = "2,048 bodies",
	.setup = setup,
	.run = run_native_root,
	.native = native,
	.work = work,
	.verify = verify,
};
