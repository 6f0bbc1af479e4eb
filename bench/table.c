/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "table.h"

#include <math.h>
#include <string.h>

/* A time to compare with our last column's, as time of the other / our time. */
enum rival {
	RIVAL_OFF,
	RIVAL_LOOPS,
	RIVAL_MVEC,
	RIVAL_ISPC,
	RIVAL_POCL,
	RIVAL_GCCBRIG,
	RIVAL_COUNT,
};

static const char *const rival_names[RIVAL_COUNT] = {
	"off", "C", "C-mvec", "ispc", "pocl", "gccbrig"};

static double rival_ms(const struct row *row, enum rival rival, enum statistic statistic)
{
	switch (rival) {
	case RIVAL_OFF:
		return cell_ms(row, COLUMN_OFF, statistic);
	case RIVAL_LOOPS:
		return row_loops_ms(row, VARIANT_PLAIN, statistic);
	case RIVAL_MVEC:
		return row_loops_ms(row, VARIANT_MVEC, statistic);
	case RIVAL_ISPC:
		return cell_ms(row, COLUMN_ISPC, statistic);
	case RIVAL_POCL:
		return cell_ms(row, COLUMN_POCL, statistic);
	case RIVAL_GCCBRIG:
		return cell_ms(row, COLUMN_GCCBRIG, statistic);
	case RIVAL_COUNT:
		break;
	}
	return 0;
}

static bool rival_shown(const struct plan *plan, enum rival rival)
{
	switch (rival) {
	case RIVAL_OFF:
		return plan->column[COLUMN_OFF];
	case RIVAL_LOOPS:
		return plan->column[COLUMN_GCC] || plan->column[COLUMN_CLANG];
	case RIVAL_MVEC:
		return plan->column[COLUMN_GCC_MVEC] || plan->column[COLUMN_CLANG_MVEC];
	case RIVAL_ISPC:
		return plan->column[COLUMN_ISPC];
	case RIVAL_POCL:
		return plan->column[COLUMN_POCL];
	case RIVAL_GCCBRIG:
		return plan->column[COLUMN_GCCBRIG];
	case RIVAL_COUNT:
		break;
	}
	return false;
}

/* Returns how many times faster our last column is, 0 when one of the times is missing. */
static double ratio(const struct row *row, enum rival rival, enum statistic statistic)
{
	enum column subject = row_subject(row);
	if (subject == COLUMN_COUNT)
		return 0;
	return rival_ms(row, rival, statistic) / cell_ms(row, subject, statistic);
}

static double set_ratio(const struct row *row, enum rival rival, unsigned set,
	enum statistic statistic)
{
	return suite_cases[row->index].sets & set ? ratio(row, rival, statistic) : 0;
}

static void print_number(double v, int width)
{
	if (v <= 0)
		printf(" %*s", width, "-");
	else
		printf(" %*.*f", width, v < 1 ? 4 : v < 10 ? 3 : v < 100 ? 2 : 1, v);
}

static void print_ratio(double v)
{
	if (v <= 0)
		printf(" %7s", "-");
	else
		printf(" %7.2f", v);
}

static const char *subject_name(const struct plan *plan)
{
	const char *name = "ours";
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (plan->column[k] && column_kind(k) == KIND_IMAGE)
			name = column_name(k);
	return name;
}

static int column_width(enum column column)
{
	enum { LEAST = 8 };
	int len = (int)strlen(column_name(column));
	return len > LEAST ? len : LEAST;
}

static int name_width(const struct plan *plan)
{
	int width = 11;
	for (size_t i = 0; i < suite_case_count; i++) {
		int len = (int)strlen(suite_cases[i].c->name);
		if (plan->cases[i] && len > width)
			width = len;
	}
	return width;
}

void table_head(const struct plan *plan, enum suite_size size, unsigned threads)
{
	if (threads == 1)
		printf("\nsize %s, 1 thread: CPU time in ms", suite_size_name(size));
	else
		printf("\nsize %s, %u threads, C with OpenMP: wall time in ms",
			suite_size_name(size), threads);
	printf(", minima of %u; right of the bar: how many times faster %s is than\n", plan->repeat,
		subject_name(plan));
	printf("%-*s", name_width(plan), "case");
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (plan->column[k])
			printf(" %*s", column_width(k), column_name(k));
	printf(" |");
	for (enum rival k = 0; k < RIVAL_COUNT; k++)
		if (rival_shown(plan, k))
			printf(" %7s", rival_names[k]);
	printf("%s\n", threads > 1 ? " | 1 thread" : "");
}

