/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory and events of other processes (CUDA runtime API, "Device Management", cudaIpcGetMemHandle()).
 * The bytes of a handle are the driver's. */
#include <string.h>
#include "runtime_impl.h"

cudaError_t CUDARTAPI cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *devPtr)
{
	CUipcMemHandle h;
	cudaError_t error = cudart_enter();
	if (handle == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuIpcGetMemHandle)(&h, (CUdeviceptr)(uintptr_t)devPtr);
	if (error == cudaSuccess)
		memcpy(handle->reserved, h.reserved, sizeof h.reserved);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaIpcOpenMemHandle(void **devPtr, cudaIpcMemHandle_t handle, unsigned flags)
{
	CUipcMemHandle h;
	CUdeviceptr p = 0;
	cudaError_t error = cudart_enter();
	if (devPtr == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	memcpy(h.reserved, handle.reserved, sizeof h.reserved);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuIpcOpenMemHandle)(&p, h, flags);
	if (error == cudaSuccess)
		*devPtr = (void *)(uintptr_t)p;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaIpcCloseMemHandle(void *devPtr)
{
	CUDART_CALL(DRIVER(cuIpcCloseMemHandle)((CUdeviceptr)(uintptr_t)devPtr));
}

cudaError_t CUDARTAPI cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
	CUipcEventHandle h;
	cudaError_t error = cudart_enter();
	if (handle == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuIpcGetEventHandle)(&h, event);
	if (error == cudaSuccess)
		memcpy(handle->reserved, h.reserved, sizeof h.reserved);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
	CUipcEventHandle h;
	memcpy(h.reserved, handle.reserved, sizeof h.reserved);
	CUDART_CALL(DRIVER(cuIpcOpenEventHandle)(event, h));
}
