/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What several of the older functions need. */
#include "older_impl.h"

cusparseStatus_t cusparse_matrix_measure(struct cusparse_matrix *m, const struct cusparse_job *job)
{
	bool is_bsr = m->format == CUSPARSE_FORMAT_BSR;
	int64_t rows = is_bsr ? m->rows / m->block_rows : m->rows;
	const int *offsets = m->offsets;
	CUSPARSE_TRY(cusparse_check_ints(job, "offsets", offsets, rows + 1));
	int64_t count = (int64_t)offsets[rows] - m->base;
	if (count < 0)
		return cusparse_fail(job, "the matrix's last offset is %d", offsets[rows]);
	m->nnz = is_bsr ? count * m->block_rows * m->block_cols : count;
	return CUSPARSE_STATUS_SUCCESS;
}

struct cusparse_matrix cusparse_matrix_bsr(cusparseDirection_t direction, int64_t block_rows,
	int64_t block_cols, const struct cusparse_matrix *blocks)
{
	struct cusparse_matrix m = *blocks;
	m.format = CUSPARSE_FORMAT_BSR;
	m.order = direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
	m.block_rows = block_rows;
	m.block_cols = block_cols;
	m.rows *= block_rows;
	m.cols *= block_cols;
	m.nnz *= block_rows * block_cols;
	return m;
}
