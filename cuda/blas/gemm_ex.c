/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of matrices whose types are arguments, and of numbers of 16 bits. */
#include <limits.h>
#include "typed_impl.h"

#define HB_I int64_t

/* ---- what such a call has -------------------------------------------------------------------- */

struct shape {
	cublasOperation_t transa, transb;
	int64_t m, n, k;
};
enum form { ONE, ARRAY, STRIDED };

static struct cublas_operand operand(cudaDataType type, const void *p, int64_t step, int64_t stride,
	enum form form)
{
	return (struct cublas_operand){.type = type,
		.op = 'N',
		.is_array = form == ARRAY,
		.step = step,
		.stride = stride,
		.p = (void *)(uintptr_t)p};
}

static bool set_op(struct cublas_operand *o, cublasOperation_t op, int64_t rows, int64_t columns)
{
	if ((unsigned)op > CUBLAS_OP_C)
		return false;
	o->op = "NTC"[op];
	o->rows = op == CUBLAS_OP_N ? rows : columns;
	o->columns = op == CUBLAS_OP_N ? columns : rows;
	return true;
}

static bool set_shape(struct cublas_matmul *m, const struct shape *s)
{
	m->m = s->m;
	m->n = s->n;
	m->k = s->k;
	m->d = m->c;
	return set_op(&m->a, s->transa, s->m, s->k) && set_op(&m->b, s->transb, s->k, s->n) &&
	       set_op(&m->c, CUBLAS_OP_N, s->m, s->n) && set_op(&m->d, CUBLAS_OP_N, s->m, s->n);
}

/* Does it with factors of this type. */
static cublasStatus_t multiply(cublasHandle_t handle, struct cublas_matmul *m,
	const struct shape *s, const void *alpha, const void *beta, cudaDataType scale)
{
	struct cublas_settings settings;
	cublasStatus_t status = cublas_enter(handle, &settings);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	bool is_device = settings.pointer_mode == CUBLAS_POINTER_MODE_DEVICE;
	if (!set_shape(m, s))
		return CUBLAS_STATUS_INVALID_VALUE;
	status = cublas_set_factor(&m->alpha, scale, alpha, is_device);
	if (status == CUBLAS_STATUS_SUCCESS)
		status = cublas_set_factor(&m->beta, scale, beta, is_device);
	return status == CUBLAS_STATUS_SUCCESS ? cublas_do_matmul(settings.stream, m) : status;
}

/* Does it in the type that goes with those of the matrices. */
static cublasStatus_t multiply_as(cublasHandle_t handle, struct cublas_matmul *m,
	const struct shape *s, const void *alpha, const void *beta, cublasComputeType_t compute)
{
	cudaDataType scale;
	struct cublas_settings settings;
	cublasStatus_t status = cublas_enter(handle, &settings);
	if (status == CUBLAS_STATUS_SUCCESS && m->a.type != m->b.type)
		status = CUBLAS_STATUS_NOT_SUPPORTED;
	if (status == CUBLAS_STATUS_SUCCESS)
		status = cublas_find_work(compute, m->a.type, m->c.type, &scale, &m->work);
	if (status == CUBLAS_STATUS_NOT_SUPPORTED)
		return cublas_refuse(m->name, "this combination of types");
	return status == CUBLAS_STATUS_SUCCESS ? multiply(handle, m, s, alpha, beta, scale)
	                                       : status;
}

/* ---- cublasGemmEx() and its batches ---------------------------------------------------------- */

#define SHAPE (&(const struct shape){transa, transb, m, n, k})
#define MATMUL(text, count, a_, b_, c_) {.name = text, .batch = (count), .a = a_, .b = b_, .c = c_}
#define ALGORITHM (void)algo /* there is one */

cublasStatus_t cublasGemmEx_64(HB_OF_GEMM_EX, cublasComputeType_t computeType,
	cublasGemmAlgo_t algo)
{
	struct cublas_matmul job = MATMUL("cublasGemmEx", 1, operand(Atype, A, lda, 0, ONE),
		operand(Btype, B, ldb, 0, ONE), operand(Ctype, C, ldc, 0, ONE));
	ALGORITHM;
	return multiply_as(handle, &job, SHAPE, alpha, beta, computeType);
}

cublasStatus_t cublasGemmBatchedEx_64(HB_OF_GEMM_BATCHED_EX, cublasComputeType_t computeType,
	cublasGemmAlgo_t algo)
{
	struct cublas_matmul job = MATMUL("cublasGemmBatchedEx", batchCount,
		operand(Atype, (const void *)Aarray, lda, 0, ARRAY),
		operand(Btype, (const void *)Barray, ldb, 0, ARRAY),
		operand(Ctype, (const void *)Carray, ldc, 0, ARRAY));
	ALGORITHM;
	return multiply_as(handle, &job, SHAPE, alpha, beta, computeType);
}

