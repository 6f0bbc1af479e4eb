/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// What device code may call of the CUDA runtime. Kernels launch no kernels here, so there is nothing
// to wait for, and no error that a kernel could see.
#ifndef HSAEMU_DEVICE_RUNTIME_H
#define HSAEMU_DEVICE_RUNTIME_H

#include "cuda_runtime_api.h"

// Declared for kernels, so that one that launches another is refused for that alone. The others
// stand in CUB's and Thrust's code for kernels, of which host code makes nothing.
extern "C" {
#ifdef __CUDA_ARCH__
__device__ unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, struct CUstream_st * = 0);
#endif
__device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void);
__device__ void *cudaGetParameterBuffer(size_t, size_t);
__device__ cudaError_t cudaLaunchDevice(void *, void *, dim3, dim3, unsigned, cudaStream_t);
}

#define HSAEMU_RUNTIME extern "C" __device__ inline __attribute__((always_inline))

HSAEMU_RUNTIME cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
HSAEMU_RUNTIME cudaError_t cudaGetLastError(void) { return cudaSuccess; }
HSAEMU_RUNTIME cudaError_t cudaPeekAtLastError(void) { return cudaSuccess; }
HSAEMU_RUNTIME cudaError_t cudaGetDeviceCount(int *count)
{
	*count = 1;
	return cudaSuccess;
}
HSAEMU_RUNTIME cudaError_t cudaGetDevice(int *device)
{
	*device = 0;
	return cudaSuccess;
}
HSAEMU_RUNTIME cudaError_t cudaRuntimeGetVersion(int *version)
{
	*version = CUDART_VERSION;
	return cudaSuccess;
}
HSAEMU_DEVICE cudaError_t cudaMalloc(void **p, size_t bytes)
{
	*p = malloc(bytes);
	return *p != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
}
template <class T> HSAEMU_DEVICE cudaError_t cudaMalloc(T **p, size_t bytes) { return cudaMalloc((void **)(void *)p, bytes); }
HSAEMU_RUNTIME cudaError_t cudaFree(void *p)
{
	free(p);
	return cudaSuccess;
}
HSAEMU_DEVICE cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind, cudaStream_t = 0)
{
	__builtin_memcpy(to, from, bytes);
	return cudaSuccess;
}
HSAEMU_DEVICE cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t = 0)
{
	__builtin_memset(to, value, bytes);
	return cudaSuccess;
}

HSAEMU_RUNTIME const char *cudaGetErrorName(cudaError_t error)
{
	switch (error) {
	case cudaSuccess: return "cudaSuccess";
	case cudaErrorInvalidValue: return "cudaErrorInvalidValue";
	case cudaErrorMemoryAllocation: return "cudaErrorMemoryAllocation";
	case cudaErrorInvalidConfiguration: return "cudaErrorInvalidConfiguration";
	case cudaErrorNotReady: return "cudaErrorNotReady";
	case cudaErrorIllegalAddress: return "cudaErrorIllegalAddress";
	case cudaErrorLaunchFailure: return "cudaErrorLaunchFailure";
	case cudaErrorNotSupported: return "cudaErrorNotSupported";
	default: return "cudaErrorUnknown";
	}
}
HSAEMU_RUNTIME const char *cudaGetErrorString(cudaError_t error)
{
	switch (error) {
	case cudaSuccess: return "no error";
	case cudaErrorInvalidValue: return "invalid argument";
	case cudaErrorMemoryAllocation: return "out of memory";
	case cudaErrorInvalidConfiguration: return "invalid configuration argument";
	case cudaErrorNotReady: return "device not ready";
	case cudaErrorIllegalAddress: return "an illegal memory access was encountered";
	case cudaErrorLaunchFailure: return "unspecified launch failure";
	case cudaErrorNotSupported: return "operation not supported";
	default: return "unknown error";
	}
}

// The handle is the value's address.
HSAEMU_RUNTIME void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value)
{
	*(volatile unsigned *)handle = value;
}
#undef HSAEMU_RUNTIME

#endif
