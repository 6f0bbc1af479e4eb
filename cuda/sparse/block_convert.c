/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Between CSR and blocks, and between blocks of different sizes. */
#include <complex.h>
#include <stdlib.h>
#include <string.h>
#include "older_impl.h"
#include "product_impl.h"

struct conversion {
	struct cusparse_job job;
	struct cusparse_matrix a;
	struct cusparse_matrix c; /* BSR or CSR; without columns only its offsets are written */
	int *total;               /* or NULL */
};

static const struct conversion *job_get(const struct cusparse_job *job)
{
	return (const struct conversion *)(const void *)job;
}

/* The matrix may be larger than A's rows and columns: its last blocks are filled up with 0. */
static int64_t block_rows_of(const struct cusparse_matrix *c, const struct cusparse_rows *r)
{
	return (r->rows + c->block_rows - 1) / c->block_rows;
}

/* Finds the columns of block row i; returns how many there are. */
static int64_t find_columns(const struct cusparse_matrix *c, const struct cusparse_rows *r,
	int64_t i, int64_t *columns)
{
	int64_t n = 0, last = (i + 1) * c->block_rows;
	int64_t end = cusparse_rows_start(r, last < r->rows ? last : r->rows);
	for (int64_t k = cusparse_rows_start(r, i * c->block_rows); k < end; k++)
		columns[n++] = cusparse_rows_column(r, k) / c->block_cols;
	return cusparse_sort_unique(columns, n);
}

/* Writes the offsets, and returns the number of blocks. */
static int64_t put_offsets(const struct conversion *j, const struct cusparse_rows *r,
	int64_t *columns)
{
	int64_t rows = block_rows_of(&j->c, r), n = 0;
	int *offsets = j->c.offsets;
	for (int64_t i = 0; i <= rows; i++) {
		offsets[i] = (int)n + (int)j->c.base;
		if (i < rows)
			n += find_columns(&j->c, r, i, columns);
	}
	return n;
}

static void put_row(const struct conversion *j, const struct cusparse_rows *r, int64_t i,
	const int64_t *columns, int64_t count)
{
	const struct cusparse_matrix *c = &j->c;
	int64_t first = ((const int *)c->offsets)[i] - (int64_t)c->base;
	int64_t area = c->block_rows * c->block_cols, last = (i + 1) * c->block_rows;
	size_t bytes = cusparse_type_bytes(c->type);
	for (int64_t b = 0; b < count; b++)
		((int *)c->columns)[first + b] = (int)columns[b] + (int)c->base;
	memset(cusparse_at(c->values, first * area, bytes), 0, (size_t)(count * area) * bytes);
	for (int64_t row = i * c->block_rows; row < last && row < r->rows; row++)
		for (int64_t k = cusparse_rows_start(r, row), end = cusparse_rows_start(r, row + 1);
			k < end; k++) {
			int64_t column = cusparse_rows_column(r, k), b = 0;
			int64_t y = row % c->block_rows, x = column % c->block_cols;
			while (columns[b] != column / c->block_cols)
				b++;
			int64_t to = (first + b) * area + (c->order == CUSPARSE_ORDER_ROW
									  ? y * c->block_cols + x
									  : x * c->block_rows + y);
			memcpy(cusparse_at(c->values, to, bytes),
				cusparse_at(j->a.values, cusparse_rows_place(r, k), bytes), bytes);
		}
}

static cusparseStatus_t put_blocks(const struct conversion *j, const struct cusparse_rows *r,
	int64_t *columns)
{
	const struct cusparse_matrix *c = &j->c;
	int64_t rows = block_rows_of(c, r);
	CUSPARSE_TRY(cusparse_check_ints(&j->job, "offsets of the result", c->offsets, rows + 1));
	int64_t count = put_offsets(j, r, columns);
	if (j->total != NULL) {
		CUSPARSE_TRY(cusparse_check_ints(&j->job, "total", j->total, 1));
		*j->total = (int)count;
	}
	if (c->columns == NULL)
		return CUSPARSE_STATUS_SUCCESS;
	CUSPARSE_TRY(cusparse_check_ints(&j->job, "columns of the result", c->columns, count));
	CUSPARSE_TRY(cusparse_check_memory(&j->job, "values of the result", c->values,
		count * c->block_rows * c->block_cols, cusparse_type_bytes(c->type)));
	for (int64_t i = 0; i < rows; i++)
		put_row(j, r, i, columns, find_columns(c, r, i, columns));
	return CUSPARSE_STATUS_SUCCESS;
}

