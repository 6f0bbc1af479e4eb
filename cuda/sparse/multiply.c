/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A sparse matrix times a dense one, or times a vector, which is a dense matrix of one column. Sums
 * are in the order in which a row's entries lie in memory. */
#include <complex.h>
#include "sparse_impl.h"

enum { COLUMNS = 32 }; /* which one pass over the sparse matrix serves */

struct operands {
	const struct cusparse_matrix *a;
	struct cusparse_rows r; /* of op(A) */
	bool is_conjugated;
	struct cusparse_strided b, c;
	double _Complex alpha, beta;
};

#define CUSPARSE_INTEGERS
#define CUSPARSE_LOOPS "multiply.def"
#include "each_type.def"

static void (*const loops[])(const struct operands *) = CUSPARSE_EACH(multiply);

/* A matrix that has no batches is that of all batches. */
static cusparseStatus_t multiply_batch(const struct cusparse_multiply *j, int batch,
	double _Complex alpha, double _Complex beta)
{
	struct cusparse_matrix a = cusparse_matrix_batch(&j->a, batch);
	struct operands o = {.a = &a,
		.alpha = alpha,
		.beta = beta,
		.is_conjugated = j->op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
		.b = cusparse_dense_strided(&j->b, j->op_b, batch),
		.c = cusparse_dense_strided(&j->c, CUSPARSE_OPERATION_NON_TRANSPOSE, batch)};
	cusparseStatus_t status =
		cusparse_rows_init(&o.r, &j->job, &a, j->op_a != CUSPARSE_OPERATION_NON_TRANSPOSE);
	if (status == CUSPARSE_STATUS_SUCCESS)
		loops[cusparse_compute_of(j->alpha.type)](&o);
	cusparse_rows_release(&o.r);
	return status;
}

