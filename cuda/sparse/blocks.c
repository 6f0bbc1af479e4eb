/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products and triangular systems of matrices of blocks. */
#include <complex.h>
#include "older_impl.h"

static cusparseStatus_t check_matrix(const struct cusparse_matrix *a, cusparseMatDescr_t descr)
{
	CUSPARSE_NEEDS(a->rows >= 0 && a->cols >= 0 && a->nnz >= 0 && a->offsets != NULL);
	CUSPARSE_NEEDS(a->nnz == 0 || (a->columns != NULL && a->values != NULL));
	return descr->type == CUSPARSE_MATRIX_TYPE_GENERAL
	               ? CUSPARSE_STATUS_SUCCESS
	               : CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

/* A dense matrix of so many rows and columns, or the one whose transpose it is. */
static struct cusparse_dense dense_of(const void *values, cudaDataType type, int64_t rows,
	int64_t cols, int64_t ld, bool is_transposed)
{
	return (struct cusparse_dense){.values = (void *)(uintptr_t)values,
		.type = type,
		.order = is_transposed ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL,
		.rows = rows,
		.cols = cols,
		.ld = ld,
		.batches = 1};
}

static cusparseStatus_t check_dense(const struct cusparse_dense *d)
{
	CUSPARSE_NEEDS(d->cols >= 0 && (d->values != NULL || d->rows == 0 || d->cols == 0));
	CUSPARSE_NEEDS(d->ld >= (d->order == CUSPARSE_ORDER_ROW ? d->cols : d->rows));
	return CUSPARSE_STATUS_SUCCESS;
}

#define NEEDS_BLOCKS(side) \
	CUSPARSE_BEGIN(handle); \
	CUSPARSE_NEEDS_DESCR(descrA); \
	CUSPARSE_NEEDS(cusparse_is_direction(dirA) && cusparse_is_operation(transA)); \
	CUSPARSE_NEEDS(cusparse_is_block(side, side))

/* ---- products -------------------------------------------------------------------------------- */

static cusparseStatus_t multiply(struct cusparse_multiply *j, cusparseMatDescr_t descr,
	const void *alpha, const void *beta)
{
	CUSPARSE_TRY(check_matrix(&j->a, descr));
	CUSPARSE_TRY(check_dense(&j->b));
	CUSPARSE_TRY(check_dense(&j->c));
	CUSPARSE_TRY(cusparse_scalar_take(&j->alpha, j->job.context, alpha, j->a.type));
	CUSPARSE_TRY(cusparse_scalar_take(&j->beta, j->job.context, beta, j->a.type));
	return cusparse_do(&j->job, sizeof *j);
}

#define PRODUCTS(X, T, R, TYPE) \
	cusparseStatus_t cusparse##X##bsrmv(cusparseHandle_t handle, cusparseDirection_t dirA, \
		cusparseOperation_t transA, int mb, int nb, int nnzb, const T *alpha, \
		const cusparseMatDescr_t descrA, const T *values, const int *offsets, \
		const int *columns, int blockDim, const T *x, const T *beta, T *y) \
	{ \
		NEEDS_BLOCKS(blockDim); \
		bool as_is = transA == CUSPARSE_OPERATION_NON_TRANSPOSE; \
		int64_t rows = (int64_t)mb * blockDim, cols = (int64_t)nb * blockDim; \
		struct cusparse_matrix a = \
			cusparse_matrix_csr(mb, nb, nnzb, descrA, TYPE, values, offsets, columns); \
		struct cusparse_multiply j = {.job = CUSPARSE_JOB(handle, cusparse_multiply), \
			.op_a = transA, \
			.a = cusparse_matrix_bsr(dirA, blockDim, blockDim, &a), \
			.b = dense_of(x, TYPE, as_is ? cols : rows, 1, as_is ? cols : rows, \
				false), \
			.c = dense_of(y, TYPE, as_is ? rows : cols, 1, as_is ? rows : cols, \
				false)}; \
		return multiply(&j, descrA, alpha, beta); \
	} \
	cusparseStatus_t cusparse##X##bsrmm(cusparseHandle_t handle, cusparseDirection_t dirA, \
		cusparseOperation_t transA, cusparseOperation_t transB, int mb, int n, int kb, \
		int nnzb, const T *alpha, const cusparseMatDescr_t descrA, const T *values, \
		const int *offsets, const int *columns, const int blockSize, const T *B, \
		const int ldb, const T *beta, T *C, int ldc) \
	{ \
		NEEDS_BLOCKS(blockSize); \
		CUSPARSE_NEEDS(cusparse_is_operation(transB)); \
		if (transA != CUSPARSE_OPERATION_NON_TRANSPOSE || \
			transB == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) \
			return cusparse_refuse(__func__, "this operation is"); \
		struct cusparse_matrix a = \
			cusparse_matrix_csr(mb, kb, nnzb, descrA, TYPE, values, offsets, columns); \
		struct cusparse_multiply j = {.job = CUSPARSE_JOB(handle, cusparse_multiply), \
			.a = cusparse_matrix_bsr(dirA, blockSize, blockSize, &a), \
			.b = dense_of(B, TYPE, (int64_t)kb * blockSize, n, ldb, \
				transB != CUSPARSE_OPERATION_NON_TRANSPOSE), \
			.c = dense_of(C, TYPE, (int64_t)mb * blockSize, n, ldc, false)}; \
		return multiply(&j, descrA, alpha, beta); \
	}
