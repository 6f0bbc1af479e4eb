/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SpSV and SpSM. The analysis copies the matrix's values into the program's buffer, as NVIDIA's
 * does: cusparseSpSV_updateMatrix() changes them there, and the matrix keeps its own. */
#include <complex.h>
#include <stdlib.h>
#include <string.h>
#include "sparse_impl.h"

/* What an analysis has found. */
struct analysis {
	struct cusparse_matrix m; /* with the buffer as its values, NULL before */
};
struct cusparseSpSVDescr {
	struct handle handle;
	struct analysis a;
};
struct cusparseSpSMDescr {
	struct handle handle;
	struct analysis a;
};

/* ---- jobs ------------------------------------------------------------------------------------ */

struct copy {
	struct cusparse_job job;
	const void *from;
	struct cusparse_matrix to;
};

static cusparseStatus_t copy_values(const struct cusparse_job *job)
{
	const struct copy *j = (const struct copy *)(const void *)job;
	int64_t places = cusparse_matrix_places(&j->to);
	size_t bytes = cusparse_type_bytes(j->to.type);
	if (places == 0)
		return CUSPARSE_STATUS_SUCCESS;
	CUSPARSE_TRY(cusparse_check_memory(job, "values", j->from, places, bytes));
	CUSPARSE_TRY(cusparse_check_memory(job, "buffer", j->to.values, places, bytes));
	memmove(j->to.values, j->from, (size_t)places * bytes);
	return CUSPARSE_STATUS_SUCCESS;
}

static void copy_to_diagonal(const struct copy *j, const struct cusparse_rows *r)
{
	for (int64_t i = 0; i < r->rows; i++) {
		int64_t end = cusparse_rows_start(r, i + 1);
		for (int64_t k = cusparse_rows_start(r, i); k < end; k++)
			if (cusparse_rows_column(r, k) == i)
				cusparse_store(j->to.values, j->to.type, cusparse_rows_place(r, k),
					cusparse_load(j->from, j->to.type, i));
	}
}

static cusparseStatus_t copy_diagonal(const struct cusparse_job *job)
{
	const struct copy *j = (const struct copy *)(const void *)job;
	struct cusparse_rows r;
	CUSPARSE_TRY(cusparse_check_memory(job, "values", j->from, j->to.rows,
		cusparse_type_bytes(j->to.type)));
	cusparseStatus_t status = cusparse_rows_init(&r, job, &j->to, false);
	if (status == CUSPARSE_STATUS_SUCCESS)
		copy_to_diagonal(j, &r);
	cusparse_rows_release(&r);
	return status;
}

/* ---- what both share ------------------------------------------------------------------------- */

static cusparseStatus_t begin(struct cusparse_solve *j, const void *alpha, cudaDataType compute)
{
	struct cusparse_strided b = cusparse_dense_strided(&j->b, j->op_b, 0);
	CUSPARSE_TRY(cusparse_enter(j->job.context, j->job.name));
	CUSPARSE_NEEDS(cusparse_is_operation(j->op_a) && cusparse_is_operation(j->op_b));
	CUSPARSE_NEEDS(j->a.rows == j->a.cols && b.rows == j->a.rows);
	CUSPARSE_NEEDS(j->x.rows == b.rows && j->x.cols == b.cols);
	if (j->a.batches != 1 || j->b.batches != 1 || j->x.batches != 1)
		return cusparse_refuse(j->job.name, "a batch is");
	enum cusparse_compute c = cusparse_compute_of(compute);
	if (c == CUSPARSE_COMPUTE_COUNT || c == CUSPARSE_I32 || j->a.type != compute ||
		j->b.type != compute || j->x.type != compute)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return cusparse_scalar_take(&j->alpha, j->job.context, alpha, compute);
}

