/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of vectors whose types are arguments. They compute in double, which has room for all
 * types that cuBLAS computes them in, and round what they write once. */
#include <complex.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "typed_impl.h"

#define HB_I int64_t

enum what { NRM2, ASUM, DOT, DOTC, SCAL, AXPY, COPY, SWAP, AMAX, AMIN, ROT, ROTM, WHAT_COUNT };
static const struct {
	const char *name;
	bool writes_x, writes_y;
} facts[WHAT_COUNT] = {
	[NRM2] = {"cublasNrm2Ex", false, false},
	[ASUM] = {"cublasAsumEx", false, false},
	[DOT] = {"cublasDotEx", false, false},
	[DOTC] = {"cublasDotcEx", false, false},
	[SCAL] = {"cublasScalEx", true, false},
	[AXPY] = {"cublasAxpyEx", false, true},
	[COPY] = {"cublasCopyEx", false, true},
	[SWAP] = {"cublasSwapEx", true, true},
	[AMAX] = {"cublasIamaxEx", false, false},
	[AMIN] = {"cublasIaminEx", false, false},
	[ROT] = {"cublasRotEx", true, true},
	[ROTM] = {"cublasRotmEx", true, true},
};

struct vector {
	cudaDataType type;
	const void *p; /* NULL: there is none */
	int64_t step;
};
struct job {
	enum what what;
	int64_t n;
	struct vector x, y;
	struct cublas_factor factors[5];
	size_t factor_count;
	void *result;
	cudaDataType result_type;
	size_t index_bytes; /* of a result that is an index */
};

/* ---- numbers and complex numbers of double --------------------------------------------------- */

/* Copies real numbers to the first parts of complex ones, and back. */
static void copy(const struct vector *v, int64_t n, double complex *z, bool is_back)
{
	bool is_complex = cublas_is_complex(v->type);
	int64_t first = v->step < 0 ? (1 - n) * v->step : 0;
	void *p = (uint8_t *)(uintptr_t)v->p + first * (int64_t)cublas_type_bytes(v->type);
	struct cublas_view own = {
		is_complex ? CUDA_C_64F : CUDA_R_64F, z, n, 1, 1, is_complex ? 1 : 2};
	struct cublas_view client = {v->type, p, n, 1, 1, v->step};
	if (v->step == 0) { /* the same element, as often */
		own = (struct cublas_view){own.type, z, 1, n, is_complex ? 1 : 2, 0};
		client = (struct cublas_view){v->type, p, 1, n, 0, 0};
	}
	cublas_convert(is_back ? &client : &own, is_back ? &own : &client);
}

static double complex *copy_of(const struct job *j, const struct vector *v)
{
	double complex *z = mem_try_new((size_t)j->n, sizeof *z);
	if (z != NULL)
		copy(v, j->n, z, false);
	return z;
}

static double complex factor(const struct job *j, size_t i)
{
	const struct cublas_factor *f = &j->factors[i];
	const struct vector v = {f->type, f->device != NULL ? f->device : f->host, 1};
	double complex z = 0;
	copy(&v, 1, &z, false);
	return z;
}

/* ---- the job --------------------------------------------------------------------------------- */

static double sum_of(const struct job *j, const double complex *x, double greatest)
{
	double sum = 0;
	for (int64_t i = 0; i < j->n; i++) {
		double size = fabs(creal(x[i])) + fabs(cimag(x[i]));
		double real = creal(x[i]) / greatest, imaginary = cimag(x[i]) / greatest;
		sum += j->what == ASUM ? size : real * real + imaginary * imaginary;
	}
	return sum;
}

static int64_t extreme(const struct job *j, const double complex *x)
{
	int64_t found = 0;
	for (int64_t i = 1; i < j->n; i++) {
		double size = fabs(creal(x[i])) + fabs(cimag(x[i]));
		double best = fabs(creal(x[found])) + fabs(cimag(x[found]));
		if (j->what == AMIN ? size < best : size > best)
			found = i;
	}
	return found;
}

static double complex length(const struct job *j, const double complex *x)
{
	double greatest = cabs(x[extreme(j, x)]);
	if (greatest == 0 || isinf(greatest))
		return greatest;
	return greatest * sqrt(sum_of(j, x, greatest));
}

static double complex dot(const struct job *j, const double complex *x, const double complex *y)
{
	double complex sum = 0;
	for (int64_t i = 0; i < j->n; i++)
		sum += (j->what == DOTC ? conj(x[i]) : x[i]) * y[i];
	return sum;
}

/* Makes x and y the products of a matrix of two by two with them. */
static void rotate(const struct job *j, double complex *x, double complex *y,
	const double complex h[4])
{
	for (int64_t i = 0; i < j->n; i++) {
		double complex before = x[i];
		x[i] = h[0] * before + h[1] * y[i];
		y[i] = h[2] * before + h[3] * y[i];
	}
}

