/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The library's handle, and which cuSPARSE this is: that of CUDA 12.9. */
#include <stdlib.h>
#include "sparse_impl.h"

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
	CUSPARSE_NEEDS(handle != NULL);
	if (culib_enter("libcusparse") != CUDA_SUCCESS)
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	struct cusparseContext *c = mem_try_new(1, sizeof *c);
	if (c == NULL)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	handle_enter(&c->handle, CUSPARSE_CONTEXT);
	*handle = c;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
	if (!handle_take(handle, CUSPARSE_CONTEXT))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	free(handle);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t streamId)
{
	CUSPARSE_NEEDS_CONTEXT(handle);
	handle->stream = streamId;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *streamId)
{
	CUSPARSE_NEEDS_CONTEXT(handle);
	CUSPARSE_NEEDS(streamId != NULL);
	*streamId = handle->stream;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode)
{
	CUSPARSE_NEEDS_CONTEXT(handle);
	CUSPARSE_NEEDS((unsigned)mode <= CUSPARSE_POINTER_MODE_DEVICE);
	handle->mode = mode;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode)
{
	CUSPARSE_NEEDS_CONTEXT(handle);
	CUSPARSE_NEEDS(mode != NULL);
	*mode = handle->mode;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version)
{
	CUSPARSE_NEEDS_CONTEXT(handle);
	CUSPARSE_NEEDS(version != NULL);
	*version = CUSPARSE_VERSION;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)
{
	static const int parts[] = {CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR, CUSPARSE_VER_PATCH};
	CUSPARSE_NEEDS(value != NULL && (unsigned)type < ARRAY_LEN(parts));
	*value = parts[type];
	return CUSPARSE_STATUS_SUCCESS;
}

static const struct {
	const char *name, *text;
} statuses[] = {
#define STATUS(name, text) [CUSPARSE_STATUS_##name] = {"CUSPARSE_STATUS_" #name, text},
	STATUS(SUCCESS, "success") STATUS(NOT_INITIALIZED,
		"initialization error") STATUS(ALLOC_FAILED, "out of memory") STATUS(INVALID_VALUE,
		"invalid value") STATUS(ARCH_MISMATCH, "architecture mismatch")
		STATUS(MAPPING_ERROR, "texture memory mapping error") STATUS(EXECUTION_FAILED,
			"kernel launch failure") STATUS(INTERNAL_ERROR, "internal error")
			STATUS(MATRIX_TYPE_NOT_SUPPORTED, "matrix type not supported")
				STATUS(ZERO_PIVOT, "zero pivot") STATUS(NOT_SUPPORTED,
					"operation not supported")
					STATUS(INSUFFICIENT_RESOURCES, "insufficient resources")
#undef STATUS
};

const char *cusparseGetErrorName(cusparseStatus_t status)
{
	return (unsigned)status < ARRAY_LEN(statuses) ? statuses[status].name
	                                              : "unrecognized error code";
}

const char *cusparseGetErrorString(cusparseStatus_t status)
{
	return (unsigned)status < ARRAY_LEN(statuses) ? statuses[status].text
	                                              : "unrecognized error code";
}
