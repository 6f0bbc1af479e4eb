/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory in the order of streams (CUDA runtime API, "Stream Ordered Memory Allocator"). The runtime's
 * structures and numbers are the driver's. */
#include "runtime_impl.h"

cudaError_t CUDARTAPI cudaMallocAsync(void **devPtr, size_t size, cudaStream_t hStream)
{
	CUdeviceptr p = 0;
	cudaError_t error = cudart_enter();
	if (devPtr == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess && size != 0)
		error = (cudaError_t)DRIVER(cuMemAllocAsync)(&p, size, cudart_stream(hStream));
	if (error == cudaSuccess)
		*devPtr = (void *)(uintptr_t)p;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t memPool,
	cudaStream_t stream)
{
	CUdeviceptr p = 0;
	cudaError_t error = cudart_enter();
	if (ptr == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess && size != 0)
		error = (cudaError_t)DRIVER(cuMemAllocFromPoolAsync)(&p, size, memPool,
			cudart_stream(stream));
	if (error == cudaSuccess)
		*ptr = (void *)(uintptr_t)p;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaFreeAsync(void *devPtr, cudaStream_t hStream)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess && devPtr != NULL)
		error = (cudaError_t)DRIVER(cuMemFreeAsync)((CUdeviceptr)(uintptr_t)devPtr,
			cudart_stream(hStream));
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaDeviceGetDefaultMemPool(cudaMemPool_t *memPool, int device)
{
	CUDART_CALL(DRIVER(cuDeviceGetDefaultMemPool)(memPool, device));
}

cudaError_t CUDARTAPI cudaDeviceGetMemPool(cudaMemPool_t *memPool, int device)
{
	CUDART_CALL(DRIVER(cuDeviceGetMemPool)(memPool, device));
}

cudaError_t CUDARTAPI cudaDeviceSetMemPool(int device, cudaMemPool_t memPool)
{
	CUDART_CALL(DRIVER(cuDeviceSetMemPool)(device, memPool));
}

cudaError_t CUDARTAPI cudaMemPoolCreate(cudaMemPool_t *memPool,
	const struct cudaMemPoolProps *poolProps)
{
	HSAEMU_STATIC_ASSERT(sizeof *poolProps == sizeof(CUmemPoolProps), "the same layout");
	CUDART_CALL(DRIVER(cuMemPoolCreate)(memPool,
		(const CUmemPoolProps *)(const void *)poolProps));
}

cudaError_t CUDARTAPI cudaMemPoolDestroy(cudaMemPool_t memPool)
{
	CUDART_CALL(DRIVER(cuMemPoolDestroy)(memPool));
}

cudaError_t CUDARTAPI cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr,
	void *value)
{
	CUDART_CALL(DRIVER(cuMemPoolSetAttribute)(memPool, (CUmemPool_attribute)attr, value));
}

cudaError_t CUDARTAPI cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr,
	void *value)
{
	CUDART_CALL(DRIVER(cuMemPoolGetAttribute)(memPool, (CUmemPool_attribute)attr, value));
}

cudaError_t CUDARTAPI cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep)
{
	CUDART_CALL(DRIVER(cuMemPoolTrimTo)(memPool, minBytesToKeep));
}

cudaError_t CUDARTAPI cudaMemPoolSetAccess(cudaMemPool_t memPool,
	const struct cudaMemAccessDesc *descList, size_t count)
{
	CUDART_CALL(DRIVER(cuMemPoolSetAccess)(memPool,
		(const CUmemAccessDesc *)(const void *)descList, count));
}

cudaError_t CUDARTAPI cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool,
	struct cudaMemLocation *location)
{
	CUDART_CALL(DRIVER(cuMemPoolGetAccess)((CUmemAccess_flags *)(void *)flags, memPool,
		(CUmemLocation *)(void *)location));
}

/* ---- pools of other processes ---------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaMemPoolExportToShareableHandle(void *shareableHandle,
	cudaMemPool_t memPool, enum cudaMemAllocationHandleType handleType, unsigned flags)
{
	CUDART_CALL(DRIVER(cuMemPoolExportToShareableHandle)(shareableHandle, memPool,
		(CUmemAllocationHandleType)handleType, flags));
}

cudaError_t CUDARTAPI cudaMemPoolImportFromShareableHandle(cudaMemPool_t *memPool,
	void *shareableHandle, enum cudaMemAllocationHandleType handleType, unsigned flags)
{
	CUDART_CALL(DRIVER(cuMemPoolImportFromShareableHandle)(memPool, shareableHandle,
		(CUmemAllocationHandleType)handleType, flags));
}

cudaError_t CUDARTAPI cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *exportData,
	void *ptr)
{
	HSAEMU_STATIC_ASSERT(sizeof *exportData == sizeof(CUmemPoolPtrExportData),
		"the same layout");
	CUDART_CALL(DRIVER(cuMemPoolExportPointer)((CUmemPoolPtrExportData *)(void *)exportData,
		(CUdeviceptr)(uintptr_t)ptr));
}

cudaError_t CUDARTAPI cudaMemPoolImportPointer(void **ptr, cudaMemPool_t memPool,
	struct cudaMemPoolPtrExportData *exportData)
{
	CUdeviceptr p = 0;
	cudaError_t error = cudart_enter();
	if (ptr == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuMemPoolImportPointer)(&p, memPool,
			(CUmemPoolPtrExportData *)(void *)exportData);
	if (error == cudaSuccess)
		*ptr = (void *)(uintptr_t)p;
	return cudart_leave(error);
}