static void rotate_modified(const struct job *j, double complex *x, double complex *y)
{
	double flag = creal(factor(j, 0));
	double complex h11 = factor(j, 1), h21 = factor(j, 2), h12 = factor(j, 3),
		       h22 = factor(j, 4);
	if (flag == -2)
		return;
	const double complex h[] = {flag == 0 ? 1 : h11, flag == 1 ? 1 : h12, flag == 1 ? -1 : h21,
		flag == 0 ? 1 : h22};
	rotate(j, x, y, h);
}

static void write_vectors(const struct job *j, double complex *x, double complex *y)
{
	for (int64_t i = 0; i < j->n && (j->what == SCAL || j->what == AXPY); i++) {
		double complex product = factor(j, 0) * x[i];
		if (j->what == SCAL)
			x[i] = product;
		else
			y[i] += product;
	}
	if (j->what == COPY || j->what == SWAP) {
		const double complex exchange[] = {0, 1, 1, 0};
		rotate(j, x, y, exchange);
	} else if (j->what == ROT) {
		double complex c = factor(j, 0), s = factor(j, 1);
		const double complex h[] = {c, s, -conj(s), c};
		rotate(j, x, y, h);
	} else if (j->what == ROTM) {
		rotate_modified(j, x, y);
	}
}

static void put_result(const struct job *j, const double complex *x, const double complex *y)
{
	double complex z = 0;
	int64_t index = j->n > 0 ? extreme(j, x) + 1 : 0;
	if (j->index_bytes == sizeof(int64_t)) {
		*(int64_t *)j->result = index;
	} else if (j->index_bytes == sizeof(int)) {
		*(int *)j->result = (int)index;
	} else {
		if (j->n > 0)
			z = j->what == NRM2   ? length(j, x)
			    : j->what == ASUM ? sum_of(j, x, 1)
			                      : dot(j, x, y);
		const struct vector to = {j->result_type, j->result, 1};
		copy(&to, 1, &z, true);
	}
}

