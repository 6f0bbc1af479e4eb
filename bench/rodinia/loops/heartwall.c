/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>
#include <stdlib.h>

struct search {
	size_t template, area, all; /* edges */
	const float *t;
	const float *frame; /* at the area's corner */
	size_t frame_rows;
	float sum, norm; /* of the template */
};

static void measure(struct search *s)
{
	float squares = 0, n = (float)(s->template * s->template);
	for (size_t i = 0; i < s->template * s->template; i++) {
		s->sum += s->t[i];
		squares += s->t[i] * s->t[i];
	}
	float mean = s->sum / n;
	s->norm = sqrtf(n - 1) * sqrtf(squares / n - mean * mean);
}

/* Sums of the area's columns, and of their squares, below the template's rows. */
static void sum_columns(const struct search *s, float *sums, float *squares)
{
	for (size_t c = 0; c < s->area; c++) {
		const float *column = s->frame + c * s->frame_rows;
		for (size_t i = 0; i < s->template; i++) {
			float *p = sums + c * s->all + i, *q = squares + c * s->all + i;
			for (size_t k = 0; k < s->area; k++) {
				p[k] += column[k];
				q[k] += column[k] * column[k];
			}
		}
	}
}

static void add_products(const struct search *s, const float *column, const float *t, float *score)
{
	for (size_t i = 0; i < s->template; i++)
		for (size_t k = 0; k < s->area; k++)
			score[s->template - 1 - i + k] += t[i] * column[k];
}

/* The normalised correlations of column c, all rows. */
static void score_column(const struct search *s, size_t c, const float *column_sums,
	const float *column_squares, float *buffer)
{
	float *score = buffer, *sums = buffer + s->all, *squares = sums + s->all;
	float n = (float)(s->template * s->template);
	for (size_t r = 0; r < 3 * s->all; r++)
		buffer[r] = 0;
	for (size_t j = 0; j < s->template; j++) {
		size_t col = c + j + 1 - s->template; /* wraps around when it is outside */
		if (col >= s->area)
			continue;
		add_products(s, s->frame + col * s->frame_rows, s->t + j * s->template, score);
		for (size_t r = 0; r < s->all; r++) {
			sums[r] += column_sums[col * s->all + r];
			squares[r] += column_squares[col * s->all + r];
		}
	}
	for (size_t r = 0; r < s->all; r++) {
		float rest = squares[r] - sums[r] * sums[r] / n;
		score[r] =
			(score[r] - sums[r] * s->sum / n) / (sqrtf(rest > 0 ? rest : 0) * s->norm);
	}
}

/* The index of the greatest correlation within `most_move` around (row, col). */
static size_t search(const struct search *s, size_t row, size_t col, size_t most_move)
{
	size_t columns = s->area * s->all;
	float *buffer = calloc(2 * columns + 3 * s->all, sizeof *buffer), best = 0;
	float *score = buffer + 2 * columns;
	size_t at = 0;
	if (!buffer)
		abort();
	sum_columns(s, buffer, buffer + columns);
	for (size_t c = 0; c < s->all; c++) {
		score_column(s, c, buffer, buffer + columns, score);
		for (size_t r = 0; r < s->all; r++) {
			if (r + most_move / 2 - row >= most_move ||
				c + most_move / 2 - col >= most_move || !(fabsf(score[r]) > best))
				continue;
			best = fabsf(score[r]);
			at = c * s->all + r;
		}
	}
	free(buffer);
	return at;
}

static const float *corner(const float *frame, size_t rows, int32_t row, int32_t col, int32_t reach)
{
	return frame + (size_t)(col - 1 - reach) * rows + (size_t)(row - 1 - reach);
}

void rodinia_heartwall(const float *frame, int32_t frame_rows, int32_t number, size_t points,
	int32_t *row, int32_t *col, int32_t *rows, int32_t *cols, size_t frames, float *templates,
	int32_t template_reach, int32_t reach, int32_t most_move, float keep)
{
	size_t edge = (size_t)(2 * template_reach + 1), step = (size_t)frame_rows;
#pragma omp parallel for
	for (size_t i = 0; i < points; i++) {
		float *t = templates + i * edge * edge;
		int32_t *r = rows + i * frames + number, *c = cols + i * frames + number;
		if (number == 0) {
			*r = row[i];
			*c = col[i];
		} else {
			int32_t middle = reach + template_reach;
			struct search s = {.template = edge,
				.area = (size_t)(2 * reach + 1),
				.all = (size_t)(2 * middle + 1),
				.t = t,
				.frame = corner(frame, step, row[i], col[i], reach),
				.frame_rows = step};
			measure(&s);
			size_t at = search(&s, (size_t)(middle + r[-1] - row[i]),
				(size_t)(middle + c[-1] - col[i]), (size_t)most_move);
			*r = row[i] + (int32_t)(at % s.all) - middle;
			*c = col[i] + (int32_t)(at / s.all) - middle;
		}
		if (number % 10 != 0)
			continue;
		const float *from = corner(frame, step, *r, *c, template_reach);
		float part = number ? keep : 0;
		for (size_t k = 0; k < edge * edge; k++)
			t[k] = part * t[k] + (1 - part) * from[k / edge * step + k % edge];
		row[i] = *r;
		col[i] = *c;
	}
}
