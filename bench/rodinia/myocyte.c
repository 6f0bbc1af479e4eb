/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia myocyte: the course of a heart cell's 91 states. The device computes their rates of
 * change, the host steps in time by Fehlberg's method of orders 7 and 8. */
#include "native.h"
#include "suite.h"

#include <math.h>
#include <string.h>

enum { STATES = 91, PARAMETERS = 18, PARTS = 3, STAGES = 13, GROUP = 2 };
enum { CALMODULIN = 46, PART_STATES = 15, CA = 35, V = 38 };
#define STEP 0.01f /* ms: as the fastest buffer needs it */

struct myocyte {
	int32_t steps;
	float *start, *parameters, *com, *y, *dy; /* of the device */
	float *end, *expected;
	float rates[STAGES][STATES];
};

/* Where the cell is at rest, but for calmodulin, which is not yet distributed. */
static const float excitation_start[CALMODULIN] = {1.405627e-3f, 9.867005e-1f, 9.915620e-1f,
	7.175662e-6f, 1.000681f, 2.421991e-2f, 1.452605e-2f, 4.051574e-3f, 9.945511e-1f,
	4.051574e-3f, 9.945511e-1f, 8.641386e-3f, 5.412034e-3f, 8.884332e-1f, 8.156628e-7f,
	1.024274e-7f, 3.539892f, 7.720854e-1f, 8.773191e-3f, 1.078283e-1f, 1.524002e-2f,
	2.911916e-4f, 1.298754e-3f, 1.381982e-1f, 2.143165e-3f, 9.566355e-3f, 1.110363e-1f,
	7.347888e-3f, 7.297378e-2f, 1.242988f, 5.545201e-1f, 8.80329f, 8.80733f, 8.80853f, 135.0f,
	1.737475e-4f, 1.031812e-4f, 8.597401e-5f, -8.556885e1f, 9.945511e-1f};

static void *setup(enum suite_size size)
{
	/* of calmodulin, its buffer, its kinase, calcineurin and the phosphatase, in uM */
	static const float totals[PARTS][5] = {{418, 1857, 120, 3.6f, 96.5f},
		{5.65f, 24.2f, 0.0995f, 3e-3f, 0.57f}, {5.65f, 24.2f, 0.0995f, 3e-3f, 0.57f}};
	struct myocyte *v = suite_alloc(sizeof *v);
	v->steps = (int32_t)suite_pick(size, 20, 100, 2000);
	v->start = suite_alloc(STATES * sizeof(float));
	v->y = suite_alloc(STATES * sizeof(float));
	v->dy = suite_alloc(STATES * sizeof(float));
	v->end = suite_alloc(STATES * sizeof(float));
	v->expected = suite_alloc(STATES * sizeof(float));
	v->parameters = suite_alloc(PARAMETERS * sizeof(float));
	v->com = suite_alloc(PARTS * sizeof(float));
	memcpy(v->start, excitation_start, sizeof excitation_start);
	for (int i = 0; i < PARTS; i++) {
		memcpy(v->parameters + 5 * i, totals[i], sizeof totals[i]);
		v->start[CALMODULIN + PART_STATES * i] = totals[i][0] / 4;
		v->start[CALMODULIN + PART_STATES * i + 3] = totals[i][0] * 3 / 4;
	}
	v->parameters[15] = 1000; /* ms between beats */
	v->parameters[16] = 135;  /* potassium */
	v->parameters[17] = 1;    /* magnesium */
	return v;
}

/* What moves between the three compartments of calmodulin, and the calcium that it takes. */
static void couple(const struct myocyte *v, const float *y, float *dy, const float *com)
{
	const float volume[PARTS] = {1.7790e-14f, 6.6013e-13f, 2.1454e-11f};
	const float off[PARTS] = {0.0014f, 0.0014f / 100, 0.0014f / 100}, on = 0.0014f / 0.2f;
	const float *dyad = y + CALMODULIN, *sl = dyad + PART_STATES, *myo = sl + PART_STATES;
	float *d_dyad = dy + CALMODULIN, *d_sl = d_dyad + PART_STATES, *d_myo = d_sl + PART_STATES;
	float kinase = dyad[6] + dyad[7] + dyad[8] + dyad[9], room = v->parameters[1];
	for (int i = 0; i < PARTS; i++)
		dy[CA + i] += 1e-3f * com[i];
	for (int i = 0; i < 6; i++)
		room -= dyad[i];
	room -= v->parameters[2] * kinase + dyad[12] + dyad[13] + dyad[14];
	for (int i = 0; i < PARTS; i++) { /* calmodulin with 0, 2 and 4 calcium ions */
		float out = 1e-3f * (off[i] * dyad[i] - on * room * sl[i]);
		float on_to_myo = 8.587e-15f * (sl[i] - myo[i]);
		d_dyad[i] -= out;
		d_sl[i] += out * volume[0] / volume[1] - on_to_myo / volume[1];
		d_myo[i] += on_to_myo / volume[2];
	}
}

