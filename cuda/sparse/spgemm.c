/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SpGEMM, and SpGEMMreuse, which computes the values again for a pattern that is known. The pattern
 * is kept in memory of the descriptor's: programs learn the number of entries from it, so that the
 * functions wait for the stream, save cusparseSpGEMMreuse_compute(). */
#include <complex.h>
#include <stdlib.h>
#include "product_impl.h"

struct cusparseSpGEMMDescr {
	struct handle handle;
	int64_t products; /* -1: not counted */
	struct cusparse_pattern pattern;
	double _Complex *values; /* of the pattern, NULL: not computed */
};

struct spgemm {
	struct cusparse_job job;
	cusparseOperation_t op_a, op_b;
	struct cusparse_matrix a, b, c;
	struct cusparse_scalar alpha, beta;
	cusparseSpGEMMDescr_t descr;
};

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr)
{
	CUSPARSE_NEEDS(descr != NULL);
	struct cusparseSpGEMMDescr *d = mem_try_new(1, sizeof *d);
	if (d == NULL)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	d->products = -1;
	handle_enter(&d->handle, CUSPARSE_SPGEMM);
	*descr = d;
	return CUSPARSE_STATUS_SUCCESS;
}

static void forget(cusparseSpGEMMDescr_t d)
{
	cusparse_pattern_release(&d->pattern);
	free(d->values);
	d->values = NULL;
}

cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr)
{
	CUSPARSE_NEEDS(handle_take(descr, CUSPARSE_SPGEMM));
	forget(descr);
	free(descr);
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- jobs ------------------------------------------------------------------------------------ */

static const struct spgemm *job_get(const struct cusparse_job *job)
{
	return (const struct spgemm *)(const void *)job;
}

static cusparseStatus_t factors_init(struct cusparse_product *p, const struct spgemm *j)
{
	*p = (struct cusparse_product){.a_values = j->a.values,
		.a_type = j->a.type,
		.b_values = j->b.values,
		.b_type = j->b.type};
	CUSPARSE_TRY(cusparse_rows_init(&p->a, &j->job, &j->a, false));
	return cusparse_rows_init(&p->b, &j->job, &j->b, false);
}

static void factors_release(struct cusparse_product *p)
{
	cusparse_rows_release(&p->a);
	cusparse_rows_release(&p->b);
}

static cusparseStatus_t count(const struct cusparse_job *job)
{
	const struct spgemm *j = job_get(job);
	struct cusparse_product p;
	cusparseStatus_t status = factors_init(&p, j);
	if (status == CUSPARSE_STATUS_SUCCESS)
		j->descr->products = cusparse_pattern_products(&p.a, &p.b);
	factors_release(&p);
	return status;
}

/* Finds the pattern, and the values unless the job has no factors yet. */
static cusparseStatus_t find(const struct spgemm *j, struct cusparse_product *p, bool has_values)
{
	struct cusparseSpGEMMDescr *d = j->descr;
	CUSPARSE_TRY(factors_init(p, j));
	forget(d);
	CUSPARSE_TRY(cusparse_pattern_init(&d->pattern, &j->job, &p->a, &p->b));
	if (!has_values)
		return CUSPARSE_STATUS_SUCCESS;
	CUSPARSE_TRY(cusparse_scalar_get(&j->alpha, &j->job, &p->alpha));
	CUSPARSE_TRY(cusparse_scalar_get(&j->beta, &j->job, &p->beta));
	if (p->beta != 0)
		return cusparse_refuse(j->job.name, "a beta that is not 0 is");
	const struct cusparse_pattern *pattern = &d->pattern;
	d->values = mem_try_new((size_t)pattern->starts[pattern->rows] + 1, sizeof *d->values);
	if (d->values == NULL)
		return cusparse_no_memory(&j->job);
	p->c = (struct cusparse_rows){.rows = pattern->rows,
		.cols = pattern->cols,
		.starts = {pattern->starts, true, 0},
		.columns = {pattern->columns, true, 0}};
	p->c_values = d->values;
	p->c_type = CUDA_C_64F;
	return cusparse_product(p, &j->job, cusparse_compute_of(j->alpha.type));
}

static cusparseStatus_t compute(const struct cusparse_job *job)
{
	struct cusparse_product p;
	cusparseStatus_t status = find(job_get(job), &p, true);
	factors_release(&p);
	return status;
}

static cusparseStatus_t find_pattern(const struct cusparse_job *job)
{
	struct cusparse_product p;
	cusparseStatus_t status = find(job_get(job), &p, false);
	factors_release(&p);
	return status;
}

static cusparseStatus_t check_result(const struct spgemm *j)
{
	const struct cusparse_matrix *c = &j->c;
	CUSPARSE_TRY(cusparse_check_memory(&j->job, "offsets of the result", c->offsets,
		c->rows + 1, cusparse_index_bytes(c->offsets_type)));
	CUSPARSE_TRY(cusparse_check_memory(&j->job, "columns of the result", c->columns, c->nnz,
		cusparse_index_bytes(c->columns_type)));
	return cusparse_check_memory(&j->job, "values of the result", c->values, c->nnz,
		cusparse_type_bytes(c->type));
}

static cusparseStatus_t copy(const struct cusparse_job *job)
{
	const struct spgemm *j = job_get(job);
	const struct cusparse_matrix *c = &j->c;
	const struct cusparse_pattern *p = &j->descr->pattern;
	CUSPARSE_TRY(check_result(j));
	for (int64_t i = 0; i <= p->rows; i++)
		cusparse_index_put(c->offsets, c->offsets_type, i, p->starts[i] + c->base);
	for (int64_t k = 0; k < p->starts[p->rows]; k++)
		cusparse_index_put(c->columns, c->columns_type, k, p->columns[k] + c->base);
	for (int64_t k = 0; j->descr->values != NULL && k < p->starts[p->rows]; k++)
		cusparse_store(c->values, c->type, k, j->descr->values[k]);
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t compute_again(const struct cusparse_job *job)
{
	const struct spgemm *j = job_get(job);
	struct cusparse_product p;
	cusparseStatus_t status = factors_init(&p, j);
	if (status == CUSPARSE_STATUS_SUCCESS)
		status = cusparse_rows_init(&p.c, job, &j->c, false);
	if (status == CUSPARSE_STATUS_SUCCESS)
		status = cusparse_scalar_get(&j->alpha, job, &p.alpha);
	if (status == CUSPARSE_STATUS_SUCCESS)
		status = cusparse_scalar_get(&j->beta, job, &p.beta);
	p.c_values = j->c.values;
	p.c_type = j->c.type;
	if (status == CUSPARSE_STATUS_SUCCESS)
		status = cusparse_product(&p, job, cusparse_compute_of(j->alpha.type));
	factors_release(&p);
	return status;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static bool is_csr(const struct cusparse_matrix *m)
{
	return m->format == CUSPARSE_FORMAT_CSR && m->batches == 1;
}

static cusparseStatus_t check(const struct spgemm *j)
{
	CUSPARSE_NEEDS(cusparse_is_operation(j->op_a) && cusparse_is_operation(j->op_b));
	CUSPARSE_NEEDS(j->a.cols == j->b.rows && j->c.rows == j->a.rows && j->c.cols == j->b.cols);
	if (j->op_a != CUSPARSE_OPERATION_NON_TRANSPOSE ||
		j->op_b != CUSPARSE_OPERATION_NON_TRANSPOSE)
		return cusparse_refuse(j->job.name, "a transposed matrix is");
	if (!is_csr(&j->a) || !is_csr(&j->b) || !is_csr(&j->c))
		return cusparse_refuse(j->job.name, "another format than one CSR matrix is");
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t begin(struct spgemm *j)
{
	CUSPARSE_TRY(cusparse_enter(j->job.context, j->job.name));
	return check(j);
}

static cusparseStatus_t begin_values(struct spgemm *j, const void *alpha, const void *beta,
	cudaDataType type)
{
	CUSPARSE_TRY(begin(j));
	if (!cusparse_type_fits(j->a.type, type) || !cusparse_type_fits(j->b.type, type) ||
		!cusparse_type_fits(j->c.type, type) || type == CUDA_R_32I)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	CUSPARSE_TRY(cusparse_scalar_take(&j->alpha, j->job.context, alpha, type));
	return cusparse_scalar_take(&j->beta, j->job.context, beta, type);
}

#define NEEDS_OPERANDS \
	do { \
		CUSPARSE_NEEDS_CONTEXT(handle); \
		CUSPARSE_NEEDS(handle_is_valid(matA, CUSPARSE_SP_MAT)); \
		CUSPARSE_NEEDS(handle_is_valid(matB, CUSPARSE_SP_MAT)); \
		CUSPARSE_NEEDS(handle_is_valid(matC, CUSPARSE_SP_MAT)); \
		CUSPARSE_NEEDS(handle_is_valid(spgemmDescr, CUSPARSE_SPGEMM)); \
	} while (0)
#define SPGEMM_JOB(run) \
	{.job = CUSPARSE_JOB(handle, run), \
		.op_a = opA, \
		.op_b = opB, \
		.a = matA->m, \
		.b = matB->m, \
		.c = matC->m, \
		.descr = spgemmDescr}
/* Answers a call that asks how large its buffer has to be. */
#define ANSWER_SIZE(size, buffer) \
	do { \
		CUSPARSE_NEEDS((size) != NULL); \
		if ((buffer) == NULL) { \
			*(size) = CUSPARSE_BUFFER_BYTES; \
			return CUSPARSE_STATUS_SUCCESS; \
		} \
	} while (0)

/* ---- SpGEMM ---------------------------------------------------------------------------------- */

cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t matA,
	cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
	cudaDataType computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr,
	size_t *bufferSize1, void *externalBuffer1)
{
	(void)alg;
	NEEDS_OPERANDS;
	struct spgemm j = SPGEMM_JOB(count);
	CUSPARSE_TRY(begin_values(&j, alpha, beta, computeType));
	ANSWER_SIZE(bufferSize1, externalBuffer1);
	return cusparse_do_now(&j.job);
}

cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t spgemmDescr,
	int64_t *num_prods)
{
	CUSPARSE_NEEDS(handle_is_valid(spgemmDescr, CUSPARSE_SPGEMM) && num_prods != NULL);
	CUSPARSE_NEEDS(spgemmDescr->products >= 0);
	*num_prods = spgemmDescr->products;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_estimateMemory(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t matA,
	cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
	cudaDataType computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr,
	float chunk_fraction, size_t *bufferSize3, void *externalBuffer3, size_t *bufferSize2)
{
	(void)alg;
	NEEDS_OPERANDS;
	struct spgemm j = SPGEMM_JOB(count);
	CUSPARSE_NEEDS(chunk_fraction > 0 && chunk_fraction <= 1);
	CUSPARSE_TRY(begin_values(&j, alpha, beta, computeType));
	ANSWER_SIZE(bufferSize3, externalBuffer3);
	CUSPARSE_NEEDS(bufferSize2 != NULL);
	*bufferSize2 = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t matA,
	cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
	cudaDataType computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr,
	size_t *bufferSize2, void *externalBuffer2)
{
	(void)alg;
	NEEDS_OPERANDS;
	struct spgemm j = SPGEMM_JOB(compute);
	CUSPARSE_TRY(begin_values(&j, alpha, beta, computeType));
	ANSWER_SIZE(bufferSize2, externalBuffer2);
	CUSPARSE_TRY(cusparse_do_now(&j.job));
	matC->m.nnz = spgemmDescr->pattern.starts[j.a.rows];
	return CUSPARSE_STATUS_SUCCESS;
}

/* Returns whether the descriptor has the pattern of this product. */
static bool is_found(const struct spgemm *j)
{
	const struct cusparse_pattern *p = &j->descr->pattern;
	return p->columns != NULL && p->rows == j->c.rows && p->cols == j->c.cols &&
	       p->starts[p->rows] == j->c.nnz;
}

cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t matA,
	cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
	cudaDataType computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr)
{
	(void)alg;
	NEEDS_OPERANDS;
	struct spgemm j = SPGEMM_JOB(copy);
	CUSPARSE_TRY(begin_values(&j, alpha, beta, computeType));
	CUSPARSE_NEEDS(is_found(&j) && spgemmDescr->values != NULL);
	return cusparse_do_now(&j.job);
}

/* ---- SpGEMMreuse ----------------------------------------------------------------------------- */

cusparseStatus_t cusparseSpGEMMreuse_workEstimation(cusparseHandle_t handle,
	cusparseOperation_t opA, cusparseOperation_t opB, cusparseConstSpMatDescr_t matA,
	cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC, cusparseSpGEMMAlg_t alg,
	cusparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize1, void *externalBuffer1)
{
	(void)alg;
	NEEDS_OPERANDS;
	struct spgemm j = SPGEMM_JOB(count);
	CUSPARSE_TRY(begin(&j));
	ANSWER_SIZE(bufferSize1, externalBuffer1);
	return cusparse_do_now(&j.job);
}

cusparseStatus_t cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
	cusparseSpMatDescr_t matC, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr,
	size_t *bufferSize2, void *externalBuffer2, size_t *bufferSize3, void *externalBuffer3,
	size_t *bufferSize4, void *externalBuffer4)
{
	(void)alg, (void)externalBuffer3, (void)externalBuffer4;
	NEEDS_OPERANDS;
	struct spgemm j = SPGEMM_JOB(find_pattern);
	CUSPARSE_TRY(begin(&j));
	CUSPARSE_NEEDS(bufferSize3 != NULL && bufferSize4 != NULL);
	*bufferSize3 = *bufferSize4 = CUSPARSE_BUFFER_BYTES;
	ANSWER_SIZE(bufferSize2, externalBuffer2);
	CUSPARSE_TRY(cusparse_do_now(&j.job));
	matC->m.nnz = spgemmDescr->pattern.starts[j.a.rows];
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
	cusparseSpMatDescr_t matC, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr,
	size_t *bufferSize5, void *externalBuffer5)
{
	(void)alg;
	NEEDS_OPERANDS;
	struct spgemm j = SPGEMM_JOB(copy);
	CUSPARSE_TRY(begin(&j));
	ANSWER_SIZE(bufferSize5, externalBuffer5);
	CUSPARSE_NEEDS(is_found(&j));
	return cusparse_do_now(&j.job);
}

cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t matA,
	cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
	cudaDataType computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr)
{
	(void)alg;
	NEEDS_OPERANDS;
	struct spgemm j = SPGEMM_JOB(compute_again);
	CUSPARSE_TRY(begin_values(&j, alpha, beta, computeType));
	return cusparse_do(&j.job, sizeof j);
}
