/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sparse matrices to dense ones and back. What is not 0 is an entry; the analysis counts entries,
 * so that the program can make arrays for them. */
#include <complex.h>
#include <stdlib.h>
#include <string.h>
#include "sparse_impl.h"

struct conversion {
	struct cusparse_job job;
	struct cusparse_matrix sparse;
	struct cusparse_dense dense;
	int64_t *count;
};

static const struct conversion *job_get(const struct cusparse_job *job)
{
	return (const struct conversion *)(const void *)job;
}

static cusparseStatus_t to_dense(const struct cusparse_job *job)
{
	const struct conversion *j = job_get(job);
	struct cusparse_strided d =
		cusparse_dense_strided(&j->dense, CUSPARSE_OPERATION_NON_TRANSPOSE, 0);
	size_t bytes = cusparse_type_bytes(d.type);
	struct cusparse_entries e;
	CUSPARSE_TRY(cusparse_check_memory(job, "values", j->sparse.values,
		cusparse_matrix_places(&j->sparse), bytes));
	CUSPARSE_TRY(cusparse_check_dense(job, "values of the dense matrix", &j->dense));
	CUSPARSE_TRY(cusparse_entries_init(&e, job, &j->sparse));
	for (int64_t r = 0; r < d.rows; r++)
		for (int64_t c = 0; c < d.cols; c++)
			memset(cusparse_at(d.values, r * d.row_step + c * d.col_step, bytes), 0,
				bytes);
	for (int64_t k = 0; k < e.count; k++)
		memcpy(cusparse_at(d.values, e.row[k] * d.row_step + e.col[k] * d.col_step, bytes),
			cusparse_at(j->sparse.values, e.place[k], bytes), bytes);
	free(e.row);
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- to sparse matrices ---------------------------------------------------------------------- */

/* The dense matrix with the lines first that the sparse one has its entries by. */
static struct cusparse_strided lines_get(const struct conversion *j)
{
	return cusparse_dense_strided(&j->dense,
		j->sparse.format == CUSPARSE_FORMAT_CSC ? CUSPARSE_OPERATION_TRANSPOSE
							: CUSPARSE_OPERATION_NON_TRANSPOSE,
		0);
}

static bool is_entry(const struct cusparse_strided *d, int64_t i, int64_t k)
{
	return cusparse_load(d->values, d->type, i * d->row_step + k * d->col_step) != 0;
}

/* Also writes the offsets, which the program may have made room for already. */
static cusparseStatus_t count(const struct cusparse_job *job)
{
	const struct conversion *j = job_get(job);
	const struct cusparse_matrix *m = &j->sparse;
	struct cusparse_strided d = lines_get(j);
	bool has_offsets = m->format != CUSPARSE_FORMAT_COO && m->offsets != NULL;
	CUSPARSE_TRY(cusparse_check_dense(job, "values of the dense matrix", &j->dense));
	if (has_offsets)
		CUSPARSE_TRY(cusparse_check_memory(job, "offsets", m->offsets, d.rows + 1,
			cusparse_index_bytes(m->offsets_type)));
	for (int64_t i = 0, n = 0; i <= d.rows; i++) {
		if (has_offsets)
			cusparse_index_put(m->offsets, m->offsets_type, i, n + m->base);
		*j->count = n;
		for (int64_t k = 0; i < d.rows && k < d.cols; k++)
			n += is_entry(&d, i, k);
	}
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t check_arrays(const struct conversion *j, int64_t lines)
{
	const struct cusparse_matrix *m = &j->sparse;
	bool is_coo = m->format == CUSPARSE_FORMAT_COO;
	CUSPARSE_TRY(cusparse_check_memory(&j->job, "offsets", m->offsets,
		is_coo ? m->nnz : lines + 1, cusparse_index_bytes(m->offsets_type)));
	CUSPARSE_TRY(cusparse_check_memory(&j->job, "indices", m->columns, m->nnz,
		cusparse_index_bytes(m->columns_type)));
	return cusparse_check_memory(&j->job, "values", m->values, m->nnz,
		cusparse_type_bytes(m->type));
}

/* Writes the entries of line i from the n-th on; returns how many there are then. */
static int64_t put_line(const struct cusparse_matrix *m, const struct cusparse_strided *d,
	int64_t i, int64_t n)
{
	size_t bytes = cusparse_type_bytes(m->type);
	for (int64_t k = 0; k < d->cols && n < m->nnz; k++) {
		if (!is_entry(d, i, k))
			continue;
		if (m->format == CUSPARSE_FORMAT_COO)
			cusparse_index_put(m->offsets, m->offsets_type, n, i + m->base);
		cusparse_index_put(m->columns, m->columns_type, n, k + m->base);
		memcpy(cusparse_at(m->values, n, bytes),
			cusparse_at(d->values, i * d->row_step + k * d->col_step, bytes), bytes);
		n++;
	}
	return n;
}

static cusparseStatus_t to_sparse(const struct cusparse_job *job)
{
	const struct conversion *j = job_get(job);
	const struct cusparse_matrix *m = &j->sparse;
	struct cusparse_strided d = lines_get(j);
	int64_t n = 0;
	CUSPARSE_TRY(cusparse_check_dense(job, "values of the dense matrix", &j->dense));
	CUSPARSE_TRY(check_arrays(j, d.rows));
	for (int64_t i = 0; i <= d.rows; i++) {
		if (m->format != CUSPARSE_FORMAT_COO)
			cusparse_index_put(m->offsets, m->offsets_type, i, n + m->base);
		if (i < d.rows)
			n = put_line(m, &d, i, n);
	}
	return CUSPARSE_STATUS_SUCCESS;
}

/* Blocked-ELL has its places already: all of them get the dense matrix's values. */
static cusparseStatus_t to_blocks(const struct cusparse_job *job)
{
	const struct conversion *j = job_get(job);
	const struct cusparse_matrix *m = &j->sparse;
	struct cusparse_strided d = lines_get(j);
	size_t bytes = cusparse_type_bytes(m->type);
	struct cusparse_entries e;
	CUSPARSE_TRY(cusparse_check_dense(job, "values of the dense matrix", &j->dense));
	CUSPARSE_TRY(cusparse_check_memory(job, "values", m->values, m->nnz, bytes));
	CUSPARSE_TRY(cusparse_entries_init(&e, job, m));
	if (m->nnz != 0)
		memset(m->values, 0, (size_t)m->nnz * bytes);
	for (int64_t k = 0; k < e.count; k++)
		memcpy(cusparse_at(m->values, e.place[k], bytes),
			cusparse_at(d.values, e.row[k] * d.row_step + e.col[k] * d.col_step, bytes),
			bytes);
	free(e.row);
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- the functions --------------------------------------------------------------------------- */

static cusparseStatus_t begin(struct conversion *j)
{
	CUSPARSE_TRY(cusparse_enter(j->job.context, j->job.name));
	CUSPARSE_NEEDS(j->sparse.rows == j->dense.rows && j->sparse.cols == j->dense.cols);
	CUSPARSE_NEEDS(j->dense.values != NULL || j->dense.rows == 0 || j->dense.cols == 0);
	if (j->sparse.batches != 1 || j->dense.batches != 1)
		return cusparse_refuse(j->job.name, "a batch is");
	return j->sparse.type == j->dense.type ? CUSPARSE_STATUS_SUCCESS
	                                       : CUSPARSE_STATUS_NOT_SUPPORTED;
}

static cusparseStatus_t begin_sparse(struct conversion *j)
{
	cusparseFormat_t f = j->sparse.format;
	CUSPARSE_TRY(begin(j));
	if (f == CUSPARSE_FORMAT_BSR || f == CUSPARSE_FORMAT_SLICED_ELLPACK)
		return cusparse_refuse(j->job.name, "a result of this format is");
	return CUSPARSE_STATUS_SUCCESS;
}

#define NEEDS_MATRICES(sparse, dense) \
	do { \
		CUSPARSE_NEEDS_CONTEXT(handle); \
		CUSPARSE_NEEDS(handle_is_valid(sparse, CUSPARSE_SP_MAT)); \
		CUSPARSE_NEEDS(handle_is_valid(dense, CUSPARSE_DN_MAT)); \
	} while (0)
#define CONVERSION(run, from, to) \
	{.job = CUSPARSE_JOB(handle, run), .sparse = from->m, .dense = to->m}

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
	cusparseConstSpMatDescr_t matA, cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t alg,
	size_t *bufferSize)
{
	(void)alg;
	NEEDS_MATRICES(matA, matB);
	struct conversion j = CONVERSION(to_dense, matA, matB);
	CUSPARSE_NEEDS(bufferSize != NULL);
	CUSPARSE_TRY(begin(&j));
	*bufferSize = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
	cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t alg, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	NEEDS_MATRICES(matA, matB);
	struct conversion j = CONVERSION(to_dense, matA, matB);
	CUSPARSE_TRY(begin(&j));
	return cusparse_do(&j.job, sizeof j);
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
	cusparseConstDnMatDescr_t matA, cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t alg,
	size_t *bufferSize)
{
	(void)alg;
	NEEDS_MATRICES(matB, matA);
	struct conversion j = CONVERSION(count, matB, matA);
	CUSPARSE_NEEDS(bufferSize != NULL);
	CUSPARSE_TRY(begin_sparse(&j));
	*bufferSize = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
	cusparseConstDnMatDescr_t matA, cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t alg,
	void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	NEEDS_MATRICES(matB, matA);
	struct conversion j = CONVERSION(count, matB, matA);
	CUSPARSE_TRY(begin_sparse(&j));
	if (j.sparse.format == CUSPARSE_FORMAT_BLOCKED_ELL)
		return CUSPARSE_STATUS_SUCCESS;
	j.count = &matB->m.nnz;
	return cusparse_do_now(&j.job);
}

cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle,
	cusparseConstDnMatDescr_t matA, cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t alg,
	void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	NEEDS_MATRICES(matB, matA);
	struct conversion j = CONVERSION(to_sparse, matB, matA);
	if (j.sparse.format == CUSPARSE_FORMAT_BLOCKED_ELL)
		j.job.function = to_blocks;
	CUSPARSE_TRY(begin_sparse(&j));
	CUSPARSE_NEEDS(j.sparse.nnz == 0 || (j.sparse.columns != NULL && j.sparse.values != NULL));
	return cusparse_do(&j.job, sizeof j);
}
