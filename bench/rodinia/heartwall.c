/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia heartwall: points on the inner and outer wall of a heart are tracked through a video.
 * Frames are ours: a texture that moves. */
#include "native.h"
#include "suite.h"

#include <math.h>
#include <string.h>

enum { GROUP = 256, TEMPLATE_REACH = 25, MOST_FRAMES = 11, TRACKED = 3 };

struct sheet {
	int32_t rows, cols, elements, bytes;
};

struct range {
	int32_t first_row, last_row, first_col, last_col;
};

struct parameters {
	int32_t change_bytes, common_bytes, unique_bytes, frames_processed;
	int32_t reach, template_reach, most_move;
	float keep;
	int32_t frames;
	struct sheet frame;
	int32_t endo_points, endo_bytes, epi_points, epi_bytes, points;
	struct sheet template;
	int32_t pointer_bytes;
	struct sheet area, correlation;
	int32_t row_offset, col_offset, pad_rows, pad_cols;
	struct sheet rows_summed, rows_selected;
	struct range select_rows, select_rows_2;
	struct sheet cols_summed, cols_selected;
	struct range select_cols, select_cols_2;
	struct sheet sums, squares, square_sums, template_squares;
	struct sheet place, mask, masked;
	int32_t mask_row_offset, mask_col_offset;
};

struct wall { /* of `points` points */
	size_t points;
	int32_t *start_row, *start_col;
	int32_t *row, *col, *rows, *cols;
	float *templates;
	int32_t *expected_row, *expected_col, *expected_rows, *expected_cols;
	float *expected_templates;
};

struct heartwall {
	struct parameters p;
	float *frames[TRACKED];
	struct wall endo, epi;
	float *scratch[18];
	int32_t *best_at;
};

/* The frames that are tracked: at a multiple of ten templates are renewed. */
static const int32_t numbers[TRACKED] = {0, 1, 10};

static struct sheet sheet(int32_t rows, int32_t cols)
{
	return (struct sheet){rows, cols, rows * cols, rows * cols * 4};
}

static void set_parameters(struct parameters *p)
{
	int32_t t = 2 * p->template_reach + 1, area = 2 * p->reach + 1, all = t + area - 1;
	int32_t padded = area + 2 * t;
	p->keep = 0.87f;
	p->frames = MOST_FRAMES;
	p->frames_processed = MOST_FRAMES;
	p->most_move = 10;
	p->endo_bytes = 4 * p->endo_points;
	p->epi_bytes = 4 * p->epi_points;
	p->points = p->endo_points + p->epi_points;
	p->template = sheet(t, t);
	p->area = sheet(area, area);
	p->correlation = sheet(all, all);
	p->pad_rows = p->pad_cols = t;
	p->rows_summed = sheet(padded, padded);
	p->rows_selected = sheet(all, padded);
	p->select_rows = (struct range){1 + t, padded - 1, 1, padded};
	p->select_rows_2 = (struct range){1, padded - t - 1, 1, padded};
	p->cols_summed = sheet(all, padded);
	p->cols_selected = sheet(all, all);
	p->select_cols = (struct range){1, all, 1 + t, padded - 1};
	p->select_cols_2 = (struct range){1, all, 1, padded - t - 1};
	p->sums = sheet(all, all);
	p->squares = sheet(area, area);
	p->square_sums = sheet(all, all);
	p->template_squares = sheet(t, t);
	p->place = sheet(all, all);
	p->mask = sheet(p->most_move, p->most_move);
	p->masked = sheet(all, all);
	p->mask_row_offset = p->mask_col_offset = p->most_move / 2;
}

/* Smooth noise of two sizes, in whole grey levels. */
static float texture(const float *lattice, int32_t row, int32_t col)
{
	float value = 0;
	for (int32_t size = 5; size <= 17; size += 12) {
		int32_t r = row / size, c = col / size;
		float y = (float)(row % size) / (float)size, x = (float)(col % size) / (float)size;
		const float *l = lattice + r * 256 + c + size;
		value +=
			(l[0] * (1 - y) + l[256] * y) * (1 - x) + (l[1] * (1 - y) + l[257] * y) * x;
	}
	return floorf(value);
}

