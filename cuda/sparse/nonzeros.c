/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many values of a dense matrix are not 0. */
#include <complex.h>
#include "older_impl.h"

struct nonzeros {
	struct cusparse_job job;
	struct cusparse_dense a;
	cusparseOperation_t op; /* columns are counted as the transpose's rows */
	int *counts, *total;
};

static cusparseStatus_t run(const struct cusparse_job *job)
{
	const struct nonzeros *j = (const struct nonzeros *)(const void *)job;
	struct cusparse_strided a = cusparse_dense_strided(&j->a, j->op, 0);
	int64_t all = 0;
	CUSPARSE_TRY(cusparse_check_dense(job, "values", &j->a));
	CUSPARSE_TRY(cusparse_check_ints(job, "counts", j->counts, a.rows));
	CUSPARSE_TRY(cusparse_check_ints(job, "total", j->total, 1));
	for (int64_t i = 0; i < a.rows; i++) {
		int n = 0;
		for (int64_t k = 0; k < a.cols; k++)
			n += cusparse_load(a.values, a.type, i * a.row_step + k * a.col_step) != 0;
		j->counts[i] = n;
		all += n;
	}
	*j->total = (int)all;
	return CUSPARSE_STATUS_SUCCESS;
}

#define FUNCTION(X, T, R, TYPE) \
	cusparseStatus_t cusparse##X##nnz(cusparseHandle_t handle, cusparseDirection_t dirA, \
		int m, int n, const cusparseMatDescr_t descrA, const T *A, int lda, \
		int *nnzPerRowCol, int *nnzTotalDevHostPtr) \
	{ \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS_DESCR(descrA); \
		CUSPARSE_NEEDS(cusparse_is_direction(dirA) && m >= 0 && n >= 0 && lda >= m); \
		CUSPARSE_NEEDS(A != NULL && nnzPerRowCol != NULL && nnzTotalDevHostPtr != NULL); \
		struct nonzeros j = {CUSPARSE_JOB(handle, run), \
			{.values = (void *)(uintptr_t)A, \
				.type = TYPE, \
				.order = CUSPARSE_ORDER_COL, \
				.rows = m, \
				.cols = n, \
				.ld = lda, \
				.batches = 1}, \
			dirA == CUSPARSE_DIRECTION_ROW ? CUSPARSE_OPERATION_NON_TRANSPOSE \
						       : CUSPARSE_OPERATION_TRANSPOSE, \
			nnzPerRowCol, nnzTotalDevHostPtr}; \
		return cusparse_do_for_host(&j.job, sizeof j); \
	}
CUSPARSE_TYPED(FUNCTION)
