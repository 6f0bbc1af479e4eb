/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Triangular systems. The triangle is a part of the matrix: what is on its other side is not
 * read. */
#include <complex.h>
#include "sparse_impl.h"

struct operands {
	const struct cusparse_matrix *a;
	struct cusparse_rows r; /* of op(A) */
	bool is_conjugated, is_lower, is_unit;
	struct cusparse_strided b, x;
	double _Complex alpha;
};

#define CUSPARSE_LOOPS "solve.def"
#include "each_type.def"

static void (*const loops[])(const struct operands *) = CUSPARSE_EACH(solve);

cusparseStatus_t cusparse_solve(const struct cusparse_job *job)
{
	const struct cusparse_solve *j = (const struct cusparse_solve *)(const void *)job;
	bool is_transposed = j->op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
	struct operands o = {.a = &j->a,
		.is_conjugated = j->op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
		.is_lower = (j->a.fill == CUSPARSE_FILL_MODE_LOWER) != is_transposed,
		.is_unit = j->a.diag == CUSPARSE_DIAG_TYPE_UNIT,
		.b = cusparse_dense_strided(&j->b, j->op_b, 0),
		.x = cusparse_dense_strided(&j->x, CUSPARSE_OPERATION_NON_TRANSPOSE, 0)};
	CUSPARSE_TRY(cusparse_scalar_get(&j->alpha, job, &o.alpha));
	CUSPARSE_TRY(cusparse_check_dense(job, "values of the right side", &j->b));
	CUSPARSE_TRY(cusparse_check_dense(job, "values of the solution", &j->x));
	cusparseStatus_t status = cusparse_rows_init(&o.r, job, &j->a, is_transposed);
	if (status == CUSPARSE_STATUS_SUCCESS)
		loops[cusparse_compute_of(j->alpha.type)](&o);
	cusparse_rows_release(&o.r);
	return status;
}
