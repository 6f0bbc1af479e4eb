/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "gains.h"

enum suite_size gains_size(const struct comparison *c)
{
	enum suite_size size = SUITE_SMALL;
	for (size_t i = 0; i < c->count; i++)
		if (c->rows[i].size > size)
			size = c->rows[i].size;
	return size;
}

bool gains_case(const struct comparison *c, size_t index)
{
	return c->plan.cases[index] && !(suite_cases[index].sets & SUITE_EMPTY);
}

static const struct row *find(const struct comparison *c, size_t index, unsigned threads)
{
	enum suite_size size = gains_size(c);
	for (size_t i = 0; i < c->count; i++)
		if (c->rows[i].index == index && c->rows[i].size == size &&
			c->rows[i].threads == threads)
			return &c->rows[i];
	return NULL;
}

enum column gains_subject(const struct comparison *c, size_t index)
{
	const struct row *row = find(c, index, 1);
	return row ? row_subject(row) : COLUMN_COUNT;
}

double gain_threads(const struct comparison *c, size_t index, enum column column, unsigned n)
{
	const struct row *one = find(c, index, 1), *many = find(c, index, n);
	if (!one || !many || column == COLUMN_COUNT)
		return 0;
	const struct cell *a = &one->cells[column], *m = &many->cells[column];
	if (a->samples == 0 || m->samples == 0)
		return 0;
	return bench_statistic(a->wall_ms, a->samples, STATISTIC_LEAST) /
	       bench_statistic(m->wall_ms, m->samples, STATISTIC_LEAST);
}

double gain_lanes(const struct comparison *c, size_t index, enum column column)
{
	const struct row *row = find(c, index, 1);
	double ms = row ? cell_ms(row, column, STATISTIC_LEAST) : 0;
	return ms > 0 ? cell_ms(row, COLUMN_OFF, STATISTIC_LEAST) / ms : 0;
}

double gain_peer(const struct comparison *c, size_t index, enum column column)
{
	enum column subject = gains_subject(c, index);
	if (subject == COLUMN_COUNT)
		return 0;
	const struct row *row = find(c, index, 1);
	return cell_ms(row, column, STATISTIC_LEAST) / cell_ms(row, subject, STATISTIC_LEAST);
}