/* Prints one figure of each column, and the ratios of these. */
static void print_figures(const struct plan *plan, const struct row *row, const char *name,
	enum statistic statistic)
{
	printf("%-*s", name_width(plan), name);
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (plan->column[k])
			print_number(cell_ms(row, k, statistic), column_width(k));
	printf(" |");
	for (enum rival k = 0; k < RIVAL_COUNT; k++)
		if (rival_shown(plan, k))
			print_ratio(ratio(row, k, statistic));
}

static void print_speedup(const struct row *row, const struct row *single)
{
	enum column subject = row_subject(row);
	if (!single || subject == COLUMN_COUNT || single->cells[subject].samples == 0)
		return;
	const struct cell *c = &single->cells[subject];
	printf(" |");
	print_ratio(bench_statistic(c->wall_ms, c->samples, STATISTIC_LEAST) /
		    cell_ms(row, subject, STATISTIC_LEAST));
}

/* Prints how far the code is from the machine's bounds: what memory gives, and operations. */
static void print_roof(const struct row *row)
{
	enum column subject = row_subject(row);
	double ms = subject == COLUMN_COUNT ? 0 : cell_ms(row, subject, STATISTIC_LEAST);
	if (row->work.bytes <= 0 || ms <= 0)
		return;
	double gbs = row->work.bytes / ms / 1e6;
	printf(" | %.3g GB/s", gbs);
	if (row->triad_gbs > 0)
		printf(", %.0f %% of triad", 100 * gbs / row->triad_gbs);
	printf(", %.3g GFLOP/s", row->work.flops / ms / 1e6);
}

void table_row(const struct plan *plan, const struct row *row, const struct row *single)
{
	enum column noisy = row_noisy(row);
	print_figures(plan, row, suite_cases[row->index].c->name, STATISTIC_LEAST);
	print_speedup(row, single);
	print_roof(row);
	if (noisy != COLUMN_COUNT)
		printf(" | noisy: %s +%.0f %%", column_name(noisy), 100 * cell_noise(row, noisy));
	printf("%s\n", row->partial ? " | interrupted" : "");
	if (noisy != COLUMN_COUNT || plan->medians) {
		print_figures(plan, row, "  medians", STATISTIC_MEDIAN);
		printf("\n");
	}
	fflush(stdout);
}

struct mean {
	double logs, least;
	size_t n, least_at;
};

static void mean_add(struct mean *m, double v, size_t at)
{
	if (v <= 0)
		return;
	if (m->n++ == 0 || v < m->least) {
		m->least = v;
		m->least_at = at;
	}
	m->logs += log(v);
}

static double mean_of(const struct mean *m)
{
	return m->n ? exp(m->logs / (double)m->n) : 0;
}

/* Returns a column's time divided by our last column's time. */
static double column_over_subject(const struct row *row, enum column column,
	enum statistic statistic)
{
	enum column subject = row_subject(row);
	if (subject == COLUMN_COUNT)
		return 0;
	return cell_ms(row, column, statistic) / cell_ms(row, subject, statistic);
}

/* Prints the means of each column's time over our last column's, and of the ratios right of the
 * bar. */
static void print_means(const struct plan *plan, const struct row *rows, size_t count,
	const char *name, unsigned set, enum statistic statistic)
{
	printf("%-*s", name_width(plan), name);
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		struct mean m = {0};
		for (size_t i = 0; i < count; i++)
			if (suite_cases[rows[i].index].sets & set)
				mean_add(&m, column_over_subject(&rows[i], k, statistic), i);
		if (plan->column[k])
			print_number(mean_of(&m), column_width(k));
	}
	printf(" |");
	for (enum rival k = 0; k < RIVAL_COUNT; k++) {
		struct mean m = {0};
		for (size_t i = 0; i < count; i++)
			mean_add(&m, set_ratio(&rows[i], k, set, statistic), i);
		if (rival_shown(plan, k))
			print_ratio(mean_of(&m));
	}
	printf("\n");
}

