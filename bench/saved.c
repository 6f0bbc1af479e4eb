/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads a comparison that --json saved, so that tables and figures need no other run. */
#include "comparison.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "hsaemu/fileio.h"
#include "json_read.h"

/* The state of loading: the first refusal is reported with `path`, later ones only set `failed`. */
struct loader {
	struct comparison *c;
	const char *path;
	bool failed;
};

static bool refuse(struct loader *l, const char *what, struct str which)
{
	if (!l->failed)
		fprintf(stderr, "hsaemu-bench: error: %s: %s '" STR_FMT "'\n", l->path, what,
			STR_ARG(which));
	l->failed = true;
	return false;
}

static const struct json *get(struct loader *l, const struct json *object, const char *key,
	enum json_kind kind)
{
	static const struct json none = {.kind = JSON_NULL};
	const struct json *m = json_member(object, key, kind);
	if (!m)
		refuse(l, "no comparison of hsaemu-bench: lacks or has a strange", str_from(key));
	return m ? m : &none;
}

static double number(struct loader *l, const struct json *object, const char *key, double least,
	double most)
{
	const struct json *m = get(l, object, key, JSON_NUMBER);
	if (!l->failed && !(m->number >= least && m->number <= most))
		refuse(l, "out of range:", str_from(key));
	return l->failed ? least : m->number;
}

static void words(struct loader *l, const struct json *object, const char *key, char *to,
	size_t bytes)
{
	struct str s = get(l, object, key, JSON_STRING)->text;
	snprintf(to, bytes, STR_FMT, STR_ARG(s));
}

static void load_samples(struct loader *l, const struct json *cell, const char *key, double *v,
	size_t *n)
{
	*n = 0;
	for (const struct json *m = get(l, cell, key, JSON_ARRAY)->first; m; m = m->next) {
		if (m->kind != JSON_NUMBER || !(m->number >= 0) || *n == PLAN_MAX_REPEAT) {
			refuse(l, "no samples:", str_from(key));
			return;
		}
		v[(*n)++] = m->number;
	}
}

static void load_cell(struct loader *l, const struct json *m, struct cell *cell)
{
	size_t wall;
	if (json_member(m, "finalize_cpu_ms", JSON_NUMBER))
		cell->finalize_ms = number(l, m, "finalize_cpu_ms", 0, 1e12);
	if (json_member(m, "missing", JSON_STRING)) {
		words(l, m, "missing", cell->why, sizeof cell->why);
		return;
	}
	load_samples(l, m, "cpu_ms_samples", cell->cpu_ms, &cell->samples);
	load_samples(l, m, "wall_ms_samples", cell->wall_ms, &wall);
	if (!l->failed && (wall != cell->samples || wall == 0))
		refuse(l, "not as many samples of CPU time as of", str_from("wall_ms_samples"));
}

static void load_cells(struct loader *l, const struct json *object, struct row *row)
{
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		const struct json *m = json_member(object, column_name(k), JSON_OBJECT);
		if (!m)
			continue;
		l->c->plan.column[k] = true;
		load_cell(l, m, &row->cells[k]);
	}
}

static bool find_case(struct loader *l, struct str name, size_t *index)
{
	for (size_t i = 0; i < suite_case_count; i++) {
		if (str_is(name, suite_cases[i].c->name)) {
			l->c->plan.cases[i] = true;
			*index = i;
			return true;
		}
	}
	return refuse(l, "there is no case", name);
}

static bool find_size(struct loader *l, struct str name, enum suite_size *size)
{
	for (enum suite_size s = 0; s < SUITE_SIZE_COUNT; s++) {
		if (str_is(name, suite_size_name(s))) {
			*size = s;
			return true;
		}
	}
	return refuse(l, "there is no size", name);
}

static void load_row(struct loader *l, const struct json *object, struct row *row)
{
	enum { MOST_THREADS = 1024 };
	if (!find_case(l, get(l, object, "case", JSON_STRING)->text, &row->index) ||
		!find_size(l, get(l, object, "size", JSON_STRING)->text, &row->size))
		return;
	row->threads = (unsigned)number(l, object, "threads", 1, MOST_THREADS);
	if (json_member(object, "bytes", JSON_NUMBER)) {
		row->work.bytes = number(l, object, "bytes", 0, 1e18);
		row->work.flops = number(l, object, "flops", 0, 1e18);
		row->triad_gbs = number(l, object, "triad_gbs", 0, 1e9);
	}
	row->partial = json_member(object, "partial", JSON_TRUE);
	load_cells(l, object, row);
}

