/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of matrices of any type: operands become what is computed in, which BLAS multiplies, and
 * each result is rounded once, when it is stored. Sums of products of integers of 8 bits are exact
 * in double. */
#include <complex.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "typed_impl.h"

/* ---- types ----------------------------------------------------------------------------------- */

/* What is computed, by NVIDIA's tables of what cublasGemmEx() and cublasLtMatmul() take: the type
 * of A and B, that of C and D, that of alpha and beta, and what we compute in. */
static const struct combination {
	cublasComputeType_t compute;
	cudaDataType ab, c, scale, work;
} combinations[] = {
#define ROW(compute, ab, c, scale, work) \
	{CUBLAS_COMPUTE_##compute, CUDA_##ab, CUDA_##c, CUDA_##scale, CUDA_##work},
	ROW(16F, R_16F, R_16F, R_16F, R_32F) ROW(32I, R_8I, R_32I, R_32I, R_64F) ROW(32I, R_8I,
		R_8I, R_32F, R_64F) ROW(32F, R_16BF, R_16BF, R_32F, R_32F) ROW(32F, R_16F, R_16F,
		R_32F, R_32F) ROW(32F, R_8I, R_32F, R_32F, R_32F) ROW(32F, R_16BF, R_32F, R_32F,
		R_32F) ROW(32F, R_16F, R_32F, R_32F, R_32F) ROW(32F, R_32F, R_32F, R_32F, R_32F)
		ROW(32F, C_8I, C_32F, C_32F, C_32F) ROW(32F, C_32F, C_32F, C_32F, C_32F)
			ROW(64F, R_64F, R_64F, R_64F, R_64F) ROW(64F, C_64F, C_64F, C_64F, C_64F)
#define ROWS_OF_8(ab) \
	ROW(32F, ab, R_16F, R_32F, R_32F) \
	ROW(32F, ab, R_16BF, R_32F, R_32F) \
	ROW(32F, ab, R_32F, R_32F, R_32F) \
	ROW(32F, ab, R_8F_E4M3, R_32F, R_32F) \
	ROW(32F, ab, R_8F_E5M2, R_32F, R_32F)
				ROWS_OF_8(R_8F_E4M3) ROWS_OF_8(R_8F_E5M2)
#undef ROWS_OF_8
#undef ROW
};

/* Those that allow less precision are as good as the exact ones. */
static cublasComputeType_t exact(cublasComputeType_t compute)
{
	switch (compute) {
	case CUBLAS_COMPUTE_16F_PEDANTIC:
		return CUBLAS_COMPUTE_16F;
	case CUBLAS_COMPUTE_32F_PEDANTIC:
	case CUBLAS_COMPUTE_32F_FAST_16F:
	case CUBLAS_COMPUTE_32F_FAST_16BF:
	case CUBLAS_COMPUTE_32F_FAST_TF32:
	case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
		return CUBLAS_COMPUTE_32F;
	case CUBLAS_COMPUTE_64F_PEDANTIC:
		return CUBLAS_COMPUTE_64F;
	case CUBLAS_COMPUTE_32I_PEDANTIC:
		return CUBLAS_COMPUTE_32I;
	default:
		return compute;
	}
}

cublasStatus_t cublas_find_work(cublasComputeType_t compute, cudaDataType ab, cudaDataType c,
	cudaDataType *scale, cudaDataType *work)
{
	for (size_t i = 0; i < ARRAY_LEN(combinations); i++) {
		const struct combination *r = &combinations[i];
		if (r->compute == exact(compute) && r->ab == ab && r->c == c) {
			*scale = r->scale;
			*work = r->work;
			return CUBLAS_STATUS_SUCCESS;
		}
	}
	return CUBLAS_STATUS_NOT_SUPPORTED;
}

/* ---- factors --------------------------------------------------------------------------------- */

cublasStatus_t cublas_set_factor(struct cublas_factor *f, cudaDataType type, const void *p,
	bool is_device)
{
	f->type = type;
	f->device = is_device ? p : NULL;
	if (p == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!culib_is_memory(p, cublas_type_bytes(type)))
		return CUBLAS_STATUS_EXECUTION_FAILED;
	if (!is_device)
		memcpy(f->host, p, cublas_type_bytes(type));
	return CUBLAS_STATUS_SUCCESS;
}

/* The number as one of m->work, times `scale`; `is_zero` tells whether it is 0. */
static void read_factor(const struct cublas_matmul *m, const struct cublas_factor *f, float scale,
	double out[2], bool *is_zero)
{
	double complex z = 0;
	void *p = f->device != NULL ? (void *)(uintptr_t)f->device : (void *)(uintptr_t)f->host;
	bool is_complex = cublas_is_complex(f->type);
	const struct cublas_view from = {f->type, p, 1, 1, 1, 1};
	const struct cublas_view to = {is_complex ? CUDA_C_64F : CUDA_R_64F, &z, 1, 1, 1, 1};
	cublas_convert(&to, &from);
	z *= (double)scale;
	*is_zero = z == 0;
	const struct cublas_view last = {m->work, out, 1, 1, 1, 1};
	cublas_convert(&last, &to);
}

/* ---- checks ---------------------------------------------------------------------------------- */

bool cublas_is_matrix(const void *p, int64_t rows, int64_t columns, int64_t step,
	size_t element_bytes)
{
	int64_t elements, bytes;
	if (rows <= 0 || columns <= 0)
		return true;
	return p != NULL &&
	       !__builtin_mul_overflow(columns - 1, step < 0 ? -step : step, &elements) &&
	       !__builtin_add_overflow(elements, rows, &elements) &&
	       !__builtin_mul_overflow(elements, (int64_t)element_bytes, &bytes) &&
	       culib_is_memory(p, (size_t)bytes);
}

static cublasStatus_t check_array(const struct cublas_operand *o, int64_t batch)
{
	if (o->p == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	return culib_is_memory(o->p, (size_t)batch * sizeof(void *))
	               ? CUBLAS_STATUS_SUCCESS
	               : CUBLAS_STATUS_EXECUTION_FAILED;
}

static uint8_t *matrix_at(const struct cublas_operand *o, int64_t i)
{
	if (o->p == NULL) /* of a matrix that has no elements */
		return NULL;
	return o->is_array ? ((uint8_t **)o->p)[i]
	                   : (uint8_t *)o->p + i * o->stride * (int64_t)cublas_type_bytes(o->type);
}

static bool is_matrix(const struct cublas_operand *o, int64_t i)
{
	return cublas_is_matrix(matrix_at(o, i), o->rows, o->columns, o->step,
		cublas_type_bytes(o->type));
}

static cublasStatus_t check_operand(const struct cublas_matmul *m, const struct cublas_operand *o)
{
	if (o->rows < 0 || o->columns < 0 || o->step < (o->rows > 1 ? o->rows : 1))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (o->rows > INT_MAX || o->columns > INT_MAX || o->step > INT_MAX)
		return cublas_refuse(m->name, "a size of more than 31 bits");
	if (m->batch == 0 || o->rows == 0 || o->columns == 0)
		return CUBLAS_STATUS_SUCCESS;
	if (o->is_array)
		return check_array(o, m->batch);
	if (o->p == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	return is_matrix(o, 0) && is_matrix(o, m->batch - 1) ? CUBLAS_STATUS_SUCCESS
	                                                     : CUBLAS_STATUS_EXECUTION_FAILED;
}

/* ---- the job --------------------------------------------------------------------------------- */

struct product {
	const struct cublas_matmul *m;
	int64_t i; /* which of the batch */
	double alpha[2], beta[2];
	bool alpha_is_zero, beta_is_zero;
};

static struct cublas_view view_of(const struct cublas_operand *o, int64_t i)
{
	return (struct cublas_view){o->type, matrix_at(o, i), o->rows, o->columns, o->step, 0};
}

/* Returns the matrix in the type that is computed in: itself, or a copy that goes to *copy. */
static struct cublas_view take(const struct product *p, const struct cublas_operand *o, void **copy)
{
	struct cublas_view v = view_of(o, p->i),
			   to = {p->m->work, NULL, o->rows, o->columns, o->rows, 0};
	if (v.type == p->m->work)
		return v;
	*copy = mem_try_new((size_t)(o->rows * o->columns + 1), cublas_type_bytes(p->m->work));
	to.p = *copy;
	if (*copy != NULL)
		cublas_convert(&to, &v);
	to.step = to.step > 0 ? to.step : 1;
	return to;
}

static void gemm(const struct product *p, const struct cublas_view *a, const struct cublas_view *b,
	const struct cublas_view *to)
{
	const struct cublas_matmul *m = p->m;
	int sizes[] = {(int)m->m, (int)m->n, (int)m->k, (int)a->step, (int)b->step, (int)to->step};
	char opa = m->a.op, opb = m->b.op;
	double alpha[2], beta[2];
	void *one = (void *)1;
	memcpy(alpha, p->alpha, sizeof alpha);
	memcpy(beta, p->beta, sizeof beta);
	cublas_find(m->work == CUDA_R_32F   ? "sgemm"
		    : m->work == CUDA_R_64F ? "dgemm"
		    : m->work == CUDA_C_32F ? "cgemm"
					    : "zgemm")
		.call(&opa, &opb, &sizes[0], &sizes[1], &sizes[2], alpha, a->p, &sizes[3], b->p,
			&sizes[4], beta, to->p, &sizes[5], one, one, one);
}

/* Computes into memory without gaps, which becomes D when all is done. */
static void multiply_aside(const struct product *p, const struct cublas_view *a,
	const struct cublas_view *b)
{
	const struct cublas_matmul *m = p->m;
	struct cublas_view c = view_of(&m->c, p->i), d = view_of(&m->d, p->i);
	struct cublas_view to = {m->work, NULL, m->m, m->n, m->m, 0};
	to.p = mem_try_new((size_t)(m->m * m->n), cublas_type_bytes(m->work));
	if (to.p == NULL) {
		fprintf(stderr, "libcublas: %s: no memory\n", m->name);
		return;
	}
	if (!p->beta_is_zero)
		cublas_convert(&to, &c);
	gemm(p, a, b, &to);
	cublas_finish(m, to.p, p->i);
	cublas_convert(&d, &to);
	free(to.p);
}

static bool is_plain(const struct cublas_matmul *m)
{
	const struct cublas_epilogue *e = &m->epilogue;
	return m->d.type == m->work && m->c.type == m->work && e->activation == CUBLAS_IDENTITY &&
	       e->bias == NULL && e->greatest == NULL;
}

static void multiply(const struct product *p)
{
	const struct cublas_matmul *m = p->m;
	void *copies[2] = {NULL, NULL};
	struct cublas_view a = take(p, &m->a, &copies[0]), b = take(p, &m->b, &copies[1]);
	struct cublas_view c = view_of(&m->c, p->i), d = view_of(&m->d, p->i);
	if (m->k > 0 && (a.p == NULL || b.p == NULL)) {
		fprintf(stderr, "libcublas: %s: no memory\n", m->name);
	} else if (is_plain(m)) {
		if (c.p != d.p && !p->beta_is_zero)
			cublas_convert(&d, &c);
		gemm(p, &a, &b, &d);
	} else {
		multiply_aside(p, &a, &b);
	}
	free(copies[0]);
	free(copies[1]);
}

static bool are_matrices(const struct product *p)
{
	const struct cublas_operand *all[] = {&p->m->a, &p->m->b, &p->m->c, &p->m->d};
	for (size_t i = 0; i < ARRAY_LEN(all); i++)
		if (all[i]->is_array && (all[i] != &p->m->c || !p->beta_is_zero) &&
			!is_matrix(all[i], p->i)) {
			fprintf(stderr,
				"libcublas: %s: an address of matrix %lld of a batch is wrong\n",
				p->m->name, (long long)p->i);
			return false;
		}
	return true;
}

static float scale_of(const float *scale)
{
	return scale != NULL ? *scale : 1;
}

static void run(void *job)
{
	const struct cublas_matmul *m = job;
	struct product p = {.m = m};
	if (m->m == 0 || m->n == 0)
		return;
	read_factor(m, &m->alpha, scale_of(m->a.scale) * scale_of(m->b.scale), p.alpha,
		&p.alpha_is_zero);
	read_factor(m, &m->beta, scale_of(m->c.scale), p.beta, &p.beta_is_zero);
	if (m->epilogue.greatest != NULL)
		*m->epilogue.greatest = 0;
	for (; p.i < m->batch && are_matrices(&p); p.i++)
		multiply(&p);
}

cublasStatus_t cublas_do_matmul(CUstream stream, const struct cublas_matmul *m)
{
	cublasStatus_t status = m->m < 0 || m->n < 0 || m->k < 0 || m->batch < 0
	                                ? CUBLAS_STATUS_INVALID_VALUE
	                                : CUBLAS_STATUS_SUCCESS;
	const struct cublas_operand *all[] = {&m->a, &m->b, &m->d};
	double zero[2] = {0};
	for (size_t i = 0; i < ARRAY_LEN(all) && status == CUBLAS_STATUS_SUCCESS; i++)
		status = check_operand(m, all[i]);
	bool reads_c = m->beta.device != NULL || memcmp(m->beta.host, zero, sizeof zero) != 0;
	if (status == CUBLAS_STATUS_SUCCESS && reads_c)
		status = check_operand(m, &m->c);
	return status == CUBLAS_STATUS_SUCCESS ? cublas_status(culib_do(stream, run, m, sizeof *m))
	                                       : status;
}
