/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Draws lines of speed-up, as papers do: over the number of threads above, over the SIMD levels
 * below. A panel has the curves of at most PER_PANEL kernels and the geometric mean of all
 * kernels. */
#include "comparison.h"

#include <math.h>

#include "draw.h"
#include "gains.h"

/* From MANY threads on, both axes are logarithmic. */
enum { PER_PANEL = 8, MANY = 8, POINTS = PLAN_MAX_THREAD_COUNTS + COLUMN_COUNT };

enum axis {
	AXIS_THREADS,
	AXIS_LANES,
	AXIS_COUNT,
};

/* The points of the x axis, which are rising numbers of threads or columns, and the cases drawn. */
struct family {
	const struct comparison *c;
	enum axis axis;
	unsigned x[POINTS];
	size_t points;
	size_t *cases; /* the cases that have a value at each point */
	size_t count;
};

/* Returns how many times faster the case is at the point. On the axis of threads, `column` is the
 * column asked about, COLUMN_COUNT for ours. */
static double value(const struct family *f, size_t index, size_t point, enum column column)
{
	switch (f->axis) {
	case AXIS_THREADS:
		if (column == COLUMN_COUNT)
			column = gains_subject(f->c, index);
		return gain_threads(f->c, index, column, f->x[point]);
	case AXIS_LANES:
		return gain_lanes(f->c, index, (enum column)f->x[point]);
	case AXIS_COUNT:
		break;
	}
	return 0;
}

static bool whole(const struct family *f, size_t index, enum column column)
{
	for (size_t i = 0; i < f->points; i++)
		if (!(value(f, index, i, column) > 0))
			return false;
	return f->points > 1;
}

static void add_threads(struct family *f, unsigned n)
{
	size_t at = f->points;
	for (size_t i = 0; i < f->points; i++)
		if (f->x[i] == n)
			return;
	for (; at > 0 && f->x[at - 1] > n; at--)
		f->x[at] = f->x[at - 1];
	f->x[at] = n;
	f->points++;
}

static bool has_level(const struct comparison *c, enum column column)
{
	for (size_t i = 0; i < suite_case_count; i++)
		if (gains_case(c, i) && gain_lanes(c, i, column) > 0)
			return true;
	return false;
}

static void find_points(struct family *f)
{
	switch (f->axis) {
	case AXIS_THREADS:
		for (size_t i = 0; i < f->c->count; i++)
			add_threads(f, f->c->rows[i].threads);
		break;
	case AXIS_LANES:
		for (enum column k = 0; k < COLUMN_COUNT; k++)
			if (column_kind(k) == KIND_IMAGE && column_variant(k) == VARIANT_PLAIN &&
				has_level(f->c, k))
				f->x[f->points++] = k;
		break;
	case AXIS_COUNT:
		break;
	}
}

static void family_init(struct family *f, const struct comparison *c, enum axis axis, size_t *cases)
{
	*f = (struct family){.c = c, .axis = axis, .cases = cases};
	find_points(f);
	for (size_t i = 0; i < suite_case_count; i++)
		if (gains_case(c, i) && whole(f, i, COLUMN_COUNT))
			f->cases[f->count++] = i;
}

static double geomean(const struct family *f, size_t point, enum column column)
{
	double logs = 0;
	size_t n = 0;
	for (size_t i = 0; i < f->count; i++) {
		if (!whole(f, f->cases[i], column))
			continue;
		logs += log(value(f, f->cases[i], point, column));
		n++;
	}
	return n ? exp(logs / (double)n) : 0;
}

/* Whether the figure shows a peer: only on the axis of threads, and only if the peer has a mean
 * over the cases. */
static bool peer_shown(const struct family *f, enum column k)
{
	return f->axis == AXIS_THREADS && f->count > 0 && column_kind(k) != KIND_IMAGE &&
	       geomean(f, 0, k) > 0;
}

/* The level that the finalizer chooses is no step on the way from few lanes to many, so it is drawn
 * as a point of its own. */
static bool apart(const struct family *f, size_t point)
{
	return f->axis == AXIS_LANES && f->x[point] == COLUMN_AUTO && point > 0;
}

/* Writes a data block: in each line an x, the values of the cases, our mean and the peers'
 * means. */
static void put_data(struct buf *out, const struct family *f)
{
	buf_printf(out, "$%s << END\n", f->axis == AXIS_THREADS ? "threads" : "lanes");
	for (size_t i = 0; i < f->points; i++) {
		if (apart(f, i))
			buf_puts(out, "\n");
		buf_printf(out, "%zu", f->axis == AXIS_THREADS ? f->x[i] : i);
		for (size_t k = 0; k < f->count; k++)
			draw_value(out, value(f, f->cases[k], i, COLUMN_COUNT));
		draw_value(out, geomean(f, i, COLUMN_COUNT));
		for (enum column k = 0; k < COLUMN_COUNT; k++)
			if (peer_shown(f, k))
				draw_value(out, geomean(f, i, k));
		buf_puts(out, "\n");
	}
	buf_puts(out, "END\n");
}

