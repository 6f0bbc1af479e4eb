/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia particlefilter: particles follow a bright disc that moves through noisy frames, in single
 * precision; and its older kernel that draws particles in double precision. */
#include "native.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EDGE = 128, RADIUS = 5, MOST_POINTS = 81, GROUP = 512 };

struct particles {
	float *x, *y, *old_x, *old_y, *cdf, *u, *weights, *likelihood;
	int32_t *seed;
};

struct particlefilter {
	size_t n, frames;
	uint8_t *video; /* [x][y][frame] */
	int32_t *disc;  /* {y, x} */
	int32_t points;
	int32_t *indices;
	float *sums;
	struct particles got, expected;
	double *dx, *dy, *dcdf, *du, *new_x, *new_y, *expected_x, *expected_y;
};

static float noise(uint64_t *seed)
{
	float sum = -6; /* of twelve even numbers: nearly normal */
	for (int i = 0; i < 12; i++)
		sum += (float)(suite_random(seed) >> 40) * 0x1p-24f;
	return sum;
}

static void make_video(struct particlefilter *v)
{
	uint64_t seed = 1;
	v->video = suite_alloc(EDGE * EDGE * v->frames);
	for (int x = 0; x < EDGE; x++) {
		for (int y = 0; y < EDGE; y++) {
			for (int k = 0; k < (int)v->frames; k++) {
				int dx = x - EDGE / 2 - k, dy = y - EDGE / 2 + 2 * k;
				int inside = dx * dx + dy * dy < RADIUS * RADIUS;
				float value = (inside ? 228 : 100) + 5 * noise(&seed);
				v->video[((size_t)(x * EDGE + y)) * v->frames + (size_t)k] =
					(uint8_t)value;
			}
		}
	}
}

static void make_disc(struct particlefilter *v)
{
	v->disc = suite_alloc(2 * MOST_POINTS * sizeof(int32_t));
	for (int32_t x = -RADIUS; x <= RADIUS; x++) {
		for (int32_t y = -RADIUS; y <= RADIUS; y++) {
			if (x * x + y * y >= RADIUS * RADIUS)
				continue;
			v->disc[2 * v->points] = y;
			v->disc[2 * v->points++ + 1] = x;
		}
	}
}

static void allocate(struct particles *p, size_t n)
{
	float **all[] = {
		&p->x, &p->y, &p->old_x, &p->old_y, &p->cdf, &p->u, &p->weights, &p->likelihood};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		*all[i] = suite_alloc(n * sizeof(float));
	p->seed = suite_alloc(n * sizeof(int32_t));
}

/* Running sums of random weights and where to draw. */
static void make_draws(struct particlefilter *v)
{
	double **all[] = {&v->dx, &v->dy, &v->dcdf, &v->du, &v->new_x, &v->new_y, &v->expected_x,
		&v->expected_y};
	uint64_t seed = 2;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		*all[i] = suite_alloc(v->n * sizeof(double));
	double sum = 0;
	for (size_t i = 0; i < v->n; i++) {
		v->dx[i] = (double)(suite_random(&seed) >> 11) * 0x1p-46;
		v->dy[i] = (double)(suite_random(&seed) >> 11) * 0x1p-46;
		v->dcdf[i] = sum += (double)(suite_random(&seed) >> 11) * 0x1p-53;
	}
	for (size_t i = 0; i < v->n; i++) {
		v->dcdf[i] /= sum;
		v->du[i] = ((double)i + 0.5) / (double)v->n;
	}
}

static void *setup(enum suite_size size)
{
	struct particlefilter *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 700, 1000, 10000);
	v->frames = suite_pick(size, 4, 10, 10);
	make_video(v);
	make_disc(v);
	make_draws(v);
	allocate(&v->got, v->n);
	allocate(&v->expected, v->n);
	v->indices = suite_alloc(v->n * (size_t)v->points * sizeof(int32_t));
	v->sums = suite_alloc(suite_group_count(v->n, GROUP) * sizeof(float));
	return v;
}

static void reset_particles(struct particles *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		p->old_x[i] = p->old_y[i] = EDGE / 2;
		p->seed[i] = (int32_t)i + 1;
	}
}

static void reset(void *data)
{
	struct particlefilter *v = data;
	reset_particles(&v->got, v->n);
}

static void reset_native(void *data)
{
	struct particlefilter *v = data;
	reset_particles(&v->expected, v->n);
}

