/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of other interfaces (CUDA runtime API, "External Resource Interoperability"). */
#include "runtime_impl.h"

static CUexternalMemory memory_of(cudaExternalMemory_t m)
{
	return (CUexternalMemory)(void *)m;
}

cudaError_t CUDARTAPI cudaImportExternalMemory(cudaExternalMemory_t *extMem_out,
	const struct cudaExternalMemoryHandleDesc *memHandleDesc)
{
	if (extMem_out == NULL || memHandleDesc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	CUDA_EXTERNAL_MEMORY_HANDLE_DESC d = {
		.type = (CUexternalMemoryHandleType)memHandleDesc->type,
		.size = memHandleDesc->size,
		.flags = memHandleDesc->flags};
	d.handle.win32.handle = memHandleDesc->handle.win32.handle;
	d.handle.win32.name = memHandleDesc->handle.win32.name;
	CUDART_CALL(DRIVER(cuImportExternalMemory)((CUexternalMemory *)(void *)extMem_out, &d));
}

cudaError_t CUDARTAPI cudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
	const struct cudaExternalMemoryBufferDesc *bufferDesc)
{
	CUdeviceptr p = 0;
	cudaError_t error = cudart_enter();
	if (devPtr == NULL || bufferDesc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	const CUDA_EXTERNAL_MEMORY_BUFFER_DESC d = {
		.offset = bufferDesc->offset, .size = bufferDesc->size, .flags = bufferDesc->flags};
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuExternalMemoryGetMappedBuffer)(&p, memory_of(extMem),
			&d);
	if (error == cudaSuccess)
		*devPtr = (void *)(uintptr_t)p;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaDestroyExternalMemory(cudaExternalMemory_t extMem)
{
	CUDART_CALL(DRIVER(cuDestroyExternalMemory)(memory_of(extMem)));
}
