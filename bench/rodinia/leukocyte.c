/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia leukocyte: detection of white blood cells in a frame of a video, and the field that
 * snakes follow to track them. The frame is ours: rings on noise. */
#include "native.h"
#include "suite.h"

#include <math.h>
#include <string.h>

enum {
	POINTS = 150,
	CIRCLES = 7,
	LEAST_RADIUS = 8,
	MARGIN = 22,
	STREL = 25,
	WINDOW_M = 41, /* a cell's */
	WINDOW_N = 81,
	GROUP = 256,
	DILATE_GROUP = 176,
};

struct leukocyte {
	uint32_t m, n; /* the frame has n rows of m pixels */
	uint32_t cells;
	int32_t iterations;
	float *grad_x, *grad_y; /* along rows' numbers, and along rows */
	float *sines, *cosines, *strel;
	int32_t *to_x, *to_y;
	float *gicov, *dilated, *expected_gicov, *expected_dilated;
	size_t window_pixels;
	float *images, *fields, *expected_fields;
	int32_t *offsets, *window_m, *window_n;
};

static void set_circles(struct leukocyte *v)
{
	v->sines = suite_alloc(POINTS * sizeof(float));
	v->cosines = suite_alloc(POINTS * sizeof(float));
	v->to_x = suite_alloc(CIRCLES * POINTS * sizeof(int32_t));
	v->to_y = suite_alloc(CIRCLES * POINTS * sizeof(int32_t));
	v->strel = suite_alloc(STREL * STREL * sizeof(float));
	for (int p = 0; p < POINTS; p++) {
		double angle = 2 * 3.14159265358979323846 * p / POINTS;
		v->sines[p] = (float)sin(angle);
		v->cosines[p] = (float)cos(angle);
		for (int c = 0; c < CIRCLES; c++) {
			v->to_x[c * POINTS + p] = (int32_t)(cos(angle) * (LEAST_RADIUS + 2 * c));
			v->to_y[c * POINTS + p] = (int32_t)(sin(angle) * (LEAST_RADIUS + 2 * c));
		}
	}
	for (int i = 0; i < STREL * STREL; i++) {
		int x = i / STREL - STREL / 2, y = i % STREL - STREL / 2;
		v->strel[i] = x * x + y * y <= STREL / 2 * (STREL / 2);
	}
}

/* Where cell c is: in the middle of its place in a grid, but for a little. */
static void cell_at(const struct leukocyte *v, uint32_t c, int32_t *x, int32_t *y, float *radius)
{
	uint32_t across = (v->m - 2 * MARGIN) / 50;
	*y = (int32_t)(MARGIN + 25 + c % across * 50 + c * 7 % 5);
	*x = (int32_t)(MARGIN + 25 + c / across * 50 + c * 11 % 7);
	*radius = 9 + (float)(c % 5) * 2;
}

static void make_frame(const struct leukocyte *v, float *frame)
{
	suite_fill_floats(frame, (size_t)v->m * v->n, 0.4f, 0.5f, 1);
	for (uint32_t c = 0; c < v->cells; c++) {
		int32_t x0, y0;
		float radius;
		cell_at(v, c, &x0, &y0, &radius);
		for (int32_t x = x0 - 20; x <= x0 + 20; x++) {
			for (int32_t y = y0 - 20; y <= y0 + 20; y++) {
				float r = hypotf((float)(x - x0), (float)(y - y0)) - radius;
				if (r < 0 && x >= 0 && y >= 0 && x < (int32_t)v->n &&
					y < (int32_t)v->m)
					frame[(uint32_t)x * v->m + (uint32_t)y] -= 0.3f;
			}
		}
	}
}

static void set_gradient(struct leukocyte *v, const float *frame)
{
	size_t all = (size_t)v->m * v->n;
	v->grad_x = suite_alloc(all * sizeof(float));
	v->grad_y = suite_alloc(all * sizeof(float));
	for (uint32_t x = 1; x + 1 < v->n; x++) {
		for (uint32_t y = 1; y + 1 < v->m; y++) {
			const float *p = frame + (size_t)x * v->m + y;
			v->grad_x[p - frame] = (p[v->m] - p[-(ptrdiff_t)v->m]) / 2;
			v->grad_y[p - frame] = (p[1] - p[-1]) / 2;
		}
	}
}

static int32_t between(int32_t i, int32_t low, int32_t high)
{
	return i < low ? low : i > high ? high : i;
}

/* The gradient's magnitude around each cell, cut off at the frame's edges. */
static void set_windows(struct leukocyte *v)
{
	size_t most = (size_t)v->cells * WINDOW_M * WINDOW_N;
	v->images = suite_alloc(most * sizeof(float));
	v->fields = suite_alloc(most * sizeof(float));
	v->expected_fields = suite_alloc(most * sizeof(float));
	v->offsets = suite_alloc(v->cells * sizeof(int32_t));
	v->window_m = suite_alloc(v->cells * sizeof(int32_t));
	v->window_n = suite_alloc(v->cells * sizeof(int32_t));
	for (uint32_t c = 0; c < v->cells; c++) {
		int32_t x, y;
		float radius;
		cell_at(v, c, &x, &y, &radius);
		int32_t x0 = between(x - WINDOW_M / 2, 0, (int32_t)v->n - 1);
		int32_t x1 = between(x + WINDOW_M / 2, 0, (int32_t)v->n - 1);
		int32_t y0 = between(y - WINDOW_N / 2, 0, (int32_t)v->m - 1);
		int32_t y1 = between(y + WINDOW_N / 2, 0, (int32_t)v->m - 1);
		v->offsets[c] = (int32_t)v->window_pixels;
		v->window_m[c] = x1 - x0 + 1;
		v->window_n[c] = y1 - y0 + 1;
		for (x = x0; x <= x1; x++) {
			for (y = y0; y <= y1; y++) {
				size_t at = (size_t)x * v->m + (size_t)y;
				v->images[v->window_pixels++] =
					fminf(1, 4 * hypotf(v->grad_x[at], v->grad_y[at]));
			}
		}
	}
}

