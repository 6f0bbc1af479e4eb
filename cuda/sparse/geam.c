/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C = alpha A + beta B of sparse matrices: an entry of either is one of C. */
#include <complex.h>
#include <stdlib.h>
#include "older_impl.h"
#include "product_impl.h"

struct geam {
	struct cusparse_job job;
	struct cusparse_matrix a, b, c;
	struct cusparse_scalar alpha, beta;
	int *total; /* or NULL */
};

/* What a job reads. */
struct operands {
	const struct geam *j;
	struct cusparse_rows a, b;
	int64_t *columns; /* room for those of any row */
	double _Complex alpha, beta;
};

static int64_t put_columns(const struct cusparse_rows *r, int64_t i, int64_t *columns, int64_t n)
{
	int64_t end = cusparse_rows_start(r, i + 1);
	for (int64_t k = cusparse_rows_start(r, i); k < end; k++)
		columns[n++] = cusparse_rows_column(r, k);
	return n;
}

/* Finds the columns of C's row i, and returns how many there are. */
static int64_t find_row(const struct operands *o, int64_t i)
{
	int64_t n = put_columns(&o->a, i, o->columns, 0);
	return cusparse_sort_unique(o->columns, put_columns(&o->b, i, o->columns, n));
}

static cusparseStatus_t operands_init(struct operands *o, const struct geam *j)
{
	*o = (struct operands){.j = j};
	o->columns = mem_try_new((size_t)(j->a.nnz + j->b.nnz) + 1, sizeof *o->columns);
	if (o->columns == NULL)
		return cusparse_no_memory(&j->job);
	CUSPARSE_TRY(cusparse_rows_init(&o->a, &j->job, &j->a, false));
	return cusparse_rows_init(&o->b, &j->job, &j->b, false);
}

static void operands_release(struct operands *o)
{
	cusparse_rows_release(&o->a);
	cusparse_rows_release(&o->b);
	free(o->columns);
}

