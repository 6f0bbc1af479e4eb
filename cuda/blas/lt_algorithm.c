/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What cuBLASLt's algorithm can do, and its configuration, which is kept and has no effect. */
#include <string.h>
#include "lt_impl.h"

static const struct capability {
	cublasLtMatmulAlgoCapAttributes_t id;
	uint64_t value;
	size_t bytes;
} capabilities[] = {
	{CUBLASLT_ALGO_CAP_SPLITK_SUPPORT, 0, sizeof(int32_t)},
	{CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK, 0, sizeof(uint32_t)},
	{CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT, 0, sizeof(uint32_t)},
	{CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, 1, sizeof(int32_t)},
	{CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT, 1, sizeof(int32_t)},
	{CUBLASLT_ALGO_CAP_UPLO_SUPPORT, 0, sizeof(int32_t)},
	{CUBLASLT_ALGO_CAP_TILE_IDS, CUBLASLT_MATMUL_TILE_UNDEFINED, sizeof(uint32_t)},
	{CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX, 0, sizeof(int32_t)},
	{CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER, 1, sizeof(int32_t)},
	{CUBLASLT_ALGO_CAP_POINTER_MODE_MASK,
		CUBLASLT_POINTER_MODE_MASK_HOST | CUBLASLT_POINTER_MODE_MASK_DEVICE,
		sizeof(uint32_t)},
	{CUBLASLT_ALGO_CAP_EPILOGUE_MASK,
		CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU_AUX_BIAS |
			CUBLASLT_EPILOGUE_GELU_AUX_BIAS,
		sizeof(uint32_t)},
	{CUBLASLT_ALGO_CAP_STAGES_IDS, CUBLASLT_MATMUL_STAGES_UNDEFINED, sizeof(uint32_t)},
	{CUBLASLT_ALGO_CAP_LD_NEGATIVE, 0, sizeof(int32_t)},
	{CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS, 1, sizeof(uint64_t)}, /* fused multiplication */
	{CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES, 1, sizeof(uint32_t)},
	{CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES, 1, sizeof(uint32_t)},
	{CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES, 1, sizeof(uint32_t)},
	{CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES, 1, sizeof(uint32_t)},
};

/* Puts a number where a client wants it. */
static cublasStatus_t put(uint64_t value, size_t bytes, void *buf, size_t size, size_t *written)
{
	if (written != NULL)
		*written = bytes;
	if (size == 0 && written != NULL)
		return CUBLAS_STATUS_SUCCESS;
	if (buf == NULL || size < bytes)
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy(buf, &value, bytes);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulAlgoCapAttributes_t attr, void *buf, size_t sizeInBytes, size_t *sizeWritten)
{
	for (size_t i = 0; i < ARRAY_LEN(capabilities) && algo != NULL; i++)
		if (capabilities[i].id == attr)
			return put(capabilities[i].value, capabilities[i].bytes, buf, sizeInBytes,
				sizeWritten);
	return CUBLAS_STATUS_INVALID_VALUE;
}

/* Each attribute of a configuration has 32 bits of the algorithm. */
static uint32_t *word_of(const cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulAlgoConfigAttributes_t attr)
{
	if (algo == NULL || (unsigned)attr > CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID)
		return NULL;
	return (uint32_t *)(uintptr_t)algo + attr;
}

static size_t config_bytes(cublasLtMatmulAlgoConfigAttributes_t attr)
{
	return attr == CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID ||
	                       attr == CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID
	               ? sizeof(uint16_t)
	               : sizeof(uint32_t);
}

cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulAlgoConfigAttributes_t attr, const void *buf, size_t sizeInBytes)
{
	uint32_t *word = word_of(algo, attr);
	if (word == NULL || buf == NULL || sizeInBytes < config_bytes(attr))
		return CUBLAS_STATUS_INVALID_VALUE;
	*word = 0;
	memcpy(word, buf, config_bytes(attr));
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulAlgoConfigAttributes_t attr, void *buf, size_t sizeInBytes,
	size_t *sizeWritten)
{
	const uint32_t *word = word_of(algo, attr);
	return word == NULL ? CUBLAS_STATUS_INVALID_VALUE
	                    : put(*word, config_bytes(attr), buf, sizeInBytes, sizeWritten);
}
