/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "rows.h"

#include "command.h"
#include "compare.h"
#include "progress.h"
#include "table.h"

const struct row *comparison_single(const struct comparison *c, const struct row *row)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->rows[i].index == row->index && c->rows[i].size == row->size &&
			c->rows[i].threads == 1 && row->threads > 1)
			return &c->rows[i];
	return NULL;
}

/* Prints one table of the given rows. */
static void print_table(const struct comparison *c, const struct row *rows, size_t count)
{
	table_head(&c->plan, rows->size, rows->threads);
	for (size_t i = 0; i < count; i++)
		table_row(&c->plan, &rows[i], comparison_single(c, &rows[i]));
	table_foot(&c->plan, rows, count);
}

void rows_print(const struct comparison *c)
{
	for (size_t i = 0, n; i < c->count; i += n) {
		for (n = 1; i + n < c->count && c->rows[i + n].size == c->rows[i].size &&
			    c->rows[i + n].threads == c->rows[i].threads;)
			n++;
		print_table(c, c->rows + i, n);
	}
}

static bool has_columns(const struct plan *plan, const struct row *row)
{
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		const struct cell *c = &row->cells[k];
		if (plan->column[k] && row_has(row, k) && c->samples == 0 && !c->why[0])
			return false;
	}
	return true;
}

/* Returns the saved row with the same key that has all that is asked for, or NULL. */
static const struct row *find_whole(const struct comparison *saved, const struct plan *plan,
	const struct row *row)
{
	for (size_t i = 0; saved && i < saved->count; i++) {
		const struct row *r = &saved->rows[i];
		if (r->index == row->index && r->size == row->size && r->threads == row->threads)
			return !r->partial && has_columns(plan, r) ? r : NULL;
	}
	return NULL;
}

/* Takes the row from a file, without the columns that were not asked for. */
static void take(const struct plan *plan, struct row *row, const struct row *from)
{
	*row = *from;
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (!plan->column[k])
			row->cells[k] = (struct cell){.samples = 0};
}

static bool has_samples(const struct row *row)
{
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (row->cells[k].samples > 0)
			return true;
	return false;
}

/* Measures the row at the end of c->rows; returns false when a signal or an error ended that. */
static bool measure(struct comparison *c, struct json_log *log, struct progress *p)
{
	struct row *row = &c->rows[c->count];
	progress_show(p, suite_cases[row->index].c->name);
	bool whole = compare_row(&c->plan, c->files[row->index], row);
	progress_hide(p);
	if (!whole && !command_stopped())
		fprintf(stderr, "hsaemu-bench: error: no process could be run\n");
	row->partial = !whole;
	if (!whole && !has_samples(row))
		return false;
	if (log)
		json_log_row(log, c, row);
	p->done++;
	c->count++;
	return whole;
}

static bool measure_table(struct comparison *c, const struct comparison *saved,
	struct json_log *log, struct progress *p, struct row key)
{
	size_t first = c->count;
	bool good = true;
	table_head(&c->plan, key.size, key.threads);
	for (size_t i = 0; i < suite_case_count && good; i++) {
		struct row *row = &c->rows[c->count];
		if (!c->plan.cases[i])
			continue;
		key.index = i;
		*row = key;
		const struct row *known = find_whole(saved, &c->plan, row);
		if (known)
			take(&c->plan, &c->rows[c->count++], known);
		else
			good = measure(c, log, p);
		if (row < &c->rows[c->count])
			table_row(&c->plan, row, comparison_single(c, row));
	}
	if (c->count > first)
		table_foot(&c->plan, c->rows + first, c->count - first);
	return good;
}

/* Returns the number of rows that are to be measured. */
static size_t count_due(const struct comparison *c, const struct comparison *saved)
{
	size_t due = 0;
	struct row key = {.partial = false};
	for (key.size = 0; key.size < SUITE_SIZE_COUNT; key.size++)
		for (size_t t = 0; c->plan.sizes[key.size] && t < c->plan.thread_count_count; t++)
			for (key.index = 0; key.index < suite_case_count; key.index++) {
				key.threads = c->plan.thread_counts[t];
				due += c->plan.cases[key.index] &&
				       !find_whole(saved, &c->plan, &key);
			}
	return due;
}

bool rows_measure(struct comparison *c, const struct comparison *saved, struct json_log *log)
{
	struct progress p;
	progress_begin(&p, count_due(c, saved));
	for (enum suite_size s = 0; s < SUITE_SIZE_COUNT; s++)
		for (size_t t = 0; c->plan.sizes[s] && t < c->plan.thread_count_count; t++)
			if (!measure_table(c, saved, log, &p,
				    (struct row){.size = s, .threads = c->plan.thread_counts[t]}))
				return false;
	return true;
}
