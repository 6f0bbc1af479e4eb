/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Statuses: their names, and how errors become one; and the version. */
#include <stdatomic.h>
#include <stdio.h>
#include "blas_impl.h"

static const struct {
	cublasStatus_t status;
	const char *name, *text;
} statuses[] = {
#define STATUS(name, text) {CUBLAS_STATUS_##name, "CUBLAS_STATUS_" #name, text},
	STATUS(SUCCESS, "success") STATUS(NOT_INITIALIZED,
		"the library was not initialized") STATUS(ALLOC_FAILED,
		"the resource allocation failed") STATUS(INVALID_VALUE,
		"an unsupported value or parameter was passed to the function")
		STATUS(ARCH_MISMATCH,
			"the function requires a feature absent from the device architecture")
			STATUS(MAPPING_ERROR,
				"an access to GPU memory space failed") STATUS(EXECUTION_FAILED,
				"the function failed to launch on the GPU") STATUS(INTERNAL_ERROR,
				"an internal operation failed") STATUS(NOT_SUPPORTED,
				"the functionality requested is not supported")
				STATUS(LICENSE_ERROR,
					"the functionality requested requires a license")
#undef STATUS
};

const char *cublasGetStatusName(cublasStatus_t status)
{
	for (size_t i = 0; i < ARRAY_LEN(statuses); i++)
		if (statuses[i].status == status)
			return statuses[i].name;
	return "CUBLAS_STATUS_UNKNOWN";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
	for (size_t i = 0; i < ARRAY_LEN(statuses); i++)
		if (statuses[i].status == status)
			return statuses[i].text;
	return "unknown status";
}

static _Atomic(const char *) last_refused;

cublasStatus_t cublas_refuse(const char *function, const char *what)
{
	if (atomic_exchange(&last_refused, function) != function)
		fprintf(stderr, "libcublas: %s: %s is not supported\n", function, what);
	return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublas_status(CUresult error)
{
	switch ((int)error) {
	case CUDA_SUCCESS:
		return CUBLAS_STATUS_SUCCESS;
	case CUDA_ERROR_NOT_INITIALIZED:
	case CUDA_ERROR_NO_DEVICE:
		return CUBLAS_STATUS_NOT_INITIALIZED;
	case CUDA_ERROR_OUT_OF_MEMORY:
		return CUBLAS_STATUS_ALLOC_FAILED;
	case CUDA_ERROR_INVALID_HANDLE:
	case CUDA_ERROR_INVALID_VALUE:
		return CUBLAS_STATUS_INVALID_VALUE;
	case CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED:
		return CUBLAS_STATUS_NOT_SUPPORTED;
	default:
		return CUBLAS_STATUS_EXECUTION_FAILED;
	}
}

cublasStatus_t cublas_property(libraryPropertyType type, int *value)
{
	static const int parts[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
	if (value == NULL || (unsigned)type >= ARRAY_LEN(parts))
		return CUBLAS_STATUS_INVALID_VALUE;
	*value = parts[type];
	return CUBLAS_STATUS_SUCCESS;
}