static cusparseStatus_t size(struct cusparse_solve *j, const void *alpha, cudaDataType compute,
	size_t *bytes)
{
	CUSPARSE_NEEDS(bytes != NULL);
	CUSPARSE_TRY(begin(j, alpha, compute));
	*bytes = (size_t)cusparse_matrix_places(&j->a) * cusparse_type_bytes(j->a.type) +
	         CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t analyse(struct cusparse_solve *j, const void *alpha, cudaDataType compute,
	struct analysis *a, void *buffer)
{
	struct copy c = {{j->job.name, copy_values, j->job.context}, j->a.values, j->a};
	CUSPARSE_TRY(begin(j, alpha, compute));
	CUSPARSE_NEEDS(buffer != NULL);
	c.to.values = buffer;
	a->m = c.to;
	return cusparse_do(&c.job, sizeof c);
}

static cusparseStatus_t solve(struct cusparse_solve *j, const void *alpha, cudaDataType compute,
	const struct analysis *a)
{
	CUSPARSE_TRY(begin(j, alpha, compute));
	CUSPARSE_NEEDS(a->m.values != NULL && a->m.type == j->a.type && a->m.nnz == j->a.nnz &&
		       a->m.format == j->a.format);
	CUSPARSE_NEEDS((j->b.values != NULL && j->x.values != NULL) || j->a.rows == 0);
	j->a.values = a->m.values;
	return cusparse_do(&j->job, sizeof *j);
}

static cusparseStatus_t update(cusparseHandle_t handle, const char *name, const struct analysis *a,
	const void *values, bool is_diagonal)
{
	struct copy c = {{name, is_diagonal ? copy_diagonal : copy_values, handle}, values, a->m};
	CUSPARSE_TRY(cusparse_enter(handle, name));
	CUSPARSE_NEEDS(a->m.values != NULL && values != NULL);
	return cusparse_do(&c.job, sizeof c);
}

/* ---- the functions --------------------------------------------------------------------------- */

/* Those of one of the two: OPERANDS are its parameters between `opA` and `computeType`, VALID
 * checks them, and SYSTEM is its job. */
#define SOLVER(Name, descr, KIND, OPERANDS, VALID, SYSTEM) \
	cusparseStatus_t cusparse##Name##_createDescr(cusparse##Name##Descr_t *descr) \
	{ \
		CUSPARSE_NEEDS(descr != NULL); \
		struct cusparse##Name##Descr *d = mem_try_new(1, sizeof *d); \
		if (d == NULL) \
			return CUSPARSE_STATUS_ALLOC_FAILED; \
		handle_enter(&d->handle, KIND); \
		*descr = d; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t cusparse##Name##_destroyDescr(cusparse##Name##Descr_t descr) \
	{ \
		CUSPARSE_NEEDS(handle_take(descr, KIND)); \
		free(descr); \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t cusparse##Name##_bufferSize(cusparseHandle_t handle, \
		cusparseOperation_t opA, OPERANDS, cudaDataType computeType, \
		cusparse##Name##Alg_t alg, cusparse##Name##Descr_t descr, size_t *bufferSize) \
	{ \
		(void)alg; \
		VALID(KIND, descr); \
		struct cusparse_solve j = SYSTEM; \
		return size(&j, alpha, computeType, bufferSize); \
	} \
	cusparseStatus_t cusparse##Name##_analysis(cusparseHandle_t handle, \
		cusparseOperation_t opA, OPERANDS, cudaDataType computeType, \
		cusparse##Name##Alg_t alg, cusparse##Name##Descr_t descr, void *externalBuffer) \
	{ \
		(void)alg; \
		VALID(KIND, descr); \
		struct cusparse_solve j = SYSTEM; \
		return analyse(&j, alpha, computeType, &descr->a, externalBuffer); \
	} \
	cusparseStatus_t cusparse##Name##_solve(cusparseHandle_t handle, cusparseOperation_t opA, \
		OPERANDS, cudaDataType computeType, cusparse##Name##Alg_t alg, \
		cusparse##Name##Descr_t descr) \
	{ \
		(void)alg; \
		VALID(KIND, descr); \
		struct cusparse_solve j = SYSTEM; \
		return solve(&j, alpha, computeType, &descr->a); \
	} \
	cusparseStatus_t cusparse##Name##_updateMatrix(cusparseHandle_t handle, \
		cusparse##Name##Descr_t descr, void *newValues, \
		cusparse##Name##Update_t updatePart) \
	{ \
		CUSPARSE_NEEDS_CONTEXT(handle); \
		CUSPARSE_NEEDS(handle_is_valid(descr, KIND) && (unsigned)updatePart <= 1); \
		return update(handle, __func__, &descr->a, newValues, updatePart != 0); \
	}

#define VECTORS(KIND, descr) \
	CUSPARSE_NEEDS_CONTEXT(handle); \
	CUSPARSE_NEEDS(handle_is_valid(descr, KIND) && handle_is_valid(matA, CUSPARSE_SP_MAT)); \
	CUSPARSE_NEEDS(handle_is_valid(vecX, CUSPARSE_DN_VEC)); \
	CUSPARSE_NEEDS(handle_is_valid(vecY, CUSPARSE_DN_VEC))
#define MATRICES(KIND, descr) \
	CUSPARSE_NEEDS_CONTEXT(handle); \
	CUSPARSE_NEEDS(handle_is_valid(descr, KIND) && handle_is_valid(matA, CUSPARSE_SP_MAT)); \
	CUSPARSE_NEEDS(handle_is_valid(matB, CUSPARSE_DN_MAT)); \
	CUSPARSE_NEEDS(handle_is_valid(matC, CUSPARSE_DN_MAT))
#define VECTOR_OPERANDS \
	const void *alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, \
		cusparseDnVecDescr_t vecY
#define MATRIX_OPERANDS \
	cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t matA, \
		cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC
#define VECTOR_SYSTEM \
	{.job = CUSPARSE_JOB(handle, cusparse_solve), \
		.op_a = opA, \
		.a = matA->m, \
		.b = vecX->v, \
		.x = vecY->v}
#define MATRIX_SYSTEM \
	{.job = CUSPARSE_JOB(handle, cusparse_solve), \
		.op_a = opA, \
		.op_b = opB, \
		.a = matA->m, \
		.b = matB->m, \
		.x = matC->m}
SOLVER(SpSV, spsvDescr, CUSPARSE_SPSV, VECTOR_OPERANDS, VECTORS, VECTOR_SYSTEM)
SOLVER(SpSM, spsmDescr, CUSPARSE_SPSM, MATRIX_OPERANDS, MATRICES, MATRIX_SYSTEM)