/* All of a block's values are entries, also those that are 0. */
static cusparseStatus_t put_entries(const struct conversion *j, const struct cusparse_rows *r)
{
	const struct cusparse_matrix *c = &j->c;
	int64_t count = cusparse_rows_start(r, r->rows);
	size_t bytes = cusparse_type_bytes(c->type);
	int *offsets = c->offsets, *columns = c->columns;
	CUSPARSE_TRY(cusparse_check_ints(&j->job, "offsets of the result", offsets, r->rows + 1));
	CUSPARSE_TRY(cusparse_check_ints(&j->job, "columns of the result", columns, count));
	CUSPARSE_TRY(cusparse_check_memory(&j->job, "values of the result", c->values, count,
		bytes));
	for (int64_t i = 0; i <= r->rows; i++)
		offsets[i] = (int)cusparse_rows_start(r, i) + (int)c->base;
	for (int64_t k = 0; k < count; k++) {
		columns[k] = (int)cusparse_rows_column(r, k) + (int)c->base;
		memcpy(cusparse_at(c->values, k, bytes),
			cusparse_at(j->a.values, cusparse_rows_place(r, k), bytes), bytes);
	}
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t convert(const struct conversion *j, const struct cusparse_rows *r)
{
	if (j->c.format == CUSPARSE_FORMAT_CSR)
		return put_entries(j, r);
	int64_t *columns =
		mem_try_new((size_t)cusparse_rows_start(r, r->rows) + 1, sizeof *columns);
	if (columns == NULL)
		return cusparse_no_memory(&j->job);
	cusparseStatus_t status = put_blocks(j, r, columns);
	free(columns);
	return status;
}

/* A pattern without values has its columns as values. */
static cusparseStatus_t run(const struct cusparse_job *job)
{
	struct conversion j = *job_get(job);
	struct cusparse_rows r;
	CUSPARSE_TRY(cusparse_matrix_measure(&j.a, job));
	if (j.c.columns == NULL)
		j.a.values = j.a.columns;
	cusparseStatus_t status = cusparse_rows_init(&r, job, &j.a, false);
	if (status == CUSPARSE_STATUS_SUCCESS)
		status = convert(&j, &r);
	cusparse_rows_release(&r);
	return status;
}

/* ---- the functions --------------------------------------------------------------------------- */

static bool is_matrix(const struct cusparse_matrix *m)
{
	bool is_bsr = m->format == CUSPARSE_FORMAT_BSR;
	return m->rows >= 0 && m->cols >= 0 && m->offsets != NULL &&
	       (!is_bsr || cusparse_is_block((int)m->block_rows, (int)m->block_cols));
}

static cusparseStatus_t begin(const struct conversion *j, cusparseDirection_t direction)
{
	CUSPARSE_TRY(cusparse_enter(j->job.context, j->job.name));
	CUSPARSE_NEEDS(cusparse_is_direction(direction) && is_matrix(&j->a) && is_matrix(&j->c));
	CUSPARSE_NEEDS(j->a.columns != NULL || j->a.rows == 0 || j->a.cols == 0);
	return j->total != NULL ? cusparse_do_for_host(&j->job, sizeof *j)
	                        : cusparse_do(&j->job, sizeof *j);
}

static struct cusparse_matrix blocks_of(cusparseDirection_t direction, int rows, int cols,
	int blockRows, int blockCols, cusparseMatDescr_t descr, cudaDataType type,
	const void *values, const int *offsets, const int *columns)
{
	struct cusparse_matrix m =
		cusparse_matrix_csr(rows, cols, 0, descr, type, values, offsets, columns);
	return cusparse_matrix_bsr(direction, blockRows, blockCols, &m);
}

#define NEEDS_DESCRS \
	CUSPARSE_NEEDS_CONTEXT(handle); \
	CUSPARSE_NEEDS_DESCR(descrA); \
	CUSPARSE_NEEDS_DESCR(descrC)

cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
	int n, const cusparseMatDescr_t descrA, const int *csrSortedRowPtrA,
	const int *csrSortedColIndA, int blockDim, const cusparseMatDescr_t descrC,
	int *bsrSortedRowPtrC, int *nnzTotalDevHostPtr)
{
	NEEDS_DESCRS;
	struct conversion j = {CUSPARSE_JOB(handle, run),
		cusparse_matrix_csr(m, n, 0, descrA, CUDA_R_32I, NULL, csrSortedRowPtrA,
			csrSortedColIndA),
		blocks_of(dirA, 0, 0, blockDim, blockDim, descrC, CUDA_R_32I, NULL,
			bsrSortedRowPtrC, NULL),
		nnzTotalDevHostPtr};
	return begin(&j, dirA);
}