cublasStatus_t cublasGemmStridedBatchedEx_64(HB_OF_GEMM_STRIDED_EX, cublasComputeType_t computeType,
	cublasGemmAlgo_t algo)
{
	struct cublas_matmul job = MATMUL("cublasGemmStridedBatchedEx", batchCount,
		operand(Atype, A, lda, strideA, STRIDED), operand(Btype, B, ldb, strideB, STRIDED),
		operand(Ctype, C, ldc, strideC, STRIDED));
	ALGORITHM;
	return multiply_as(handle, &job, SHAPE, alpha, beta, computeType);
}

#define TYPED_GEMM(name, T) \
	cublasStatus_t name##_64(HB_OF_GEMM, HB_OF_MATRICES(T)) \
	{ \
		struct cublas_matmul job = MATMUL(#name, 1, operand(Atype, A, lda, 0, ONE), \
			operand(Btype, B, ldb, 0, ONE), operand(Ctype, C, ldc, 0, ONE)); \
		return multiply_as(handle, &job, SHAPE, alpha, beta, CUBLAS_COMPUTE_32F); \
	}
TYPED_GEMM(cublasSgemmEx, float)
TYPED_GEMM(cublasCgemmEx, cuComplex)
TYPED_GEMM(cublasCgemm3mEx, cuComplex)

/* ---- numbers of 16 bits ---------------------------------------------------------------------- */

cublasStatus_t cublasHgemm_64(HB_OF_GEMM, const __half *alpha, const __half *A, int64_t lda,
	const __half *B, int64_t ldb, const __half *beta, __half *C, int64_t ldc)
{
	struct cublas_matmul job = MATMUL("cublasHgemm", 1, operand(CUDA_R_16F, A, lda, 0, ONE),
		operand(CUDA_R_16F, B, ldb, 0, ONE), operand(CUDA_R_16F, C, ldc, 0, ONE));
	return multiply_as(handle, &job, SHAPE, alpha, beta, CUBLAS_COMPUTE_16F);
}

cublasStatus_t cublasHgemmBatched_64(HB_OF_GEMM, const __half *alpha, const __half *const Aarray[],
	int64_t lda, const __half *const Barray[], int64_t ldb, const __half *beta,
	__half *const Carray[], int64_t ldc, int64_t batchCount)
{
	struct cublas_matmul job = MATMUL("cublasHgemmBatched", batchCount,
		operand(CUDA_R_16F, (const void *)Aarray, lda, 0, ARRAY),
		operand(CUDA_R_16F, (const void *)Barray, ldb, 0, ARRAY),
		operand(CUDA_R_16F, (const void *)Carray, ldc, 0, ARRAY));
	return multiply_as(handle, &job, SHAPE, alpha, beta, CUBLAS_COMPUTE_16F);
}

cublasStatus_t cublasHgemmStridedBatched_64(HB_OF_GEMM, const __half *alpha, const __half *A,
	int64_t lda, long long strideA, const __half *B, int64_t ldb, long long strideB,
	const __half *beta, __half *C, int64_t ldc, long long strideC, int64_t batchCount)
{
	struct cublas_matmul job = MATMUL("cublasHgemmStridedBatched", batchCount,
		operand(CUDA_R_16F, A, lda, strideA, STRIDED),
		operand(CUDA_R_16F, B, ldb, strideB, STRIDED),
		operand(CUDA_R_16F, C, ldc, strideC, STRIDED));
	return multiply_as(handle, &job, SHAPE, alpha, beta, CUBLAS_COMPUTE_16F);
}

/* y = op(A) x as the row y = x op(A) by rows: x and y are rows whose columns are an increment
 * apart, so that only increments that are positive are there. */
static cublasStatus_t multiply_vector(cublasHandle_t handle, struct cublas_matmul *job,
	cublasOperation_t trans, const int64_t sizes[2], const float *alpha, const float *beta)
{
	bool is_plain = trans == CUBLAS_OP_N;
	struct shape s = {CUBLAS_OP_N, is_plain ? CUBLAS_OP_T : CUBLAS_OP_N, 1,
		is_plain ? sizes[0] : sizes[1], is_plain ? sizes[1] : sizes[0]};
	if ((unsigned)trans > CUBLAS_OP_C || job->a.step == 0 || job->c.step == 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (job->a.step < 0 || job->c.step < 0)
		return cublas_refuse(job->name, "an increment below 0");
	return multiply_as(handle, job, &s, alpha, beta, CUBLAS_COMPUTE_32F);
}

#define VECTOR(text, form, count, type, c_type, a_, lda, sa, x_, sx, y_, sy) \
	struct cublas_matmul job = \
		MATMUL(text, count, operand(type, (const void *)(x_), incx, sx, form), \
			operand(type, (const void *)(a_), lda, sa, form), \
			operand(c_type, (const void *)(y_), incy, sy, form)); \
	const int64_t sizes[] = {m, n}; \
	return multiply_vector(handle, &job, trans, sizes, alpha, beta);
#define SMALL_GEMV(name, T, type, Y, y_type) \
	cublasStatus_t cublas##name##gemvBatched_64(cublasHandle_t handle, \
		cublasOperation_t trans, int64_t m, int64_t n, const float *alpha, \
		const T *const Aarray[], int64_t lda, const T *const xarray[], int64_t incx, \
		const float *beta, Y *const yarray[], int64_t incy, \
		int64_t batchCount){VECTOR("cublas" #name "gemvBatched", ARRAY, batchCount, type, \
		y_type, Aarray, lda, 0, xarray, 0, yarray, \
		0)} cublasStatus_t cublas##name##gemvStridedBatched_64(cublasHandle_t handle, \
		cublasOperation_t trans, int64_t m, int64_t n, const float *alpha, const T *A, \
		int64_t lda, long long strideA, const T *x, int64_t incx, long long stridex, \
		const float *beta, Y *y, int64_t incy, long long stridey, int64_t batchCount) \
	{ \
		VECTOR("cublas" #name "gemvStridedBatched", STRIDED, batchCount, type, y_type, A, \
			lda, strideA, x, stridex, y, stridey) \
	}
