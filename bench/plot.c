/* Bars per kernel, as in the figures of the papers on HSA emulation: above, how many times faster more
 * threads make our widest code; below, how many times faster than scalar code each --simd level is. */
#include "comparison.h"

#include <string.h>

#include "command.h"
#include "hsaemu/buf.h"
#include "hsaemu/fileio.h"

/* The larger of the compared sizes. */
static enum suite_size largest(const struct comparison *c)
{
	enum suite_size size = SUITE_SMALL;
	for (size_t i = 0; i < c->count; i++)
		if (c->rows[i].size > size)
			size = c->rows[i].size;
	return size;
}

static const struct row *find(const struct comparison *c, size_t index, enum suite_size size,
	unsigned threads)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->rows[i].index == index && c->rows[i].size == size &&
			c->rows[i].threads == threads)
			return &c->rows[i];
	return NULL;
}

static void put_value(struct buf *b, double v)
{
	if (v > 0)
		buf_printf(b, " %.4g", v);
	else
		buf_puts(b, " NaN");
}

static double thread_gain(const struct comparison *c, size_t index, enum suite_size size,
	unsigned n)
{
	const struct row *one = find(c, index, size, 1), *many = find(c, index, size, n);
	if (!one || !many)
		return 0;
	enum column subject = row_subject(one);
	if (subject == COLUMN_COUNT || many->cells[subject].samples == 0)
		return 0;
	const struct cell *a = &one->cells[subject], *m = &many->cells[subject];
	return bench_median(a->wall_ms, a->samples) / bench_median(m->wall_ms, m->samples);
}

static double lane_gain(const struct comparison *c, size_t index, enum suite_size size,
	enum column column)
{
	const struct row *row = find(c, index, size, 1);
	double ms = row ? cell_ms(row, column) : 0;
	return ms > 0 ? cell_ms(row, COLUMN_OFF) / ms : 0;
}

static bool is_bar(const struct comparison *c, enum column column)
{
	return column_kind(column) == KIND_IMAGE && column != COLUMN_OFF && c->plan.column[column];
}

/* A block of gnuplot's data: a line per kernel, a column per bar. */
static void put_data(struct buf *b, const struct comparison *c, enum suite_size size, bool threads)
{
	buf_printf(b, "$%s << END\n", threads ? "threads" : "lanes");
	for (size_t i = 0; i < suite_case_count; i++) {
		if (!c->plan.cases[i] || suite_cases[i].sets & SUITE_EMPTY)
			continue;
		buf_puts(b, suite_cases[i].c->name);
		for (size_t t = 0; threads && t < c->plan.thread_count_count; t++)
			if (c->plan.thread_counts[t] > 1)
				put_value(b, thread_gain(c, i, size, c->plan.thread_counts[t]));
		for (enum column k = 0; !threads && k < COLUMN_COUNT; k++)
			if (is_bar(c, k))
				put_value(b, lane_gain(c, i, size, k));
		buf_puts(b, "\n");
	}
	buf_puts(b, "END\n");
}

/* True when there was a bar to draw. */
static bool put_plot(struct buf *b, const struct comparison *c, bool threads)
{
	unsigned column = 2;
	const char *separator = "plot";
	for (size_t t = 0; threads && t < c->plan.thread_count_count; t++) {
		if (c->plan.thread_counts[t] == 1)
			continue;
		buf_printf(b, "%s $threads using %u:xtic(1) title \"%u threads\"", separator,
			column++, c->plan.thread_counts[t]);
		separator = ",";
	}
	for (enum column k = 0; !threads && k < COLUMN_COUNT; k++) {
		if (!is_bar(c, k))
			continue;
		buf_printf(b, "%s $lanes using %u:xtic(1) title \"%s\"", separator, column++,
			column_name(k));
		separator = ",";
	}
	buf_puts(b, "\n");
	return column > 2;
}

static void put_script(struct buf *b, const struct comparison *c, const char *path)
{
	enum suite_size size = largest(c);
	bool any_threads = false;
	for (size_t t = 0; t < c->plan.thread_count_count; t++)
		any_threads = any_threads || c->plan.thread_counts[t] > 1;
	put_data(b, c, size, true);
	put_data(b, c, size, false);
	buf_printf(b,
		"set terminal svg size 1000,%d font \"sans,12\" background \"white\"\n"
		"set output \"%s\"\n"
		"set multiplot layout %d,1\n"
		"set style data histogram\nset style histogram clustered gap 1\n"
		"set style fill solid border -1\nset grid y\nset key top left\n"
		"set xtics rotate by -35 nomirror\nset yrange [0:*]\nset ylabel \"times faster\"\n",
		any_threads ? 900 : 450, path, any_threads ? 2 : 1);
	if (any_threads) {
		buf_printf(b, "set title \"Threads: against one thread, size %s\"\n",
			suite_size_name(size));
		put_plot(b, c, true);
	}
	buf_printf(b, "set title \"SIMD levels: against scalar code, one thread, size %s\"\n",
		suite_size_name(size));
	if (!put_plot(b, c, false))
		buf_puts(b, "unset multiplot\n");
}

bool comparison_svg(const struct comparison *c, const char *path)
{
	enum { LIMIT_S = 60 };
	struct buf b = BUF_INIT;
	struct diag d;
	struct command_cost cost;
	char script[128], why[PLAN_TEXT] = "the script cannot be written";
	snprintf(script, sizeof script, "%s/plot.gp", c->plan.work);
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	put_script(&b, c, path);
	bool good = file_write(script, b.data, b.len, FILE_TEXT, true, &d) &&
	            command_run((const char *const[]){"gnuplot", script, NULL}, LIMIT_S, &cost, why,
			    sizeof why) == 0;
	if (!good)
		fprintf(stderr, "hsaemu-bench: no %s: %s\n", path, why);
	diag_release(&d);
	buf_release(&b);
	return good;
}