static cusparseStatus_t put_offsets(const struct operands *o)
{
	const struct geam *j = o->j;
	int *offsets = j->c.offsets;
	int64_t n = 0;
	CUSPARSE_TRY(cusparse_check_ints(&j->job, "offsets of the result", offsets, j->c.rows + 1));
	CUSPARSE_TRY(cusparse_check_ints(&j->job, "total", j->total, j->total != NULL));
	for (int64_t i = 0; i <= j->c.rows; i++) {
		offsets[i] = (int)n + (int)j->c.base;
		if (i < j->c.rows)
			n += find_row(o, i);
	}
	if (j->total != NULL)
		*j->total = (int)n;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t count(const struct cusparse_job *job)
{
	struct operands o;
	cusparseStatus_t status = operands_init(&o, (const struct geam *)(const void *)job);
	if (status == CUSPARSE_STATUS_SUCCESS)
		status = put_offsets(&o);
	operands_release(&o);
	return status;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* The sum of a matrix's entries in row i and a column. */
static double _Complex value(const struct cusparse_rows *r, const struct cusparse_matrix *m,
	int64_t i, int64_t column)
{
	double _Complex sum = 0;
	int64_t end = cusparse_rows_start(r, i + 1);
	for (int64_t k = cusparse_rows_start(r, i); k < end; k++)
		if (cusparse_rows_column(r, k) == column)
			sum += cusparse_load(m->values, m->type, cusparse_rows_place(r, k));
	return sum;
}

static cusparseStatus_t put_row(const struct operands *o, int64_t i)
{
	const struct geam *j = o->j;
	const int *offsets = j->c.offsets;
	int *columns = j->c.columns;
	int64_t n = find_row(o, i), first = (int64_t)offsets[i] - j->c.base;
	if (first < 0 || offsets[i + 1] - offsets[i] != n)
		return cusparse_fail(&j->job,
			"row %lld of the result has room for %d of %lld entries", (long long)i,
			offsets[i + 1] - offsets[i], (long long)n);
	for (int64_t k = 0; k < n; k++) {
		columns[first + k] = (int)o->columns[k] + (int)j->c.base;
		cusparse_store(j->c.values, j->c.type, first + k,
			o->alpha * value(&o->a, &j->a, i, o->columns[k]) +
				o->beta * value(&o->b, &j->b, i, o->columns[k]));
	}
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t put(struct operands *o)
{
	const struct geam *j = o->j;
	struct cusparse_matrix c = j->c;
	CUSPARSE_TRY(cusparse_scalar_get(&j->alpha, &j->job, &o->alpha));
	CUSPARSE_TRY(cusparse_scalar_get(&j->beta, &j->job, &o->beta));
	CUSPARSE_TRY(cusparse_matrix_measure(&c, &j->job));
	CUSPARSE_TRY(cusparse_check_ints(&j->job, "columns of the result", c.columns, c.nnz));
	CUSPARSE_TRY(cusparse_check_memory(&j->job, "values of the result", c.values, c.nnz,
		cusparse_type_bytes(c.type)));
	for (int64_t i = 0; i < c.rows; i++)
		CUSPARSE_TRY(put_row(o, i));
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t add(const struct cusparse_job *job)
{
	struct operands o;
	cusparseStatus_t status = operands_init(&o, (const struct geam *)(const void *)job);
	if (status == CUSPARSE_STATUS_SUCCESS)
		status = put(&o);
	operands_release(&o);
	return status;
}

/* ---- the functions --------------------------------------------------------------------------- */

static cusparseStatus_t check(const struct geam *j)
{
	CUSPARSE_NEEDS(j->a.rows >= 0 && j->a.cols >= 0 && j->a.nnz >= 0 && j->b.nnz >= 0);
	CUSPARSE_NEEDS(j->a.offsets != NULL && j->b.offsets != NULL && j->c.offsets != NULL);
	CUSPARSE_NEEDS(j->a.nnz == 0 || (j->a.columns != NULL && j->a.values != NULL));
	CUSPARSE_NEEDS(j->b.nnz == 0 || (j->b.columns != NULL && j->b.values != NULL));
	return CUSPARSE_STATUS_SUCCESS;
}

/* The values of the pattern are the columns: they are not used. */
cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n,
	const cusparseMatDescr_t descrA, int nnzA, const int *csrSortedRowPtrA,
	const int *csrSortedColIndA, const cusparseMatDescr_t descrB, int nnzB,
	const int *csrSortedRowPtrB, const int *csrSortedColIndB, const cusparseMatDescr_t descrC,
	int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *workspace)
{
	(void)workspace;
	CUSPARSE_BEGIN(handle);
	CUSPARSE_NEEDS_DESCR(descrA);
	CUSPARSE_NEEDS_DESCR(descrB);
	CUSPARSE_NEEDS_DESCR(descrC);
	struct geam j = {.job = CUSPARSE_JOB(handle, count),
		.a = cusparse_matrix_csr(m, n, nnzA, descrA, CUDA_R_32I, csrSortedColIndA,
			csrSortedRowPtrA, csrSortedColIndA),
		.b = cusparse_matrix_csr(m, n, nnzB, descrB, CUDA_R_32I, csrSortedColIndB,
			csrSortedRowPtrB, csrSortedColIndB),
		.c = cusparse_matrix_csr(m, n, 0, descrC, CUDA_R_32I, NULL, csrSortedRowPtrC, NULL),
		.total = nnzTotalDevHostPtr};
	CUSPARSE_TRY(check(&j));
	return cusparse_do_for_host(&j.job, sizeof j);
}

#define FUNCTIONS(X, T, R, TYPE) \
	cusparseStatus_t cusparse##X##csrgeam2_bufferSizeExt(cusparseHandle_t handle, int m, \
		int n, const T *alpha, const cusparseMatDescr_t descrA, int nnzA, \
		const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA, \
		const T *beta, const cusparseMatDescr_t descrB, int nnzB, const T *csrSortedValB, \
		const int *csrSortedRowPtrB, const int *csrSortedColIndB, \
		const cusparseMatDescr_t descrC, const T *csrSortedValC, \
		const int *csrSortedRowPtrC, const int *csrSortedColIndC, \
		size_t *pBufferSizeInBytes) \
	{ \
		(void)alpha, (void)beta, (void)csrSortedValA, (void)csrSortedRowPtrA; \
		(void)csrSortedColIndA, (void)csrSortedValB, (void)csrSortedRowPtrB; \
		(void)csrSortedColIndB, (void)csrSortedValC, (void)csrSortedRowPtrC; \
		(void)csrSortedColIndC; \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS_DESCR(descrA); \
		CUSPARSE_NEEDS_DESCR(descrB); \
		CUSPARSE_NEEDS_DESCR(descrC); \
		CUSPARSE_NEEDS(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0); \
		CUSPARSE_NEEDS(pBufferSizeInBytes != NULL); \
		*pBufferSizeInBytes = CUSPARSE_BUFFER_BYTES; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t cusparse##X##csrgeam2(cusparseHandle_t handle, int m, int n, \
		const T *alpha, const cusparseMatDescr_t descrA, int nnzA, const T *csrSortedValA, \
		const int *csrSortedRowPtrA, const int *csrSortedColIndA, const T *beta, \
		const cusparseMatDescr_t descrB, int nnzB, const T *csrSortedValB, \
		const int *csrSortedRowPtrB, const int *csrSortedColIndB, \
		const cusparseMatDescr_t descrC, T *csrSortedValC, int *csrSortedRowPtrC, \
		int *csrSortedColIndC, void *pBuffer) \
	{ \
		(void)pBuffer; \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS_DESCR(descrA); \
		CUSPARSE_NEEDS_DESCR(descrB); \
		CUSPARSE_NEEDS_DESCR(descrC); \
		struct geam j = {.job = CUSPARSE_JOB(handle, add), \
			.a = cusparse_matrix_csr(m, n, nnzA, descrA, TYPE, csrSortedValA, \
				csrSortedRowPtrA, csrSortedColIndA), \
			.b = cusparse_matrix_csr(m, n, nnzB, descrB, TYPE, csrSortedValB, \
				csrSortedRowPtrB, csrSortedColIndB), \
			.c = cusparse_matrix_csr(m, n, 0, descrC, TYPE, csrSortedValC, \
				csrSortedRowPtrC, csrSortedColIndC)}; \
		CUSPARSE_TRY(check(&j)); \
		CUSPARSE_TRY(cusparse_scalar_take(&j.alpha, handle, alpha, TYPE)); \
		CUSPARSE_TRY(cusparse_scalar_take(&j.beta, handle, beta, TYPE)); \
		return cusparse_do(&j.job, sizeof j); \
	}
CUSPARSE_TYPED(FUNCTIONS)