static void print_least(const struct plan *plan, const struct row *rows, size_t count, unsigned set)
{
	for (enum rival k = 0; k < RIVAL_COUNT; k++) {
		struct mean m = {0};
		for (size_t i = 0; i < count; i++)
			mean_add(&m, set_ratio(&rows[i], k, set, STATISTIC_LEAST), i);
		if (rival_shown(plan, k) && m.n > 0)
			printf("least against %s: %.2f (%s)\n", rival_names[k], m.least,
				suite_cases[rows[m.least_at].index].c->name);
	}
}

static void print_noise(const struct plan *plan, const struct row *rows, size_t count)
{
	double sum = 0, most = -1;
	size_t n = 0, at = 0, noisy = 0;
	enum column of = COLUMN_COUNT;
	for (size_t i = 0; i < count; i++) {
		noisy += row_noisy(&rows[i]) != COLUMN_COUNT;
		for (enum column k = 0; k < COLUMN_COUNT; k++) {
			if (!plan->column[k] || rows[i].cells[k].samples < 2)
				continue;
			double v = cell_noise(&rows[i], k);
			sum += v;
			n++;
			if (v > most) {
				most = v;
				at = i;
				of = k;
			}
		}
	}
	if (n > 0)
		printf("medians are %.1f %% above minima on average, at most %.1f %% (%s of %s); "
		       "%zu of %zu rows are noisy\n",
			100 * sum / (double)n, 100 * most, column_name(of),
			suite_cases[rows[at].index].c->name, noisy, count);
}

static const char *missing(const struct row *row, enum column column)
{
	const struct cell *c = &row->cells[column];
	return c->samples == 0 && c->why[0] ? c->why : NULL;
}

/* Returns the reason why the column is missing if all rows that may have it give the same one, else
 * NULL. */
static const char *missing_in_all(const struct row *rows, size_t count, enum column column)
{
	const char *why = NULL;
	for (size_t i = 0; i < count; i++) {
		const char *here = missing(&rows[i], column);
		if (!here && rows[i].cells[column].samples == 0)
			continue;
		if (!here || (why && strcmp(why, here) != 0))
			return NULL;
		why = here;
	}
	return why;
}

static void print_missing(const struct plan *plan, const struct row *rows, size_t count)
{
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		const char *why = missing_in_all(rows, count, k);
		if (plan->column[k] && why && count > 1)
			printf("no %s: %s\n", column_name(k), why);
		for (size_t i = 0; plan->column[k] && !(why && count > 1) && i < count; i++)
			if (missing(&rows[i], k))
				printf("no %s of %s: %s\n", column_name(k),
					suite_cases[rows[i].index].c->name, missing(&rows[i], k));
	}
}

static bool has_set(const struct row *rows, size_t count, unsigned set)
{
	for (size_t i = 0; i < count; i++)
		if (suite_cases[rows[i].index].sets & set)
			return true;
	return false;
}

void table_foot(const struct plan *plan, const struct row *rows, size_t count)
{
	static const struct {
		unsigned set;
		const char *name;
	} sets[] = {
		{SUITE_PAPERS, "papers'"},
		{SUITE_DESIGN, "design's"},
		{SUITE_RODINIA, "Rodinia's"},
		{SUITE_AMD, "AMD's"},
		{SUITE_ALL, "all"},
	};
	printf("geometric means, as multiples of the time of %s\n", subject_name(plan));
	for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++)
		if (has_set(rows, count, sets[s].set))
			print_means(plan, rows, count, sets[s].name, sets[s].set, STATISTIC_LEAST);
	print_means(plan, rows, count, "  medians", SUITE_ALL, STATISTIC_MEDIAN);
	print_least(plan, rows, count, SUITE_ALL);
	print_noise(plan, rows, count);
	for (size_t i = 0; i < count; i++) {
		const struct suite_case *c = suite_cases[rows[i].index].c;
		if (c->unit)
			printf("%s: %s, so %s of an empty one\n", c->name, c->full, c->unit);
	}
	print_missing(plan, rows, count);
	fflush(stdout);
}