cusparseStatus_t cusparseXcsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
	int n, const cusparseMatDescr_t descrA, const int *csrSortedRowPtrA,
	const int *csrSortedColIndA, const cusparseMatDescr_t descrC, int *bsrSortedRowPtrC,
	int rowBlockDim, int colBlockDim, int *nnzTotalDevHostPtr, void *pBuffer)
{
	(void)pBuffer;
	NEEDS_DESCRS;
	struct conversion j = {CUSPARSE_JOB(handle, run),
		cusparse_matrix_csr(m, n, 0, descrA, CUDA_R_32I, NULL, csrSortedRowPtrA,
			csrSortedColIndA),
		blocks_of(dirA, 0, 0, rowBlockDim, colBlockDim, descrC, CUDA_R_32I, NULL,
			bsrSortedRowPtrC, NULL),
		nnzTotalDevHostPtr};
	return begin(&j, dirA);
}

static cusparseStatus_t size(cusparseHandle_t handle, const char *name, int rows, int cols,
	int *bytes)
{
	CUSPARSE_TRY(cusparse_enter(handle, name));
	CUSPARSE_NEEDS(cusparse_is_block(rows, cols) && bytes != NULL);
	*bytes = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

#define FUNCTIONS(X, T, R, TYPE) \
	cusparseStatus_t cusparse##X##csr2bsr(cusparseHandle_t handle, cusparseDirection_t dirA, \
		int m, int n, const cusparseMatDescr_t descrA, const T *valuesA, \
		const int *offsetsA, const int *columnsA, int blockDim, \
		const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, int *columnsC) \
	{ \
		NEEDS_DESCRS; \
		CUSPARSE_NEEDS(columnsC != NULL && valuesC != NULL); \
		struct conversion j = {CUSPARSE_JOB(handle, run), \
			cusparse_matrix_csr(m, n, 0, descrA, TYPE, valuesA, offsetsA, columnsA), \
			blocks_of(dirA, 0, 0, blockDim, blockDim, descrC, TYPE, valuesC, offsetsC, \
				columnsC), \
			NULL}; \
		return begin(&j, dirA); \
	} \
	cusparseStatus_t cusparse##X##csr2gebsr_bufferSize(cusparseHandle_t handle, \
		cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, int rowBlockDim, \
		int colBlockDim, int *pBufferSizeInBytes) \
	{ \
		(void)dirA, (void)m, (void)n, (void)descrA, (void)valuesA, (void)offsetsA; \
		(void)columnsA; \
		return size(handle, __func__, rowBlockDim, colBlockDim, pBufferSizeInBytes); \
	} \
	cusparseStatus_t cusparse##X##csr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA, \
		int m, int n, const cusparseMatDescr_t descrA, const T *valuesA, \
		const int *offsetsA, const int *columnsA, const cusparseMatDescr_t descrC, \
		T *valuesC, int *offsetsC, int *columnsC, int rowBlockDim, int colBlockDim, \
		void *pBuffer) \
	{ \
		(void)pBuffer; \
		NEEDS_DESCRS; \
		CUSPARSE_NEEDS(columnsC != NULL && valuesC != NULL); \
		struct conversion j = {CUSPARSE_JOB(handle, run), \
			cusparse_matrix_csr(m, n, 0, descrA, TYPE, valuesA, offsetsA, columnsA), \
			blocks_of(dirA, 0, 0, rowBlockDim, colBlockDim, descrC, TYPE, valuesC, \
				offsetsC, columnsC), \
			NULL}; \
		return begin(&j, dirA); \
	} \
	cusparseStatus_t cusparse##X##bsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, \
		int mb, int nb, const cusparseMatDescr_t descrA, const T *valuesA, \
		const int *offsetsA, const int *columnsA, int blockDim, \
		const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, int *columnsC) \
	{ \
		NEEDS_DESCRS; \
		struct conversion j = {CUSPARSE_JOB(handle, run), \
			blocks_of(dirA, mb, nb, blockDim, blockDim, descrA, TYPE, valuesA, \
				offsetsA, columnsA), \
			cusparse_matrix_csr(0, 0, 0, descrC, TYPE, valuesC, offsetsC, columnsC), \
			NULL}; \
		return begin(&j, dirA); \
	} \
	cusparseStatus_t cusparse##X##gebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, \
		int mb, int nb, const cusparseMatDescr_t descrA, const T *valuesA, \
		const int *offsetsA, const int *columnsA, int rowBlockDim, int colBlockDim, \
		const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, int *columnsC) \
	{ \
		NEEDS_DESCRS; \
		struct conversion j = {CUSPARSE_JOB(handle, run), \
			blocks_of(dirA, mb, nb, rowBlockDim, colBlockDim, descrA, TYPE, valuesA, \
				offsetsA, columnsA), \
			cusparse_matrix_csr(0, 0, 0, descrC, TYPE, valuesC, offsetsC, columnsC), \
			NULL}; \
		return begin(&j, dirA); \
	}
CUSPARSE_TYPED(FUNCTIONS)
