/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* EigenValue: intervals around all eigenvalues of a tridiagonal matrix become smaller until each
 * is below a tolerance. */
#include "native.h"
#include "suite.h"

#include <math.h>
#include <string.h>

enum { GROUP = 256, MOST_ROUNDS = 100 };
static const float tolerance = 1e-3f;

struct eigen {
	uint32_t n;
	float *diagonal, *beside, *first; /* the first intervals */
	float *intervals, *next;
	uint32_t *counts;
	float *values, *expected;
};

/* Gershgorin's circles: all eigenvalues are in the first interval, none in the others. */
static void first_intervals(struct eigen *v)
{
	float low = INFINITY, high = -INFINITY;
	for (uint32_t i = 0; i < v->n; i++) {
		float radius = (i > 0 ? fabsf(v->beside[i - 1]) : 0) +
		               (i + 1 < v->n ? fabsf(v->beside[i]) : 0);
		low = fminf(low, v->diagonal[i] - radius - 1);
		high = fmaxf(high, v->diagonal[i] + radius + 1);
	}
	for (uint32_t i = 0; i < v->n; i++) {
		v->first[2 * i] = i == 0 ? low : high;
		v->first[2 * i + 1] = high;
	}
}

static void *setup(enum suite_size size)
{
	struct eigen *v = suite_alloc(sizeof *v);
	v->n = (uint32_t)suite_pick(size, 256, 256, 1024);
	v->diagonal = suite_alloc(v->n * sizeof(float));
	v->beside = suite_alloc(v->n * sizeof(float));
	v->first = suite_alloc(2 * v->n * sizeof(float));
	v->intervals = suite_alloc(2 * v->n * sizeof(float));
	v->next = suite_alloc(2 * v->n * sizeof(float));
	v->counts = suite_alloc(v->n * sizeof(uint32_t));
	v->values = suite_alloc(v->n * sizeof(float));
	v->expected = suite_alloc(v->n * sizeof(float));
	suite_fill_floats(v->diagonal, v->n, 0, 255, 1);
	suite_fill_floats(v->beside, v->n - 1, 0, 255, 2);
	first_intervals(v);
	return v;
}

typedef void narrow_step(void *user, struct eigen *v);

static bool all_narrow(const struct eigen *v)
{
	for (uint32_t i = 0; i < v->n; i++)
		if (!(v->intervals[2 * i + 1] - v->intervals[2 * i] < tolerance))
			return false;
	return true;
}

static void find(struct eigen *v, float *values, narrow_step *narrow, void *user)
{
	memcpy(v->intervals, v->first, 2 * v->n * sizeof(float));
	for (int i = 0; i < MOST_ROUNDS && !all_narrow(v); i++) {
		narrow(user, v);
		float *t = v->intervals;
		v->intervals = v->next;
		v->next = t;
	}
	for (uint32_t i = 0; i < v->n; i++)
		values[i] = (v->intervals[2 * i] + v->intervals[2 * i + 1]) / 2;
}

static void narrow_by_kernels(void *user, struct eigen *v)
{
	struct {
		uint32_t *counts;
		const float *intervals, *diagonal, *beside;
		uint32_t n;
	} count = {v->counts, v->intervals, v->diagonal, v->beside, v->n};
	struct {
		float *next;
		const float *intervals;
		const uint32_t *counts;
		const float *diagonal, *beside;
		uint32_t n;
		float tolerance;
	} split = {v->next, v->intervals, v->counts, v->diagonal, v->beside, v->n, tolerance};
	struct suite_dim grid = {v->n, 1, 1}, group = {GROUP, 1, 1};
	suite_launch(user, "&calNumEigenValueInterval", grid, group, 0, &count, sizeof count);
	suite_launch(user, "&recalculateEigenIntervals", grid, group, 0, &split, sizeof split);
	suite_wait(user);
}

static void run(struct suite_run *r, void *data)
{
	struct eigen *v = data;
	find(v, v->values, narrow_by_kernels, r);
}

static void narrow_by_loops(void *user, struct eigen *v)
{
	const struct native_loops *c = *(const struct native_loops *const *)user;
	c->amd_count_eigenvalues(v->intervals, v->diagonal, v->beside, v->counts, v->n);
	c->amd_split_intervals(v->next, v->intervals, v->counts, v->diagonal, v->beside, v->n,
		tolerance);
}

static void native(const struct native_loops *c, void *data)
{
	struct eigen *v = data;
	find(v, v->expected, narrow_by_loops, &c);
}

static bool verify(const void *data, FILE *message)
{
	const struct eigen *v = data;
	return suite_close_floats("eigenvalues", v->values, v->expected, v->n, 2 * tolerance, 0,
		message);
}

const struct suite_case suite_amd_EigenValue = {
	.name = "amd/EigenValue",
	.source = SUITE_OPENCL,
	.original.opencl = "EigenValue/EigenValue_Kernels.cl",
	.cache = "a matrix of 256 x 256",
	.full = "a matrix of 1024 x 1024",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
