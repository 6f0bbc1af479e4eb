/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A dense matrix times a sparse vector. */
#include <complex.h>
#include "older_impl.h"

struct gemvi {
	struct cusparse_job job;
	cusparseOperation_t op;
	struct cusparse_dense a;
	const void *x;
	const int *indices;
	int nnz;
	cusparseIndexBase_t base;
	void *y;
	struct cusparse_scalar alpha, beta;
};

static cusparseStatus_t check(const struct gemvi *j, const struct cusparse_strided *a)
{
	size_t bytes = cusparse_type_bytes(j->a.type);
	CUSPARSE_TRY(cusparse_check_dense(&j->job, "values of the matrix", &j->a));
	CUSPARSE_TRY(cusparse_check_ints(&j->job, "indices", j->indices, j->nnz));
	CUSPARSE_TRY(cusparse_check_memory(&j->job, "values", j->x, j->nnz, bytes));
	CUSPARSE_TRY(cusparse_check_memory(&j->job, "values of the result", j->y, a->rows, bytes));
	for (int k = 0; k < j->nnz; k++)
		if (j->indices[k] < (int)j->base || j->indices[k] - (int)j->base >= a->cols)
			return cusparse_fail(&j->job, "entry %d has index %d, of %lld", k,
				j->indices[k], (long long)a->cols);
	return CUSPARSE_STATUS_SUCCESS;
}

static double _Complex dot(const struct gemvi *j, const struct cusparse_strided *a, int64_t i)
{
	double _Complex sum = 0;
	for (int k = 0; k < j->nnz; k++) {
		double _Complex v = cusparse_load(a->values, a->type,
			i * a->row_step + (j->indices[k] - (int64_t)j->base) * a->col_step);
		sum += (a->is_conjugated ? conj(v) : v) * cusparse_load(j->x, a->type, k);
	}
	return sum;
}

static cusparseStatus_t run(const struct cusparse_job *job)
{
	const struct gemvi *j = (const struct gemvi *)(const void *)job;
	struct cusparse_strided a = cusparse_dense_strided(&j->a, j->op, 0);
	double _Complex alpha, beta;
	CUSPARSE_TRY(check(j, &a));
	CUSPARSE_TRY(cusparse_scalar_get(&j->alpha, job, &alpha));
	CUSPARSE_TRY(cusparse_scalar_get(&j->beta, job, &beta));
	for (int64_t i = 0; i < a.rows; i++)
		cusparse_store(j->y, a.type, i,
			alpha * dot(j, &a, i) +
				(beta == 0 ? 0 : beta * cusparse_load(j->y, a.type, i)));
	return CUSPARSE_STATUS_SUCCESS;
}

#define FUNCTIONS(X, T, R, TYPE) \
	cusparseStatus_t cusparse##X##gemvi_bufferSize(cusparseHandle_t handle, \
		cusparseOperation_t transA, int m, int n, int nnz, int *pBufferSize) \
	{ \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS(cusparse_is_operation(transA) && m >= 0 && n >= 0 && nnz >= 0); \
		CUSPARSE_NEEDS(pBufferSize != NULL); \
		*pBufferSize = CUSPARSE_BUFFER_BYTES; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t cusparse##X##gemvi(cusparseHandle_t handle, cusparseOperation_t transA, \
		int m, int n, const T *alpha, const T *A, int lda, int nnz, const T *xVal, \
		const int *xInd, const T *beta, T *y, cusparseIndexBase_t idxBase, void *pBuffer) \
	{ \
		(void)pBuffer; \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS(cusparse_is_operation(transA) && m >= 0 && n >= 0 && nnz >= 0); \
		CUSPARSE_NEEDS(lda >= m && A != NULL && y != NULL && cusparse_is_base(idxBase)); \
		CUSPARSE_NEEDS(nnz == 0 || (xVal != NULL && xInd != NULL)); \
		struct gemvi j = {.job = CUSPARSE_JOB(handle, run), \
			.op = transA, \
			.a = {.values = (void *)(uintptr_t)A, \
				.type = TYPE, \
				.order = CUSPARSE_ORDER_COL, \
				.rows = m, \
				.cols = n, \
				.ld = lda, \
				.batches = 1}, \
			.x = xVal, \
			.indices = xInd, \
			.nnz = nnz, \
			.base = idxBase, \
			.y = y}; \
		CUSPARSE_TRY(cusparse_scalar_take(&j.alpha, handle, alpha, TYPE)); \
		CUSPARSE_TRY(cusparse_scalar_take(&j.beta, handle, beta, TYPE)); \
		return cusparse_do(&j.job, sizeof j); \
	}
CUSPARSE_TYPED(FUNCTIONS)