CUSPARSE_TYPED(PRODUCTS)

/* ---- triangular systems ---------------------------------------------------------------------- */

struct triangle {
	struct cusparse_solve solve;
	void *info;
	enum cusparse_info_kind kind;
	bool is_solved; /* or else analysed */
};

/* Notes the block rows whose diagonal is missing, or 0 as well if the system is to be solved. */
static void find_pivots(const struct triangle *j, const struct cusparse_rows *r)
{
	const struct cusparse_matrix *a = &j->solve.a;
	cusparse_info_reset(j->info, j->kind);
	for (int64_t i = 0; i < r->rows; i++) {
		int64_t end = cusparse_rows_start(r, i + 1);
		bool is_there = a->diag == CUSPARSE_DIAG_TYPE_UNIT;
		for (int64_t k = cusparse_rows_start(r, i); k < end && !is_there; k++)
			is_there = cusparse_rows_column(r, k) == i &&
			           (!j->is_solved || cusparse_load(a->values, a->type,
							     cusparse_rows_place(r, k)) != 0);
		if (!is_there)
			cusparse_info_note(j->info, j->kind, i / a->block_rows + a->base);
	}
}

static cusparseStatus_t run(const struct cusparse_job *job)
{
	const struct triangle *j = (const struct triangle *)(const void *)job;
	struct cusparse_rows r;
	cusparseStatus_t status = cusparse_rows_init(&r, job, &j->solve.a, false);
	if (status == CUSPARSE_STATUS_SUCCESS)
		find_pivots(j, &r);
	cusparse_rows_release(&r);
	return status == CUSPARSE_STATUS_SUCCESS && j->is_solved ? cusparse_solve(job) : status;
}

static cusparseStatus_t check_triangle(const struct triangle *j, cusparseMatDescr_t descr)
{
	CUSPARSE_NEEDS(handle_is_valid(j->info, j->kind));
	return check_matrix(&j->solve.a, descr);
}

static cusparseStatus_t size(const struct triangle *j, cusparseMatDescr_t descr, int *bytes)
{
	CUSPARSE_NEEDS(bytes != NULL);
	CUSPARSE_TRY(check_triangle(j, descr));
	*bytes = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t analyse(const struct triangle *j, cusparseMatDescr_t descr)
{
	CUSPARSE_TRY(check_triangle(j, descr));
	return cusparse_do(&j->solve.job, sizeof *j);
}

static cusparseStatus_t solve(struct triangle *j, cusparseMatDescr_t descr, const void *alpha)
{
	CUSPARSE_TRY(check_triangle(j, descr));
	CUSPARSE_TRY(check_dense(&j->solve.b));
	CUSPARSE_TRY(check_dense(&j->solve.x));
	CUSPARSE_TRY(cusparse_scalar_take(&j->solve.alpha, j->solve.job.context, alpha,
		j->solve.a.type));
	j->is_solved = true;
	return cusparse_do(&j->solve.job, sizeof *j);
}

static struct cusparse_matrix square_of(cusparseDirection_t dirA, int mb, int nnzb,
	cusparseMatDescr_t descr, cudaDataType type, const void *values, const int *offsets,
	const int *columns, int side)
{
	struct cusparse_matrix a =
		cusparse_matrix_csr(mb, mb, nnzb, descr, type, values, offsets, columns);
	return cusparse_matrix_bsr(dirA, side, side, &a);
}

#define TRIANGLE(ID, TYPE, side) \
	{.solve = {.job = CUSPARSE_JOB(handle, run), \
		 .op_a = transA, \
		 .a = square_of(dirA, mb, nnzb, descrA, TYPE, values, offsets, columns, side)}, \
		.info = info, \
		.kind = CUSPARSE_INFO_##ID}
#define NEEDS_SYSTEM(side) \
	NEEDS_BLOCKS(side); \
	CUSPARSE_NEEDS(mb >= 0 && nnzb >= 0)

#define VECTORS(X, T, R, TYPE) \
	cusparseStatus_t cusparse##X##bsrsv2_bufferSize(cusparseHandle_t handle, \
		cusparseDirection_t dirA, cusparseOperation_t transA, int mb, int nnzb, \
		const cusparseMatDescr_t descrA, T *values, const int *offsets, \
		const int *columns, int blockDim, bsrsv2Info_t info, int *pBufferSizeInBytes) \
	{ \
		NEEDS_SYSTEM(blockDim); \
		struct triangle j = TRIANGLE(BSRSV2, TYPE, blockDim); \
		return size(&j, descrA, pBufferSizeInBytes); \
	} \
	cusparseStatus_t cusparse##X##bsrsv2_analysis(cusparseHandle_t handle, \
		cusparseDirection_t dirA, cusparseOperation_t transA, int mb, int nnzb, \
		const cusparseMatDescr_t descrA, const T *values, const int *offsets, \
		const int *columns, int blockDim, bsrsv2Info_t info, cusparseSolvePolicy_t policy, \
		void *pBuffer) \
	{ \
		(void)policy, (void)pBuffer; \
		NEEDS_SYSTEM(blockDim); \
		struct triangle j = TRIANGLE(BSRSV2, TYPE, blockDim); \
		return analyse(&j, descrA); \
	} \
	cusparseStatus_t cusparse##X##bsrsv2_solve(cusparseHandle_t handle, \
		cusparseDirection_t dirA, cusparseOperation_t transA, int mb, int nnzb, \
		const T *alpha, const cusparseMatDescr_t descrA, const T *values, \
		const int *offsets, const int *columns, int blockDim, bsrsv2Info_t info, \
		const T *f, T *x, cusparseSolvePolicy_t policy, void *pBuffer) \
	{ \
		(void)policy, (void)pBuffer; \
		NEEDS_SYSTEM(blockDim); \
		struct triangle j = TRIANGLE(BSRSV2, TYPE, blockDim); \
		j.solve.b = dense_of(f, TYPE, j.solve.a.rows, 1, j.solve.a.rows, false); \
		j.solve.x = dense_of(x, TYPE, j.solve.a.rows, 1, j.solve.a.rows, false); \
		return solve(&j, descrA, alpha); \
	}