static void *setup(enum suite_size size)
{
	struct leukocyte *v = suite_alloc(sizeof *v);
	v->m = (uint32_t)suite_pick(size, 150, 320, 640);
	v->n = (uint32_t)suite_pick(size, 101, 120, 219);
	v->cells = (uint32_t)suite_pick(size, 2, 5, 33);
	v->iterations = (int32_t)suite_pick(size, 4, 100, 500);
	size_t all = (size_t)v->m * v->n;
	float *frame = suite_alloc(all * sizeof(float));
	make_frame(v, frame);
	set_gradient(v, frame);
	set_circles(v);
	set_windows(v);
	v->gicov = suite_alloc(all * sizeof(float));
	v->dilated = suite_alloc(all * sizeof(float));
	v->expected_gicov = suite_alloc(all * sizeof(float));
	v->expected_dilated = suite_alloc(all * sizeof(float));
	return v;
}

static void reset(void *data)
{
	struct leukocyte *v = data;
	memcpy(v->fields, v->images, v->window_pixels * sizeof(float));
}

static void reset_native(void *data)
{
	struct leukocyte *v = data;
	memcpy(v->expected_fields, v->images, v->window_pixels * sizeof(float));
}

static void detect(struct suite_run *r, struct leukocyte *v)
{
	int32_t width = (int32_t)v->m - 2 * MARGIN, height = (int32_t)v->n - 2 * MARGIN;
	struct {
		int32_t step;
		const float *grad_x, *grad_y, *sines, *cosines;
		const int32_t *to_x, *to_y;
		float *gicov;
		int32_t width, height;
	} gicov = {(int32_t)v->m, v->grad_x, v->grad_y, v->sines, v->cosines, v->to_x, v->to_y,
		v->gicov, width, height};
	struct {
		int32_t m, n, strel_m, strel_n;
		const float *strel, *in;
		float *dilated;
	} dilate = {(int32_t)v->m, (int32_t)v->n, STREL, STREL, v->strel, v->gicov, v->dilated};
	suite_launch(r, "&GICOV_kernel", suite_grid((size_t)(width * height), GROUP),
		(struct suite_dim){GROUP, 1, 1}, 0, &gicov, sizeof gicov);
	suite_launch(r, "&dilate_kernel", suite_grid((size_t)v->m * v->n, DILATE_GROUP),
		(struct suite_dim){DILATE_GROUP, 1, 1}, 0, &dilate, sizeof dilate);
}

static void run(struct suite_run *r, void *data)
{
	struct leukocyte *v = data;
	struct {
		float *fields;
		const float *images;
		const int32_t *offsets, *heights, *widths;
		float vx, vy, e;
		int32_t iterations;
		float cutoff;
	} follow = {v->fields, v->images, v->offsets, v->window_m, v->window_n, 1, 1, 1e-10f,
		v->iterations, 1e-5f};
	detect(r, v);
	suite_launch(r, "&IMGVF_kernel", (struct suite_dim){v->cells * GROUP, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, &follow, sizeof follow);
}

static void native(const struct native_loops *c, void *data)
{
	struct leukocyte *v = data;
	c->rodinia_leukocyte_gicov(v->grad_x, v->grad_y, v->sines, v->cosines, v->to_x, v->to_y,
		v->expected_gicov, v->m, v->n);
	c->rodinia_leukocyte_dilate(v->expected_gicov, v->strel, v->expected_dilated, v->m, v->n,
		STREL);
	c->rodinia_leukocyte_follow(v->expected_fields, v->images, v->offsets, v->window_m,
		v->window_n, v->cells, 1, 1, 1e-10f, v->iterations, 1e-5f);
}

static bool verify(const void *data, FILE *message)
{
	const struct leukocyte *v = data;
	size_t all = (size_t)v->m * v->n;
	return suite_close_floats("gicov", v->gicov, v->expected_gicov, all, 1e-5f, 1e-3f,
		       message) &&
	       suite_close_floats("dilated", v->dilated, v->expected_dilated, all, 1e-5f, 1e-3f,
		       message) &&
	       suite_close_floats("field", v->fields, v->expected_fields, v->window_pixels, 1e-4f,
		       1e-3f, message);
}

const struct suite_case suite_rodinia_leukocyte = {
	.name = "rodinia/leukocyte",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/leukocyte/OpenCL/track_ellipse_kernel_opt.cl",
		.options = "-include find_ellipse_kernel.cl"},
	.cache = "320 by 120 pixels, 5 cells",
	.full = "640 by 219 pixels, 33 cells",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
