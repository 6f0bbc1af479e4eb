/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that leave out what is small: pruneDense2csr, pruneCsr2csr, both also by
 * percentage, nnz_compress and csr2csr_compress. */
#include <complex.h>
#include <string.h>
#include "filter_impl.h"

static struct cusparse_dense dense_of(int m, int n, const void *values, int ld, cudaDataType type)
{
	return (struct cusparse_dense){.values = (void *)(uintptr_t)values,
		.type = type,
		.order = CUSPARSE_ORDER_COL,
		.rows = m,
		.cols = n,
		.ld = ld,
		.batches = 1};
}

static cusparseStatus_t check(const struct cusparse_filter *j)
{
	const struct cusparse_dense *d = &j->dense;
	CUSPARSE_NEEDS(!j->is_dense || (d->rows >= 0 && d->cols >= 0 && d->values != NULL));
	CUSPARSE_NEEDS(!j->is_dense || d->ld >= d->rows);
	CUSPARSE_NEEDS(j->is_dense || (j->a.rows >= 0 && j->a.cols >= 0 && j->a.offsets != NULL));
	CUSPARSE_NEEDS(!j->is_percentage || (j->percentage >= 0 && j->percentage <= 100));
	CUSPARSE_NEEDS(j->c.offsets != NULL || j->counts != NULL);
	CUSPARSE_NEEDS(!j->has_offsets || (j->c.columns != NULL && j->c.values != NULL));
	return CUSPARSE_STATUS_SUCCESS;
}

/* The threshold is a number, or NULL when the job has a percentage. */
static cusparseStatus_t run(struct cusparse_filter *j, const void *threshold, cudaDataType type)
{
	CUSPARSE_TRY(check(j));
	if (!j->is_percentage)
		CUSPARSE_TRY(cusparse_scalar_take(&j->threshold, j->job.context, threshold, type));
	return j->total != NULL ? cusparse_do_for_host(&j->job, sizeof *j)
	                        : cusparse_do(&j->job, sizeof *j);
}

