/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Allocations (CUDA runtime API, "Memory Management", "Unified Addressing"). */
#include <string.h>
#include "copy_impl.h"
#include "runtime_impl.h"

static CUdeviceptr address(const void *p)
{
	return (CUdeviceptr)(uintptr_t)p;
}

cudaError_t CUDARTAPI cudaMalloc(void **devPtr, size_t size)
{
	CUdeviceptr p = 0;
	cudaError_t error = cudart_enter();
	if (devPtr == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess && size != 0) /* of nothing there is nothing, as elsewhere */
		error = (cudaError_t)DRIVER(cuMemAlloc)(&p, size);
	if (error == cudaSuccess)
		*devPtr = (void *)(uintptr_t)p;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMallocManaged(void **devPtr, size_t size, unsigned flags)
{
	CUdeviceptr p = 0;
	cudaError_t error = cudart_enter();
	if (devPtr == NULL || size == 0)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuMemAllocManaged)(&p, size, flags);
	if (error == cudaSuccess)
		*devPtr = (void *)(uintptr_t)p;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height)
{
	CUdeviceptr p = 0;
	cudaError_t error = cudart_enter();
	if (devPtr == NULL || pitch == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess && width != 0 && height != 0)
		error = (cudaError_t)DRIVER(cuMemAllocPitch)(&p, pitch, width, height, 4);
	if (error == cudaSuccess)
		*devPtr = (void *)(uintptr_t)p;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMalloc3D(struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent)
{
	size_t rows;
	if (pitchedDevPtr == NULL || __builtin_mul_overflow(extent.height, extent.depth, &rows))
		return cudart_leave(cudaErrorInvalidValue);
	*pitchedDevPtr = (struct cudaPitchedPtr){NULL, 0, extent.width, extent.height};
	return cudaMallocPitch(&pitchedDevPtr->ptr, &pitchedDevPtr->pitch, extent.width, rows);
}

cudaError_t CUDARTAPI cudaHostAlloc(void **pHost, size_t size, unsigned flags)
{
	cudaError_t error = cudart_enter();
	if (pHost == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess && size == 0)
		*pHost = NULL;
	else if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuMemHostAlloc)(pHost, size, flags);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMallocHost(void **ptr, size_t size)
{
	return cudaHostAlloc(ptr, size, cudaHostAllocDefault);
}

cudaError_t CUDARTAPI cudaFree(void *devPtr)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess && devPtr != NULL)
		error = (cudaError_t)DRIVER(cuMemFree)(address(devPtr));
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaFreeHost(void *ptr)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess && ptr != NULL)
		error = (cudaError_t)DRIVER(cuMemFreeHost)(ptr);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaHostRegister(void *ptr, size_t size, unsigned flags)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuMemHostRegister)(ptr, size, flags);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaHostUnregister(void *ptr)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuMemHostUnregister)(ptr);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaHostGetDevicePointer(void **pDevice, void *pHost, unsigned flags)
{
	CUdeviceptr p;
	cudaError_t error = cudart_enter();
	if (pDevice == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuMemHostGetDevicePointer)(&p, pHost, flags);
	if (error == cudaSuccess)
		*pDevice = (void *)(uintptr_t)p;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaHostGetFlags(unsigned *pFlags, void *pHost)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuMemHostGetFlags)(pFlags, pHost);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMemGetInfo(size_t *free, size_t *total)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuMemGetInfo)(free, total);
	return cudart_leave(error);
}

/* ---- variables ------------------------------------------------------------------------------- */

static cudaError_t variable(const void *symbol, CUdeviceptr *at, size_t *bytes)
{
	cudaError_t error = cudart_enter();
	return error == cudaSuccess ? cudart_variable(symbol, at, bytes) : error;
}

cudaError_t CUDARTAPI cudaGetSymbolAddress(void **devPtr, const void *symbol)
{
	CUdeviceptr at;
	size_t bytes;
	cudaError_t error = variable(symbol, &at, &bytes);
	if (devPtr == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		*devPtr = (void *)(uintptr_t)at;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGetSymbolSize(size_t *size, const void *symbol)
{
	CUdeviceptr at;
	size_t bytes;
	cudaError_t error = variable(symbol, &at, &bytes);
	if (size == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		*size = bytes;
	return cudart_leave(error);
}

/* Gets the part of a variable that a copy is about. */
cudaError_t cudart_part_of(const void *symbol, size_t offset, size_t count, void **at)
{
	CUdeviceptr start;
	size_t bytes;
	cudaError_t error = variable(symbol, &start, &bytes);
	if (error == cudaSuccess && (offset > bytes || count > bytes - offset))
		error = cudaErrorInvalidValue;
	*at = (void *)(uintptr_t)(start + offset);
	return error;
}

cudaError_t CUDARTAPI cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count,
	size_t offset, enum cudaMemcpyKind kind)
{
	void *at;
	cudaError_t error = cudart_part_of(symbol, offset, count, &at);
	return error == cudaSuccess ? cudaMemcpy(at, src, count, kind) : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count,
	size_t offset, enum cudaMemcpyKind kind)
{
	void *at;
	cudaError_t error = cudart_part_of(symbol, offset, count, &at);
	return error == cudaSuccess ? cudaMemcpy(dst, at, count, kind) : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count,
	size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	void *at;
	cudaError_t error = cudart_part_of(symbol, offset, count, &at);
	return error == cudaSuccess ? cudaMemcpyAsync(at, src, count, kind, stream)
	                            : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count,
	size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	void *at;
	cudaError_t error = cudart_part_of(symbol, offset, count, &at);
	return error == cudaSuccess ? cudaMemcpyAsync(dst, at, count, kind, stream)
	                            : cudart_leave(error);
}
