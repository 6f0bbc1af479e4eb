/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A matrix by its rows, whatever its format is. CSR is read as it is after a check, and so is CSC
 * when its transpose is wanted; of all others the entries are listed and put in order. */
#include <stdlib.h>
#include <string.h>
#include "sparse_impl.h"

static cusparseStatus_t check_columns(const struct cusparse_job *job, const struct cusparse_rows *r)
{
	int64_t end = cusparse_rows_start(r, r->rows);
	for (int64_t k = cusparse_rows_start(r, 0); k < end; k++) {
		int64_t column = cusparse_rows_column(r, k);
		if (column < 0 || column >= r->cols)
			return cusparse_fail(job,
				"entry %lld of the matrix has index %lld, of %lld", (long long)k,
				(long long)column, (long long)r->cols);
	}
	return CUSPARSE_STATUS_SUCCESS;
}

/* Reads the arrays themselves: `major` of rows or columns. */
static cusparseStatus_t borrow(struct cusparse_rows *r, const struct cusparse_job *job,
	const struct cusparse_matrix *m, int64_t major, int64_t minor)
{
	r->rows = major;
	r->cols = minor;
	r->starts =
		(struct cusparse_index){m->offsets, m->offsets_type == CUSPARSE_INDEX_64I, m->base};
	r->columns =
		(struct cusparse_index){m->columns, m->columns_type == CUSPARSE_INDEX_64I, m->base};
	CUSPARSE_TRY(cusparse_check_memory(job, "offsets", m->offsets, major + 1,
		cusparse_index_bytes(m->offsets_type)));
	CUSPARSE_TRY(cusparse_check_memory(job, "indices", m->columns, m->nnz,
		cusparse_index_bytes(m->columns_type)));
	CUSPARSE_TRY(cusparse_check_offsets(job, &r->starts, major, m->nnz));
	return check_columns(job, r);
}

/* Puts the entries in the order of their rows, without changing that within a row. */
static cusparseStatus_t order(struct cusparse_rows *r, const struct cusparse_job *job,
	const struct cusparse_entries *e, const int64_t *row, const int64_t *col)
{
	size_t n = (size_t)e->count, rows = (size_t)r->rows;
	int64_t *starts = r->owned[0] = mem_try_new(rows + 2, sizeof *starts);
	int64_t *columns = r->owned[1] = mem_try_new(n + 1, sizeof *columns);
	int64_t *places = r->owned[2] = mem_try_new(n + 1, sizeof *places);
	if (starts == NULL || columns == NULL || places == NULL)
		return cusparse_no_memory(job);
	for (size_t k = 0; k < n; k++)
		starts[row[k] + 2]++;
	for (size_t i = 2; i <= rows; i++)
		starts[i] += starts[i - 1];
	for (size_t k = 0; k < n; k++) {
		int64_t to = starts[row[k] + 1]++;
		columns[to] = col[k];
		places[to] = e->place[k];
	}
	r->starts = (struct cusparse_index){starts, true, 0};
	r->columns = (struct cusparse_index){columns, true, 0};
	r->places = places;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparse_rows_init(struct cusparse_rows *r, const struct cusparse_job *job,
	const struct cusparse_matrix *m, bool transposed)
{
	struct cusparse_entries e = {0};
	memset(r, 0, sizeof *r);
	CUSPARSE_TRY(cusparse_check_memory(job, "values", m->values, cusparse_matrix_places(m),
		cusparse_type_bytes(m->type)));
	if (m->format == CUSPARSE_FORMAT_CSR && !transposed)
		return borrow(r, job, m, m->rows, m->cols);
	if (m->format == CUSPARSE_FORMAT_CSC && transposed)
		return borrow(r, job, m, m->cols, m->rows);
	r->rows = transposed ? m->cols : m->rows;
	r->cols = transposed ? m->rows : m->cols;
	CUSPARSE_TRY(cusparse_entries_init(&e, job, m));
	cusparseStatus_t status =
		transposed ? order(r, job, &e, e.col, e.row) : order(r, job, &e, e.row, e.col);
	free(e.row);
	return status;
}

struct entry {
	int64_t column, place;
};

static int by_column(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	return (x->column > y->column) - (x->column < y->column);
}

cusparseStatus_t cusparse_rows_sort(struct cusparse_rows *r, const struct cusparse_job *job)
{
	size_t end = (size_t)cusparse_rows_start(r, r->rows);
	int64_t *columns = mem_try_new(end + 1, sizeof *columns);
	int64_t *places = mem_try_new(end + 1, sizeof *places);
	struct entry *e = mem_try_new(end + 1, sizeof *e);
	bool is_there = columns != NULL && places != NULL && e != NULL;
	for (int64_t i = 0; is_there && i < r->rows; i++) {
		int64_t first = cusparse_rows_start(r, i), last = cusparse_rows_start(r, i + 1);
		for (int64_t k = first; k < last; k++)
			e[k] = (struct entry){
				cusparse_rows_column(r, k), cusparse_rows_place(r, k)};
		qsort(e + first, (size_t)(last - first), sizeof *e, by_column);
		for (int64_t k = first; k < last; k++)
			columns[k] = e[k].column, places[k] = e[k].place;
	}
	free(e);
	free(r->owned[1]);
	free(r->owned[2]);
	r->owned[1] = columns;
	r->owned[2] = places;
	r->columns = (struct cusparse_index){columns, true, 0};
	r->places = places;
	return is_there ? CUSPARSE_STATUS_SUCCESS : cusparse_no_memory(job);
}

void cusparse_rows_release(struct cusparse_rows *r)
{
	for (size_t i = 0; i < ARRAY_LEN(r->owned); i++)
		free(r->owned[i]);
}