static cusparseStatus_t size(size_t *bytes)
{
	CUSPARSE_NEEDS(bytes != NULL);
	*bytes = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

/* Counts write the offsets of C and the total; the functions after them read the offsets. */
#define COUNTS(TYPE) \
	.c = cusparse_matrix_csr(m, n, 0, descrC, TYPE, NULL, offsetsC, NULL), .total = total
#define VALUES(TYPE) \
	.c = cusparse_matrix_csr(m, n, 0, descrC, TYPE, valuesC, offsetsC, columnsC), \
	.has_offsets = true
#define DENSE(TYPE) .is_dense = true, .dense = dense_of(m, n, A, lda, TYPE)
#define CSR(TYPE) .a = cusparse_matrix_csr(m, n, nnzA, descrA, TYPE, valuesA, offsetsA, columnsA)
#define FILTER .job = CUSPARSE_JOB(handle, cusparse_filter)
#define PERCENT .is_percentage = true, .percentage = percentage

#define DENSE_BEGIN \
	CUSPARSE_BEGIN(handle); \
	CUSPARSE_NEEDS_DESCR(descrC)
#define CSR_BEGIN \
	DENSE_BEGIN; \
	CUSPARSE_NEEDS_DESCR(descrA); \
	CUSPARSE_NEEDS(nnzA >= 0)

#define PRUNE_DENSE(X, T, TYPE) \
	cusparseStatus_t cusparse##X##pruneDense2csr_bufferSizeExt(cusparseHandle_t handle, int m, \
		int n, const T *A, int lda, const T *threshold, const cusparseMatDescr_t descrC, \
		const T *valuesC, const int *offsetsC, const int *columnsC, size_t *bytes) \
	{ \
		(void)A, (void)lda, (void)threshold, (void)valuesC, (void)offsetsC, \
			(void)columnsC; \
		DENSE_BEGIN; \
		CUSPARSE_NEEDS(m >= 0 && n >= 0); \
		return size(bytes); \
	} \
	cusparseStatus_t cusparse##X##pruneDense2csrNnz(cusparseHandle_t handle, int m, int n, \
		const T *A, int lda, const T *threshold, const cusparseMatDescr_t descrC, \
		int *offsetsC, int *total, void *pBuffer) \
	{ \
		(void)pBuffer; \
		DENSE_BEGIN; \
		struct cusparse_filter j = {FILTER, DENSE(TYPE), COUNTS(TYPE)}; \
		return run(&j, threshold, TYPE); \
	} \
	cusparseStatus_t cusparse##X##pruneDense2csr(cusparseHandle_t handle, int m, int n, \
		const T *A, int lda, const T *threshold, const cusparseMatDescr_t descrC, \
		T *valuesC, const int *offsetsC, int *columnsC, void *pBuffer) \
	{ \
		(void)pBuffer; \
		DENSE_BEGIN; \
		struct cusparse_filter j = {FILTER, DENSE(TYPE), VALUES(TYPE)}; \
		return run(&j, threshold, TYPE); \
	} \
	cusparseStatus_t \
		cusparse##X##pruneDense2csrByPercentage_bufferSizeExt(cusparseHandle_t handle, \
			int m, int n, const T *A, int lda, float percentage, \
			const cusparseMatDescr_t descrC, const T *valuesC, const int *offsetsC, \
			const int *columnsC, pruneInfo_t info, size_t *bytes) \
	{ \
		(void)A, (void)lda, (void)percentage, (void)valuesC, (void)offsetsC; \
		(void)columnsC, (void)info; \
		DENSE_BEGIN; \
		CUSPARSE_NEEDS(m >= 0 && n >= 0); \
		return size(bytes); \
	} \
	cusparseStatus_t cusparse##X##pruneDense2csrNnzByPercentage(cusparseHandle_t handle, \
		int m, int n, const T *A, int lda, float percentage, \
		const cusparseMatDescr_t descrC, int *offsetsC, int *total, pruneInfo_t info, \
		void *pBuffer) \
	{ \
		(void)pBuffer, (void)info; \
		DENSE_BEGIN; \
		struct cusparse_filter j = {FILTER, DENSE(TYPE), COUNTS(TYPE), PERCENT}; \
		return run(&j, NULL, TYPE); \
	} \
	cusparseStatus_t cusparse##X##pruneDense2csrByPercentage(cusparseHandle_t handle, int m, \
		int n, const T *A, int lda, float percentage, const cusparseMatDescr_t descrC, \
		T *valuesC, const int *offsetsC, int *columnsC, pruneInfo_t info, void *pBuffer) \
	{ \
		(void)pBuffer, (void)info; \
		DENSE_BEGIN; \
		struct cusparse_filter j = {FILTER, DENSE(TYPE), VALUES(TYPE), PERCENT}; \
		return run(&j, NULL, TYPE); \
	}
CUSPARSE_PRUNED(PRUNE_DENSE)

