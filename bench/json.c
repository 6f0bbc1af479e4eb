/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the comparison as JSON, for other programs. */
#include "comparison.h"

#include <inttypes.h>

#include "hsaemu/buf.h"
#include "hsaemu/cli.h"
#include "hsaemu/fileio.h"

static void put_string(struct buf *b, const char *text)
{
	buf_json_string(b, str_from(text));
}

static void put_machine(struct buf *b, const struct comparison *c)
{
	const struct machine *m = &c->machine;
	buf_puts(b, "{\n\"machine\": {\"model\": ");
	put_string(b, m->model);
	buf_printf(b, ", \"cpus\": %u, \"memory_mib\": %" PRIu64 ", \"system\": ", m->cpus,
		m->memory_mib);
	put_string(b, m->system);
	buf_printf(b, ", \"load\": %.2f},\n\"version\": ", m->load);
	put_string(b, hsaemu_version);
	buf_puts(b, ",\n\"mcpu\": ");
	put_string(b, c->plan.cpu);
	if (c->interrupted)
		buf_puts(b, ",\n\"interrupted\": true");
	buf_printf(b, ",\n\"repeat\": %u,\n\"least_ms\": %.6g", c->plan.repeat, c->plan.least_ms);
}

static void put_samples(struct buf *b, const char *name, const double *v, size_t n)
{
	buf_printf(b, "\"%s\": %.6g, \"%s_least\": %.6g, \"%s_samples\": [", name,
		bench_statistic(v, n, STATISTIC_MEDIAN), name,
		bench_statistic(v, n, STATISTIC_LEAST), name);
	for (size_t i = 0; i < n; i++)
		buf_printf(b, "%s%.6g", i ? ", " : "", v[i]);
	buf_puts(b, "]");
}

static void put_cell(struct buf *b, enum column column, const struct cell *cell)
{
	buf_printf(b, ",\n  \"%s\": {", column_name(column));
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

static void put_rows(struct buf *b, const struct comparison *c)
{
	buf_puts(b, ",\n\"rows\": [");
	for (size_t i = 0; i < c->count; i++) {
		const struct row *row = &c->rows[i];
		const struct suite_case *s = suite_cases[row->index].c;
		buf_printf(b,
			"%s\n {\"case\": \"%s\", \"size\": \"%s\", \"what\": \"%s\", "
			"\"threads\": %u",
			i ? "," : "", s->name, suite_size_name(row->size),
			suite_size_words(s, row->size), row->threads);
		for (enum column k = 0; k < COLUMN_COUNT; k++)
			if (c->plan.column[k] &&
				(row->cells[k].samples > 0 || row->cells[k].why[0]))
				put_cell(b, k, &row->cells[k]);
		buf_puts(b, "}");
	}
	buf_puts(b, "]");
}

static void put_levels(struct buf *b, const struct plan *plan, const double ms[COLUMN_COUNT])
{
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (plan->column[k] && ms[k] > 0)
			buf_printf(b, ", \"%s\": %.1f", column_name(k), ms[k]);
}

static void put_finalize(struct buf *b, const struct comparison *c)
{
	const char *separator = "";
	buf_puts(b, ",\n\"finalize_cpu_ms\": [");
	for (size_t i = 0; i < suite_case_count; i++) {
		double ms[COLUMN_COUNT];
		if (!c->plan.cases[i])
			continue;
		for (enum column k = 0; k < COLUMN_COUNT; k++)
			ms[k] = c->files[i][k].finalize_ms;
		buf_printf(b, "%s\n {\"case\": \"%s\"", separator, suite_cases[i].c->name);
		put_levels(b, &c->plan, ms);
		buf_puts(b, "}");
		separator = ",";
	}
	separator = "";
	buf_puts(b, "],\n\"finalize_growth_cpu_ms\": [");
	for (size_t i = 0; i < FINALIZE_SIZES && c->growth[i].instructions; i++) {
		buf_printf(b, "%s\n {\"instructions\": %u", separator, c->growth[i].instructions);
		put_levels(b, &c->plan, c->growth[i].ms);
		buf_puts(b, "}");
		separator = ",";
	}
	buf_puts(b, "]");
}

bool comparison_json(const struct comparison *c, const char *path)
{
	struct buf b = BUF_INIT;
	struct diag d;
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	put_machine(&b, c);
	put_rows(&b, c);
	put_finalize(&b, c);
	buf_puts(&b, "\n}\n");
	bool good = file_write(path, b.data, b.len, FILE_TEXT, true, &d);
	diag_flush(&d, stderr);
	diag_release(&d);
	buf_release(&b);
	return good;
}
