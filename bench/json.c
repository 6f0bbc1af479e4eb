/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "json_log.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "hsaemu/buf.h"
#include "hsaemu/cli.h"

static void put_string(struct buf *b, const char *text)
{
	buf_json_string(b, str_from(text));
}

static void put_machine(struct buf *b, const struct comparison *c)
{
	const struct machine *m = &c->machine;
	buf_puts(b, "{\"machine\": {\"model\": ");
	put_string(b, m->model);
	buf_printf(b, ", \"cpus\": %u, \"memory_mib\": %" PRIu64 ", \"system\": ", m->cpus,
		m->memory_mib);
	put_string(b, m->system);
	buf_printf(b, ", \"load\": %.2f}, \"version\": ", m->load);
	put_string(b, c->version);
	buf_puts(b, ", \"mcpu\": ");
	put_string(b, c->plan.cpu);
	if (c->plan.source) {
		buf_puts(b, ", \"source\": ");
		put_string(b, c->plan.source);
		buf_printf(b, ", \"language\": %u", (unsigned)c->plan.language);
	}
	buf_printf(b, ", \"repeat\": %u, \"least_ms\": %.6g}\n", c->plan.repeat, c->plan.least_ms);
}

static void put_samples(struct buf *b, const char *name, const double *v, size_t n)
{
	buf_printf(b, "\"%s\": %.9g, \"%s_least\": %.9g, \"%s_samples\": [", name,
		bench_statistic(v, n, STATISTIC_MEDIAN), name,
		bench_statistic(v, n, STATISTIC_LEAST), name);
	for (size_t i = 0; i < n; i++)
		buf_printf(b, "%s%.9g", i ? ", " : "", v[i]);
	buf_puts(b, "]");
}

static void put_cell(struct buf *b, enum column column, const struct cell *cell)
{
	buf_printf(b, ", \"%s\": {", column_name(column));
	if (cell->finalize_ms > 0)
		buf_printf(b, "\"finalize_cpu_ms\": %.1f, ", cell->finalize_ms);
	if (cell->samples > 0) {
		put_samples(b, "cpu_ms", cell->cpu_ms, cell->samples);
		buf_puts(b, ", ");
		put_samples(b, "wall_ms", cell->wall_ms, cell->samples);
	} else {
		buf_puts(b, "\"missing\": ");
		put_string(b, cell->why);
	}
	buf_puts(b, "}");
}

static void put_row(struct buf *b, const struct plan *plan, const struct row *row)
{
	const struct suite_case *s = suite_cases[row->index].c;
	buf_printf(b, "{\"case\": \"%s\", \"size\": \"%s\", \"what\": \"%s\", \"threads\": %u",
		s->name, suite_size_name(row->size), suite_size_words(s, row->size), row->threads);
	if (row->work.bytes > 0)
		buf_printf(b, ", \"bytes\": %.9g, \"flops\": %.9g, \"triad_gbs\": %.9g",
			row->work.bytes, row->work.flops, row->triad_gbs);
	if (row->partial)
		buf_puts(b, ", \"partial\": true");
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (plan->column[k] && (row->cells[k].samples > 0 || row->cells[k].why[0]))
			put_cell(b, k, &row->cells[k]);
	buf_puts(b, "}\n");
}

static void put_growth(struct buf *b, const struct comparison *c)
{
	if (c->growth[0].instructions == 0)
		return;
	buf_puts(b, "{\"finalize_growth_cpu_ms\": [");
	for (size_t i = 0; i < FINALIZE_SIZES && c->growth[i].instructions; i++) {
		const struct growth *g = &c->growth[i];
		buf_printf(b, "%s{\"instructions\": %u", i ? ", " : "", g->instructions);
		for (enum column k = 0; k < COLUMN_COUNT; k++)
			if (c->plan.column[k] && g->ms[k] > 0)
				buf_printf(b, ", \"%s\": %.1f", column_name(k), g->ms[k]);
		buf_puts(b, "}");
	}
	buf_puts(b, "]}\n");
}

static bool refuse(struct json_log *l)
{
	if (!l->failed)
		fprintf(stderr, "hsaemu-bench: error: cannot write %s: %s\n", l->path,
			strerror(errno));
	l->failed = true;
	return false;
}

/* Writes whole lines at once, and releases the buffer. */
static void add(struct json_log *l, struct buf *b)
{
	if (!l->failed && (fwrite(b->data, 1, b->len, l->file) != b->len || fflush(l->file) != 0))
		refuse(l);
	buf_release(b);
}

bool json_log_open(struct json_log *l, const struct comparison *c, const char *path, size_t keep)
{
	struct buf b = BUF_INIT;
	*l = (struct json_log){.path = path};
	if (strcmp(path, "-") == 0)
		l->file = stdout;
	else if (keep > 0 && truncate(path, (off_t)keep) != 0)
		return refuse(l);
	else if (!(l->file = fopen(path, keep > 0 ? "a" : "w")))
		return refuse(l);
	if (keep > 0)
		return true;
	put_machine(&b, c);
	add(l, &b);
	return !l->failed;
}

void json_log_row(struct json_log *l, const struct comparison *c, const struct row *row)
{
	struct buf b = BUF_INIT;
	put_row(&b, &c->plan, row);
	add(l, &b);
}

bool json_log_close(struct json_log *l, const struct comparison *c)
{
	struct buf b = BUF_INIT;
	if (!l->file)
		return false;
	put_growth(&b, c);
	buf_printf(&b, "{\"%s\": true}\n", c->interrupted ? "interrupted" : "finished");
	add(l, &b);
	if (l->file != stdout && fclose(l->file) != 0)
		refuse(l);
	l->file = NULL;
	return !l->failed;
}
