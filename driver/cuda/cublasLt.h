/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLASLt: products of matrices that descriptors describe, in C and C++. */
#ifndef HSAEMU_CUBLAS_LT_H
#define HSAEMU_CUBLAS_LT_H

#include <stdio.h>
#include "cublas_api.h"

typedef struct cublasLtContext *cublasLtHandle_t;
/* Descriptors may lie in the client's memory, so their sizes are a part of the interface. */
#define HSAEMU_OPAQUE(name, words) \
	typedef struct name { \
		uint64_t data[words]; \
	} name;
HSAEMU_OPAQUE(cublasLtMatrixLayoutOpaque_t, 8)
HSAEMU_OPAQUE(cublasLtMatmulDescOpaque_t, 32)
HSAEMU_OPAQUE(cublasLtMatrixTransformDescOpaque_t, 8)
HSAEMU_OPAQUE(cublasLtMatmulPreferenceOpaque_t, 10)
HSAEMU_OPAQUE(cublasLtMatmulAlgo_t, 8)
#undef HSAEMU_OPAQUE
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef cublasLtMatrixTransformDescOpaque_t *cublasLtMatrixTransformDesc_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;
typedef struct {
	cublasLtMatmulAlgo_t algo;
	size_t workspaceSize;
	cublasStatus_t state;
	float wavesCount;
	int reserved[4];
} cublasLtMatmulHeuristicResult_t;
typedef void (*cublasLtLoggerCallback_t)(int logLevel, const char *functionName, const char *message);
typedef enum cublasLtOrder_t { CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW, CUBLASLT_ORDER_COL32, CUBLASLT_ORDER_COL4_4R2_8C, CUBLASLT_ORDER_COL32_2R_4R4 } cublasLtOrder_t;
typedef enum cublasLtPointerMode_t { CUBLASLT_POINTER_MODE_HOST, CUBLASLT_POINTER_MODE_DEVICE, CUBLASLT_POINTER_MODE_DEVICE_VECTOR, CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO, CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST } cublasLtPointerMode_t;
typedef enum cublasLtMatrixLayoutAttribute_t {
	CUBLASLT_MATRIX_LAYOUT_TYPE,
	CUBLASLT_MATRIX_LAYOUT_ORDER,
	CUBLASLT_MATRIX_LAYOUT_ROWS,
	CUBLASLT_MATRIX_LAYOUT_COLS,
	CUBLASLT_MATRIX_LAYOUT_LD,
	CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
	CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
	CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET
} cublasLtMatrixLayoutAttribute_t;
typedef enum cublasLtMatmulDescAttributes_t {
	CUBLASLT_MATMUL_DESC_COMPUTE_TYPE,
	CUBLASLT_MATMUL_DESC_SCALE_TYPE,
	CUBLASLT_MATMUL_DESC_POINTER_MODE,
	CUBLASLT_MATMUL_DESC_TRANSA,
	CUBLASLT_MATMUL_DESC_TRANSB,
	CUBLASLT_MATMUL_DESC_TRANSC,
	CUBLASLT_MATMUL_DESC_FILL_MODE,
	CUBLASLT_MATMUL_DESC_EPILOGUE,
	CUBLASLT_MATMUL_DESC_BIAS_POINTER,
	CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE,
	CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE,
	CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET,
	CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17,
	CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
	CUBLASLT_MATMUL_DESC_C_SCALE_POINTER,
	CUBLASLT_MATMUL_DESC_D_SCALE_POINTER,
	CUBLASLT_MATMUL_DESC_AMAX_D_POINTER,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER,
	CUBLASLT_MATMUL_DESC_FAST_ACCUM,
	CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE,
	CUBLASLT_MATMUL_DESC_A_SCALE_MODE = 31,
	CUBLASLT_MATMUL_DESC_B_SCALE_MODE,
	CUBLASLT_MATMUL_DESC_C_SCALE_MODE,
	CUBLASLT_MATMUL_DESC_D_SCALE_MODE,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE,
	CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER,
	CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE
} cublasLtMatmulDescAttributes_t;
typedef enum cublasLtMatrixTransformDescAttributes_t {
	CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE,
	CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
	CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA,
	CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB
} cublasLtMatrixTransformDescAttributes_t;
typedef enum cublasLtMatmulPreferenceAttributes_t {
	CUBLASLT_MATMUL_PREF_SEARCH_MODE,
	CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
	CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES,
	CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT,
	CUBLASLT_MATMUL_PREF_IMPL_MASK = 12
} cublasLtMatmulPreferenceAttributes_t;
typedef enum cublasLtEpilogue_t {
	CUBLASLT_EPILOGUE_DEFAULT = 1,
	CUBLASLT_EPILOGUE_RELU = 2,
	CUBLASLT_EPILOGUE_BIAS = 4,
	CUBLASLT_EPILOGUE_RELU_BIAS = 6,
	CUBLASLT_EPILOGUE_GELU = 32,
	CUBLASLT_EPILOGUE_GELU_BIAS = 36,
	CUBLASLT_EPILOGUE_RELU_AUX = 130,
	CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134,
	CUBLASLT_EPILOGUE_DRELU = 136,
	CUBLASLT_EPILOGUE_DRELU_BGRAD = 152,
	CUBLASLT_EPILOGUE_GELU_AUX = 160,
	CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
	CUBLASLT_EPILOGUE_DGELU = 192,
	CUBLASLT_EPILOGUE_DGELU_BGRAD = 208,
	CUBLASLT_EPILOGUE_BGRADA = 256,
	CUBLASLT_EPILOGUE_BGRADB = 512
} cublasLtEpilogue_t;
typedef enum cublasLtMatmulMatrixScale_t {
	CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F,
	CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3,
	CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0,
	CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F,
	CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F
} cublasLtMatmulMatrixScale_t;
typedef enum cublasLtPointerModeMask_t {
	CUBLASLT_POINTER_MODE_MASK_HOST = 1,
	CUBLASLT_POINTER_MODE_MASK_DEVICE = 2,
	CUBLASLT_POINTER_MODE_MASK_DEVICE_VECTOR = 4,
	CUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_ZERO = 8,
	CUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_HOST = 16
} cublasLtPointerModeMask_t;
typedef enum cublasLtMatmulTile_t { CUBLASLT_MATMUL_TILE_UNDEFINED } cublasLtMatmulTile_t;
typedef enum cublasLtMatmulStages_t { CUBLASLT_MATMUL_STAGES_UNDEFINED } cublasLtMatmulStages_t;
typedef enum cublasLtReductionScheme_t {
	CUBLASLT_REDUCTION_SCHEME_NONE = 0,
	CUBLASLT_REDUCTION_SCHEME_INPLACE = 1,
	CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE = 2,
	CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE = 4,
	CUBLASLT_REDUCTION_SCHEME_MASK = 7
} cublasLtReductionScheme_t;
typedef enum cublasLtMatmulSearch_t {
	CUBLASLT_SEARCH_BEST_FIT,
	CUBLASLT_SEARCH_LIMITED_BY_ALGO_ID
} cublasLtMatmulSearch_t;
typedef enum cublasLtMatmulAlgoCapAttributes_t {
	CUBLASLT_ALGO_CAP_SPLITK_SUPPORT,
	CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK,
	CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT,
	CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT,
	CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT,
	CUBLASLT_ALGO_CAP_UPLO_SUPPORT,
	CUBLASLT_ALGO_CAP_TILE_IDS,
	CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX,
	CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER = 10,
	CUBLASLT_ALGO_CAP_POINTER_MODE_MASK,
	CUBLASLT_ALGO_CAP_EPILOGUE_MASK,
	CUBLASLT_ALGO_CAP_STAGES_IDS,
	CUBLASLT_ALGO_CAP_LD_NEGATIVE,
	CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES
} cublasLtMatmulAlgoCapAttributes_t;
typedef enum cublasLtMatmulAlgoConfigAttributes_t {
	CUBLASLT_ALGO_CONFIG_ID,
	CUBLASLT_ALGO_CONFIG_TILE_ID,
	CUBLASLT_ALGO_CONFIG_SPLITK_NUM,
	CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME,
	CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING,
	CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION,
	CUBLASLT_ALGO_CONFIG_STAGES_ID,
	CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID,
	CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID
} cublasLtMatmulAlgoConfigAttributes_t;

