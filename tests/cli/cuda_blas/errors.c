/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is wrong is told by a status, whatever it is; and cuBLASXt. */
#include <cublasXt.h>
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%d: %s\n", __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)
#define IS(status, call) CHECK((call) == CUBLAS_STATUS_##status)

static cublasHandle_t h;
static float *d, one = 1, zero;

static void handles(void)
{
	cublasHandle_t gone;
	int version;
	cublasMath_t mode;
	IS(SUCCESS, cublasCreate(&gone));
	IS(SUCCESS, cublasDestroy(gone));
	IS(NOT_INITIALIZED, cublasDestroy(gone));
	IS(NOT_INITIALIZED, cublasSaxpy(gone, 1, &one, d, 1, d, 1));
	IS(NOT_INITIALIZED, cublasSaxpy(NULL, 1, &one, d, 1, d, 1));
	IS(NOT_INITIALIZED, cublasSetStream((cublasHandle_t)16, NULL));
	IS(NOT_INITIALIZED, cublasSetStream((cublasHandle_t)d, NULL));
	IS(INVALID_VALUE, cublasCreate(NULL));
	IS(SUCCESS, cublasGetVersion(h, &version));
	CHECK(version == CUBLAS_VERSION);
	IS(SUCCESS, cublasGetProperty(MAJOR_VERSION, &version));
	CHECK(version == CUBLAS_VER_MAJOR);
	IS(SUCCESS, cublasSetMathMode(h, CUBLAS_TF32_TENSOR_OP_MATH));
	IS(SUCCESS, cublasGetMathMode(h, &mode));
	CHECK(mode == CUBLAS_TF32_TENSOR_OP_MATH);
	IS(INVALID_VALUE, cublasSetPointerMode(h, (cublasPointerMode_t)2));
	CHECK(strcmp(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE),
		      "CUBLAS_STATUS_INVALID_VALUE") == 0);
	CHECK(cublasGetStatusString(CUBLAS_STATUS_NOT_SUPPORTED)[0] != 0);
}

static cublasStatus_t gemm(cublasOperation_t op, int m, int n, int k, const float *alpha, float *a,
	int lda, float *c)
{
	return cublasSgemm(h, op, CUBLAS_OP_N, m, n, k, alpha, a, lda, d, 4, &zero, c, 4);
}

