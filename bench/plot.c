/* Bars per kernel, as in the figures of the papers on HSA emulation: above, how many times
 * faster more threads make our code; below, how many times faster than scalar code each --simd
 * level is, and how many times faster our code is than C loops and PoCL. */
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

static double peer_gain(const struct comparison *c, size_t index, enum suite_size size,
	enum column column)
{
	const struct row *row = find(c, index, size, 1);
	enum column subject = row ? row_subject(row) : COLUMN_COUNT;
	return subject == COLUMN_COUNT ? 0 : cell_ms(row, column) / cell_ms(row, subject);
}

enum figure {
	FIGURE_THREADS,
	FIGURE_LANES,
	FIGURE_PEERS,
	FIGURE_COUNT,
};

/* The bars of a figure: numbers of threads or columns. */
struct bars {
	const char *data, *title;
	enum figure figure;
	unsigned bars[PLAN_MAX_THREAD_COUNTS + COLUMN_COUNT];
	size_t count;
};

static double bar(const struct comparison *c, const struct bars *b, size_t index, size_t i)
{
	enum suite_size size = largest(c);
	switch (b->figure) {
	case FIGURE_THREADS:
		return thread_gain(c, index, size, b->bars[i]);
	case FIGURE_LANES:
		return lane_gain(c, index, size, (enum column)b->bars[i]);
	case FIGURE_PEERS:
		return peer_gain(c, index, size, (enum column)b->bars[i]);
	case FIGURE_COUNT:
		break;
	}
	return 0;
}

static bool drawn(const struct comparison *c, size_t index)
{
	return c->plan.cases[index] && !(suite_cases[index].sets & SUITE_EMPTY);
}

/* Bars without any value are left out, gnuplot refuses them. */
static void add_bar(const struct comparison *c, struct bars *b, unsigned value)
{
	b->bars[b->count] = value;
	for (size_t i = 0; i < suite_case_count; i++) {
		if (drawn(c, i) && bar(c, b, i, b->count) > 0) {
			b->count++;
			return;
		}
	}
}

static struct bars thread_bars(const struct comparison *c)
{
	struct bars b = {.data = "threads",
		.figure = FIGURE_THREADS,
		.title = "Threads: against one thread"};
	for (size_t t = 0; t < c->plan.thread_count_count; t++)
		if (c->plan.thread_counts[t] > 1)
			add_bar(c, &b, c->plan.thread_counts[t]);
	return b;
}

static struct bars lane_bars(const struct comparison *c)
{
	struct bars b = {.data = "lanes",
		.figure = FIGURE_LANES,
		.title = "SIMD levels: against scalar code, one thread"};
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (column_kind(k) == KIND_IMAGE && k != COLUMN_OFF)
			add_bar(c, &b, k);
	return b;
}

static struct bars peer_bars(const struct comparison *c)
{
	struct bars b = {.data = "peers",
		.figure = FIGURE_PEERS,
		.title = "Peers: our code against theirs, one thread"};
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (column_kind(k) == KIND_LOOPS || column_kind(k) == KIND_OPENCL)
			add_bar(c, &b, k);
	return b;
}

/* A line per kernel, a column per bar. */
static void put_data(struct buf *out, const struct comparison *c, const struct bars *b)
{
	buf_printf(out, "$%s << END\n", b->data);
	for (size_t i = 0; i < suite_case_count; i++) {
		if (!drawn(c, i))
			continue;
		buf_puts(out, suite_cases[i].c->name);
		for (size_t k = 0; k < b->count; k++)
			put_value(out, bar(c, b, i, k));
		buf_puts(out, "\n");
	}
	buf_puts(out, "END\n");
}

static void put_plot(struct buf *out, const struct comparison *c, const struct bars *b)
{
	if (b->count == 0)
		return;
	put_data(out, c, b);
	buf_printf(out, "set title \"%s, size %s\"\n", b->title, suite_size_name(largest(c)));
	for (size_t i = 0; i < b->count; i++) {
		buf_printf(out, "%s $%s using %zu:xtic(1) title \"", i ? "," : "plot", b->data,
			i + 2);
		if (b->figure == FIGURE_THREADS)
			buf_printf(out, "%u threads\"", b->bars[i]);
		else
			buf_printf(out, "%s\"", column_name((enum column)b->bars[i]));
	}
	buf_puts(out, "\n");
}

/* False when there is nothing to draw. */
static bool put_script(struct buf *out, const struct comparison *c, const char *path)
{
	struct bars bars[FIGURE_COUNT] = {thread_bars(c), lane_bars(c), peer_bars(c)};
	int figures = 0, cases = 0;
	for (size_t i = 0; i < FIGURE_COUNT; i++)
		figures += bars[i].count > 0;
	for (size_t i = 0; i < suite_case_count; i++)
		cases += drawn(c, i);
	buf_printf(out,
		"set terminal svg size %d,%d font \"sans,12\" background \"white\"\n"
		"set output \"%s\"\n"
		"set multiplot layout %d,1\n"
		"set style data histogram\nset style histogram clustered gap 1\n"
		"set style fill solid border -1\nset grid y\nset key top left\n"
		"set xtics rotate by -35 nomirror\nset yrange [0:*]\nset ylabel \"times faster\"\n",
		cases > 20 ? 50 * cases : 1000, 450 * figures, path, figures);
	for (size_t i = 0; i < FIGURE_COUNT; i++)
		put_plot(out, c, &bars[i]);
	buf_puts(out, "unset multiplot\n");
	return figures > 0;
}

bool comparison_svg(const struct comparison *c, const char *path)
{
	enum { LIMIT_S = 60 };
	struct buf b = BUF_INIT;
	struct diag d;
	struct command_cost cost;
	char script[PLAN_PATH], why[PLAN_TEXT] = "there is nothing to draw";
	snprintf(script, sizeof script, "%s/plot.gp", c->plan.work);
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	bool good = put_script(&b, c, path) &&
	            file_write(script, b.data, b.len, FILE_TEXT, true, &d) &&
	            command_run((const char *const[]){"gnuplot", script, NULL}, LIMIT_S, &cost, why,
			    sizeof why) == 0;
	diag_flush(&d, stderr);
	if (!good)
		fprintf(stderr, "hsaemu-bench: no %s: %s\n", path, why);
	diag_release(&d);
	buf_release(&b);
	return good;
}
