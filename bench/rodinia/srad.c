/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia srad: speckle reducing anisotropic diffusion of an image. Kernels add up the image, the
 * host takes from the sums how much speckle there is. The sizes are such that groups of sums are
 * whole powers of two, for whose rest Rodinia's own kernel reads other elements. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { GROUP = 256, ROUNDS = 3 };
#define LAMBDA 0.5f

struct srad {
	size_t rows, columns, count;
	float *first, *image, *expected, *sums, *sums2;
	int32_t *north, *south, *east, *west; /* neighbours of rows and columns */
	struct rodinia_srad work;
};

/* The one before or behind, at the ends the last one itself. */
static int32_t *neighbours(size_t n, int step)
{
	int32_t *p = suite_alloc(n * sizeof(int32_t));
	for (size_t i = 0; i < n; i++) {
		int32_t k = (int32_t)i + step;
		p[i] = k < 0 || k == (int32_t)n ? (int32_t)i : k;
	}
	return p;
}

static void *setup(enum suite_size size)
{
	struct srad *v = suite_alloc(sizeof *v);
	v->rows = suite_pick(size, 40, 128, 1024);
	v->columns = suite_pick(size, 24, 128, 1024);
	v->count = v->rows * v->columns;
	float **fields[] = {&v->first, &v->image, &v->expected, &v->sums, &v->sums2, &v->work.north,
		&v->work.south, &v->work.east, &v->work.west, &v->work.c};
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
		*fields[i] = suite_alloc(v->count * sizeof(float));
	v->north = neighbours(v->rows, -1);
	v->south = neighbours(v->rows, 1);
	v->west = neighbours(v->columns, -1);
	v->east = neighbours(v->columns, 1);
	suite_fill_floats(v->first, v->count, 0, 255, 1);
	return v;
}

static void reset(void *data)
{
	struct srad *v = data;
	memcpy(v->image, v->first, v->count * sizeof(float));
}

static void reset_native(void *data)
{
	struct srad *v = data;
	memcpy(v->expected, v->first, v->count * sizeof(float));
}

static void launch(struct suite_run *r, const char *kernel, size_t items, const void *args,
	size_t bytes)
{
	suite_launch(r, kernel, suite_grid(items, GROUP), (struct suite_dim){GROUP, 1, 1}, 0, args,
		bytes);
}

/* The variance over the square of the mean. */
static float speckle(struct suite_run *r, const struct srad *v)
{
	struct {
		int64_t count;
		const float *image;
		float *sums, *sums2;
	} prepare = {(int64_t)v->count, v->image, v->sums, v->sums2};
	launch(r, "&prepare_kernel", v->count, &prepare, sizeof prepare);
	for (size_t left = v->count, stride = 1; left > 1; stride *= GROUP) {
		size_t groups = (left + GROUP - 1) / GROUP;
		struct {
			int64_t count, left;
			int32_t stride;
			float *sums, *sums2;
			int32_t groups;
		} reduce = {(int64_t)v->count, (int64_t)left, (int32_t)stride, v->sums, v->sums2,
			(int32_t)groups};
		launch(r, "&reduce_kernel", left, &reduce, sizeof reduce);
		left = groups;
	}
	suite_wait(r);
	double n = (double)v->count, mean = (double)v->sums[0] / n;
	return (float)(((double)v->sums2[0] / n - mean * mean) / (mean * mean));
}

static void diffuse(struct suite_run *r, const struct srad *v, float q0sqr)
{
	struct {
		float lambda;
		int32_t rows, columns;
		int64_t count;
		const int32_t *north, *south, *east, *west;
		float *dn, *ds, *de, *dw, q0sqr, *c;
		const float *image;
	} srad = {LAMBDA, (int32_t)v->rows, (int32_t)v->columns, (int64_t)v->count, v->north,
		v->south, v->east, v->west, v->work.north, v->work.south, v->work.east,
		v->work.west, q0sqr, v->work.c, v->image};
	struct {
		float lambda;
		int32_t rows, columns;
		int64_t count;
		const int32_t *north, *south, *east, *west;
		const float *dn, *ds, *de, *dw, *c;
		float *image;
	} srad2 = {LAMBDA, (int32_t)v->rows, (int32_t)v->columns, (int64_t)v->count, v->north,
		v->south, v->east, v->west, v->work.north, v->work.south, v->work.east,
		v->work.west, v->work.c, v->image};
	launch(r, "&srad_kernel", v->count, &srad, sizeof srad);
	launch(r, "&srad2_kernel", v->count, &srad2, sizeof srad2);
}

static void run(struct suite_run *r, void *data)
{
	struct srad *v = data;
	struct {
		int64_t count;
		float *image;
	} scale = {(int64_t)v->count, v->image};
	launch(r, "&extract_kernel", v->count, &scale, sizeof scale);
	for (int i = 0; i < ROUNDS; i++)
		diffuse(r, v, speckle(r, v));
	launch(r, "&compress_kernel", v->count, &scale, sizeof scale);
}

static void native(const struct native_loops *c, void *data)
{
	struct srad *v = data;
	c->rodinia_srad_extract(v->expected, v->count);
	for (int i = 0; i < ROUNDS; i++) {
		float q0sqr = c->rodinia_srad_speckle(v->expected, v->count);
		c->rodinia_srad(v->expected, v->rows, v->columns, q0sqr, &v->work);
		c->rodinia_srad2(v->expected, v->rows, v->columns, LAMBDA, &v->work);
	}
	c->rodinia_srad_compress(v->expected, v->count);
}

static bool verify(const void *data, FILE *message)
{
	const struct srad *v = data;
	return suite_close_floats("image", v->image, v->expected, v->count, 0.01f, 1e-4f, message);
}

const struct suite_case suite_rodinia_srad = {
	.name = "rodinia/srad",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/srad/kernel/kernel_gpu_opencl.cl"},
	.cache = "128 x 128 pixels, 3 rounds",
	.full = "32 MB: 1,024 x 1,024 pixels, 3 rounds",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