CUSPARSE_TYPED(VECTORS)

#define NEEDS_SYSTEMS \
	NEEDS_SYSTEM(blockSize); \
	CUSPARSE_NEEDS(cusparse_is_operation(transXY) && n >= 0); \
	if (transXY == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) \
	return cusparse_refuse(__func__, "this operation is")
#define MATRICES(X, T, R, TYPE) \
	cusparseStatus_t cusparse##X##bsrsm2_bufferSize(cusparseHandle_t handle, \
		cusparseDirection_t dirA, cusparseOperation_t transA, cusparseOperation_t transXY, \
		int mb, int n, int nnzb, const cusparseMatDescr_t descrA, T *values, \
		const int *offsets, const int *columns, int blockSize, bsrsm2Info_t info, \
		int *pBufferSizeInBytes) \
	{ \
		NEEDS_SYSTEMS; \
		struct triangle j = TRIANGLE(BSRSM2, TYPE, blockSize); \
		return size(&j, descrA, pBufferSizeInBytes); \
	} \
	cusparseStatus_t cusparse##X##bsrsm2_analysis(cusparseHandle_t handle, \
		cusparseDirection_t dirA, cusparseOperation_t transA, cusparseOperation_t transXY, \
		int mb, int n, int nnzb, const cusparseMatDescr_t descrA, const T *values, \
		const int *offsets, const int *columns, int blockSize, bsrsm2Info_t info, \
		cusparseSolvePolicy_t policy, void *pBuffer) \
	{ \
		(void)policy, (void)pBuffer; \
		NEEDS_SYSTEMS; \
		struct triangle j = TRIANGLE(BSRSM2, TYPE, blockSize); \
		return analyse(&j, descrA); \
	} \
	cusparseStatus_t cusparse##X##bsrsm2_solve(cusparseHandle_t handle, \
		cusparseDirection_t dirA, cusparseOperation_t transA, cusparseOperation_t transXY, \
		int mb, int n, int nnzb, const T *alpha, const cusparseMatDescr_t descrA, \
		const T *values, const int *offsets, const int *columns, int blockSize, \
		bsrsm2Info_t info, const T *B, int ldb, T *x, int ldx, \
		cusparseSolvePolicy_t policy, void *pBuffer) \
	{ \
		(void)policy, (void)pBuffer; \
		NEEDS_SYSTEMS; \
		bool is_transposed = transXY != CUSPARSE_OPERATION_NON_TRANSPOSE; \
		struct triangle j = TRIANGLE(BSRSM2, TYPE, blockSize); \
		j.solve.b = dense_of(B, TYPE, j.solve.a.rows, n, ldb, is_transposed); \
		j.solve.x = dense_of(x, TYPE, j.solve.a.rows, n, ldx, is_transposed); \
		return solve(&j, descrA, alpha); \
	}
CUSPARSE_TYPED(MATRICES)

CUSPARSE_ZERO_PIVOT(bsrsv2, BSRSV2, bsrsv2Info_t)
CUSPARSE_ZERO_PIVOT(bsrsm2, BSRSM2, bsrsm2Info_t)
