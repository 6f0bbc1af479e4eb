/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLASLt's handles, which may also be cuBLAS's; versions, and the log that nobody writes. */
#include <stdlib.h>
#include "hsaemu/handle_set.h"
#include "lt_impl.h"

enum { LT_HANDLE_KIND = 0x6c746c74 };

struct cublasLtContext {
	struct handle base;
};

cublasStatus_t cublasLtCreate(cublasLtHandle_t *lightHandle)
{
	if (lightHandle == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (culib_enter("libcublasLt") != CUDA_SUCCESS || !cublas_load())
		return CUBLAS_STATUS_NOT_INITIALIZED;
	struct cublasLtContext *c = mem_try_new(1, sizeof *c);
	if (c == NULL)
		return CUBLAS_STATUS_ALLOC_FAILED;
	handle_enter(&c->base, LT_HANDLE_KIND);
	*lightHandle = c;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t lightHandle)
{
	if (!handle_take(lightHandle, LT_HANDLE_KIND))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	free(lightHandle);
	return CUBLAS_STATUS_SUCCESS;
}

/* The other library has a set of handles of its own: of its handles the kind is looked at. */
static bool is_of_cublas(cublasLtHandle_t handle)
{
	return (uintptr_t)handle % sizeof(void *) == 0 && handle != NULL &&
	       culib_is_memory(handle, sizeof *handle) && handle->base.kind == CUBLAS_HANDLE_KIND;
}

cublasStatus_t cublas_lt_enter(cublasLtHandle_t handle)
{
	if (!handle_is_valid(handle, LT_HANDLE_KIND) && !is_of_cublas(handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!cublas_load())
		return CUBLAS_STATUS_NOT_INITIALIZED;
	return cublas_status(culib_enter("libcublasLt"));
}

const char *cublasLtGetStatusName(cublasStatus_t status)
{
	return cublasGetStatusName(status);
}

const char *cublasLtGetStatusString(cublasStatus_t status)
{
	return cublasGetStatusString(status);
}

size_t cublasLtGetVersion(void)
{
	return CUBLAS_VERSION;
}

size_t cublasLtGetCudartVersion(void)
{
	return 12090;
}

cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int *value)
{
	return cublas_property(type, value);
}

/* There is nothing to remember: one algorithm is there. */
cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *capacity)
{
	if (capacity == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	*capacity = 0;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t capacity)
{
	(void)capacity;
	return CUBLAS_STATUS_SUCCESS;
}

unsigned cublasLtDisableCpuInstructionsSetMask(unsigned mask)
{
	(void)mask;
	return 0;
}

#define LISTENER(name, parameter) \
	cublasStatus_t cublasLtLogger##name(parameter) \
	{ \
		return CUBLAS_STATUS_SUCCESS; \
	}
#pragma GCC diagnostic ignored "-Wunused-parameter"
LISTENER(SetCallback, cublasLtLoggerCallback_t callback)
LISTENER(SetFile, FILE *file)
LISTENER(OpenFile, const char *logFile)
LISTENER(SetLevel, int level)
LISTENER(SetMask, int mask)
LISTENER(ForceDisable, void)
