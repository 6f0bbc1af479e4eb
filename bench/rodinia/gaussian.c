/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia gaussian: a dense system of linear equations by elimination on the device, substitution
 * on the host. */
#include "native.h"
#include "suite.h"

#include <math.h>
#include <string.h>

enum { GROUP = 256, TILE = 16 };

struct gaussian {
	size_t n;
	float *a, *b; /* the system */
	float *rest, *right, *factors;
	float *expected_rest, *expected_right, *expected_factors;
	float *x, *expected_x;
};

static float *matrix(size_t n)
{
	return suite_alloc(n * n * sizeof(float));
}

static float *column(size_t n)
{
	return suite_alloc(n * sizeof(float));
}

static void *setup(enum suite_size size)
{
	struct gaussian *v = suite_alloc(sizeof *v);
	size_t n = v->n = suite_pick(size, 52, 256, 1024);
	v->a = matrix(n);
	v->rest = matrix(n);
	v->factors = matrix(n);
	v->expected_rest = matrix(n);
	v->expected_factors = matrix(n);
	v->b = column(n);
	v->right = column(n);
	v->expected_right = column(n);
	v->x = column(n);
	v->expected_x = column(n);
	for (size_t i = 0; i < n; i++) {
		v->b[i] = 1;
		for (size_t j = 0; j < n; j++)
			v->a[i * n + j] = 10 * expf(-0.01f * (float)(i > j ? i - j : j - i));
	}
	return v;
}

static void reset(void *data)
{
	struct gaussian *v = data;
	memcpy(v->rest, v->a, v->n * v->n * sizeof(float));
	memcpy(v->right, v->b, v->n * sizeof(float));
}

static void reset_native(void *data)
{
	struct gaussian *v = data;
	memcpy(v->expected_rest, v->a, v->n * v->n * sizeof(float));
	memcpy(v->expected_right, v->b, v->n * sizeof(float));
}

static void substitute(const float *a, const float *b, float *x, size_t n)
{
	for (size_t i = n; i-- > 0;) {
		x[i] = b[i];
		for (size_t j = i + 1; j < n; j++)
			x[i] -= a[i * n + j] * x[j];
		x[i] /= a[i * n + i];
	}
}

static void run(struct suite_run *r, void *data)
{
	struct gaussian *v = data;
	struct {
		float *m, *a, *b;
		int32_t size, t;
	} args = {v->factors, v->rest, v->right, (int32_t)v->n, 0};
	uint32_t groups = suite_group_count(v->n, GROUP), tiles = suite_group_count(v->n, TILE);
	for (; args.t < args.size - 1; args.t++) {
		suite_launch(r, "&Fan1", (struct suite_dim){groups * GROUP, 1, 1},
			(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
		suite_launch(r, "&Fan2", (struct suite_dim){tiles * TILE, tiles * TILE, 1},
			(struct suite_dim){TILE, TILE, 1}, 0, &args, sizeof args);
	}
	suite_wait(r);
	substitute(v->rest, v->right, v->x, v->n);
}

static void native(const struct native_loops *c, void *data)
{
	struct gaussian *v = data;
	c->rodinia_gaussian(v->expected_factors, v->expected_rest, v->expected_right, v->n);
	substitute(v->expected_rest, v->expected_right, v->expected_x, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct gaussian *v = data;
	size_t all = v->n * v->n;
	/* products and differences are fused or not */
	return suite_close_floats("factors", v->factors, v->expected_factors, all, 1e-4f, 1e-3f,
		       message) &&
	       suite_close_floats("rest", v->rest, v->expected_rest, all, 1e-4f, 1e-3f, message) &&
	       suite_close_floats("x", v->x, v->expected_x, v->n, 1e-4f, 1e-2f, message);
}

const struct suite_case suite_rodinia_gaussian = {
	.name = "rodinia/gaussian",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/gaussian/gaussianElim_kernels.cl"},
	.cache = "256 equations",
	.full = "1,024 equations",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
