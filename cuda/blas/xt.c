/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLASXt: all devices are the CPU, and all memory is one, so each function is that of cuBLAS,
 * which is awaited. */
#include <stdlib.h>
#pragma GCC visibility push(default)
#include <cublasXt.h>
#pragma GCC visibility pop
#include "blas_impl.h"
#include "hsaemu/handle_set.h"
#include "setting_impl.h"

enum { XT_HANDLE_KIND = 0x78746274 };

struct cublasXtContext {
	struct handle base;
	cublasHandle_t inner;
	int block;                       /* guarded by the handle's lock, as */
	cublasXtPinnedMemMode_t pinning; /* this is */
};

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle)
{
	if (handle == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	struct cublasXtContext *c = mem_try_new(1, sizeof *c);
	if (c == NULL)
		return CUBLAS_STATUS_ALLOC_FAILED;
	cublasStatus_t status = cublasCreate_v2(&c->inner);
	if (status != CUBLAS_STATUS_SUCCESS) {
		free(c);
		return status;
	}
	c->block = 2048;
	handle_enter(&c->base, XT_HANDLE_KIND);
	*handle = c;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle)
{
	if (!handle_take(handle, XT_HANDLE_KIND))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	cublasStatus_t status = cublasDestroy_v2(handle->inner);
	free(handle);
	return status;
}

/* ---- settings -------------------------------------------------------------------------------- */

cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int deviceId[])
{
	if (!handle_is_valid(handle, XT_HANDLE_KIND))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	for (int i = 0; i < nbDevices && deviceId != NULL; i++)
		if (deviceId[i] < 0)
			return CUBLAS_STATUS_INVALID_VALUE;
	return nbDevices > 0 && deviceId != NULL ? CUBLAS_STATUS_SUCCESS
	                                         : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasXtGetNumBoards(int nbDevices, int deviceId[], int *nbBoards)
{
	if (nbDevices <= 0 || deviceId == NULL || nbBoards == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	*nbBoards = nbDevices;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtMaxBoards(int *nbGpuBoards)
{
	if (nbGpuBoards == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	*nbGpuBoards = 32;
	return CUBLAS_STATUS_SUCCESS;
}

CUBLAS_SETTING(cublasXt, XT_HANDLE_KIND, BlockDim, int, block, value > 0)
CUBLAS_SETTING(cublasXt, XT_HANDLE_KIND, PinningMemMode, cublasXtPinnedMemMode_t, pinning,
	(unsigned)value <= CUBLASXT_PINNING_ENABLED)

/* ---- functions ------------------------------------------------------------------------------- */

static cublasHandle_t inner_of(cublasXtHandle_t handle)
{
	const struct handle *h = handle_lock(handle, XT_HANDLE_KIND);
	if (h == NULL)
		return NULL;
	cublasHandle_t inner = handle->inner;
	handle_unlock(h);
	return inner;
}

static cublasStatus_t await(cublasStatus_t status)
{
	return status == CUBLAS_STATUS_SUCCESS ? cublas_status(DRIVER(cuStreamSynchronize)(NULL))
	                                       : status;
}

#define PASS(kind, ...) PASS_##kind(__VA_ARGS__)
#define PASS_SIZE(name) , (int64_t)name
#define PASS_OP(name) , name
#define PASS_OP_T PASS_OP
#define PASS_OP_C PASS_OP
#define PASS_FILL PASS_OP
#define PASS_DIAG PASS_OP
#define PASS_SIDE PASS_OP
#define PASS_SCALAR PASS_OP
#define PASS_REAL PASS_OP
#define PASS_IN(name, ld, ...) , name, (int64_t)ld
#define PASS_OUT PASS_IN

#define HB_FUNCTION(since, NAME, name, by, routine, shape) HB_##since(NAME, name, shape)
#define DEFINE(function, NAME, name, shape) \
	cublasStatus_t HB_JOIN(cublasXt, NAME(name))(cublasXtHandle_t handle shape(HB_DECLARE)) \
	{ \
		return await(HB_JOIN(cublas, NAME(function))(inner_of(handle) shape(PASS))); \
	}
#define HB_V1(NAME, name, shape) DEFINE(name##_v2_64, NAME, name, shape)
#define HB_V2 HB_V1
#define HB_LATER(NAME, name, shape) DEFINE(name##_64, NAME, name, shape)
#define HB_V1_ONLY(NAME, name, shape)
#define HB_XT(NAME, name, shape)
#define HB_I size_t
#define HB_OF_XT
#include <hsaemu_cublas_functions.h>
