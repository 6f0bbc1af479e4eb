/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads a comparison that --json saved, so that tables and figures need no other run. */
#include "comparison.h"

#include <stdlib.h>

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

static void load_all(struct loader *l, const struct json *top)
{
	struct comparison *c = l->c;
	struct machine *m = &c->machine;
	const struct json *machine = get(l, top, "machine", JSON_OBJECT);
	words(l, machine, "model", m->model, sizeof m->model);
	words(l, machine, "system", m->system, sizeof m->system);
	m->cpus = (unsigned)number(l, machine, "cpus", 1, 1e6);
	m->memory_mib = (uint64_t)number(l, machine, "memory_mib", 0, 1e15);
	m->load = number(l, machine, "load", 0, 1e9);
	c->plan.cpu = str_dup(c->arena, get(l, top, "mcpu", JSON_STRING)->text).p;
	c->plan.repeat = (unsigned)number(l, top, "repeat", 1, PLAN_MAX_REPEAT);
	c->interrupted = json_member(top, "interrupted", JSON_TRUE);
	load_rows(l, get(l, top, "rows", JSON_ARRAY));
}

int comparison_load(struct comparison *c, const char *path)
{
	struct loader l = {.c = c, .path = path};
	struct file_data f;
	struct diag d;
	const char *why;
	size_t offset;
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	l.failed = !file_read(&f, path, &d);
	diag_flush(&d, stderr);
	int status = diag_exit_status(&d);
	diag_release(&d);
	if (l.failed)
		return status;
	struct json *top = json_read(c->arena,
		str_skip_bom((struct str){(const char *)f.bytes, f.len}), &why, &offset);
	if (top)
		load_all(&l, top);
	else
		fprintf(stderr, "hsaemu-bench: error: %s: byte %zu: %s\n", path, offset, why);
	file_release(&f);
	return top && !l.failed ? EXIT_DONE : EXIT_REFUSED;
}
