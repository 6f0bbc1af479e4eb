/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLAS's types and functions, in C and C++. The functions of BLAS, which are there for four types
 * and two types of sizes, are in hsaemu_cublas_functions.h. */
#ifndef HSAEMU_CUBLAS_API_H
#define HSAEMU_CUBLAS_API_H
#define CUBLAS_API_H_
#define CUBLASAPI
#define CUBLASWINAPI

#include <stddef.h>
#include <stdint.h>
#include "cuComplex.h"
#include "driver_types.h"
#include "library_types.h"
#ifdef __CUDACC__
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#endif

#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 9
#define CUBLAS_VER_PATCH 1
#define CUBLAS_VER_BUILD 4
#define CUBLAS_VERSION (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)

typedef enum cublasStatus_t {
	CUBLAS_STATUS_SUCCESS = 0,
	CUBLAS_STATUS_NOT_INITIALIZED = 1,
	CUBLAS_STATUS_ALLOC_FAILED = 3,
	CUBLAS_STATUS_INVALID_VALUE = 7,
	CUBLAS_STATUS_ARCH_MISMATCH = 8,
	CUBLAS_STATUS_MAPPING_ERROR = 11,
	CUBLAS_STATUS_EXECUTION_FAILED = 13,
	CUBLAS_STATUS_INTERNAL_ERROR = 14,
	CUBLAS_STATUS_NOT_SUPPORTED = 15,
	CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum cublasOperation_t {
	CUBLAS_OP_N,
	CUBLAS_OP_T,
	CUBLAS_OP_C,
	CUBLAS_OP_HERMITAN = 2,
	CUBLAS_OP_CONJG
} cublasOperation_t;
typedef enum cublasFillMode_t {
	CUBLAS_FILL_MODE_LOWER,
	CUBLAS_FILL_MODE_UPPER,
	CUBLAS_FILL_MODE_FULL
} cublasFillMode_t;
typedef enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum cublasPointerMode_t {
	CUBLAS_POINTER_MODE_HOST,
	CUBLAS_POINTER_MODE_DEVICE
} cublasPointerMode_t;
typedef enum cublasAtomicsMode_t {
	CUBLAS_ATOMICS_NOT_ALLOWED,
	CUBLAS_ATOMICS_ALLOWED
} cublasAtomicsMode_t;
typedef enum cublasMath_t {
	CUBLAS_DEFAULT_MATH = 0,
	CUBLAS_TENSOR_OP_MATH = 1,
	CUBLAS_PEDANTIC_MATH = 2,
	CUBLAS_TF32_TENSOR_OP_MATH = 3,
	CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
	CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum cublasComputeType_t {
	CUBLAS_COMPUTE_16F = 64,
	CUBLAS_COMPUTE_16F_PEDANTIC = 65,
	CUBLAS_COMPUTE_32F = 68,
	CUBLAS_COMPUTE_32F_PEDANTIC = 69,
	CUBLAS_COMPUTE_64F = 70,
	CUBLAS_COMPUTE_64F_PEDANTIC = 71,
	CUBLAS_COMPUTE_32I = 72,
	CUBLAS_COMPUTE_32I_PEDANTIC = 73,
	CUBLAS_COMPUTE_32F_FAST_16F = 74,
	CUBLAS_COMPUTE_32F_FAST_16BF = 75,
	CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
	CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78
} cublasComputeType_t;
typedef enum cublasEmulationStrategy_t {
	CUBLAS_EMULATION_STRATEGY_DEFAULT,
	CUBLAS_EMULATION_STRATEGY_PERFORMANT,
	CUBLAS_EMULATION_STRATEGY_EAGER
} cublasEmulationStrategy_t;
#define HSAEMU_ALGO(n) CUBLAS_GEMM_ALGO##n = n, CUBLAS_GEMM_ALGO##n##_TENSOR_OP = 100 + n
typedef enum cublasGemmAlgo_t {
	CUBLAS_GEMM_DFALT = -1,
	CUBLAS_GEMM_DEFAULT = -1,
	HSAEMU_ALGO(0), HSAEMU_ALGO(1), HSAEMU_ALGO(2), HSAEMU_ALGO(3), HSAEMU_ALGO(4), HSAEMU_ALGO(5),
	HSAEMU_ALGO(6), HSAEMU_ALGO(7), HSAEMU_ALGO(8), HSAEMU_ALGO(9), HSAEMU_ALGO(10), HSAEMU_ALGO(11),
	HSAEMU_ALGO(12), HSAEMU_ALGO(13), HSAEMU_ALGO(14), HSAEMU_ALGO(15),
	CUBLAS_GEMM_ALGO16 = 16,
	CUBLAS_GEMM_ALGO17 = 17,
	CUBLAS_GEMM_ALGO18 = 18,
	CUBLAS_GEMM_ALGO19 = 19,
	CUBLAS_GEMM_ALGO20 = 20,
	CUBLAS_GEMM_ALGO21 = 21,
	CUBLAS_GEMM_ALGO22 = 22,
	CUBLAS_GEMM_ALGO23 = 23,
	CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
	CUBLAS_GEMM_DFALT_TENSOR_OP = 99
} cublasGemmAlgo_t;
#undef HSAEMU_ALGO
typedef cudaDataType cublasDataType_t;
typedef struct cublasContext *cublasHandle_t;
typedef void (*cublasLogCallback)(const char *msg);
#ifdef __cplusplus
struct __half;
struct __nv_bfloat16;
extern "C" {
#else
typedef struct __half __half;
typedef struct __nv_bfloat16 __nv_bfloat16;
#endif

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t workspaceSizeInBytes);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t streamId);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *streamId);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *smCountTarget);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int smCountTarget);
cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t *emulationStrategy);
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t emulationStrategy);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr, const char *logFileName);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *userCallback);
cublasStatus_t cublasRotgEx(cublasHandle_t handle, void *a, void *b, cudaDataType abType, void *c, void *s,
	cudaDataType csType, cudaDataType executiontype);
cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void *d1, cudaDataType d1Type, void *d2, cudaDataType d2Type,
	void *x1, cudaDataType x1Type, const void *y1, cudaDataType y1Type, void *param, cudaDataType paramType,
	cudaDataType executiontype);
void cublasXerbla(const char *srName, int info);
cublasStatus_t cublasUint8gemmBias(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
	cublasOperation_t transc, int m, int n, int k, const unsigned char *A, int A_bias, int lda,
	const unsigned char *B, int B_bias, int ldb, unsigned char *C, int C_bias, int ldc, int C_mult, int C_shift);

#include "hsaemu_cublas_shapes.h"
#define HB_FUNCTION(since, NAME, name, by, routine, shape) HB_##since(NAME, name, shape)
#define HB_PROTOTYPE(name, shape) \
	cublasStatus_t HB_JOIN(HB_JOIN(cublas, name), HB_SUFFIX)(cublasHandle_t handle shape(HB_DECLARE));
#define HB_EX(name, parameters, arguments) cublasStatus_t HB_JOIN(cublas##name, HB_SUFFIX) parameters;
#define HB_EX_BOTH(name, parameters) cublasStatus_t HB_JOIN(cublas##name, HB_SUFFIX) parameters;
#define HB_V1(NAME, name, shape) HB_PROTOTYPE(NAME(name##_v2), shape)
#define HB_V1_VALUE HB_V1
#define HB_V1_REAL HB_V1
#define HB_V1_INDEX HB_V1
#define HB_V1_ONLY(NAME, name, shape)
#define HB_XT(NAME, name, shape)
#define HB_V2 HB_V1
#define HB_LATER(NAME, name, shape) HB_PROTOTYPE(NAME(name), shape)
#define HB_V1_SHORT HB_V1
#define HB_LATER_SHORT HB_LATER
#define HB_I int
#define HB_SUFFIX
#include "hsaemu_cublas_functions.h"
#include "hsaemu_cublas_ex.h"
#undef HB_I
#undef HB_SUFFIX
#undef HB_V1_SHORT
#undef HB_LATER_SHORT
#define HB_V1_SHORT(NAME, name, shape)
#define HB_LATER_SHORT(NAME, name, shape)
#define HB_I int64_t
#define HB_SUFFIX _64
#include "hsaemu_cublas_functions.h"
#include "hsaemu_cublas_ex.h"
#undef HB_I
#undef HB_SUFFIX
#undef HB_FUNCTION
#undef HB_PROTOTYPE
#undef HB_EX
#undef HB_EX_BOTH
#undef HB_V1
#undef HB_V1_VALUE
#undef HB_V1_REAL
#undef HB_V1_INDEX
#undef HB_V1_ONLY
#undef HB_V1_SHORT
#undef HB_V2
#undef HB_XT
#undef HB_LATER
#undef HB_LATER_SHORT

#ifdef __cplusplus
}

// Until CUDA 11 types said what to compute in.
static inline cublasStatus_t cublasMigrateComputeType(cublasHandle_t handle, cudaDataType_t type, cublasComputeType_t *to)
{
	cublasMath_t mode = CUBLAS_DEFAULT_MATH;
	cublasStatus_t status = cublasGetMathMode(handle, &mode);
	bool exact = (mode & 15) == CUBLAS_PEDANTIC_MATH;
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	switch (type) {
	case CUDA_R_32F:
	case CUDA_C_32F:
		*to = exact ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_32F;
		return status;
	case CUDA_R_64F:
	case CUDA_C_64F:
		*to = exact ? CUBLAS_COMPUTE_64F_PEDANTIC : CUBLAS_COMPUTE_64F;
		return status;
	case CUDA_R_16F:
		*to = exact ? CUBLAS_COMPUTE_16F_PEDANTIC : CUBLAS_COMPUTE_16F;
		return status;
	case CUDA_R_32I:
		*to = exact ? CUBLAS_COMPUTE_32I_PEDANTIC : CUBLAS_COMPUTE_32I;
		return status;
	default:
		return CUBLAS_STATUS_NOT_SUPPORTED;
	}
}
#define HB_I int
#define HB_MIGRATED(name, parameters, arguments) \
	static inline cublasStatus_t cublas##name parameters \
	{ \
		cublasComputeType_t computeType; \
		cublasStatus_t status = cublasMigrateComputeType(handle, compute, &computeType); \
		return status == CUBLAS_STATUS_SUCCESS ? cublas##name arguments : status; \
	}
HB_MIGRATED(GemmEx, (HB_OF_GEMM_EX, cudaDataType compute, cublasGemmAlgo_t algo), HB_GEMM_EX_ARGUMENTS)
HB_MIGRATED(GemmBatchedEx, (HB_OF_GEMM_BATCHED_EX, cudaDataType compute, cublasGemmAlgo_t algo),
	HB_GEMM_BATCHED_EX_ARGUMENTS)
HB_MIGRATED(GemmStridedBatchedEx, (HB_OF_GEMM_STRIDED_EX, cudaDataType compute, cublasGemmAlgo_t algo),
	HB_GEMM_STRIDED_EX_ARGUMENTS)
#undef HB_MIGRATED
#undef HB_I
#endif

#endif
