/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "versus.h"

#include <math.h>
#include <string.h>

#include "hsaemu/fileio.h"
#include "rank.h"

#define UNLIKELY 0.01 /* by chance: what is marked differs with less probability */

/* A row and column of both runs. */
struct pair {
	double old_ms, now_ms, p; /* 0 when one has no samples */
};

static const struct row *find(const struct comparison *c, const struct row *like)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->rows[i].index == like->index && c->rows[i].size == like->size &&
			c->rows[i].threads == like->threads)
			return &c->rows[i];
	return NULL;
}

static struct pair compare(const struct row *old, const struct row *now, enum column k)
{
	const struct cell *a = old ? &old->cells[k] : NULL, *b = &now->cells[k];
	bool cpu = now->threads == 1;
	if (!a || a->samples == 0 || b->samples == 0)
		return (struct pair){0, 0, 0};
	return (struct pair){
		.old_ms = cell_ms(old, k, STATISTIC_LEAST),
		.now_ms = cell_ms(now, k, STATISTIC_LEAST),
		.p = rank_test(cpu ? a->cpu_ms : a->wall_ms, a->samples,
			cpu ? b->cpu_ms : b->wall_ms, b->samples),
	};
}

static double ratio(const struct pair *p)
{
	return p->now_ms > 0 ? p->old_ms / p->now_ms : 0;
}

static bool in_both(const struct comparison *old, const struct comparison *now, enum column k)
{
	return old->plan.column[k] && now->plan.column[k];
}

struct means {
	double logs[COLUMN_COUNT];
	size_t n[COLUMN_COUNT], unlikely, all;
};

static void print_head(const struct comparison *old, const struct comparison *now,
	const struct row *row)
{
	printf("\nsize %s, %u thread%s, %s: minima of the old run / those of the new one\n%-28s",
		suite_size_name(row->size), row->threads, row->threads == 1 ? "" : "s",
		row->threads == 1 ? "CPU time" : "wall time", "case");
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (in_both(old, now, k))
			printf(" %11s", column_name(k));
	printf("\n");
}

static void print_row(const struct comparison *old, const struct comparison *now,
	const struct row *row, struct means *m)
{
	printf("%-28s", suite_cases[row->index].c->name);
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		struct pair p = compare(find(old, row), row, k);
		if (!in_both(old, now, k))
			continue;
		if (ratio(&p) <= 0) {
			printf(" %10s ", "-");
			continue;
		}
		printf(" %10.3f%c", ratio(&p), p.p < UNLIKELY ? '*' : ' ');
		m->logs[k] += log(ratio(&p));
		m->n[k]++;
		m->all++;
		m->unlikely += p.p < UNLIKELY;
	}
	printf("\n");
}

static void print_foot(const struct comparison *old, const struct comparison *now,
	const struct means *m)
{
	printf("%-28s", "geometric mean");
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		if (in_both(old, now, k) && m->n[k] > 0)
			printf(" %10.3f ", exp(m->logs[k] / (double)m->n[k]));
		else if (in_both(old, now, k))
			printf(" %10s ", "-");
	}
	printf("\n%zu of %zu differ (*: p < %g by the test of Mann and Whitney; of as many that are "
	       "equal about %.1f would)\n",
		m->unlikely, m->all, UNLIKELY, UNLIKELY * (double)m->all);
}

static void print_changed(const char *what, const char *old, const char *now)
{
	if (strcmp(old, now) != 0)
		printf("another %s: %s, then %s\n", what, old, now);
}

/* Says which rows of `a` are not in `b`. */
static void print_lacking(const struct comparison *a, const struct comparison *b, const char *which)
{
	for (size_t i = 0; i < a->count; i++)
		if (!find(b, &a->rows[i]))
			printf("in the %s run only: %s, size %s, threads %u\n", which,
				suite_cases[a->rows[i].index].c->name,
				suite_size_name(a->rows[i].size), a->rows[i].threads);
}

static bool same_table(const struct row *a, const struct row *b)
{
	return a->size == b->size && a->threads == b->threads;
}

void versus_print(const struct comparison *old, const struct comparison *now)
{
	struct means m;
	print_changed("machine", old->machine.model, now->machine.model);
	print_changed("system", old->machine.system, now->machine.system);
	print_changed("version", old->version, now->version);
	print_changed("-mcpu", old->plan.cpu, now->plan.cpu);
	for (size_t i = 0; i < now->count; i++) {
		const struct row *row = &now->rows[i];
		if (i == 0 || !same_table(row, &now->rows[i - 1])) {
			m = (struct means){.all = 0};
			print_head(old, now, row);
		}
		if (find(old, row))
			print_row(old, now, row, &m);
		if (i + 1 == now->count || !same_table(row, &now->rows[i + 1]))
			print_foot(old, now, &m);
	}
	print_lacking(old, now, "old");
	print_lacking(now, old, "new");
	fflush(stdout);
}

static void put_key(struct buf *b, const struct row *row, enum column k)
{
	buf_printf(b, "%s,%s,%u,%s", suite_cases[row->index].c->name, suite_size_name(row->size),
		row->threads, column_name(k));
}

/* Writes and releases the buffer. */
static bool write_csv(struct buf *b, const char *path)
{
	struct diag d;
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	bool good = file_write(path, b->data, b->len, FILE_TEXT, true, &d);
	diag_flush(&d, stderr);
	diag_release(&d);
	buf_release(b);
	return good;
}

bool versus_csv(const struct comparison *old, const struct comparison *now, const char *path)
{
	struct buf b = BUF_INIT;
	buf_puts(&b, "case,size,threads,column,old_ms,new_ms,ratio,p\n");
	for (size_t i = 0; i < now->count; i++) {
		for (enum column k = 0; k < COLUMN_COUNT; k++) {
			const struct row *row = &now->rows[i];
			struct pair p = compare(find(old, row), row, k);
			if (ratio(&p) <= 0)
				continue;
			put_key(&b, row, k);
			buf_printf(&b, ",%.6g,%.6g,%.6g,%.3g\n", p.old_ms, p.now_ms, ratio(&p),
				p.p);
		}
	}
	return write_csv(&b, path);
}

/* Appends a field in quotes, with those in it doubled. */
static void put_quoted(struct buf *b, const char *text)
{
	buf_puts(b, "\"");
	for (; *text; text++)
		buf_printf(b, "%s%c", *text == '"' ? "\"" : "", *text);
	buf_puts(b, "\"");
}

static void put_times(struct buf *b, const struct row *row, enum column k)
{
	const struct cell *c = &row->cells[k];
	put_key(b, row, k);
	if (c->samples > 0) {
		buf_printf(b, ",%.6g,%.6g,%zu,\n", cell_ms(row, k, STATISTIC_LEAST),
			cell_ms(row, k, STATISTIC_MEDIAN), c->samples);
		return;
	}
	buf_puts(b, ",,,0,");
	put_quoted(b, c->why);
	buf_puts(b, "\n");
}

bool comparison_csv(const struct comparison *c, const char *path)
{
	struct buf b = BUF_INIT;
	buf_puts(&b, "case,size,threads,column,least_ms,median_ms,samples,missing\n");
	for (size_t i = 0; i < c->count; i++) {
		for (enum column k = 0; k < COLUMN_COUNT; k++) {
			const struct cell *cell = &c->rows[i].cells[k];
			if (c->plan.column[k] && (cell->samples > 0 || cell->why[0]))
				put_times(&b, &c->rows[i], k);
		}
	}
	return write_csv(&b, path);
}
