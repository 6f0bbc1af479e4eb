/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What pointers are, where memory is to be, and whose memory devices may use (CUDA runtime API,
 * "Unified Addressing", "Memory Management", "Peer Device Memory Access"). */
#include "runtime_impl.h"

static CUdeviceptr address(const void *p)
{
	return (CUdeviceptr)(uintptr_t)p;
}

static bool ask(void *data, CUpointer_attribute which, const void *ptr)
{
	return DRIVER(cuPointerGetAttribute)(data, which, address(ptr)) == CUDA_SUCCESS;
}

cudaError_t CUDARTAPI cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
	const void *ptr)
{
	unsigned type, managed = 0;
	int device;
	cudaError_t error = cudart_enter();
	if (attributes == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error != cudaSuccess)
		return cudart_leave(error);
	/* memory of the host that nobody has registered, which devices can use all the same */
	*attributes = (struct cudaPointerAttributes){.type = cudaMemoryTypeUnregistered,
		.device = cudaInvalidDeviceId,
		.hostPointer = (void *)(uintptr_t)ptr};
	if (!ask(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, ptr) ||
		!ask(&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, ptr))
		return cudaSuccess;
	ask(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, ptr);
	attributes->type = managed                      ? cudaMemoryTypeManaged
	                   : type == CU_MEMORYTYPE_HOST ? cudaMemoryTypeHost
	                                                : cudaMemoryTypeDevice;
	attributes->device = device;
	attributes->devicePointer = (void *)(uintptr_t)ptr;
	if (attributes->type == cudaMemoryTypeDevice)
		attributes->hostPointer = NULL;
	return cudaSuccess;
}

cudaError_t CUDARTAPI cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
	int device)
{
	CUDART_CALL(DRIVER(cuMemAdvise)(address(devPtr), count, (CUmem_advise)advice, device));
}

cudaError_t CUDARTAPI cudaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice,
	cudaStream_t stream)
{
	CUDART_CALL(DRIVER(cuMemPrefetchAsync)(address(devPtr), count, dstDevice,
		cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length,
	unsigned flags)
{
	CUDART_CALL(DRIVER(cuStreamAttachMemAsync)(cudart_stream(stream), address(devPtr), length,
		flags));
}

static CUmemLocation place_of(struct cudaMemLocation l)
{
	return (CUmemLocation){(CUmemLocationType)l.type, l.id};
}

/* Of CUDA 12.2. */
cudaError_t CUDARTAPI cudaMemAdvise_v2(const void *devPtr, size_t count,
	enum cudaMemoryAdvise advice, struct cudaMemLocation location)
{
	CUDART_CALL(DRIVER(cuMemAdvise_v2)(address(devPtr), count, (CUmem_advise)advice,
		place_of(location)));
}

cudaError_t CUDARTAPI cudaMemPrefetchAsync_v2(const void *devPtr, size_t count,
	struct cudaMemLocation location, unsigned flags, cudaStream_t stream)
{
	CUDART_CALL(DRIVER(cuMemPrefetchAsync_v2)(address(devPtr), count, place_of(location), flags,
		cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaMemRangeGetAttribute(void *data, size_t dataSize,
	enum cudaMemRangeAttribute attribute, const void *devPtr, size_t count)
{
	CUDART_CALL(DRIVER(cuMemRangeGetAttribute)(data, dataSize, (CUmem_range_attribute)attribute,
		address(devPtr), count));
}

cudaError_t CUDARTAPI cudaMemRangeGetAttributes(void **data, size_t *dataSizes,
	enum cudaMemRangeAttribute *attributes, size_t numAttributes, const void *devPtr,
	size_t count)
{
	CUDART_CALL(DRIVER(cuMemRangeGetAttributes)(data, dataSizes,
		(CUmem_range_attribute *)(void *)attributes, numAttributes, address(devPtr),
		count));
}

/* ---- peers ----------------------------------------------------------------------------------- */

static cudaError_t peer(int device, CUcontext *out)
{
	CUdevice d;
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuDeviceGet)(&d, device);
	if (error == cudaSuccess && d == cudart_device())
		error = cudaErrorInvalidDevice;
	return error == cudaSuccess ? cudart_primary(d, out) : error;
}

cudaError_t CUDARTAPI cudaDeviceEnablePeerAccess(int peerDevice, unsigned flags)
{
	CUcontext c;
	cudaError_t error = peer(peerDevice, &c);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuCtxEnablePeerAccess)(c, flags);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaDeviceDisablePeerAccess(int peerDevice)
{
	CUcontext c;
	cudaError_t error = peer(peerDevice, &c);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuCtxDisablePeerAccess)(c);
	return cudart_leave(error);
}
