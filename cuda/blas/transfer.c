/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of vectors and matrices between the host and the device, by those of the driver. */
#include <limits.h>
#include "blas_impl.h"

/* Rows of `bytes` that lie `from_step` and `to_step` apart. */
struct copy {
	const void *from;
	void *to;
	int64_t bytes, from_step, to_step, count;
};

static bool multiply(int64_t *size, int64_t by)
{
	return !__builtin_mul_overflow(*size, by, size);
}

static cublasStatus_t check(const struct copy *c)
{
	if (c->bytes <= 0 || c->from_step < c->bytes || c->to_step < c->bytes)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!cublas_is_matrix(c->from, c->bytes, c->count, c->from_step, 1) ||
		!cublas_is_matrix(c->to, c->bytes, c->count, c->to_step, 1))
		return CUBLAS_STATUS_MAPPING_ERROR;
	return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t copy(const struct copy *c, CUstream stream, bool is_awaited)
{
	const CUDA_MEMCPY2D d = {.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
		.srcDevice = (CUdeviceptr)(uintptr_t)c->from,
		.srcPitch = (size_t)c->from_step,
		.dstMemoryType = CU_MEMORYTYPE_UNIFIED,
		.dstDevice = (CUdeviceptr)(uintptr_t)c->to,
		.dstPitch = (size_t)c->to_step,
		.WidthInBytes = (size_t)c->bytes,
		.Height = (size_t)c->count};
	CUresult error = culib_enter("libcublas");
	if (error != CUDA_SUCCESS)
		return cublas_status(error);
	cublasStatus_t status = check(c);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	error = DRIVER(cuMemcpy2DAsync)(&d, stream);
	if (error == CUDA_SUCCESS && is_awaited)
		error = DRIVER(cuStreamSynchronize)(stream);
	return error == CUDA_SUCCESS ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

static cublasStatus_t copy_vector(int64_t n, int64_t bytes, const void *x, int64_t incx, void *y,
	int64_t incy, CUstream stream, bool is_awaited)
{
	struct copy c = {x, y, bytes, incx, incy, n};
	if (n < 0 || bytes <= 0 || incx <= 0 || incy <= 0 || !multiply(&c.from_step, bytes) ||
		!multiply(&c.to_step, bytes))
		return CUBLAS_STATUS_INVALID_VALUE;
	return n == 0 ? CUBLAS_STATUS_SUCCESS : copy(&c, stream, is_awaited);
}

static cublasStatus_t copy_matrix(int64_t rows, int64_t columns, int64_t bytes, const void *a,
	int64_t lda, void *b, int64_t ldb, CUstream stream, bool is_awaited)
{
	struct copy c = {a, b, bytes, lda, ldb, columns};
	if (rows < 0 || columns < 0 || bytes <= 0 || lda < rows || ldb < rows || lda <= 0 ||
		ldb <= 0 || !multiply(&c.bytes, rows) || !multiply(&c.from_step, bytes) ||
		!multiply(&c.to_step, bytes))
		return CUBLAS_STATUS_INVALID_VALUE;
	return rows == 0 || columns == 0 ? CUBLAS_STATUS_SUCCESS : copy(&c, stream, is_awaited);
}

#define TRANSFER(Way) \
	cublasStatus_t cublas##Way##Vector_64(int64_t n, int64_t elemSize, const void *x, \
		int64_t incx, void *y, int64_t incy) \
	{ \
		return copy_vector(n, elemSize, x, incx, y, incy, NULL, true); \
	} \
	cublasStatus_t cublas##Way##VectorAsync_64(int64_t n, int64_t elemSize, const void *x, \
		int64_t incx, void *y, int64_t incy, cudaStream_t stream) \
	{ \
		return copy_vector(n, elemSize, x, incx, y, incy, stream, false); \
	} \
	cublasStatus_t cublas##Way##Matrix_64(int64_t rows, int64_t cols, int64_t elemSize, \
		const void *A, int64_t lda, void *B, int64_t ldb) \
	{ \
		return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, NULL, true); \
	} \
	cublasStatus_t cublas##Way##MatrixAsync_64(int64_t rows, int64_t cols, int64_t elemSize, \
		const void *A, int64_t lda, void *B, int64_t ldb, cudaStream_t stream) \
	{ \
		return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, stream, false); \
	}
TRANSFER(Set)
TRANSFER(Get)