static void load_rows(struct loader *l, const struct json *rows)
{
	size_t count = 0;
	for (const struct json *m = rows->first; m; m = m->next)
		count++;
	l->c->rows = ARENA_ARRAY(l->c->arena, struct row, count);
	for (const struct json *m = rows->first; m && !l->failed; m = m->next)
		load_row(l, m, &l->c->rows[l->c->count++]);
}

static void load_head(struct loader *l, const struct json *top)
{
	struct comparison *c = l->c;
	struct machine *m = &c->machine;
	const struct json *machine = get(l, top, "machine", JSON_OBJECT);
	words(l, machine, "model", m->model, sizeof m->model);
	words(l, machine, "system", m->system, sizeof m->system);
	m->cpus = (unsigned)number(l, machine, "cpus", 1, 1e6);
	m->memory_mib = (uint64_t)number(l, machine, "memory_mib", 0, 1e15);
	m->load = number(l, machine, "load", 0, 1e9);
	c->version = str_dup(c->arena, get(l, top, "version", JSON_STRING)->text).p;
	if (json_member(top, "source", JSON_STRING)) {
		c->plan.source = str_dup(c->arena, get(l, top, "source", JSON_STRING)->text).p;
		c->plan.language = (enum plan_language)number(l, top, "language", 0, LANGUAGE_CUDA);
	}
	c->plan.cpu = str_dup(c->arena, get(l, top, "mcpu", JSON_STRING)->text).p;
	c->plan.repeat = (unsigned)number(l, top, "repeat", 1, PLAN_MAX_REPEAT);
	c->plan.least_ms = number(l, top, "least_ms", 0, 1e12);
}

static void load_growth(struct loader *l, const struct json *list)
{
	size_t n = 0;
	for (const struct json *m = list->first; m && n < FINALIZE_SIZES; m = m->next, n++) {
		struct growth *g = &l->c->growth[n];
		g->instructions = (unsigned)number(l, m, "instructions", 1, 1e9);
		for (enum column k = 0; k < COLUMN_COUNT; k++)
			if (json_member(m, column_name(k), JSON_NUMBER))
				g->ms[k] = number(l, m, column_name(k), 0, 1e12);
	}
}

/* Loads a file of one object, as earlier versions wrote it. */
static void load_object(struct loader *l, const struct json *top)
{
	load_head(l, top);
	l->c->interrupted = json_member(top, "interrupted", JSON_TRUE);
	load_rows(l, get(l, top, "rows", JSON_ARRAY));
}

static bool same_key(const struct row *a, const struct row *b)
{
	return a->index == b->index && a->size == b->size && a->threads == b->threads;
}

/* Adds a row, in the place of an earlier one of the same case, size and number of threads. */
static void add_row(struct loader *l, const struct json *line)
{
	struct comparison *c = l->c;
	struct row *row = &c->rows[c->count];
	load_row(l, line, row);
	for (size_t i = 0; i < c->count; i++) {
		if (!same_key(&c->rows[i], row))
			continue;
		c->rows[i] = *row;
		memset(row, 0, sizeof *row);
		return;
	}
	c->count++;
}

static void load_line(struct loader *l, const struct json *line)
{
	const struct json *growth = json_member(line, "finalize_growth_cpu_ms", JSON_ARRAY);
	l->c->interrupted = !json_member(line, "finished", JSON_TRUE);
	if (growth)
		load_growth(l, growth);
	else if (json_member(line, "case", JSON_STRING))
		add_row(l, line);
	else if (l->c->interrupted && !json_member(line, "interrupted", JSON_TRUE))
		refuse(l, "no comparison of hsaemu-bench: a line lacks", str_from("case"));
}

static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	if (x->threads != y->threads)
		return x->threads < y->threads ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

/* Reads the line that begins at *at, and moves *at behind it. Returns NULL without a message when
 * the end of the file cuts it, and after one when it is no JSON. */
static const struct json *read_line(struct loader *l, struct str text, size_t *at)
{
	const char *start = text.p + *at, *end = memchr(start, '\n', text.n - *at), *why;
	size_t offset;
	if (!end)
		return NULL;
	struct str line = {start, (size_t)(end - start)};
	const struct json *v = json_read(l->c->arena, line, &why, &offset);
	if (!v) {
		fprintf(stderr, "hsaemu-bench: error: %s: byte %zu: %s\n", l->path, *at + offset,
			why);
		l->failed = true;
		return NULL;
	}
	*at += line.n + 1;
	return v;
}

