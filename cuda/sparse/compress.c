/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Between CSR, COO and CSC. */
#include <string.h>
#include "older_impl.h"

/* ---- CSR and COO ----------------------------------------------------------------------------- */

struct rows_job {
	struct cusparse_job job;
	int *offsets, *rows;
	int nnz, m;
	cusparseIndexBase_t base;
};

static cusparseStatus_t to_offsets(const struct cusparse_job *job)
{
	const struct rows_job *j = (const struct rows_job *)(const void *)job;
	int row = 0;
	CUSPARSE_TRY(cusparse_check_ints(job, "rows", j->rows, j->nnz));
	CUSPARSE_TRY(cusparse_check_ints(job, "offsets", j->offsets, (int64_t)j->m + 1));
	for (int k = 0; k < j->nnz; k++) {
		int64_t next = (int64_t)j->rows[k] - j->base;
		if (next < 0 || next >= j->m || next + 1 < row)
			return cusparse_fail(job, "entry %d has row %lld, behind %d, of %d", k,
				(long long)next, row - 1, j->m);
		while (row <= next)
			j->offsets[row++] = k + j->base;
	}
	while (row <= j->m)
		j->offsets[row++] = j->nnz + j->base;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t to_rows(const struct cusparse_job *job)
{
	const struct rows_job *j = (const struct rows_job *)(const void *)job;
	struct cusparse_index offsets = {j->offsets, false, j->base};
	CUSPARSE_TRY(cusparse_check_ints(job, "rows", j->rows, j->nnz));
	CUSPARSE_TRY(cusparse_check_ints(job, "offsets", j->offsets, (int64_t)j->m + 1));
	CUSPARSE_TRY(cusparse_check_offsets(job, &offsets, j->m, j->nnz));
	for (int i = 0; i < j->m; i++)
		for (int64_t k = cusparse_index_at(&offsets, i),
			     end = cusparse_index_at(&offsets, i + 1);
			k < end; k++)
			j->rows[k] = i + j->base;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *cooRowInd, int nnz, int m,
	int *csrSortedRowPtr, cusparseIndexBase_t idxBase)
{
	CUSPARSE_BEGIN(handle);
	CUSPARSE_NEEDS(nnz >= 0 && m >= 0 && cusparse_is_base(idxBase));
	CUSPARSE_NEEDS(csrSortedRowPtr != NULL && (nnz == 0 || cooRowInd != NULL));
	struct rows_job j = {CUSPARSE_JOB(handle, to_offsets), csrSortedRowPtr,
		(int *)(uintptr_t)cooRowInd, nnz, m, idxBase};
	return cusparse_do(&j.job, sizeof j);
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *csrSortedRowPtr, int nnz,
	int m, int *cooRowInd, cusparseIndexBase_t idxBase)
{
	CUSPARSE_BEGIN(handle);
	CUSPARSE_NEEDS(nnz >= 0 && m >= 0 && cusparse_is_base(idxBase));
	CUSPARSE_NEEDS(csrSortedRowPtr != NULL && (nnz == 0 || cooRowInd != NULL));
	struct rows_job j = {CUSPARSE_JOB(handle, to_rows), (int *)(uintptr_t)csrSortedRowPtr,
		cooRowInd, nnz, m, idxBase};
	return cusparse_do(&j.job, sizeof j);
}

/* ---- CSR to CSC ------------------------------------------------------------------------------ */

struct transposition {
	struct cusparse_job job;
	struct cusparse_matrix m;
	void *values; /* NULL: only the pattern */
	int *offsets, *rows;
};

static cusparseStatus_t check(const struct transposition *j)
{
	CUSPARSE_TRY(cusparse_check_ints(&j->job, "offsets", j->offsets, j->m.cols + 1));
	CUSPARSE_TRY(cusparse_check_ints(&j->job, "rows", j->rows, j->m.nnz));
	if (j->values == NULL)
		return CUSPARSE_STATUS_SUCCESS;
	return cusparse_check_memory(&j->job, "values", j->values, j->m.nnz,
		cusparse_type_bytes(j->m.type));
}

static void put(const struct transposition *j, const struct cusparse_rows *r)
{
	size_t bytes = cusparse_type_bytes(j->m.type);
	int base = (int)j->m.base;
	int64_t end = cusparse_rows_start(r, r->rows);
	for (int64_t i = 0; i <= r->rows; i++)
		j->offsets[i] = (int)cusparse_rows_start(r, i) + base;
	for (int64_t k = 0; k < end; k++) {
		j->rows[k] = (int)cusparse_rows_column(r, k) + base;
		if (j->values != NULL)
			memcpy(cusparse_at(j->values, k, bytes),
				cusparse_at(j->m.values, cusparse_rows_place(r, k), bytes), bytes);
	}
}

static cusparseStatus_t transpose(const struct cusparse_job *job)
{
	const struct transposition *j = (const struct transposition *)(const void *)job;
	struct cusparse_rows r;
	CUSPARSE_TRY(check(j));
	cusparseStatus_t status = cusparse_rows_init(&r, job, &j->m, true);
	if (status == CUSPARSE_STATUS_SUCCESS)
		put(j, &r);
	cusparse_rows_release(&r);
	return status;
}

static cusparseStatus_t begin(const struct transposition *j, bool has_values)
{
	CUSPARSE_TRY(cusparse_enter(j->job.context, j->job.name));
	CUSPARSE_NEEDS(j->m.rows >= 0 && j->m.cols >= 0 && j->m.nnz >= 0);
	CUSPARSE_NEEDS(cusparse_is_base(j->m.base));
	CUSPARSE_NEEDS(j->m.offsets != NULL && j->offsets != NULL);
	CUSPARSE_NEEDS(j->m.nnz == 0 || (j->m.columns != NULL && j->rows != NULL));
	CUSPARSE_NEEDS(j->m.nnz == 0 || !has_values || (j->values != NULL && j->m.values != NULL));
	return cusparse_type_bytes(j->m.type) != 0 ? CUSPARSE_STATUS_SUCCESS
	                                           : CUSPARSE_STATUS_NOT_SUPPORTED;
}

/* Without values, those of the matrix are its indices, which can be read as well. */
#define TRANSPOSITION(has_values) \
	{CUSPARSE_JOB(handle, transpose), \
		{.format = CUSPARSE_FORMAT_CSR, \
			.rows = m, \
			.cols = n, \
			.nnz = nnz, \
			.offsets = (void *)(uintptr_t)csrRowPtr, \
			.columns = (void *)(uintptr_t)csrColInd, \
			.values = (void *)(uintptr_t)((has_values) ? csrVal : csrColInd), \
			.offsets_type = CUSPARSE_INDEX_32I, \
			.columns_type = CUSPARSE_INDEX_32I, \
			.base = idxBase, \
			.type = (has_values) ? valType : CUDA_R_32I, \
			.batches = 1}, \
		(has_values) ? cscVal : NULL, cscColPtr, cscRowInd}

cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz,
	const void *csrVal, const int *csrRowPtr, const int *csrColInd, void *cscVal,
	int *cscColPtr, int *cscRowInd, cudaDataType valType, cusparseAction_t copyValues,
	cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg, void *buffer)
{
	(void)alg, (void)buffer;
	bool has_values = copyValues == CUSPARSE_ACTION_NUMERIC;
	struct transposition j = TRANSPOSITION(has_values);
	CUSPARSE_TRY(begin(&j, has_values));
	return cusparse_do(&j.job, sizeof j);
}

/* The arrays of the result may be made later. */
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int m, int n, int nnz,
	const void *csrVal, const int *csrRowPtr, const int *csrColInd, void *cscVal,
	int *cscColPtr, int *cscRowInd, cudaDataType valType, cusparseAction_t copyValues,
	cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg, size_t *bufferSize)
{
	(void)csrVal, (void)csrRowPtr, (void)csrColInd, (void)cscVal, (void)cscColPtr;
	(void)cscRowInd, (void)copyValues, (void)alg;
	CUSPARSE_BEGIN(handle);
	CUSPARSE_NEEDS(m >= 0 && n >= 0 && nnz >= 0 && cusparse_is_base(idxBase));
	CUSPARSE_NEEDS(bufferSize != NULL);
	if (cusparse_type_bytes(valType) == 0)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	*bufferSize = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}
