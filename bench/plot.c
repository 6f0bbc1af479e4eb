/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Draws bars per kernel, as in the figures of the papers on HSA emulation. The upper panel shows
 * how many times faster more threads make our code; the lower one, how many times faster each
 * --simd level is than scalar code, and our code than C loops and PoCL. */
#include "comparison.h"

#include "draw.h"
#include "gains.h"

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
	switch (b->figure) {
	case FIGURE_THREADS:
		return gain_threads(c, index, gains_subject(c, index), b->bars[i]);
	case FIGURE_LANES:
		return gain_lanes(c, index, (enum column)b->bars[i]);
	case FIGURE_PEERS:
		return gain_peer(c, index, (enum column)b->bars[i]);
	case FIGURE_COUNT:
		break;
	}
	return 0;
}

/* Adds a bar unless it has no value in any case, which gnuplot would refuse. */
static void add_bar(const struct comparison *c, struct bars *b, unsigned value)
{
	b->bars[b->count] = value;
	for (size_t i = 0; i < suite_case_count; i++) {
		if (gains_case(c, i) && bar(c, b, i, b->count) > 0) {
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
		if (column_kind(k) == KIND_IMAGE && column_variant(k) == VARIANT_PLAIN &&
			k != COLUMN_OFF)
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

/* Writes a data block with a line per kernel and a column per bar. */
static void put_data(struct buf *out, const struct comparison *c, const struct bars *b)
{
	buf_printf(out, "$%s << END\n", b->data);
	for (size_t i = 0; i < suite_case_count; i++) {
		if (!gains_case(c, i))
			continue;
		buf_puts(out, draw_name(c, i));
		for (size_t k = 0; k < b->count; k++)
			draw_value(out, bar(c, b, i, k));
		buf_puts(out, "\n");
	}
	buf_puts(out, "END\n");
}

static void put_plot(struct buf *out, const struct comparison *c, const struct bars *b)
{
	static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9",
		"#e69f00", "#882255", "#999933"};
	if (b->count == 0)
		return;
	put_data(out, c, b);
	buf_printf(out, "set title '%s'\n", b->title);
	for (size_t i = 0; i < b->count; i++) {
		buf_printf(out, "%s $%s using %zu:xtic(1) title \"", i ? "," : "plot", b->data,
			i + 2);
		if (b->figure == FIGURE_THREADS)
			buf_printf(out, "%u threads\"", b->bars[i]);
		else
			buf_printf(out, "%s\"", column_name((enum column)b->bars[i]));
		buf_printf(out, " lc rgb '%s'", colours[i % ARRAY_LEN(colours)]);
	}
	buf_puts(out, "\n");
}

bool comparison_svg(const struct comparison *c, const char *path)
{
	enum { HEIGHT = 450, LEAST_WIDTH = 1000, FEW_CASES = 20, PER_CASE = 50 };
	struct bars bars[FIGURE_COUNT] = {thread_bars(c), lane_bars(c), peer_bars(c)};
	struct buf out = BUF_INIT;
	size_t figures = 0;
	int cases = 0;
	for (size_t i = 0; i < FIGURE_COUNT; i++)
		figures += bars[i].count > 0;
	for (size_t i = 0; i < suite_case_count; i++)
		cases += gains_case(c, i);
	draw_head(&out, c, path, figures, 1, cases > FEW_CASES ? PER_CASE * cases : LEAST_WIDTH,
		HEIGHT);
	buf_puts(&out,
		"set style data histogram\nset style histogram clustered gap 1\n"
		"set style fill solid border -1\nset grid y\n"
		"set key above right horizontal\nset lmargin 9\nset rmargin 14\n"
		"set xtics rotate by -35 nomirror\nset yrange [0:*]\nset ylabel 'times faster'\n");
	for (size_t i = 0; i < FIGURE_COUNT; i++)
		put_plot(&out, c, &bars[i]);
	buf_puts(&out, "unset multiplot\n");
	if (figures == 0)
		fprintf(stderr, "hsaemu-bench: no %s: there is nothing to draw\n", path);
	bool good = figures > 0 && draw(&out, path);
	buf_release(&out);
	return good;
}