cusparseStatus_t cusparse_multiply(const struct cusparse_job *job)
{
	const struct cusparse_multiply *j = (const struct cusparse_multiply *)(const void *)job;
	double _Complex alpha, beta;
	CUSPARSE_TRY(cusparse_scalar_get(&j->alpha, job, &alpha));
	CUSPARSE_TRY(cusparse_scalar_get(&j->beta, job, &beta));
	CUSPARSE_TRY(cusparse_check_dense(job, "values of a factor", &j->b));
	CUSPARSE_TRY(cusparse_check_dense(job, "values of the result", &j->c));
	for (int batch = 0; batch < j->c.batches; batch++)
		CUSPARSE_TRY(multiply_batch(j, batch, alpha, beta));
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static bool fits(int64_t inner, int64_t outer, cusparseOperation_t op, int64_t rows, int64_t cols)
{
	return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? rows == inner && cols == outer
	                                              : rows == outer && cols == inner;
}

static bool has_arrays(const struct cusparse_matrix *m)
{
	return m->nnz == 0 || (m->values != NULL && m->columns != NULL);
}

/* What both functions and their companions ask of the operands that `j` has. */
static cusparseStatus_t check(const struct cusparse_multiply *j, cudaDataType compute)
{
	bool as_is = j->op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
	CUSPARSE_NEEDS(cusparse_is_operation(j->op_a) && cusparse_is_operation(j->op_b));
	CUSPARSE_NEEDS(j->c.rows == (as_is ? j->a.rows : j->a.cols));
	CUSPARSE_NEEDS(fits(as_is ? j->a.cols : j->a.rows, j->c.cols, j->op_b, j->b.rows,
		j->b.cols));
	CUSPARSE_NEEDS(has_arrays(&j->a));
	CUSPARSE_NEEDS(j->a.batches == 1 || j->a.batches == j->c.batches);
	CUSPARSE_NEEDS(j->b.batches == 1 || j->b.batches == j->c.batches);
	CUSPARSE_NEEDS((j->b.values != NULL || j->b.rows == 0 || j->b.cols == 0) &&
		       (j->c.values != NULL || j->c.rows == 0 || j->c.cols == 0));
	if (!cusparse_type_fits(j->a.type, compute) || !cusparse_type_fits(j->b.type, compute) ||
		!cusparse_type_fits(j->c.type, compute))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t begin(struct cusparse_multiply *j, const void *alpha, const void *beta,
	cudaDataType compute)
{
	CUSPARSE_TRY(cusparse_enter(j->job.context, j->job.name));
	CUSPARSE_TRY(check(j, compute));
	CUSPARSE_TRY(cusparse_scalar_take(&j->alpha, j->job.context, alpha, compute));
	return cusparse_scalar_take(&j->beta, j->job.context, beta, compute);
}

/* ---- SpMV ------------------------------------------------------------------------------------ */

#define NEEDS_SPMV(handle, matA, vecX, vecY) \
	do { \
		CUSPARSE_NEEDS_CONTEXT(handle); \
		CUSPARSE_NEEDS(handle_is_valid(matA, CUSPARSE_SP_MAT)); \
		CUSPARSE_NEEDS(handle_is_valid(vecX, CUSPARSE_DN_VEC)); \
		CUSPARSE_NEEDS(handle_is_valid(vecY, CUSPARSE_DN_VEC)); \
	} while (0)
#define SPMV_JOB \
	{.job = CUSPARSE_JOB(handle, cusparse_multiply), \
		.op_a = opA, \
		.a = matA->m, \
		.b = vecX->v, \
		.c = vecY->v}

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
	const void *alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
	const void *beta, cusparseDnVecDescr_t vecY, cudaDataType computeType,
	cusparseSpMVAlg_t alg, size_t *bufferSize)
{
	(void)alg;
	NEEDS_SPMV(handle, matA, vecX, vecY);
	struct cusparse_multiply j = SPMV_JOB;
	CUSPARSE_NEEDS(bufferSize != NULL);
	CUSPARSE_TRY(begin(&j, alpha, beta, computeType));
	*bufferSize = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
	const void *alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
	const void *beta, cusparseDnVecDescr_t vecY, cudaDataType computeType,
	cusparseSpMVAlg_t alg, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	NEEDS_SPMV(handle, matA, vecX, vecY);
	struct cusparse_multiply j = SPMV_JOB;
	return begin(&j, alpha, beta, computeType);
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
	cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, const void *beta,
	cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpMVAlg_t alg,
	void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	NEEDS_SPMV(handle, matA, vecX, vecY);
	struct cusparse_multiply j = SPMV_JOB;
	CUSPARSE_TRY(begin(&j, alpha, beta, computeType));
	return cusparse_do(&j.job, sizeof j);
}

/* ---- SpMM ------------------------------------------------------------------------------------ */

#define NEEDS_SPMM(handle, matA, matB, matC) \
	do { \
		CUSPARSE_NEEDS_CONTEXT(handle); \
		CUSPARSE_NEEDS(handle_is_valid(matA, CUSPARSE_SP_MAT)); \
		CUSPARSE_NEEDS(handle_is_valid(matB, CUSPARSE_DN_MAT)); \
		CUSPARSE_NEEDS(handle_is_valid(matC, CUSPARSE_DN_MAT)); \
	} while (0)
#define SPMM_JOB \
	{.job = CUSPARSE_JOB(handle, cusparse_multiply), \
		.op_a = opA, \
		.op_b = opB, \
		.a = matA->m, \
		.b = matB->m, \
		.c = matC->m}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t matA,
	cusparseConstDnMatDescr_t matB, const void *beta, cusparseDnMatDescr_t matC,
	cudaDataType computeType, cusparseSpMMAlg_t alg, size_t *bufferSize)
{
	(void)alg;
	NEEDS_SPMM(handle, matA, matB, matC);
	struct cusparse_multiply j = SPMM_JOB;
	CUSPARSE_NEEDS(bufferSize != NULL);
	CUSPARSE_TRY(begin(&j, alpha, beta, computeType));
	*bufferSize = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t matA,
	cusparseConstDnMatDescr_t matB, const void *beta, cusparseDnMatDescr_t matC,
	cudaDataType computeType, cusparseSpMMAlg_t alg, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	NEEDS_SPMM(handle, matA, matB, matC);
	struct cusparse_multiply j = SPMM_JOB;
	return begin(&j, alpha, beta, computeType);
}

cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t matA,
	cusparseConstDnMatDescr_t matB, const void *beta, cusparseDnMatDescr_t matC,
	cudaDataType computeType, cusparseSpMMAlg_t alg, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	NEEDS_SPMM(handle, matA, matB, matC);
	struct cusparse_multiply j = SPMM_JOB;
	CUSPARSE_TRY(begin(&j, alpha, beta, computeType));
	return cusparse_do(&j.job, sizeof j);
}