static void put_axes(struct buf *out, const struct family *f)
{
	bool threads = f->axis == AXIS_THREADS;
	buf_puts(out, threads ? "set xlabel 'threads'\nset ylabel 'times faster than one thread'\n"
			      : "set xlabel '--simd level, one thread'\n"
				"set ylabel 'times faster than scalar code'\n");
	buf_puts(out, "unset logscale\nset xtics (");
	for (size_t i = 0; i < f->points; i++) {
		if (threads)
			buf_printf(out, "%s'%u' %u", i ? ", " : "", f->x[i], f->x[i]);
		else
			buf_printf(out, "%s'%s' %zu", i ? ", " : "",
				column_name((enum column)f->x[i]), i);
	}
	if (threads && f->x[f->points - 1] >= MANY * f->x[0]) {
		buf_printf(out, ")\nset logscale xy 2\nset xrange [%g:%g]\nset yrange [*:*]\n",
			f->x[0] * 0.9, f->x[f->points - 1] * 1.1);
		return;
	}
	double last = threads ? f->x[f->points - 1] : (double)f->points - 1;
	double first = threads ? f->x[0] : 0, margin = (last - first) * 0.05;
	buf_printf(out, ")\nset xrange [%.4g:%.4g]\nset yrange [0:*]\n", first - margin,
		last + margin);
}

static void put_panel(struct buf *out, const struct family *f, size_t first, size_t count)
{
	static const char *const colours[PER_PANEL] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
		"#56b4e9", "#e69f00", "#882255", "#999933"};
	static const int points[PER_PANEL] = {5, 7, 9, 11, 13, 4, 6, 8}, dashes[] = {2, 3, 4, 5};
	const char *data = f->axis == AXIS_THREADS ? "$threads" : "$lanes";
	size_t peers = 0;
	buf_puts(out, "plot ");
	if (f->axis == AXIS_THREADS)
		buf_puts(out, "x with lines lc rgb '#bbbbbb' lw 2 dt 2 title 'ideal', \\\n     ");
	for (size_t k = first; k < first + count; k++) {
		buf_printf(out,
			"%s using 1:%zu with linespoints lc rgb '%s' lw 1.5 pt %d ps 0.6 title ",
			data, k + 2, colours[k - first], points[k - first]);
		draw_quote(out, draw_name(f->c, f->cases[k]));
		buf_puts(out, ", \\\n     ");
	}
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		if (!peer_shown(f, k))
			continue;
		buf_printf(out,
			"%s using 1:%zu with lines lc rgb 'black' lw 1.5 dt %d title '%s%s: mean', "
			"\\\n     ",
			data, f->count + 3 + peers, dashes[peers % 4], column_name(k),
			column_kind(k) == KIND_LOOPS ? ", OpenMP" : "");
		peers++;
	}
	buf_printf(out,
		"%s using 1:%zu with linespoints lc rgb 'black' lw 3.5 pt 7 ps 0.5 title 'geometric mean of %zu'\n",
		data, f->count + 2, f->count);
}

static size_t panels(const struct family *f)
{
	return (f->count + PER_PANEL - 1) / PER_PANEL;
}

bool comparison_curves(const struct comparison *c, const char *path)
{
	enum { WIDTH = 660, HEIGHT = 360, BESIDE = 2 };
	struct family families[AXIS_COUNT];
	struct buf out = BUF_INIT;
	size_t count = 0;
	size_t *cases = ARENA_ARRAY(c->arena, size_t, suite_case_count *AXIS_COUNT);
	for (enum axis a = 0; a < AXIS_COUNT; a++) {
		family_init(&families[a], c, a, cases + a * suite_case_count);
		count += panels(&families[a]);
	}
	draw_head(&out, c, path, count, count > 1 ? BESIDE : 1, WIDTH, HEIGHT);
	buf_puts(&out,
		"set grid lc rgb '#dddddd'\nset border 3\nset tics nomirror\n"
		"set lmargin 9\nset rmargin 26\n"
		"set key at graph 1.04, graph 1 left top Left reverse samplen 2 spacing 1.1\n");
	for (enum axis a = 0; a < AXIS_COUNT; a++) {
		const struct family *f = &families[a];
		if (f->count == 0)
			continue;
		put_data(&out, f);
		put_axes(&out, f);
		for (size_t k = 0, n = panels(f); k < n; k++)
			put_panel(&out, f, f->count * k / n,
				f->count * (k + 1) / n - f->count * k / n);
	}
	buf_puts(&out, "unset multiplot\n");
	if (count == 0)
		fprintf(stderr,
			"hsaemu-bench: no %s: curves need two numbers of threads or two --simd levels "
			"with one thread\n",
			path);
	bool good = count > 0 && draw(&out, path);
	buf_release(&out);
	return good;
}
