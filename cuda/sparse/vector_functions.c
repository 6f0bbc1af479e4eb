/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of a sparse vector and a dense one. */
#include <complex.h>
#include <string.h>
#include "sparse_impl.h"

struct vectors {
	struct cusparse_job job;
	struct cusparse_vector x;
	struct cusparse_dense y;
	struct cusparse_scalar a, b;
	cusparseOperation_t op;
	void *result;
	cudaDataType result_type;
};

static const struct vectors *job_get(const struct cusparse_job *job)
{
	return (const struct vectors *)(const void *)job;
}

static struct cusparse_index indices_get(const struct vectors *j)
{
	return (struct cusparse_index){
		j->x.indices, j->x.index_type == CUSPARSE_INDEX_64I, j->x.base};
}

static cusparseStatus_t check(const struct vectors *j)
{
	const struct cusparse_job *job = &j->job;
	struct cusparse_index indices = indices_get(j);
	CUSPARSE_TRY(cusparse_check_memory(job, "indices", j->x.indices, j->x.nnz,
		cusparse_index_bytes(j->x.index_type)));
	CUSPARSE_TRY(cusparse_check_memory(job, "values", j->x.values, j->x.nnz,
		cusparse_type_bytes(j->x.type)));
	CUSPARSE_TRY(cusparse_check_dense(job, "values of the dense vector", &j->y));
	for (int64_t k = 0; k < j->x.nnz; k++) {
		int64_t i = cusparse_index_at(&indices, k);
		if (i < 0 || i >= j->y.rows)
			return cusparse_fail(job, "entry %lld has index %lld, of %lld",
				(long long)k, (long long)i, (long long)j->y.rows);
	}
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- jobs ------------------------------------------------------------------------------------ */

static cusparseStatus_t axpby(const struct cusparse_job *job)
{
	const struct vectors *j = job_get(job);
	struct cusparse_index indices = indices_get(j);
	double _Complex a, b;
	CUSPARSE_TRY(check(j));
	CUSPARSE_TRY(cusparse_scalar_get(&j->a, job, &a));
	CUSPARSE_TRY(cusparse_scalar_get(&j->b, job, &b));
	for (int64_t i = 0; i < j->y.rows && b != 1; i++)
		cusparse_store(j->y.values, j->y.type, i,
			b == 0 ? 0 : b * cusparse_load(j->y.values, j->y.type, i));
	for (int64_t k = 0; k < j->x.nnz; k++) {
		int64_t i = cusparse_index_at(&indices, k);
		double _Complex y = cusparse_load(j->y.values, j->y.type, i);
		cusparse_store(j->y.values, j->y.type, i,
			a * cusparse_load(j->x.values, j->x.type, k) + y);
	}
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t rotate(const struct cusparse_job *job)
{
	const struct vectors *j = job_get(job);
	struct cusparse_index indices = indices_get(j);
	double _Complex c, s;
	CUSPARSE_TRY(check(j));
	CUSPARSE_TRY(cusparse_scalar_get(&j->a, job, &c));
	CUSPARSE_TRY(cusparse_scalar_get(&j->b, job, &s));
	for (int64_t k = 0; k < j->x.nnz; k++) {
		int64_t i = cusparse_index_at(&indices, k);
		double _Complex x = cusparse_load(j->x.values, j->x.type, k);
		double _Complex y = cusparse_load(j->y.values, j->y.type, i);
		cusparse_store(j->x.values, j->x.type, k, c * x + s * y);
		cusparse_store(j->y.values, j->y.type, i, c * y - s * x);
	}
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t gather(const struct cusparse_job *job)
{
	const struct vectors *j = job_get(job);
	struct cusparse_index indices = indices_get(j);
	size_t bytes = cusparse_type_bytes(j->x.type);
	CUSPARSE_TRY(check(j));
	for (int64_t k = 0; k < j->x.nnz; k++)
		memcpy(cusparse_at(j->x.values, k, bytes),
			cusparse_at(j->y.values, cusparse_index_at(&indices, k), bytes), bytes);
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t scatter(const struct cusparse_job *job)
{
	const struct vectors *j = job_get(job);
	struct cusparse_index indices = indices_get(j);
	size_t bytes = cusparse_type_bytes(j->x.type);
	CUSPARSE_TRY(check(j));
	for (int64_t k = 0; k < j->x.nnz; k++)
		memcpy(cusparse_at(j->y.values, cusparse_index_at(&indices, k), bytes),
			cusparse_at(j->x.values, k, bytes), bytes);
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t dot(const struct cusparse_job *job)
{
	const struct vectors *j = job_get(job);
	struct cusparse_index indices = indices_get(j);
	double _Complex sum = 0;
	CUSPARSE_TRY(check(j));
	CUSPARSE_TRY(cusparse_check_memory(job, "result", j->result, 1,
		cusparse_type_bytes(j->result_type)));
	for (int64_t k = 0; k < j->x.nnz; k++) {
		double _Complex x = cusparse_load(j->x.values, j->x.type, k);
		if (j->op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
			x = conj(x);
		sum += x * cusparse_load(j->y.values, j->y.type, cusparse_index_at(&indices, k));
	}
	cusparse_store(j->result, j->result_type, 0, sum);
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- the functions --------------------------------------------------------------------------- */

#define NEEDS_VECTORS(vecX, vecY) \
	do { \
		CUSPARSE_NEEDS_CONTEXT(handle); \
		CUSPARSE_NEEDS(handle_is_valid(vecX, CUSPARSE_SP_VEC)); \
		CUSPARSE_NEEDS(handle_is_valid(vecY, CUSPARSE_DN_VEC)); \
	} while (0)
#define VECTORS_JOB(run) {.job = CUSPARSE_JOB(handle, run), .x = vecX->v, .y = vecY->v}

static cusparseStatus_t begin(struct vectors *j)
{
	CUSPARSE_TRY(cusparse_enter(j->job.context, j->job.name));
	CUSPARSE_NEEDS(j->x.size == j->y.rows);
	CUSPARSE_NEEDS(j->x.nnz == 0 ||
		       (j->x.indices != NULL && j->x.values != NULL && j->y.values != NULL));
	return j->x.type == j->y.type ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

/* The type of factors: values of 16 bits have those of 32. */
static cudaDataType factor_type(cudaDataType type)
{
	bool is_complex = type == CUDA_C_16F || type == CUDA_C_16BF;
	bool is_small = is_complex || type == CUDA_R_16F || type == CUDA_R_16BF;
	return !is_small ? type : is_complex ? CUDA_C_32F : CUDA_R_32F;
}

static cusparseStatus_t begin_factors(struct vectors *j, const void *a, const void *b)
{
	CUSPARSE_TRY(begin(j));
	if (j->x.type == CUDA_R_8I || j->x.type == CUDA_R_32I)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	CUSPARSE_TRY(cusparse_scalar_take(&j->a, j->job.context, a, factor_type(j->x.type)));
	return cusparse_scalar_take(&j->b, j->job.context, b, factor_type(j->x.type));
}

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
	cusparseConstSpVecDescr_t vecX, const void *beta, cusparseDnVecDescr_t vecY)
{
	NEEDS_VECTORS(vecX, vecY);
	struct vectors j = VECTORS_JOB(axpby);
	CUSPARSE_TRY(begin_factors(&j, alpha, beta));
	return cusparse_do(&j.job, sizeof j);
}

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *c_coeff, const void *s_coeff,
	cusparseSpVecDescr_t vecX, cusparseDnVecDescr_t vecY)
{
	NEEDS_VECTORS(vecX, vecY);
	struct vectors j = VECTORS_JOB(rotate);
	CUSPARSE_TRY(begin_factors(&j, c_coeff, s_coeff));
	return cusparse_do(&j.job, sizeof j);
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY,
	cusparseSpVecDescr_t vecX)
{
	NEEDS_VECTORS(vecX, vecY);
	struct vectors j = VECTORS_JOB(gather);
	CUSPARSE_TRY(begin(&j));
	return cusparse_do(&j.job, sizeof j);
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t vecX,
	cusparseDnVecDescr_t vecY)
{
	NEEDS_VECTORS(vecX, vecY);
	struct vectors j = VECTORS_JOB(scatter);
	CUSPARSE_TRY(begin(&j));
	return cusparse_do(&j.job, sizeof j);
}

static cusparseStatus_t begin_dot(struct vectors *j, cudaDataType computeType)
{
	CUSPARSE_TRY(begin(j));
	CUSPARSE_NEEDS(cusparse_is_operation(j->op));
	j->result_type = computeType;
	return cusparse_type_fits(j->x.type, computeType) ? CUSPARSE_STATUS_SUCCESS
	                                                  : CUSPARSE_STATUS_NOT_SUPPORTED;
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opX,
	cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY, const void *result,
	cudaDataType computeType, size_t *bufferSize)
{
	(void)result;
	NEEDS_VECTORS(vecX, vecY);
	struct vectors j = VECTORS_JOB(dot);
	j.op = opX;
	CUSPARSE_NEEDS(bufferSize != NULL);
	CUSPARSE_TRY(begin_dot(&j, computeType));
	*bufferSize = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
	cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY, void *result,
	cudaDataType computeType, void *externalBuffer)
{
	(void)externalBuffer;
	NEEDS_VECTORS(vecX, vecY);
	struct vectors j = VECTORS_JOB(dot);
	j.op = opX;
	j.result = result;
	CUSPARSE_NEEDS(result != NULL);
	CUSPARSE_TRY(begin_dot(&j, computeType));
	return cusparse_do_for_host(&j.job, sizeof j);
}