/* Loads a file of lines; a run that was killed may have left half a line at its end. */
static void load_lines(struct loader *l, struct str text)
{
	struct comparison *c = l->c;
	size_t at = 0, lines = 0;
	const struct json *line;
	for (size_t i = 0; i < text.n; i++)
		lines += text.p[i] == '\n';
	c->rows = ARENA_ARRAY(c->arena, struct row, lines);
	c->interrupted = true;
	load_head(l, read_line(l, text, &at));
	while (!l->failed && (line = read_line(l, text, &at)))
		load_line(l, line);
	c->interrupted = c->interrupted || at < text.n;
	c->whole_bytes = at;
	qsort(c->rows, c->count, sizeof *c->rows, compare_rows);
}

/* Whether the first line is an object without rows, which follow in lines of their own. */
static bool has_lines(struct loader *l, struct str text)
{
	const char *end = memchr(text.p, '\n', text.n), *why;
	size_t offset;
	if (!end)
		return false;
	struct json *v =
		json_read(l->c->arena, (struct str){text.p, (size_t)(end - text.p)}, &why, &offset);
	return v && v->kind == JSON_OBJECT && !json_member(v, "rows", JSON_ARRAY);
}

static void load_text(struct loader *l, struct str text)
{
	const char *why;
	size_t offset;
	if (has_lines(l, text)) {
		load_lines(l, text);
		return;
	}
	struct json *top = json_read(l->c->arena, text, &why, &offset);
	if (top) {
		load_object(l, top);
		return;
	}
	fprintf(stderr, "hsaemu-bench: error: %s: byte %zu: %s\n", l->path, offset, why);
	l->failed = true;
}

int comparison_load(struct comparison *c, const char *path)
{
	struct loader l = {.c = c, .path = path};
	struct file_data f;
	struct diag d;
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	l.failed = !file_read(&f, path, &d);
	diag_flush(&d, stderr);
	int status = diag_exit_status(&d);
	diag_release(&d);
	if (l.failed)
		return status;
	struct str text = str_skip_bom((struct str){(const char *)f.bytes, f.len});
	load_text(&l, text);
	if (c->whole_bytes > 0)
		c->whole_bytes += f.len - text.n;
	file_release(&f);
	return l.failed ? EXIT_REFUSED : EXIT_DONE;
}

/* ---- resuming -------------------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Returns what was otherwise when the file was measured, or NULL. */
static const char *find_change(const struct comparison *saved, const struct comparison *now)
{
	enum { TEXT = 32 };
	char least[TEXT];
	snprintf(least, sizeof least, "%.6g", now->plan.least_ms); /* as it was written */
	if (!same_text(saved->machine.model, now->machine.model) ||
		saved->machine.cpus != now->machine.cpus)
		return "machine";
	if (!same_text(saved->version, now->version))
		return "version of HSAEmu";
	if (!same_text(saved->plan.cpu, now->plan.cpu))
		return "-mcpu";
	if (saved->plan.repeat != now->plan.repeat)
		return "--repeat";
	if (saved->plan.least_ms != strtod(least, NULL))
		return "--least";
	if (!same_text(saved->plan.source, now->plan.source) ||
		saved->plan.language != now->plan.language)
		return "--source or --language";
	return NULL;
}

int comparison_resume(const struct comparison *c, const char *path, struct comparison **saved)
{
	struct stat st;
	*saved = NULL;
	if (stat(path, &st) != 0 || st.st_size == 0)
		return EXIT_DONE;
	struct comparison *s = ARENA_NEW(c->arena, struct comparison);
	s->arena = c->arena;
	s->plan.cases = ARENA_ARRAY(c->arena, bool, suite_case_count);
	int status = comparison_load(s, path);
	if (status != EXIT_DONE)
		return status;
	const char *change = find_change(s, c);
	if (!change && s->whole_bytes > 0) {
		*saved = s;
		return EXIT_DONE;
	}
	fprintf(stderr, "hsaemu-bench: error: %s: cannot go on, %s%s\n", path,
		change ? "it was measured with another " : "its rows are not lines of their own",
		change ? change : "");
	return EXIT_REFUSED;
}
