/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that compilers' host code calls: clang's CodeGen/CGCUDANV.cpp and nvcc emit calls
 * of these names. */
#ifndef HSAEMU_CUDA_REGISTRATION_IMPL_H
#define HSAEMU_CUDA_REGISTRATION_IMPL_H

#include "runtime_impl.h"

#pragma GCC visibility push(default)
void **__cudaRegisterFatBinary(void *fatCubin);
void __cudaRegisterFatBinaryEnd(void **fatCubinHandle);
void __cudaUnregisterFatBinary(void **fatCubinHandle);
char __cudaInitModule(void **fatCubinHandle);
void __cudaRegisterFunction(void **fatCubinHandle, const char *hostFun, char *deviceFun,
	const char *deviceName, int thread_limit, void *tid, void *bid, void *bDim, void *gDim,
	int *wSize);
void __cudaRegisterVar(void **fatCubinHandle, char *hostVar, char *deviceAddress,
	const char *deviceName, int ext, size_t size, int constant, int global);
void __cudaRegisterManagedVar(void **fatCubinHandle, void **hostVarPtrAddress, char *deviceAddress,
	const char *deviceName, int ext, size_t size, int constant, int global);
void __cudaRegisterTexture(void **fatCubinHandle, const void *hostVar, const void **deviceAddress,
	const char *deviceName, int dim, int norm, int ext);
void __cudaRegisterSurface(void **fatCubinHandle, const void *hostVar, const void **deviceAddress,
	const char *deviceName, int dim, int ext);
unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, void *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem,
	void *stream);
#pragma GCC visibility pop

#endif
