/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	enum column_kind kind;
} columns[COLUMN_COUNT] = {
#define COLUMN(id, name, kind, usable) {name, KIND_##kind},
#include "columns.def"
};

const char *column_name(enum column column)
{
	return columns[column].name;
}

enum column_kind column_kind(enum column column)
{
	return columns[column].kind;
}

bool column_usable(enum column column)
{
	switch (column) {
#define COLUMN(id, name, kind, usable) \
	case COLUMN_##id: \
		return usable;
#include "columns.def"
	case COLUMN_COUNT:
		break;
	}
	return false;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double bench_median(const double *v, size_t n)
{
	double sorted[PLAN_MAX_REPEAT];
	memcpy(sorted, v, n * sizeof *v);
	qsort(sorted, n, sizeof *sorted, compare_doubles);
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

double cell_ms(const struct row *row, enum column column)
{
	const struct cell *c = &row->cells[column];
	if (c->samples == 0)
		return 0;
	return bench_median(row->threads == 1 ? c->cpu_ms : c->wall_ms, c->samples);
}

double row_loops_ms(const struct row *row)
{
	double best = 0;
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		double ms = column_kind(k) == KIND_LOOPS ? cell_ms(row, k) : 0;
		if (ms > 0 && (best == 0 || ms < best))
			best = ms;
	}
	return best;
}

enum column row_subject(const struct row *row)
{
	enum column subject = COLUMN_COUNT;
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (column_kind(k) == KIND_IMAGE && row->cells[k].samples > 0)
			subject = k;
	return subject;
}
