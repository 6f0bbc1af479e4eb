/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* csrilu02, csric02, bsrilu02 and bsric02. */
#include "factor_impl.h"

static cusparseStatus_t size(const struct cusparse_factor *j, int *bytes)
{
	CUSPARSE_NEEDS(bytes != NULL);
	CUSPARSE_TRY(cusparse_factor_check(j));
	*bytes = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t factor(struct cusparse_factor *j, enum cusparse_step step)
{
	j->step = step;
	return cusparse_factor(j);
}

CUSPARSE_ZERO_PIVOT(csrilu02, CSRILU02, csrilu02Info_t)
CUSPARSE_ZERO_PIVOT(csric02, CSRIC02, csric02Info_t)
CUSPARSE_ZERO_PIVOT(bsrilu02, BSRILU02, bsrilu02Info_t)
CUSPARSE_ZERO_PIVOT(bsric02, BSRIC02, bsric02Info_t)

#define BOOST(name, ID, Info, X, T, TYPE) \
	cusparseStatus_t cusparse##X##name##_numericBoost(cusparseHandle_t handle, Info info, \
		int enable_boost, double *tol, T *boost_val) \
	{ \
		CUSPARSE_BEGIN(handle); \
		return cusparse_factor_boost(handle, info, CUSPARSE_INFO_##ID, enable_boost, tol, \
			boost_val, TYPE); \
	}

/* ---- CSR ------------------------------------------------------------------------------------- */

#define CSR_JOB(ID, TYPE, values, offsets, columns) \
	{.job = CUSPARSE_JOB(handle, NULL), \
		.info = info, \
		.kind = CUSPARSE_INFO_##ID, \
		.m = cusparse_matrix_csr(m, m, nnz, descrA, TYPE, values, offsets, columns)}
#define CSR(name, ID, Info, STEP, X, T, TYPE) \
	cusparseStatus_t cusparse##X##name##_bufferSize(cusparseHandle_t handle, int m, int nnz, \
		const cusparseMatDescr_t descrA, T *values, const int *offsets, \
		const int *columns, Info info, int *pBufferSizeInBytes) \
	{ \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS_DESCR(descrA); \
		struct cusparse_factor j = CSR_JOB(ID, TYPE, values, offsets, columns); \
		return size(&j, pBufferSizeInBytes); \
	} \
	cusparseStatus_t cusparse##X##name##_analysis(cusparseHandle_t handle, int m, int nnz, \
		const cusparseMatDescr_t descrA, const T *values, const int *offsets, \
		const int *columns, Info info, cusparseSolvePolicy_t policy, void *pBuffer) \
	{ \
		(void)policy, (void)pBuffer; \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS_DESCR(descrA); \
		struct cusparse_factor j = CSR_JOB(ID, TYPE, values, offsets, columns); \
		return factor(&j, CUSPARSE_ANALYSIS); \
	} \
	cusparseStatus_t cusparse##X##name(cusparseHandle_t handle, int m, int nnz, \
		const cusparseMatDescr_t descrA, T *values, const int *offsets, \
		const int *columns, Info info, cusparseSolvePolicy_t policy, void *pBuffer) \
	{ \
		(void)policy, (void)pBuffer; \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS_DESCR(descrA); \
		struct cusparse_factor j = CSR_JOB(ID, TYPE, values, offsets, columns); \
		return factor(&j, STEP); \
	}

/* ---- blocks ---------------------------------------------------------------------------------- */

static struct cusparse_matrix blocks(cusparseDirection_t dirA, int mb, int nnzb,
	cusparseMatDescr_t descr, cudaDataType type, const void *values, const int *offsets,
	const int *columns, int blockDim)
{
	struct cusparse_matrix m =
		cusparse_matrix_csr(mb, mb, nnzb, descr, type, values, offsets, columns);
	return cusparse_matrix_bsr(dirA, blockDim, blockDim, &m);
}

#define NEEDS_BLOCKS \
	CUSPARSE_BEGIN(handle); \
	CUSPARSE_NEEDS_DESCR(descrA); \
	CUSPARSE_NEEDS(cusparse_is_direction(dirA) && mb >= 0 && nnzb >= 0); \
	CUSPARSE_NEEDS(cusparse_is_block(blockDim, blockDim))
#define BSR_JOB(ID, TYPE, values, offsets, columns) \
	{.job = CUSPARSE_JOB(handle, NULL), \
		.info = info, \
		.kind = CUSPARSE_INFO_##ID, \
		.m = blocks(dirA, mb, nnzb, descrA, TYPE, values, offsets, columns, blockDim)}
#define BSR(name, ID, Info, STEP, X, T, CONST_T, TYPE) \
	cusparseStatus_t cusparse##X##name##_bufferSize(cusparseHandle_t handle, \
		cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, \
		T *values, const int *offsets, const int *columns, int blockDim, Info info, \
		int *pBufferSizeInBytes) \
	{ \
		NEEDS_BLOCKS; \
		struct cusparse_factor j = BSR_JOB(ID, TYPE, values, offsets, columns); \
		return size(&j, pBufferSizeInBytes); \
	} \
	cusparseStatus_t cusparse##X##name##_analysis(cusparseHandle_t handle, \
		cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, \
		CONST_T *values, const int *offsets, const int *columns, int blockDim, Info info, \
		cusparseSolvePolicy_t policy, void *pBuffer) \
	{ \
		(void)policy, (void)pBuffer; \
		NEEDS_BLOCKS; \
		struct cusparse_factor j = BSR_JOB(ID, TYPE, values, offsets, columns); \
		return factor(&j, CUSPARSE_ANALYSIS); \
	} \
	cusparseStatus_t cusparse##X##name(cusparseHandle_t handle, cusparseDirection_t dirA, \
		int mb, int nnzb, const cusparseMatDescr_t descrA, T *values, const int *offsets, \
		const int *columns, int blockDim, Info info, cusparseSolvePolicy_t policy, \
		void *pBuffer) \
	{ \
		(void)policy, (void)pBuffer; \
		NEEDS_BLOCKS; \
		struct cusparse_factor j = BSR_JOB(ID, TYPE, values, offsets, columns); \
		return factor(&j, STEP); \
	}

#define FUNCTIONS(X, T, R, TYPE) \
	BOOST(csrilu02, CSRILU02, csrilu02Info_t, X, T, TYPE) \
	BOOST(bsrilu02, BSRILU02, bsrilu02Info_t, X, T, TYPE) \
	CSR(csrilu02, CSRILU02, csrilu02Info_t, CUSPARSE_LU, X, T, TYPE) \
	CSR(csric02, CSRIC02, csric02Info_t, CUSPARSE_CHOLESKY, X, T, TYPE) \
	BSR(bsrilu02, BSRILU02, bsrilu02Info_t, CUSPARSE_LU, X, T, T, TYPE) \
	BSR(bsric02, BSRIC02, bsric02Info_t, CUSPARSE_CHOLESKY, X, T, const T, TYPE)
CUSPARSE_TYPED(FUNCTIONS)
