/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia dwt2d: three levels of the 5/3 wavelet transform of the components of a colour image, and
 * of the same image's grey values. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { GROUP = 256, LEVELS = 3, WINDOW_ROWS = 8, COLOURS = 3, COMPONENTS = COLOURS + 1 };

struct dwt2d {
	uint32_t width, height;
	size_t count, padded; /* pixels, and with those of the last work-group */
	uint8_t *colour, *grey;
	int32_t *in[COMPONENTS], *out[COMPONENTS];
	int32_t *scratch, *expected[COMPONENTS];
};

static void *setup(enum suite_size size)
{
	struct dwt2d *v = suite_alloc(sizeof *v);
	v->width = (uint32_t)suite_pick(size, 203, 512, 2048);
	v->height = (uint32_t)suite_pick(size, 157, 384, 1536);
	v->count = (size_t)v->width * v->height;
	v->padded = suite_grid(v->count, GROUP).x;
	v->colour = suite_alloc(v->padded * COLOURS);
	v->grey = suite_alloc(v->padded);
	v->scratch = suite_alloc(v->count * sizeof(int32_t));
	uint64_t seed = 1;
	for (size_t i = 0; i < v->count; i++) {
		size_t x = i % v->width, y = i / v->width;
		uint64_t noise = suite_random(&seed);
		v->colour[3 * i] = (uint8_t)(x * 200 / v->width + noise % 30);
		v->colour[3 * i + 1] = (uint8_t)((x / 16 + y / 16) % 2 * 180 + noise / 32 % 40);
		v->colour[3 * i + 2] = (uint8_t)(noise >> 56);
		v->grey[i] = (uint8_t)((v->colour[3 * i] + v->colour[3 * i + 1]) / 2);
	}
	for (int k = 0; k < COMPONENTS; k++) {
		v->in[k] = suite_alloc(v->count * sizeof(int32_t));
		v->out[k] = suite_alloc(v->count * sizeof(int32_t));
		v->expected[k] = suite_alloc(v->count * sizeof(int32_t));
	}
	return v;
}

static void transform(struct suite_run *r, const struct dwt2d *v, int32_t *in, int32_t *out)
{
	int32_t width = (int32_t)v->width, height = (int32_t)v->height;
	for (int level = 0; level < LEVELS; level++) {
		int32_t columns = width >= 960 ? 192 : width >= 480 ? 128 : 64;
		int32_t steps = (int32_t)suite_group_count((size_t)height, 15 * WINDOW_ROWS);
		struct {
			const int32_t *in;
			int32_t *out;
			int32_t width, height, steps, window_x, window_y;
		} args = {in, out, width, height, steps, columns, WINDOW_ROWS};
		struct suite_dim grid = suite_grid((size_t)width, (size_t)columns);
		grid.y = suite_group_count((size_t)height, (size_t)(WINDOW_ROWS * steps));
		suite_launch(r, "&cl_fdwt53Kernel", grid,
			(struct suite_dim){(uint32_t)columns, 1, 1}, 0, &args, sizeof args);
		width = (width + 1) / 2;
		height = (height + 1) / 2;
		suite_wait(r);
		memcpy(in, out, (size_t)(width * height) * sizeof *in);
	}
}

static void run(struct suite_run *r, void *data)
{
	struct dwt2d *v = data;
	struct suite_dim grid = suite_grid(v->count, GROUP), group = {GROUP, 1, 1};
	struct {
		int32_t *r, *g, *b;
		const uint8_t *pixels;
		int32_t count;
	} split = {v->in[0], v->in[1], v->in[2], v->colour, (int32_t)v->count};
	struct {
		int32_t *c;
		const uint8_t *pixels;
		int32_t count;
	} widen = {v->in[3], v->grey, (int32_t)v->count};
	suite_launch(r, "&c_CopySrcToComponents", grid, group, 0, &split, sizeof split);
	suite_launch(r, "&c_CopySrcToComponent", grid, group, 0, &widen, sizeof widen);
	for (int k = 0; k < COMPONENTS; k++)
		transform(r, v, v->in[k], v->out[k]);
}

static void native(const struct native_loops *c, void *data)
{
	struct dwt2d *v = data;
	for (int k = 0; k < COMPONENTS; k++) {
		const uint8_t *pixels = k < COLOURS ? v->colour + k : v->grey;
		c->rodinia_dwt2d(pixels, k < COLOURS ? COLOURS : 1, v->scratch, v->expected[k],
			v->width, v->height, LEVELS);
	}
}

static bool verify(const void *data, FILE *message)
{
	static const char *const names[COMPONENTS] = {"red", "green", "blue", "grey"};
	const struct dwt2d *v = data;
	for (int k = 0; k < COMPONENTS; k++)
		if (!suite_same_words(names[k], (const uint32_t *)v->out[k],
			    (const uint32_t *)v->expected[k], v->count, message))
			return false;
	return true;
}

const struct suite_case suite_rodinia_dwt2d = {
	.name = "rodinia/dwt2d",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/dwt2d/com_dwt.cl"},
	.cache = "512 by 384 pixels",
	.full = "2,048 by 1,536 pixels",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