static void launch(struct suite_run *r, const struct particlefilter *v, const char *kernel,
	uint32_t local_bytes, const void *args, size_t bytes)
{
	suite_launch(r, kernel, (struct suite_dim){suite_group_count(v->n, GROUP) * GROUP, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, local_bytes, args, bytes);
}

static void weigh(struct suite_run *r, struct particlefilter *v, int32_t frame)
{
	struct particles *p = &v->got;
	struct {
		float *x, *y;
		const float *old_x, *old_y, *cdf;
		int32_t *indices;
		const int32_t *disc;
		float *likelihood;
		const uint8_t *video;
		float *u, *weights;
		int32_t n, points, pixels, frame, height, frames;
		int32_t *seed;
		float *sums;
		uint64_t local;
	} args = {p->x, p->y, p->old_x, p->old_y, p->cdf, v->indices, v->disc, p->likelihood,
		v->video, p->u, p->weights, (int32_t)v->n, v->points,
		(int32_t)(EDGE * EDGE * v->frames), frame, EDGE, (int32_t)v->frames, p->seed,
		v->sums, 0};
	launch(r, v, "&likelihood_kernel", GROUP * sizeof(float), &args, sizeof args);
}

static void draw(struct suite_run *r, struct particlefilter *v)
{
	struct particles *p = &v->got;
	struct {
		float *sums;
		int32_t n;
	} sum = {v->sums, (int32_t)v->n};
	struct {
		float *weights;
		int32_t n;
		const float *sums;
		float *cdf, *u;
		int32_t *seed;
	} normalize = {p->weights, (int32_t)v->n, v->sums, p->cdf, p->u, p->seed};
	struct {
		const float *x, *y, *cdf, *u;
		float *old_x, *old_y, *weights;
		int32_t n;
	} find = {p->x, p->y, p->cdf, p->u, p->old_x, p->old_y, p->weights, (int32_t)v->n};
	launch(r, v, "&sum_kernel", 0, &sum, sizeof sum);
	launch(r, v, "&normalize_weights_kernel", 0, &normalize, sizeof normalize);
	launch(r, v, "&find_index_kernel", 0, &find, sizeof find);
}

static void run(struct suite_run *r, void *data)
{
	struct particlefilter *v = data;
	for (int32_t frame = 1; frame < (int32_t)v->frames; frame++) {
		weigh(r, v, frame);
		draw(r, v);
	}
}

static void run_naive(struct suite_run *r, void *data)
{
	struct particlefilter *v = data;
	struct {
		const double *x, *y, *cdf, *u;
		double *new_x, *new_y;
		int32_t n;
	} naive = {v->dx, v->dy, v->dcdf, v->du, v->new_x, v->new_y, (int32_t)v->n};
	launch(r, v, "&particle_kernel", 0, &naive, sizeof naive);
}

static void native(const struct native_loops *c, void *data)
{
	struct particlefilter *v = data;
	struct particles *p = &v->expected;
	for (size_t frame = 1; frame < v->frames; frame++) {
		c->rodinia_particlefilter_weigh(p->x, p->y, p->old_x, p->old_y, p->seed, p->weights,
			p->u, v->n, v->disc, (size_t)v->points, v->video, EDGE * EDGE, EDGE,
			v->frames, frame);
		c->rodinia_particlefilter_draw(p->x, p->y, p->weights, p->cdf, p->u, p->old_x,
			p->old_y, v->n);
	}
}

static void native_naive(const struct native_loops *c, void *data)
{
	struct particlefilter *v = data;
	c->rodinia_particlefilter_naive(v->dx, v->dy, v->dcdf, v->du, v->expected_x, v->expected_y,
		v->n);
}

/* Where the disc is taken to be, from the particles that were drawn. */
static void estimate(const struct particles *p, size_t n, double at[2])
{
	at[0] = at[1] = 0;
	for (size_t i = 0; i < n; i++) {
		at[0] += (double)p->old_x[i] / (double)n;
		at[1] += (double)p->old_y[i] / (double)n;
	}
}

/* Rounding may change which pixel a particle is on, and which one is drawn: the estimate hardly
 * moves, and few particles differ. */
static bool verify(const void *data, FILE *message)
{
	const struct particlefilter *v = data;
	double got[2], expected[2];
	size_t different = 0;
	estimate(&v->got, v->n, got);
	estimate(&v->expected, v->n, expected);
	for (size_t i = 0; i < v->n; i++)
		different += !(fabsf(v->got.old_x[i] - v->expected.old_x[i]) < 1e-3f &&
			       fabsf(v->got.old_y[i] - v->expected.old_y[i]) < 1e-3f);
	double dx = got[0] - expected[0], dy = got[1] - expected[1];
	if (different <= v->n / 20 && dx * dx + dy * dy < 0.01)
		return true;
	fprintf(message, "the disc is at (%g, %g), expected (%g, %g); %zu particles differ", got[0],
		got[1], expected[0], expected[1], different);
	return false;
}

static bool verify_naive(const void *data, FILE *message)
{
	const struct particlefilter *v = data;
	for (size_t i = 0; i < v->n; i++) {
		if (v->new_x[i] == v->expected_x[i] && v->new_y[i] == v->expected_y[i])
			continue;
		fprintf(message, "draw %zu is (%g, %g), expected (%g, %g)", i, v->new_x[i],
			v->new_y[i], v->expected_x[i], v->expected_y[i]);
		return false;
	}
	return true;
}

const struct suite_case suite_rodinia_particlefilter = {
	.name = "rodinia/particlefilter",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/particlefilter/particle_single.cl",
		/* an image is read in a function that nothing calls */
		.options = "-Dtex1Dfetch=__attribute__((internal_linkage))tex1Dfetch"},
	.cache = "1,000 particles, 10 frames",
	.full = "10,000 particles, 10 frames of 128 by 128",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};

const struct suite_case suite_rodinia_particlefilter_naive = {
	.name = "rodinia/particlefilter.naive",
	.file = "rodinia/particlefilter",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/particlefilter/particle_naive.cl"},
	.cache = "1,000 particles",
	.full = "10,000 particles",
	.setup = setup,
	.run = run_naive,
	.native = native_naive,
	.verify = verify_naive,
};