static void arguments(void)
{
	float result;
	IS(SUCCESS, gemm(CUBLAS_OP_N, 4, 4, 4, &one, d, 4, d));
	IS(SUCCESS, gemm(CUBLAS_OP_N, 0, 4, 4, &one, NULL, 4, NULL));
	IS(INVALID_VALUE, gemm(CUBLAS_OP_N, -1, 4, 4, &one, d, 4, d));
	IS(INVALID_VALUE, gemm(CUBLAS_OP_N, 4, 4, 4, &one, d, 3, d));
	IS(INVALID_VALUE, gemm((cublasOperation_t)7, 4, 4, 4, &one, d, 4, d));
	IS(INVALID_VALUE, gemm(CUBLAS_OP_N, 4, 4, 4, NULL, d, 4, d));
	IS(INVALID_VALUE, gemm(CUBLAS_OP_N, 4, 4, 4, &one, NULL, 4, d));
	IS(EXECUTION_FAILED, gemm(CUBLAS_OP_N, 4, 4, 4, &one, (float *)64, 4, d));
	IS(EXECUTION_FAILED, gemm(CUBLAS_OP_N, 4, 4, 4, (float *)64, d, 4, d));
	IS(EXECUTION_FAILED, gemm(CUBLAS_OP_T, 4, 4, 4, &one, d, 2000000000, d));
	IS(INVALID_VALUE, cublasSgemv(h, CUBLAS_OP_N, 4, 4, &one, d, 4, d, 0, &one, d, 1));
	IS(INVALID_VALUE, cublasStrsm(h, (cublasSideMode_t)2, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
				  CUBLAS_DIAG_UNIT, 2, 2, &one, d, 4, d, 4));
	IS(INVALID_VALUE, cublasStrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_FULL, CUBLAS_OP_N,
				  CUBLAS_DIAG_UNIT, 2, 2, &one, d, 4, d, 4));
	IS(INVALID_VALUE, cublasCherk(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, 1, 1, &one,
				  (cuComplex *)d, 1, &one, (cuComplex *)d, 1));
	IS(NOT_SUPPORTED, cublasSgemm_64(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, d, 5000000000,
				  d, 1, &zero, d, 1));
	IS(NOT_SUPPORTED, cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, d, CUDA_R_16F, 1,
				  d, CUDA_R_16BF, 1, &zero, d, CUDA_R_32F, 1, CUBLAS_COMPUTE_32F,
				  CUBLAS_GEMM_DEFAULT));
	IS(INVALID_VALUE, cublasSdot(h, 1, d, 1, d, 1, NULL));
	IS(SUCCESS, cublasSdot(h, 0, NULL, 1, NULL, 1, &result));
	CHECK(result == 0);
	IS(SUCCESS, cublasSnrm2(h, -1, d, 1, &result));
	IS(INVALID_VALUE, cublasSetVector(4, 4, d, 0, d, 1));
	IS(INVALID_VALUE, cublasSetMatrix(4, 4, 4, d, 3, d, 4));
	IS(MAPPING_ERROR, cublasSetVector(4, 4, (void *)64, 1, d, 1));
	IS(NOT_SUPPORTED, cublasRotgEx(h, d, d, CUDA_R_32F, d, d, CUDA_R_32F, CUDA_R_32F));
}

/* An address that is wrong is in the device's memory, and found when the work is done. */
static void wrong_in_batch(void)
{
	float **list;
	CHECK(cudaMallocManaged((void **)&list, 2 * sizeof *list, cudaMemAttachGlobal) ==
		cudaSuccess);
	list[0] = d, list[1] = (float *)64;
	IS(SUCCESS, cublasSgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one,
			    (const float *const *)list, 2, (const float *const *)list, 2, &zero,
			    list, 2, 2));
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	IS(INVALID_VALUE, cublasSgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one,
				  (const float *const *)list, 2, (const float *const *)list, 2,
				  &zero, list, 2, -1));
	cudaFree(list);
}

static void on_several_devices(void)
{
	cublasXtHandle_t xt;
	int devices[] = {0}, block;
	float a[] = {1, 2, 3, 4}, b[] = {1, 1, 0, 1}, c[4] = {0};
	IS(SUCCESS, cublasXtCreate(&xt));
	IS(SUCCESS, cublasXtDeviceSelect(xt, 1, devices));
	IS(SUCCESS, cublasXtSetBlockDim(xt, 64));
	IS(SUCCESS, cublasXtGetBlockDim(xt, &block));
	CHECK(block == 64);
	IS(SUCCESS, cublasXtSgemm(xt, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, b, 2, &zero, c,
			    2));
	CHECK(c[0] == 4 && c[1] == 6 && c[2] == 3 && c[3] == 4);
	IS(NOT_SUPPORTED, cublasXtSspmm(xt, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, 2, 2, &one, a,
				  b, 2, &zero, c, 2));
	IS(SUCCESS, cublasXtDestroy(xt));
	IS(NOT_INITIALIZED, cublasXtDestroy(xt));
}

int main(void)
{
	CHECK(cudaMalloc((void **)&d, 64 * sizeof *d) == cudaSuccess);
	CHECK(cudaMemset(d, 0, 64 * sizeof *d) == cudaSuccess);
	IS(SUCCESS, cublasCreate(&h));
	handles();
	arguments();
	wrong_in_batch();
	on_several_devices();
	IS(SUCCESS, cublasDestroy(h));
	puts("errors: ok");
	return 0;
}