/* How far the wall has moved, in rows and columns. */
static int32_t motion(int32_t number, bool rows)
{
	return number == 0 ? 0 : number == 1 ? (rows ? 2 : -3) : (rows ? 4 : 1);
}

static void make_frames(struct heartwall *v)
{
	float *lattice = suite_alloc(256 * 256 * sizeof(float));
	suite_fill_floats(lattice, 256 * 256, 0, 127, 1);
	for (int k = 0; k < TRACKED; k++) {
		float *frame = v->frames[k] = suite_alloc((size_t)v->p.frame.bytes);
		int32_t dr = motion(numbers[k], true), dc = motion(numbers[k], false);
		for (int32_t c = 0; c < v->p.frame.cols; c++)
			for (int32_t r = 0; r < v->p.frame.rows; r++)
				*frame++ = texture(lattice, r + 10 - dr, c + 10 - dc);
	}
}

static void set_wall(struct heartwall *v, struct wall *w, int32_t points, float radius)
{
	size_t n = w->points = (size_t)points;
	int32_t **words[] = {&w->start_row, &w->start_col, &w->row, &w->col, &w->rows, &w->cols,
		&w->expected_row, &w->expected_col, &w->expected_rows, &w->expected_cols};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		*words[i] = suite_alloc(n * MOST_FRAMES * sizeof(int32_t));
	w->templates = suite_alloc(n * (size_t)v->p.template.bytes);
	w->expected_templates = suite_alloc(n * (size_t)v->p.template.bytes);
	for (size_t i = 0; i < n; i++) {
		float angle = 6.2831853f * (float)i / (float)n;
		w->start_row[i] = v->p.frame.rows / 2 + (int32_t)(radius * sinf(angle));
		w->start_col[i] = v->p.frame.cols / 2 + (int32_t)(radius * cosf(angle));
	}
}

static void *setup(enum suite_size size)
{
	struct heartwall *v = suite_alloc(sizeof *v);
	struct parameters *p = &v->p;
	p->template_reach = TEMPLATE_REACH;
	p->reach = (int32_t)suite_pick(size, 29, 40, 40);
	p->endo_points = (int32_t)suite_pick(size, 1, 3, 20);
	p->epi_points = (int32_t)suite_pick(size, 1, 5, 31);
	int32_t edge = (int32_t)suite_pick(size, 105, 250, 590);
	p->frame = sheet(edge + 19, edge);
	set_parameters(p);
	make_frames(v);
	float radius = (float)(edge / 2 - p->reach - 15);
	set_wall(v, &v->endo, p->endo_points, radius / 2);
	set_wall(v, &v->epi, p->epi_points, radius);
	const struct sheet sheets[] = {p->area, p->correlation, p->rows_summed, p->rows_selected,
		p->cols_summed, p->cols_selected, p->sums, p->squares, p->square_sums,
		p->template_squares, p->place, p->masked, p->template, sheet(p->template.cols, 1),
		sheet(p->template_squares.rows, 1), sheet(p->masked.rows, 1), sheet(1, 4),
		sheet(1, 100)};
	for (size_t i = 0; i < sizeof sheets / sizeof sheets[0]; i++)
		v->scratch[i] = suite_alloc((size_t)(p->points * sheets[i].bytes));
	v->best_at = suite_alloc((size_t)(p->points * p->masked.rows) * sizeof(int32_t));
	return v;
}

static void reset_wall(struct wall *w)
{
	memcpy(w->row, w->start_row, w->points * sizeof(int32_t));
	memcpy(w->col, w->start_col, w->points * sizeof(int32_t));
}

static void reset(void *data)
{
	struct heartwall *v = data;
	reset_wall(&v->endo);
	reset_wall(&v->epi);
}

static void reset_native(void *data)
{
	struct heartwall *v = data;
	struct wall *walls[] = {&v->endo, &v->epi};
	for (int i = 0; i < 2; i++) {
		struct wall *w = walls[i];
		memcpy(w->expected_row, w->start_row, w->points * sizeof(int32_t));
		memcpy(w->expected_col, w->start_col, w->points * sizeof(int32_t));
	}
}