SMALL_GEMV(HSH, __half, CUDA_R_16F, __half, CUDA_R_16F)
SMALL_GEMV(HSS, __half, CUDA_R_16F, float, CUDA_R_32F)
SMALL_GEMV(TST, __nv_bfloat16, CUDA_R_16BF, __nv_bfloat16, CUDA_R_16BF)
SMALL_GEMV(TSS, __nv_bfloat16, CUDA_R_16BF, float, CUDA_R_32F)

/* ---- symmetric products ---------------------------------------------------------------------- */

#define RANK_K(name, T, plain) \
	cublasStatus_t name##_64(HB_OF_RANK_K(T)) \
	{ \
		if (Atype != CUDA_C_32F || Ctype != CUDA_C_32F) \
			return cublas_refuse(#name, "this combination of types"); \
		return plain(handle, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); \
	}
RANK_K(cublasCsyrkEx, cuComplex, cublasCsyrk_v2_64)
RANK_K(cublasCsyrk3mEx, cuComplex, cublasCsyrk_v2_64)
RANK_K(cublasCherkEx, float, cublasCherk_v2_64)
RANK_K(cublasCherk3mEx, float, cublasCherk_v2_64)

/* ---- groups ---------------------------------------------------------------------------------- */

/* Groups are arrays of the host; those of matrices are one behind the other for all groups. */
#define DEFINE_GROUPED(name, INT, T, A_TYPE, B_TYPE, C_TYPE, LAST, compute, a_type, b_type, \
	c_type, bytes) \
	cublasStatus_t name(cublasHandle_t handle, const cublasOperation_t transa_array[], \
		const cublasOperation_t transb_array[], const INT m_array[], const INT n_array[], \
		const INT k_array[], const T *alpha_array, const T *const Aarray[] A_TYPE, \
		const INT lda_array[], const T *const Barray[] B_TYPE, const INT ldb_array[], \
		const T *beta_array, T *const Carray[] C_TYPE, const INT ldc_array[], \
		INT group_count, const INT group_size[] LAST) \
	{ \
		cublasStatus_t status = CUBLAS_STATUS_SUCCESS; \
		int64_t first = 0; \
		if (group_count < 0) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		for (INT i = 0; i < group_count && status == CUBLAS_STATUS_SUCCESS; i++) { \
			status = cublasGemmBatchedEx_64(handle, transa_array[i], transb_array[i], \
				m_array[i], n_array[i], k_array[i], \
				(const uint8_t *)alpha_array + (size_t)i * (bytes), \
				(const void *const *)Aarray + first, a_type, lda_array[i], \
				(const void *const *)Barray + first, b_type, ldb_array[i], \
				(const uint8_t *)beta_array + (size_t)i * (bytes), \
				(void *const *)Carray + first, c_type, ldc_array[i], \
				group_size[i], compute, CUBLAS_GEMM_DEFAULT); \
			first += group_size[i]; \
		} \
		return status; \
	}
#define COMMA ,
#define GROUPED(INT, suffix) \
	DEFINE_GROUPED(cublasSgemmGroupedBatched##suffix, INT, float, , , , , CUBLAS_COMPUTE_32F, \
		CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, sizeof(float)) \
	DEFINE_GROUPED(cublasDgemmGroupedBatched##suffix, INT, double, , , , , CUBLAS_COMPUTE_64F, \
		CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, sizeof(double)) \
	DEFINE_GROUPED(cublasGemmGroupedBatchedEx##suffix, INT, void, COMMA cudaDataType_t Atype, \
		COMMA cudaDataType_t Btype, COMMA cudaDataType_t Ctype, \
		COMMA cublasComputeType_t computeType, computeType, Atype, Btype, Ctype, \
		Atype == CUDA_R_64F ? sizeof(double) : sizeof(float))
GROUPED(int, )
GROUPED(int64_t, _64)
