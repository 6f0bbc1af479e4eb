/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The product of dense matrices, where a sparse matrix has entries. */
#include <complex.h>
#include "sparse_impl.h"

struct operands {
	struct cusparse_strided a, b;
	const struct cusparse_matrix *c;
	struct cusparse_rows r; /* of C */
	double _Complex alpha, beta;
};

#define CUSPARSE_LOOPS "sddmm.def"
#include "each_type.def"

static void (*const loops[])(const struct operands *) = CUSPARSE_EACH(sample);

struct sddmm {
	struct cusparse_job job;
	cusparseOperation_t op_a, op_b;
	struct cusparse_dense a, b;
	struct cusparse_matrix c;
	struct cusparse_scalar alpha, beta;
};

static cusparseStatus_t sample_batch(const struct sddmm *j, int batch, double _Complex alpha,
	double _Complex beta)
{
	struct cusparse_matrix c = cusparse_matrix_batch(&j->c, batch);
	struct operands o = {.c = &c,
		.alpha = alpha,
		.beta = beta,
		.a = cusparse_dense_strided(&j->a, j->op_a, batch),
		.b = cusparse_dense_strided(&j->b, j->op_b, batch)};
	cusparseStatus_t status = cusparse_rows_init(&o.r, &j->job, &c, false);
	if (status == CUSPARSE_STATUS_SUCCESS)
		loops[cusparse_compute_of(j->alpha.type)](&o);
	cusparse_rows_release(&o.r);
	return status;
}

static cusparseStatus_t sample(const struct cusparse_job *job)
{
	const struct sddmm *j = (const struct sddmm *)(const void *)job;
	double _Complex alpha, beta;
	CUSPARSE_TRY(cusparse_scalar_get(&j->alpha, job, &alpha));
	CUSPARSE_TRY(cusparse_scalar_get(&j->beta, job, &beta));
	CUSPARSE_TRY(cusparse_check_dense(job, "values of a factor", &j->a));
	CUSPARSE_TRY(cusparse_check_dense(job, "values of a factor", &j->b));
	for (int batch = 0; batch < j->c.batches; batch++)
		CUSPARSE_TRY(sample_batch(j, batch, alpha, beta));
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t check(const struct sddmm *j, cudaDataType compute)
{
	CUSPARSE_NEEDS(cusparse_is_operation(j->op_a) && cusparse_is_operation(j->op_b));
	struct cusparse_strided a = cusparse_dense_strided(&j->a, j->op_a, 0);
	struct cusparse_strided b = cusparse_dense_strided(&j->b, j->op_b, 0);
	CUSPARSE_NEEDS(a.rows == j->c.rows && b.cols == j->c.cols && a.cols == b.rows);
	CUSPARSE_NEEDS(j->a.batches == 1 || j->a.batches == j->c.batches);
	CUSPARSE_NEEDS(j->b.batches == 1 || j->b.batches == j->c.batches);
	CUSPARSE_NEEDS(j->a.values != NULL && j->b.values != NULL);
	if (j->c.format != CUSPARSE_FORMAT_CSR && j->c.format != CUSPARSE_FORMAT_BSR)
		return cusparse_refuse(j->job.name, "a result of this format is");
	if (!cusparse_type_fits(j->a.type, compute) || !cusparse_type_fits(j->b.type, compute) ||
		!cusparse_type_fits(j->c.type, compute) || compute == CUDA_R_32I)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t begin(struct sddmm *j, const void *alpha, const void *beta,
	cudaDataType compute)
{
	CUSPARSE_TRY(cusparse_enter(j->job.context, j->job.name));
	CUSPARSE_TRY(check(j, compute));
	CUSPARSE_TRY(cusparse_scalar_take(&j->alpha, j->job.context, alpha, compute));
	return cusparse_scalar_take(&j->beta, j->job.context, beta, compute);
}

#define NEEDS_OPERANDS(handle, matA, matB, matC) \
	do { \
		CUSPARSE_NEEDS_CONTEXT(handle); \
		CUSPARSE_NEEDS(handle_is_valid(matA, CUSPARSE_DN_MAT)); \
		CUSPARSE_NEEDS(handle_is_valid(matB, CUSPARSE_DN_MAT)); \
		CUSPARSE_NEEDS(handle_is_valid(matC, CUSPARSE_SP_MAT)); \
	} while (0)
#define SDDMM_JOB \
	{.job = CUSPARSE_JOB(handle, sample), \
		.op_a = opA, \
		.op_b = opB, \
		.a = matA->m, \
		.b = matB->m, \
		.c = matC->m}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstDnMatDescr_t matA,
	cusparseConstDnMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
	cudaDataType computeType, cusparseSDDMMAlg_t alg, size_t *bufferSize)
{
	(void)alg;
	NEEDS_OPERANDS(handle, matA, matB, matC);
	struct sddmm j = SDDMM_JOB;
	CUSPARSE_NEEDS(bufferSize != NULL);
	CUSPARSE_TRY(begin(&j, alpha, beta, computeType));
	*bufferSize = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstDnMatDescr_t matA,
	cusparseConstDnMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
	cudaDataType computeType, cusparseSDDMMAlg_t alg, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	NEEDS_OPERANDS(handle, matA, matB, matC);
	struct sddmm j = SDDMM_JOB;
	return begin(&j, alpha, beta, computeType);
}

cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstDnMatDescr_t matA,
	cusparseConstDnMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
	cudaDataType computeType, cusparseSDDMMAlg_t alg, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	NEEDS_OPERANDS(handle, matA, matB, matC);
	struct sddmm j = SDDMM_JOB;
	CUSPARSE_TRY(begin(&j, alpha, beta, computeType));
	return cusparse_do(&j.job, sizeof j);
}
