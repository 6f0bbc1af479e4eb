/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds what is larger than a threshold, in dense matrices and those of CSR. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include "filter_impl.h"

/* What a job reads: a row's values, one after the other. */
struct source {
	const struct cusparse_filter *j;
	struct cusparse_rows r; /* unless the matrix is dense */
	struct cusparse_strided d;
	double threshold;
};

static int64_t rows_of(const struct source *s)
{
	return s->j->is_dense ? s->d.rows : s->r.rows;
}

static int64_t first_of(const struct source *s, int64_t i)
{
	return s->j->is_dense ? 0 : cusparse_rows_start(&s->r, i);
}

static int64_t end_of(const struct source *s, int64_t i)
{
	return s->j->is_dense ? s->d.cols : cusparse_rows_start(&s->r, i + 1);
}

static double _Complex value_of(const struct source *s, int64_t i, int64_t k)
{
	if (s->j->is_dense)
		return cusparse_load(s->d.values, s->d.type, i * s->d.row_step + k * s->d.col_step);
	return cusparse_load(s->j->a.values, s->j->a.type, cusparse_rows_place(&s->r, k));
}

/* ---- percentages ----------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static cusparseStatus_t find_threshold(struct source *s)
{
	int64_t count = 0, n = 0, rows = rows_of(s);
	for (int64_t i = 0; i < rows; i++)
		count += end_of(s, i) - first_of(s, i);
	double *sizes = mem_try_new((size_t)count + 1, sizeof *sizes);
	if (sizes == NULL)
		return cusparse_no_memory(&s->j->job);
	for (int64_t i = 0; i < rows; i++)
		for (int64_t k = first_of(s, i), end = end_of(s, i); k < end; k++)
			sizes[n++] = cabs(value_of(s, i, k));
	qsort(sizes, (size_t)n, sizeof *sizes, by_size);
	double place = ceil((double)n * ((double)s->j->percentage / 100)) - 1;
	place = fmax(fmin(place, (double)n - 1), 0);
	s->threshold = sizes[(size_t)place];
	free(sizes);
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- the result ------------------------------------------------------------------------------ */

/* Row i, from the n-th entry of the result on. Returns how many there are then. */
static int64_t put_row(const struct source *s, int64_t i, int64_t n, int64_t limit)
{
	const struct cusparse_matrix *c = &s->j->c;
	int *columns = c->columns;
	for (int64_t k = first_of(s, i), end = end_of(s, i); k < end && n < limit; k++) {
		double _Complex value = value_of(s, i, k);
		if (!(cabs(value) > s->threshold))
			continue;
		if (columns != NULL) {
			columns[n] = (int)(s->j->is_dense ? k : cusparse_rows_column(&s->r, k)) +
			             (int)c->base;
			cusparse_store(c->values, c->type, n, value);
		}
		n++;
	}
	return n;
}

static cusparseStatus_t put(const struct source *s)
{
	const struct cusparse_filter *j = s->j;
	int64_t rows = rows_of(s), n = 0;
	int *offsets = j->c.offsets;
	for (int64_t i = 0; i < rows; i++) {
		int64_t limit = j->has_offsets ? (int64_t)offsets[i + 1] - j->c.base : INT64_MAX;
		int64_t before = j->has_offsets ? (int64_t)offsets[i] - j->c.base : n;
		n = put_row(s, i, before, limit);
		if (j->counts != NULL)
			j->counts[i] = (int)(n - before);
		if (offsets != NULL && !j->has_offsets)
			offsets[i] = (int)before + (int)j->c.base;
	}
	if (offsets != NULL && !j->has_offsets)
		offsets[rows] = (int)n + (int)j->c.base;
	if (j->total != NULL)
		*j->total = (int)n;
	return CUSPARSE_STATUS_SUCCESS;
}

static int64_t count_all(const struct source *s)
{
	int64_t n = 0;
	for (int64_t i = 0; i < rows_of(s); i++)
		for (int64_t k = first_of(s, i), end = end_of(s, i); k < end; k++)
			n += cabs(value_of(s, i, k)) > s->threshold;
	return n;
}

static cusparseStatus_t check(const struct source *s)
{
	const struct cusparse_filter *j = s->j;
	int64_t rows = rows_of(s);
	const struct cusparse_job *job = &j->job;
	struct cusparse_matrix c = j->c;
	if (c.offsets != NULL)
		CUSPARSE_TRY(cusparse_check_ints(job, "offsets of the result", c.offsets,
			rows + 1));
	if (j->counts != NULL)
		CUSPARSE_TRY(cusparse_check_ints(job, "counts", j->counts, rows));
	if (j->total != NULL)
		CUSPARSE_TRY(cusparse_check_ints(job, "total", j->total, 1));
	if (j->has_offsets) {
		struct cusparse_index starts = {c.offsets, false, c.base};
		CUSPARSE_TRY(cusparse_matrix_measure(&c, job));
		CUSPARSE_TRY(cusparse_check_offsets(job, &starts, rows, c.nnz));
	}
	if (c.columns == NULL)
		return CUSPARSE_STATUS_SUCCESS;
	if (!j->has_offsets)
		c.nnz = count_all(s);
	CUSPARSE_TRY(cusparse_check_ints(job, "columns of the result", c.columns, c.nnz));
	return cusparse_check_memory(job, "values of the result", c.values, c.nnz,
		cusparse_type_bytes(c.type));
}

/* The rows of a matrix whose columns nobody has given. */
static cusparseStatus_t rows_init(struct cusparse_rows *r, const struct cusparse_filter *j)
{
	const struct cusparse_matrix *a = &j->a;
	r->rows = a->rows;
	r->starts = (struct cusparse_index){a->offsets, false, a->base};
	CUSPARSE_TRY(cusparse_check_memory(&j->job, "values", a->values, a->nnz,
		cusparse_type_bytes(a->type)));
	return cusparse_check_offsets(&j->job, &r->starts, a->rows, a->nnz);
}

static cusparseStatus_t source_init(struct source *s, const struct cusparse_filter *j)
{
	double _Complex threshold = 0;
	*s = (struct source){.j = j};
	if (j->is_dense) {
		s->d = cusparse_dense_strided(&j->dense, CUSPARSE_OPERATION_NON_TRANSPOSE, 0);
		CUSPARSE_TRY(cusparse_check_dense(&j->job, "values", &j->dense));
	} else {
		CUSPARSE_TRY(j->a.columns == NULL && j->a.cols == 0
				     ? rows_init(&s->r, j)
				     : cusparse_rows_init(&s->r, &j->job, &j->a, false));
	}
	if (j->is_percentage)
		return find_threshold(s);
	CUSPARSE_TRY(cusparse_scalar_get(&j->threshold, &j->job, &threshold));
	s->threshold = creal(threshold);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparse_filter(const struct cusparse_job *job)
{
	struct cusparse_filter j = *(const struct cusparse_filter *)(const void *)job;
	struct source s;
	if (!j.is_dense && j.a.nnz < 0)
		CUSPARSE_TRY(cusparse_matrix_measure(&j.a, job));
	cusparseStatus_t status = source_init(&s, &j);
	if (status == CUSPARSE_STATUS_SUCCESS)
		status = check(&s);
	if (status == CUSPARSE_STATUS_SUCCESS)
		status = put(&s);
	cusparse_rows_release(&s.r);
	return status;
}
