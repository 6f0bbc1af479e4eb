/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What cuBLASLt does with a product before it is stored: a bias for each row, an activation, the
 * greatest size, and the factor of numbers of 8 bits. */
#include <math.h>
#include "typed_impl.h"

static double activate(enum cublas_activation activation, double x)
{
	switch (activation) {
	case CUBLAS_IDENTITY:
		break;
	case CUBLAS_RELU:
		return x > 0 ? x : 0;
	case CUBLAS_GELU: /* the approximation by tanh, which cuBLASLt has */
		return 0.5 * x * (1 + tanh(0.79788456080286535588 * (x + 0.044715 * x * x * x)));
	}
	return x;
}

static double bias_at(const struct cublas_epilogue *e, int64_t row, int64_t i)
{
	double bias = 0;
	int64_t at = (row + i * e->bias_stride) * (int64_t)cublas_type_bytes(e->bias_type);
	const struct cublas_view to = {CUDA_R_64F, &bias, 1, 1, 1, 0};
	const struct cublas_view from = {
		e->bias_type, (uint8_t *)(uintptr_t)e->bias + at, 1, 1, 1, 0};
	if (e->bias != NULL)
		cublas_convert(&to, &from);
	return bias;
}

/* The input of GELU, or a bit for each number that ReLU lets pass. */
static void keep(const struct cublas_matmul *m, double x, int64_t row, int64_t column, int64_t i)
{
	const struct cublas_epilogue *e = &m->epilogue;
	int64_t at = row + column * e->aux_step + i * e->aux_stride;
	if (e->activation == CUBLAS_RELU) {
		uint8_t *byte = (uint8_t *)e->aux + at / 8, bit = (uint8_t)(1 << at % 8);
		*byte = (uint8_t)(x > 0 ? *byte | bit : *byte & ~bit);
		return;
	}
	const struct cublas_view from = {CUDA_R_64F, &x, 1, 1, 1, 0};
	const struct cublas_view to = {e->aux_type,
		(uint8_t *)e->aux + at * (int64_t)cublas_type_bytes(e->aux_type), 1, 1, 1, 0};
	cublas_convert(&to, &from);
}

static double finish(const struct cublas_matmul *m, double x, double bias, int64_t row,
	int64_t column, int64_t i)
{
	const struct cublas_epilogue *e = &m->epilogue;
	x += bias;
	if (e->aux != NULL)
		keep(m, x, row, column, i);
	x = activate(e->activation, x);
	if (e->greatest != NULL && fabs(x) > (double)*e->greatest)
		*e->greatest = (float)fabs(x);
	return m->d.scale != NULL ? x * (double)*m->d.scale : x;
}

void cublas_finish(const struct cublas_matmul *m, void *product, int64_t i)
{
	const struct cublas_epilogue *e = &m->epilogue;
	if (cublas_is_complex(m->work) || (e->bias == NULL && e->activation == CUBLAS_IDENTITY &&
						  e->greatest == NULL && m->d.scale == NULL))
		return;
	for (int64_t row = 0; row < m->m; row++) {
		double of_row = e->by_columns ? 0 : bias_at(e, row, i);
		for (int64_t column = 0; column < m->n; column++) {
			double bias = e->by_columns ? bias_at(e, column, i) : of_row;
			int64_t at = row + column * m->m;
			if (m->work == CUDA_R_32F) {
				float *x = (float *)product + at;
				*x = (float)finish(m, (double)*x, bias, row, column, i);
			} else {
				double *x = (double *)product + at;
				*x = finish(m, *x, bias, row, column, i);
			}
		}
	}
}