static void run(void *job)
{
	struct job *j = job;
	double complex *x = NULL, *y = NULL;
	if (j->n > 0 && ((x = copy_of(j, &j->x)) == NULL ||
				(j->y.p != NULL && (y = copy_of(j, &j->y)) == NULL))) {
		fprintf(stderr, "libcublas: %s: no memory\n", facts[j->what].name);
	} else if (j->result != NULL) {
		put_result(j, x, y);
	} else if (j->n > 0) {
		write_vectors(j, x, y);
		if (facts[j->what].writes_x)
			copy(&j->x, j->n, x, true);
		if (facts[j->what].writes_y)
			copy(&j->y, j->n, y, true);
	}
	free(x);
	free(y);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static cublasStatus_t check_vector(const struct job *j, const struct vector *v)
{
	size_t bytes = cublas_type_bytes(v->type);
	if (bytes == 0 || cublas_is_complex(v->type) != cublas_is_complex(j->x.type))
		return cublas_refuse(facts[j->what].name, "this combination of types");
	if (j->n <= 0)
		return CUBLAS_STATUS_SUCCESS;
	if (v->p == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	return cublas_is_matrix(v->p, 1, j->n, v->step, bytes) ? CUBLAS_STATUS_SUCCESS
	                                                       : CUBLAS_STATUS_EXECUTION_FAILED;
}

static cublasStatus_t check_result(const struct job *j)
{
	size_t bytes = j->index_bytes != 0 ? j->index_bytes : cublas_type_bytes(j->result_type);
	if (bytes == 0 || (j->index_bytes == 0 && cublas_is_complex(j->result_type) &&
				  !cublas_is_complex(j->x.type)))
		return cublas_refuse(facts[j->what].name, "this combination of types");
	return culib_is_memory(j->result, bytes) ? CUBLAS_STATUS_SUCCESS
	                                         : CUBLAS_STATUS_EXECUTION_FAILED;
}

static cublasStatus_t check(struct job *j, bool needs_y)
{
	bool one_way = j->what == NRM2 || j->what == ASUM || j->what == AMAX || j->what == AMIN ||
	               j->what == SCAL;
	if (one_way && j->x.step <= 0)
		j->n = 0; /* as in BLAS */
	cublasStatus_t status = check_vector(j, &j->x);
	if (status == CUBLAS_STATUS_SUCCESS && needs_y)
		status = check_vector(j, &j->y);
	if (status == CUBLAS_STATUS_SUCCESS && j->result != NULL)
		status = check_result(j);
	return status;
}

/* Takes the factors that lie one behind the other at `p`, and does the job. */
static cublasStatus_t call(cublasHandle_t handle, struct job *j, const void *const p[],
	cudaDataType factor_type, bool needs_y)
{
	struct cublas_settings settings;
	cublasStatus_t status = cublas_enter(handle, &settings);
	bool is_device = settings.pointer_mode == CUBLAS_POINTER_MODE_DEVICE;
	if (status == CUBLAS_STATUS_SUCCESS)
		status = check(j, needs_y);
	if (status == CUBLAS_STATUS_SUCCESS && j->factor_count > 0 &&
		cublas_type_bytes(factor_type) == 0)
		return cublas_refuse(facts[j->what].name, "this combination of types");
	for (size_t i = 0; i < j->factor_count && status == CUBLAS_STATUS_SUCCESS; i++)
		status = cublas_set_factor(&j->factors[i], factor_type, p[i], is_device);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	return cublas_status(j->result != NULL && !is_device
				     ? culib_do_now(settings.stream, run, j)
				     : culib_do(settings.stream, run, j, sizeof *j));
}

#define X .x = {xType, x, incx}
#define Y .y = {yType, y, incy}
/* The type of execution says less than is done. */
#define NUMBER_OF(name, WHAT, PARAMETERS, needs_y, ...) \
	cublasStatus_t cublas##name##_64(PARAMETERS, void *result, cudaDataType resultType, \
		cudaDataType executionType) \
	{ \
		struct job j = {.what = WHAT, \
			.n = n, \
			__VA_ARGS__, \
			.result = result, \
			.result_type = resultType}; \
		(void)executionType; \
		return result == NULL ? CUBLAS_STATUS_INVALID_VALUE \
		                      : call(handle, &j, NULL, 0, needs_y); \
	}
NUMBER_OF(Nrm2Ex, NRM2, HB_OF_X, false, X)
NUMBER_OF(AsumEx, ASUM, HB_OF_X, false, X)
NUMBER_OF(DotEx, DOT, HB_OF_XY, true, X, Y)
NUMBER_OF(DotcEx, DOTC, HB_OF_XY, true, X, Y)

#define INDEX_OF(name, WHAT, INT) \
	cublasStatus_t name(cublasHandle_t handle, INT n, const void *x, cudaDataType xType, \
		INT incx, INT *result) \
	{ \
		struct job j = { \
			.what = WHAT, .n = n, X, .result = result, .index_bytes = sizeof *result}; \
		return result == NULL ? CUBLAS_STATUS_INVALID_VALUE \
		                      : call(handle, &j, NULL, 0, false); \
	}
INDEX_OF(cublasIamaxEx, AMAX, int)
INDEX_OF(cublasIamaxEx_64, AMAX, int64_t)
INDEX_OF(cublasIaminEx, AMIN, int)
INDEX_OF(cublasIaminEx_64, AMIN, int64_t)

cublasStatus_t cublasScalEx_64(cublasHandle_t handle, int64_t n, const void *alpha,
	cudaDataType alphaType, void *x, cudaDataType xType, int64_t incx,
	cudaDataType executionType)
{
	struct job j = {.what = SCAL, .n = n, X, .factor_count = 1};
	(void)executionType;
	return call(handle, &j, &(const void *const){alpha}, alphaType, false);
}

cublasStatus_t cublasAxpyEx_64(cublasHandle_t handle, int64_t n, const void *alpha,
	cudaDataType alphaType, const void *x, cudaDataType xType, int64_t incx, void *y,
	cudaDataType yType, int64_t incy, cudaDataType executionType)
{
	struct job j = {.what = AXPY, .n = n, X, Y, .factor_count = 1};
	(void)executionType;
	return call(handle, &j, &(const void *const){alpha}, alphaType, true);
}

cublasStatus_t cublasCopyEx_64(HB_OF_X_TO_Y)
{
	struct job j = {.what = COPY, .n = n, X, Y};
	return call(handle, &j, NULL, 0, true);
}

cublasStatus_t cublasSwapEx_64(HB_OF_BOTH)
{
	struct job j = {.what = SWAP, .n = n, X, Y};
	return call(handle, &j, NULL, 0, true);
}

cublasStatus_t cublasRotEx_64(HB_OF_BOTH, const void *c, const void *s, cudaDataType csType,
	cudaDataType executionType)
{
	struct job j = {.what = ROT, .n = n, X, Y, .factor_count = 2};
	const void *const p[] = {c, s};
	(void)executionType;
	return call(handle, &j, p, csType, true);
}

cublasStatus_t cublasRotmEx_64(HB_OF_BOTH, const void *param, cudaDataType paramType,
	cudaDataType executionType)
{
	struct job j = {.what = ROTM, .n = n, X, Y, .factor_count = 5};
	const void *p[5];
	(void)executionType;
	for (size_t i = 0; i < ARRAY_LEN(p); i++)
		p[i] = param == NULL ? NULL
		                     : (const uint8_t *)param + i * cublas_type_bytes(paramType);
	return call(handle, &j, p, paramType, true);
}