/* The frame before the tenth one is not tracked: points are taken to be where they were. */
static void skip_frames(const struct wall *w, int32_t *rows, int32_t *cols)
{
	for (size_t i = 0; i < w->points; i++) {
		rows[i * MOST_FRAMES + 9] = rows[i * MOST_FRAMES + 1];
		cols[i * MOST_FRAMES + 9] = cols[i * MOST_FRAMES + 1];
	}
}

static void track(struct suite_run *r, struct heartwall *v, const float *frame, int32_t number)
{
	float **s = v->scratch;
	struct {
		struct parameters p;
		const float *frame;
		int32_t number;
		int32_t *endo_row, *endo_col, *endo_rows, *endo_cols;
		int32_t *epi_row, *epi_col, *epi_rows, *epi_cols;
		float *endo_templates, *epi_templates;
		float *scratch[15];
		float *best;
		int32_t *best_at;
		float *template_sum, *template_square_sum, *norm, *checksum;
	} args = {v->p, frame, number, v->endo.row, v->endo.col, v->endo.rows, v->endo.cols,
		v->epi.row, v->epi.col, v->epi.rows, v->epi.cols, v->endo.templates,
		v->epi.templates,
		{s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12],
			s[13], s[14]},
		s[15], v->best_at, s[16], s[16] + v->p.points, s[16] + 2 * v->p.points, s[17]};
	suite_launch(r, "&kernel_gpu_opencl",
		(struct suite_dim){(uint32_t)v->p.points * GROUP, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
}

static void run(struct suite_run *r, void *data)
{
	struct heartwall *v = data;
	for (int k = 0; k < TRACKED; k++) {
		track(r, v, v->frames[k], numbers[k]);
		if (numbers[k] == 1) {
			suite_wait(r);
			skip_frames(&v->endo, v->endo.rows, v->endo.cols);
			skip_frames(&v->epi, v->epi.rows, v->epi.cols);
		}
	}
}

static void native_wall(const struct native_loops *c, struct heartwall *v, struct wall *w)
{
	for (int k = 0; k < TRACKED; k++) {
		c->rodinia_heartwall(v->frames[k], v->p.frame.rows, numbers[k], w->points,
			w->expected_row, w->expected_col, w->expected_rows, w->expected_cols,
			MOST_FRAMES, w->expected_templates, v->p.template_reach, v->p.reach,
			v->p.most_move, v->p.keep);
		if (numbers[k] == 1)
			skip_frames(w, w->expected_rows, w->expected_cols);
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct heartwall *v = data;
	native_wall(c, v, &v->endo);
	native_wall(c, v, &v->epi);
}

static bool verify_wall(const struct heartwall *v, const struct wall *w, FILE *message)
{
	for (size_t i = 0; i < w->points; i++) {
		for (int k = 0; k < TRACKED; k++) {
			size_t at = i * MOST_FRAMES + (size_t)numbers[k];
			int32_t row = w->expected_rows[at], col = w->expected_cols[at];
			if (w->rows[at] == row && w->cols[at] == col &&
				row == w->start_row[i] + motion(numbers[k], true) &&
				col == w->start_col[i] + motion(numbers[k], false))
				continue;
			fprintf(message, "point %zu is at (%d, %d) in frame %d, expected (%d, %d)",
				i, w->rows[at], w->cols[at], numbers[k], row, col);
			return false;
		}
	}
	return suite_close_floats("templates", w->templates, w->expected_templates,
		w->points * (size_t)v->p.template.elements, 1e-3f, 1e-5f, message);
}

static bool verify(const void *data, FILE *message)
{
	const struct heartwall *v = data;
	return verify_wall(v, &v->endo, message) && verify_wall(v, &v->epi, message);
}

static const struct suite_type types[] = {
	{"struct parameters", sizeof(struct parameters), 4},
	{"params_common", sizeof(struct parameters), 4}, /* in the original */
	{NULL, 0, 0},
};

const struct suite_case suite_rodinia_heartwall = {
	.name = "rodinia/heartwall",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/heartwall/kernel/kernel_gpu_opencl.cl"},
	.types = types,
	.cache = "8 points, 3 frames",
	.full = "51 points, 3 frames of 609 by 590",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