#ifdef __cplusplus
extern "C" {
#endif
cublasStatus_t cublasLtCreate(cublasLtHandle_t *lightHandle);
cublasStatus_t cublasLtDestroy(cublasLtHandle_t lightHandle);
const char *cublasLtGetStatusName(cublasStatus_t status);
const char *cublasLtGetStatusString(cublasStatus_t status);
size_t cublasLtGetVersion(void);
size_t cublasLtGetCudartVersion(void);
cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int *value);
cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *capacity);
cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t capacity);
unsigned cublasLtDisableCpuInstructionsSetMask(unsigned mask);
cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t callback);
cublasStatus_t cublasLtLoggerSetFile(FILE *file);
cublasStatus_t cublasLtLoggerOpenFile(const char *logFile);
cublasStatus_t cublasLtLoggerSetLevel(int level);
cublasStatus_t cublasLtLoggerSetMask(int mask);
cublasStatus_t cublasLtLoggerForceDisable(void);

cublasStatus_t cublasLtMatmul(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t computeDesc, const void *alpha,
	const void *A, cublasLtMatrixLayout_t Adesc, const void *B, cublasLtMatrixLayout_t Bdesc, const void *beta,
	const void *C, cublasLtMatrixLayout_t Cdesc, void *D, cublasLtMatrixLayout_t Ddesc,
	const cublasLtMatmulAlgo_t *algo, void *workspace, size_t workspaceSizeInBytes, cudaStream_t stream);
cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t lightHandle, cublasLtMatrixTransformDesc_t transformDesc,
	const void *alpha, const void *A, cublasLtMatrixLayout_t Adesc, const void *beta, const void *B,
	cublasLtMatrixLayout_t Bdesc, void *C, cublasLtMatrixLayout_t Cdesc, cudaStream_t stream);

/* The functions of a descriptor, but for those that make it, which take its first attributes. */
#define HSAEMU_DESCRIPTOR(name, desc, attributes) \
	cublasStatus_t cublasLt##name##Destroy(desc d); \
	cublasStatus_t cublasLt##name##SetAttribute(desc d, attributes attr, const void *buf, size_t sizeInBytes); \
	cublasStatus_t cublasLt##name##GetAttribute(desc d, attributes attr, void *buf, size_t sizeInBytes, \
		size_t *sizeWritten);
HSAEMU_DESCRIPTOR(MatrixLayout, cublasLtMatrixLayout_t, cublasLtMatrixLayoutAttribute_t)
HSAEMU_DESCRIPTOR(MatmulDesc, cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t)
HSAEMU_DESCRIPTOR(MatrixTransformDesc, cublasLtMatrixTransformDesc_t, cublasLtMatrixTransformDescAttributes_t)
HSAEMU_DESCRIPTOR(MatmulPreference, cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t)
#undef HSAEMU_DESCRIPTOR
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *matLayout, cudaDataType type, uint64_t rows,
	uint64_t cols, int64_t ld);
cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t matLayout, size_t size, cudaDataType type,
	uint64_t rows, uint64_t cols, int64_t ld);
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *matmulDesc, cublasComputeType_t computeType,
	cudaDataType_t scaleType);
cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t matmulDesc, size_t size,
	cublasComputeType_t computeType, cudaDataType_t scaleType);
cublasStatus_t cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t *transformDesc, cudaDataType scaleType);
cublasStatus_t cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t transformDesc, size_t size,
	cudaDataType scaleType);
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *pref);
cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t pref, size_t size);

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t operationDesc,
	cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc, cublasLtMatrixLayout_t Cdesc,
	cublasLtMatrixLayout_t Ddesc, cublasLtMatmulPreference_t preference, int requestedAlgoCount,
	cublasLtMatmulHeuristicResult_t heuristicResultsArray[], int *returnAlgoCount);
cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t lightHandle, cublasComputeType_t computeType,
	cudaDataType_t scaleType, cudaDataType_t Atype, cudaDataType_t Btype, cudaDataType_t Ctype,
	cudaDataType_t Dtype, int requestedAlgoCount, int algoIdsArray[], int *returnAlgoCount);
cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t lightHandle, cublasComputeType_t computeType,
	cudaDataType_t scaleType, cudaDataType_t Atype, cudaDataType_t Btype, cudaDataType_t Ctype,
	cudaDataType_t Dtype, int algoId, cublasLtMatmulAlgo_t *algo);
cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t operationDesc,
	cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc, cublasLtMatrixLayout_t Cdesc,
	cublasLtMatrixLayout_t Ddesc, const cublasLtMatmulAlgo_t *algo, cublasLtMatmulHeuristicResult_t *result);
cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulAlgoCapAttributes_t attr, void *buf, size_t sizeInBytes, size_t *sizeWritten);
cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulAlgoConfigAttributes_t attr, const void *buf, size_t sizeInBytes);
cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulAlgoConfigAttributes_t attr, void *buf, size_t sizeInBytes, size_t *sizeWritten);
#ifdef __cplusplus
}
#endif

/* Descriptors in the client's memory. */
static __inline__ cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t matLayout, cudaDataType type,
	uint64_t rows, uint64_t cols, int64_t ld)
{
	return cublasLtMatrixLayoutInit_internal(matLayout, sizeof *matLayout, type, rows, cols, ld);
}
static __inline__ cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t matmulDesc, cublasComputeType_t computeType,
	cudaDataType_t scaleType)
{
	return cublasLtMatmulDescInit_internal(matmulDesc, sizeof *matmulDesc, computeType, scaleType);
}
static __inline__ cublasStatus_t cublasLtMatrixTransformDescInit(cublasLtMatrixTransformDesc_t transformDesc,
	cudaDataType scaleType)
{
	return cublasLtMatrixTransformDescInit_internal(transformDesc, sizeof *transformDesc, scaleType);
}
static __inline__ cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t pref)
{
	return cublasLtMatmulPreferenceInit_internal(pref, sizeof *pref);
}

#endif