/* Fehlberg's coefficients, by stage: of earlier stages, and of the time step. */
static const double stage_weights[STAGES][STAGES - 1] = {{0}, {2. / 27}, {1. / 36, 1. / 12},
	{1. / 24, 0, 1. / 8}, {5. / 12, 0, -25. / 16, 25. / 16}, {1. / 20, 0, 0, 1. / 4, 1. / 5},
	{-25. / 108, 0, 0, 125. / 108, -65. / 27, 125. / 54},
	{31. / 300, 0, 0, 0, 61. / 225, -2. / 9, 13. / 900},
	{2, 0, 0, -53. / 6, 704. / 45, -107. / 9, 67. / 90, 3},
	{-91. / 108, 0, 0, 23. / 108, -976. / 135, 311. / 54, -19. / 60, 17. / 6, -1. / 12},
	{2383. / 4100, 0, 0, -341. / 164, 4496. / 1025, -301. / 82, 2133. / 4100, 45. / 82,
		45. / 164, 18. / 41},
	{3. / 205, 0, 0, 0, 0, -6. / 41, -3. / 205, -3. / 41, 3. / 41, 6. / 41},
	{-1777. / 4100, 0, 0, -341. / 164, 4496. / 1025, -289. / 82, 2193. / 4100, 51. / 82,
		33. / 164, 12. / 41, 0, 1}};
static const double end_weights[STAGES] = {
	0, 0, 0, 0, 0, 34. / 105, 9. / 35, 9. / 35, 9. / 280, 9. / 280, 0, 41. / 840, 41. / 840};

/* y is from[] and a step by weighted rates. */
static void advance(const struct myocyte *v, const float *from, const double *weights, int stages,
	float *y)
{
	for (int i = 0; i < STATES; i++) {
		double sum = 0;
		for (int k = 0; k < stages; k++)
			sum += weights[k] * (double)v->rates[k][i];
		y[i] = from[i] + STEP * (float)sum;
	}
}

/* Rates on the device, or in C when there are loops. */
static void compute_rates(struct suite_run *r, const struct native_loops *c, struct myocyte *v,
	int32_t time)
{
	struct {
		int32_t time;
		float *y, *dy, *parameters, *com;
	} args = {time, v->y, v->dy, v->parameters, v->com};
	if (c) {
		c->rodinia_myocyte(time, v->y, v->dy, v->parameters, v->com);
		return;
	}
	suite_launch(r, "&kernel_gpu_opencl", (struct suite_dim){2 * GROUP, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
	suite_wait(r);
}

static void simulate(struct suite_run *r, const struct native_loops *c, struct myocyte *v,
	float *end)
{
	memcpy(end, v->start, STATES * sizeof(float));
	for (int32_t step = 0; step < v->steps; step++) {
		int32_t time = (int32_t)((float)step * STEP);
		for (int stage = 0; stage < STAGES; stage++) {
			suite_host_begin();
			advance(v, end, stage_weights[stage], stage, v->y);
			suite_host_end();
			compute_rates(r, c, v, time);
			suite_host_begin();
			couple(v, v->y, v->dy, v->com);
			memcpy(v->rates[stage], v->dy, sizeof v->rates[stage]);
			suite_host_end();
		}
		suite_host_begin();
		advance(v, end, end_weights, STAGES, end);
		suite_host_end();
	}
}

static void run(struct suite_run *r, void *data)
{
	struct myocyte *v = data;
	simulate(r, NULL, v, v->end);
}

static void native(const struct native_loops *c, void *data)
{
	struct myocyte *v = data;
	simulate(NULL, c, v, v->expected);
}

static bool verify(const void *data, FILE *message)
{
	const struct myocyte *v = data;
	if (!(v->expected[V] > -100 && v->expected[V] < 100 && v->expected[V] != v->start[V])) {
		fprintf(message, "the membrane's potential is %g mV", (double)v->expected[V]);
		return false;
	}
	return suite_close_floats("state", v->end, v->expected, STATES, 1e-7f, 2e-3f, message);
}

const struct suite_case suite_rodinia_myocyte = {
	.name = "rodinia/myocyte",
	.source = SUITE_OPENCL,
	/* it stores what belongs into com as rates of the first states: its results differ */
	.original = {.opencl = "opencl/myocyte/kernel/kernel_gpu_opencl.cl"},
	.cache = "100 steps of 13 dispatches of 4 items",
	.full = "2,000 steps of 13 dispatches of 4 items",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
