/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cublasLtMatrixTransform(): C = alpha op(A) + beta op(B), between types and orders. */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include "lt_impl.h"

static const char name[] = "cublasLtMatrixTransform";

struct side {
	struct cublas_view view; /* as it lies in memory */
	int64_t stride;
	bool is_transposed, is_conjugated;
	struct cublas_factor factor;
};
struct job {
	struct side a, b, c;
	int64_t rows, columns, batch;
};

/* The element of op(X) in double: real numbers are the first parts. */
static double complex element(const struct side *s, int64_t batch, int64_t row, int64_t column)
{
	double complex z = 0;
	bool is_complex = cublas_is_complex(s->view.type);
	int64_t i = s->is_transposed ? column : row, j = s->is_transposed ? row : column;
	int64_t at = i + j * s->view.step + batch * s->stride;
	const struct cublas_view to = {is_complex ? CUDA_C_64F : CUDA_R_64F, &z, 1, 1, 1, 0};
	struct cublas_view from = s->view;
	from.p = (uint8_t *)from.p + at * (int64_t)cublas_type_bytes(from.type);
	from.rows = from.columns = 1;
	cublas_convert(&to, &from);
	return s->is_conjugated ? conj(z) : z;
}

static double complex factor(const struct cublas_factor *f)
{
	double complex z = 0;
	const void *p = f->device != NULL ? f->device : f->host;
	const struct cublas_view to = {
		cublas_is_complex(f->type) ? CUDA_C_64F : CUDA_R_64F, &z, 1, 1, 1, 0};
	const struct cublas_view from = {f->type, (void *)(uintptr_t)p, 1, 1, 1, 0};
	cublas_convert(&to, &from);
	return z;
}

static void put(const struct side *s, int64_t batch, int64_t row, int64_t column, double complex z)
{
	struct cublas_view to = s->view;
	int64_t i = s->is_transposed ? column : row, j = s->is_transposed ? row : column;
	int64_t at = i + j * s->view.step + batch * s->stride;
	const struct cublas_view from = {
		cublas_is_complex(to.type) ? CUDA_C_64F : CUDA_R_64F, &z, 1, 1, 1, 0};
	to.p = (uint8_t *)to.p + at * (int64_t)cublas_type_bytes(to.type);
	to.rows = to.columns = 1;
	cublas_convert(&to, &from);
}

static void run(void *arguments)
{
	const struct job *j = arguments;
	double complex alpha = factor(&j->a.factor),
		       beta = j->b.view.p != NULL ? factor(&j->b.factor) : 0;
	for (int64_t i = 0; i < j->batch; i++)
		for (int64_t column = 0; column < j->columns; column++)
			for (int64_t row = 0; row < j->rows; row++) {
				double complex sum =
					alpha == 0 ? 0 : alpha * element(&j->a, i, row, column);
				if (beta != 0)
					sum += beta * element(&j->b, i, row, column);
				put(&j->c, i, row, column, sum);
			}
}

static cublasStatus_t set_side(struct side *s, const struct lt_layout *l, const void *p, int32_t op,
	const struct lt_layout *to)
{
	bool by_rows = l->order == CUBLASLT_ORDER_ROW;
	if ((unsigned)op > CUBLAS_OP_C || l->batch != to->batch ||
		(op == CUBLAS_OP_N ? l->rows : l->columns) != to->rows ||
		(op == CUBLAS_OP_N ? l->columns : l->rows) != to->columns)
		return CUBLAS_STATUS_INVALID_VALUE;
	if ((l->order != CUBLASLT_ORDER_COL && !by_rows) || cublas_type_bytes(l->type) == 0 ||
		cublas_is_complex(l->type) != cublas_is_complex(to->type))
		return cublas_refuse(name, "this order or type of a matrix");
	s->view = (struct cublas_view){l->type, (void *)(uintptr_t)p,
		(int64_t)(by_rows ? l->columns : l->rows),
		(int64_t)(by_rows ? l->rows : l->columns), l->step, 0};
	s->stride = l->stride;
	s->is_transposed = by_rows != (op != CUBLAS_OP_N);
	s->is_conjugated = op == CUBLAS_OP_C;
	if (l->step < s->view.rows || p == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	const uint8_t *last = (const uint8_t *)p +
	                      (l->batch - 1) * l->stride * (int64_t)cublas_type_bytes(l->type);
	size_t bytes = cublas_type_bytes(l->type);
	return cublas_is_matrix(p, s->view.rows, s->view.columns, l->step, bytes) &&
	                       cublas_is_matrix(last, s->view.rows, s->view.columns, l->step, bytes)
	               ? CUBLAS_STATUS_SUCCESS
	               : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t lightHandle,
	cublasLtMatrixTransformDesc_t transformDesc, const void *alpha, const void *A,
	cublasLtMatrixLayout_t Adesc, const void *beta, const void *B, cublasLtMatrixLayout_t Bdesc,
	void *C, cublasLtMatrixLayout_t Cdesc, cudaStream_t stream)
{
	const struct lt_transform *t = cublas_lt_transform(transformDesc);
	const struct lt_layout *a = cublas_lt_layout(Adesc), *b = cublas_lt_layout(Bdesc),
			       *c = cublas_lt_layout(Cdesc);
	cublasStatus_t status = cublas_lt_enter(lightHandle);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	if (t == NULL || a == NULL || c == NULL || (b == NULL && B != NULL) || c->batch < 1)
		return CUBLAS_STATUS_INVALID_VALUE;
	struct job j = {
		.rows = (int64_t)c->rows, .columns = (int64_t)c->columns, .batch = c->batch};
	bool is_device = t->pointer_mode == CUBLASLT_POINTER_MODE_DEVICE;
	if ((unsigned)t->pointer_mode > CUBLASLT_POINTER_MODE_DEVICE ||
		cublas_type_bytes((cudaDataType)t->scale) == 0)
		return cublas_refuse(name, "this type or place of factors");
	status = set_side(&j.c, c, C, CUBLAS_OP_N, c);
	if (status == CUBLAS_STATUS_SUCCESS)
		status = set_side(&j.a, a, A, t->transa, c);
	if (status == CUBLAS_STATUS_SUCCESS)
		status = cublas_set_factor(&j.a.factor, (cudaDataType)t->scale, alpha, is_device);
	if (status == CUBLAS_STATUS_SUCCESS && B != NULL)
		status = set_side(&j.b, b, B, t->transb, c);
	if (status == CUBLAS_STATUS_SUCCESS && B != NULL)
		status = cublas_set_factor(&j.b.factor, (cudaDataType)t->scale, beta, is_device);
	return status == CUBLAS_STATUS_SUCCESS ? cublas_status(culib_do(stream, run, &j, sizeof j))
	                                       : status;
}
