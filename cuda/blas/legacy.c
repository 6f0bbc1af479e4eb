/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLAS without handles: the functions with handles, with one handle of the process, whose errors
 * are kept. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#pragma GCC visibility push(default)
#include <cublas.h>
#pragma GCC visibility pop
#include "blas_impl.h"

static cublasHandle_t the_handle; /* guarded by legacy_lock */
static pthread_mutex_t legacy_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(cublasStatus_t) last_error;

static void record(cublasStatus_t status)
{
	if (status != CUBLAS_STATUS_SUCCESS)
		atomic_store(&last_error, status);
}

static cublasHandle_t current(void)
{
	pthread_mutex_lock(&legacy_lock);
	cublasHandle_t handle = the_handle;
	pthread_mutex_unlock(&legacy_lock);
	return handle;
}

cublasStatus_t cublasInit(void)
{
	cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
	pthread_mutex_lock(&legacy_lock);
	if (the_handle == NULL)
		status = cublasCreate_v2(&the_handle);
	pthread_mutex_unlock(&legacy_lock);
	return status;
}

cublasStatus_t cublasShutdown(void)
{
	pthread_mutex_lock(&legacy_lock);
	cublasStatus_t status = cublasDestroy_v2(the_handle);
	the_handle = NULL;
	pthread_mutex_unlock(&legacy_lock);
	return status;
}

cublasStatus_t cublasGetError(void)
{
	return atomic_exchange(&last_error, CUBLAS_STATUS_SUCCESS);
}

cublasStatus_t cublasGetVersion(int *version)
{
	return cublasGetVersion_v2(current(), version);
}

cublasStatus_t cublasSetKernelStream(cudaStream_t stream)
{
	return cublasSetStream_v2(current(), stream);
}

cublasStatus_t cublasAlloc(int n, int elemSize, void **devicePtr)
{
	CUdeviceptr p = 0;
	if (n <= 0 || elemSize <= 0 || devicePtr == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	*devicePtr = NULL;
	if (current() == NULL || culib_enter("libcublas") != CUDA_SUCCESS)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (DRIVER(cuMemAlloc)(&p, (size_t)n * (size_t)elemSize) != CUDA_SUCCESS)
		return CUBLAS_STATUS_ALLOC_FAILED;
	*devicePtr = (void *)(uintptr_t)p;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasFree(void *devicePtr)
{
	if (current() == NULL || culib_enter("libcublas") != CUDA_SUCCESS)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	return DRIVER(cuMemFree)((CUdeviceptr)(uintptr_t)devicePtr) == CUDA_SUCCESS
	               ? CUBLAS_STATUS_SUCCESS
	               : CUBLAS_STATUS_INTERNAL_ERROR;
}

/* ---- letters --------------------------------------------------------------------------------- */

/* Returns which of the letters it is, in either case, or what no function takes. */
static int index_of(char letter, const char *letters)
{
	for (int i = 0; letters[i] != 0; i++)
		if (letter == letters[i] || letter == letters[i] + ('a' - 'A'))
			return i;
	return -1;
}

/* ---- functions ------------------------------------------------------------------------------- */

#define PASS(kind, ...) PASS_##kind(__VA_ARGS__)
#define PASS_OP(name) , (cublasOperation_t)index_of(name, "NTC")
#define PASS_OP_T PASS_OP
#define PASS_OP_C PASS_OP
#define PASS_FILL(name) , (cublasFillMode_t)index_of(name, "LU")
#define PASS_DIAG(name) , (cublasDiagType_t)index_of(name, "NU")
#define PASS_SIDE(name) , (cublasSideMode_t)index_of(name, "LR")
#define PASS_SIZE(name) , name
#define PASS_LENGTH PASS_SIZE
#define PASS_SCALAR(name) , &name
#define PASS_REAL PASS_SCALAR
#define PASS_NUMBER PASS_SIZE
#define PASS_ROTATION PASS_SIZE
#define PASS_ROTATION_OUT PASS_SIZE
#define PASS_RESULT(name) , &name
#define PASS_REAL_RESULT PASS_RESULT
#define PASS_INDEX_RESULT PASS_RESULT
#define PASS_IN_OUT PASS_SIZE
#define PASS_SECOND(name) , HB_SECOND_ADDRESS(name)
#define PASS_REAL_OUT PASS_SIZE
#define PASS_IN(name, ld, ...) , name, ld
#define PASS_OUT PASS_IN
#define PASS_VECTOR PASS_IN
#define PASS_VECTOR_OUT PASS_IN
#define PASS_LINE PASS_IN
#define PASS_LINE_OUT PASS_IN
#define PASS_PACKED(name, count) , name
#define PASS_PACKED_OUT PASS_PACKED

#define HB_FUNCTION(since, NAME, name, by, routine, shape) HB_##since(NAME, name, shape)
#define HB_V1(NAME, name, shape) \
	void HB_JOIN(cublas, NAME(name)) HB_EXPAND(0 shape(HB_BY_VALUE)) \
	{ \
		record(HB_JOIN(cublas, NAME(name##_v2))(current() shape(PASS))); \
	}
#define HB_RETURNS(TYPE, NAME, name, shape) \
	TYPE HB_JOIN(cublas, NAME(name)) HB_EXPAND(0 shape(HB_BY_VALUE)) \
	{ \
		TYPE result; \
		memset(&result, 0, sizeof result); \
		record(HB_JOIN(cublas, NAME(name##_v2))(current() shape(PASS))); \
		return result; \
	}
#define HB_V1_VALUE(NAME, name, shape) HB_RETURNS(HB_T, NAME, name, shape)
#define HB_V1_REAL(NAME, name, shape) HB_RETURNS(HB_R, NAME, name, shape)
#define HB_V1_INDEX(NAME, name, shape) HB_RETURNS(int, NAME, name, shape)
#define HB_V1_SHORT HB_V1
/* trmm */
#define HB_V1_ONLY(NAME, name, shape) \
	void HB_JOIN(cublas, NAME(name)) HB_EXPAND(0 shape(HB_BY_VALUE)) \
	{ \
		record(HB_JOIN(cublas, NAME(name##_v2))(current() shape(PASS), B, ldb)); \
	}
#define HB_V2(NAME, name, shape)
#define HB_XT(NAME, name, shape)
#define HB_LATER(NAME, name, shape)
#define HB_LATER_SHORT(NAME, name, shape)
#define HB_I int
#include <hsaemu_cublas_functions.h>
