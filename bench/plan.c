/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#define NOISY 0.1 /* the part of its minimum by which a quiet row's median is larger at most */

static const struct {
	const char *name;
	enum column_kind kind;
	enum column_variant variant;
} columns[COLUMN_COUNT] = {
#define COLUMN(id, name, kind, variant, usable) {name, KIND_##kind, VARIANT_##variant},
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

enum column_variant column_variant(enum column column)
{
	return columns[column].variant;
}

bool column_usable(enum column column)
{
	switch (column) {
#define COLUMN(id, name, kind, variant, usable) \
	case COLUMN_##id: \
		return usable;
#include "columns.def"
	case COLUMN_COUNT:
		break;
	}
	return false;
}

bool row_has(const struct row *row, enum column column)
{
	const struct suite_entry *entry = &suite_cases[row->index];
	if (column_kind(column) != KIND_LOOPS)
		return true;
	return entry->c->native &&
	       (column_variant(column) != VARIANT_ISPC || entry->sets & SUITE_ISPC);
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double bench_statistic(const double *v, size_t n, enum statistic statistic)
{
	double sorted[PLAN_MAX_REPEAT];
	memcpy(sorted, v, n * sizeof *v);
	qsort(sorted, n, sizeof *sorted, compare_doubles);
	switch (statistic) {
	case STATISTIC_LEAST:
		return sorted[0];
	case STATISTIC_MEDIAN:
		return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
	}
	return 0;
}

double cell_ms(const struct row *row, enum column column, enum statistic statistic)
{
	const struct cell *c = &row->cells[column];
	if (c->samples == 0)
		return 0;
	return bench_statistic(row->threads == 1 ? c->cpu_ms : c->wall_ms, c->samples, statistic);
}

double cell_noise(const struct row *row, enum column column)
{
	double least = cell_ms(row, column, STATISTIC_LEAST);
	if (row->cells[column].samples < 2 || least <= 0)
		return 0;
	return cell_ms(row, column, STATISTIC_MEDIAN) / least - 1;
}

enum column row_noisy(const struct row *row)
{
	enum column worst = COLUMN_COUNT;
	double most = NOISY;
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		double noise = cell_noise(row, k);
		if (noise > most) {
			most = noise;
			worst = k;
		}
	}
	return worst;
}

double row_loops_ms(const struct row *row, enum column_variant variant, enum statistic statistic)
{
	double best = 0;
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		bool meant = column_kind(k) == KIND_LOOPS && column_variant(k) == variant;
		double ms = meant ? cell_ms(row, k, statistic) : 0;
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
