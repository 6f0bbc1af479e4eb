/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLASXt: products of matrices in the host's memory, on several devices, in C and C++. */
#ifndef HSAEMU_CUBLAS_XT_H
#define HSAEMU_CUBLAS_XT_H

#include "cublas_api.h"

typedef struct cublasXtContext *cublasXtHandle_t;
typedef enum cublasXtOpType_t {
	CUBLASXT_FLOAT,
	CUBLASXT_DOUBLE,
	CUBLASXT_COMPLEX,
	CUBLASXT_DOUBLECOMPLEX
} cublasXtOpType_t;
typedef enum cublasXtBlasOp_t {
	CUBLASXT_GEMM,
	CUBLASXT_SYRK,
	CUBLASXT_HERK,
	CUBLASXT_SYMM,
	CUBLASXT_HEMM,
	CUBLASXT_TRSM,
	CUBLASXT_SYR2K,
	CUBLASXT_HER2K,
	CUBLASXT_SPMM,
	CUBLASXT_SYRKX,
	CUBLASXT_HERKX,
	CUBLASXT_TRMM,
	CUBLASXT_ROUTINE_MAX
} cublasXtBlasOp_t;
typedef enum cublasXtPinnedMemMode_t {
	CUBLASXT_PINNING_DISABLED,
	CUBLASXT_PINNING_ENABLED
} cublasXtPinnedMemMode_t;

#ifdef __cplusplus
extern "C" {
#endif
cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
cublasStatus_t cublasXtGetNumBoards(int nbDevices, int deviceId[], int *nbBoards);
cublasStatus_t cublasXtMaxBoards(int *nbGpuBoards);
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int deviceId[]);
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *blockDim);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t *mode);
cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp, cublasXtOpType_t type,
	void *blasFunctor);
cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp, cublasXtOpType_t type,
	float ratio);

#define HB_FUNCTION(since, NAME, name, by, routine, shape) HB_##since(NAME(name), shape)
#define HB_XT(name, shape) cublasStatus_t HB_JOIN(cublasXt, name)(cublasXtHandle_t handle shape(HB_DECLARE));
#define HB_V1 HB_XT
#define HB_V2 HB_XT
#define HB_LATER HB_XT
#define HB_V1_ONLY(name, shape)
#define HB_I size_t
#define HB_OF_XT
#include "hsaemu_cublas_functions.h"
#undef HB_FUNCTION
#undef HB_XT
#undef HB_V1
#undef HB_V2
#undef HB_LATER
#undef HB_V1_ONLY
#undef HB_I
#undef HB_OF_XT
#ifdef __cplusplus
}
#endif

#endif