#define PRUNE_CSR(X, T, TYPE) \
	cusparseStatus_t cusparse##X##pruneCsr2csr_bufferSizeExt(cusparseHandle_t handle, int m, \
		int n, int nnzA, const cusparseMatDescr_t descrA, const T *valuesA, \
		const int *offsetsA, const int *columnsA, const T *threshold, \
		const cusparseMatDescr_t descrC, const T *valuesC, const int *offsetsC, \
		const int *columnsC, size_t *bytes) \
	{ \
		(void)valuesA, (void)offsetsA, (void)columnsA, (void)threshold, (void)valuesC; \
		(void)offsetsC, (void)columnsC; \
		CSR_BEGIN; \
		CUSPARSE_NEEDS(m >= 0 && n >= 0); \
		return size(bytes); \
	} \
	cusparseStatus_t cusparse##X##pruneCsr2csrNnz(cusparseHandle_t handle, int m, int n, \
		int nnzA, const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, \
		const int *columnsA, const T *threshold, const cusparseMatDescr_t descrC, \
		int *offsetsC, int *total, void *pBuffer) \
	{ \
		(void)pBuffer; \
		CSR_BEGIN; \
		struct cusparse_filter j = {FILTER, CSR(TYPE), COUNTS(TYPE)}; \
		return run(&j, threshold, TYPE); \
	} \
	cusparseStatus_t cusparse##X##pruneCsr2csr(cusparseHandle_t handle, int m, int n, \
		int nnzA, const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, \
		const int *columnsA, const T *threshold, const cusparseMatDescr_t descrC, \
		T *valuesC, const int *offsetsC, int *columnsC, void *pBuffer) \
	{ \
		(void)pBuffer; \
		CSR_BEGIN; \
		struct cusparse_filter j = {FILTER, CSR(TYPE), VALUES(TYPE)}; \
		return run(&j, threshold, TYPE); \
	} \
	cusparseStatus_t \
		cusparse##X##pruneCsr2csrByPercentage_bufferSizeExt(cusparseHandle_t handle, \
			int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T *valuesA, \
			const int *offsetsA, const int *columnsA, float percentage, \
			const cusparseMatDescr_t descrC, const T *valuesC, const int *offsetsC, \
			const int *columnsC, pruneInfo_t info, size_t *bytes) \
	{ \
		(void)valuesA, (void)offsetsA, (void)columnsA, (void)percentage, (void)valuesC; \
		(void)offsetsC, (void)columnsC, (void)info; \
		CSR_BEGIN; \
		CUSPARSE_NEEDS(m >= 0 && n >= 0); \
		return size(bytes); \
	} \
	cusparseStatus_t cusparse##X##pruneCsr2csrNnzByPercentage(cusparseHandle_t handle, int m, \
		int n, int nnzA, const cusparseMatDescr_t descrA, const T *valuesA, \
		const int *offsetsA, const int *columnsA, float percentage, \
		const cusparseMatDescr_t descrC, int *offsetsC, int *total, pruneInfo_t info, \
		void *pBuffer) \
	{ \
		(void)pBuffer, (void)info; \
		CSR_BEGIN; \
		struct cusparse_filter j = {FILTER, CSR(TYPE), COUNTS(TYPE), PERCENT}; \
		return run(&j, NULL, TYPE); \
	} \
	cusparseStatus_t cusparse##X##pruneCsr2csrByPercentage(cusparseHandle_t handle, int m, \
		int n, int nnzA, const cusparseMatDescr_t descrA, const T *valuesA, \
		const int *offsetsA, const int *columnsA, float percentage, \
		const cusparseMatDescr_t descrC, T *valuesC, const int *offsetsC, int *columnsC, \
		pruneInfo_t info, void *pBuffer) \
	{ \
		(void)pBuffer, (void)info; \
		CSR_BEGIN; \
		struct cusparse_filter j = {FILTER, CSR(TYPE), VALUES(TYPE), PERCENT}; \
		return run(&j, NULL, TYPE); \
	}
CUSPARSE_PRUNED(PRUNE_CSR)

/* ---- compression ----------------------------------------------------------------------------- */

/* The threshold is the real part of what `tolerance` points to in the host's memory. How many
 * entries A has is in its offsets. */
static cusparseStatus_t compress(struct cusparse_filter *j, const void *tolerance,
	cudaDataType type)
{
	CUSPARSE_TRY(check(j));
	j->threshold.type = type;
	memcpy(j->threshold.host, tolerance, cusparse_type_bytes(type));
	CUSPARSE_NEEDS(creal(cusparse_load(j->threshold.host, type, 0)) >= 0);
	return j->total != NULL ? cusparse_do_for_host(&j->job, sizeof *j)
	                        : cusparse_do(&j->job, sizeof *j);
}

#define COMPRESS(X, T, R, TYPE) \
	cusparseStatus_t cusparse##X##nnz_compress(cusparseHandle_t handle, int m, \
		const cusparseMatDescr_t descr, const T *values, const int *offsets, \
		int *nnzPerRow, int *nnzC, T tol) \
	{ \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS_DESCR(descr); \
		struct cusparse_filter j = {FILTER, \
			.a = cusparse_matrix_csr(m, 0, -1, descr, TYPE, values, offsets, NULL), \
			.counts = nnzPerRow, .total = nnzC}; \
		CUSPARSE_NEEDS(nnzC != NULL); \
		return compress(&j, &tol, TYPE); \
	} \
	cusparseStatus_t cusparse##X##csr2csr_compress(cusparseHandle_t handle, int m, int n, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *columnsA, \
		const int *offsetsA, int nnzA, const int *nnzPerRow, T *valuesC, int *columnsC, \
		int *offsetsC, T tol) \
	{ \
		(void)nnzPerRow; \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS_DESCR(descrA); \
		CUSPARSE_NEEDS(nnzA >= 0 && offsetsC != NULL); \
		CUSPARSE_NEEDS(nnzA == 0 || (columnsC != NULL && valuesC != NULL)); \
		struct cusparse_filter j = {FILTER, CSR(TYPE), \
			.c = cusparse_matrix_csr(m, n, 0, descrA, TYPE, valuesC, offsetsC, \
				columnsC)}; \
		return compress(&j, &tol, TYPE); \
	}
CUSPARSE_TYPED(COMPRESS)
