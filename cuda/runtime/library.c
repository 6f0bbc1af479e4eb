/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Libraries of kernels that are loaded while the program runs (CUDA runtime API, "Library
 * Management"). Handles, options and their numbers are the driver's. */
#include "runtime_impl.h"

/* The names of the runtime's and the driver's pointers differ. */
static CUkernel kernel_of(cudaKernel_t kernel)
{
	return (CUkernel)(void *)kernel;
}

cudaError_t CUDARTAPI cudaLibraryLoadData(cudaLibrary_t *library, const void *code,
	enum cudaJitOption *jitOptions, void **jitOptionsValues, unsigned numJitOptions,
	enum cudaLibraryOption *libraryOptions, void **libraryOptionValues,
	unsigned numLibraryOptions)
{
	CUDART_CALL(DRIVER(cuLibraryLoadData)((CUlibrary *)library, code,
		(CUjit_option *)(void *)jitOptions, jitOptionsValues, numJitOptions,
		(CUlibraryOption *)(void *)libraryOptions, libraryOptionValues, numLibraryOptions));
}

cudaError_t CUDARTAPI cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *fileName,
	enum cudaJitOption *jitOptions, void **jitOptionsValues, unsigned numJitOptions,
	enum cudaLibraryOption *libraryOptions, void **libraryOptionValues,
	unsigned numLibraryOptions)
{
	CUDART_CALL(DRIVER(cuLibraryLoadFromFile)((CUlibrary *)library, fileName,
		(CUjit_option *)(void *)jitOptions, jitOptionsValues, numJitOptions,
		(CUlibraryOption *)(void *)libraryOptions, libraryOptionValues, numLibraryOptions));
}

cudaError_t CUDARTAPI cudaLibraryUnload(cudaLibrary_t library)
{
	CUDART_CALL(DRIVER(cuLibraryUnload)((CUlibrary)library));
}

cudaError_t CUDARTAPI cudaLibraryGetKernel(cudaKernel_t *pKernel, cudaLibrary_t library,
	const char *name)
{
	CUDART_CALL(DRIVER(cuLibraryGetKernel)((CUkernel *)(void *)pKernel, library, name));
}

cudaError_t CUDARTAPI cudaLibraryGetKernelCount(unsigned *count, cudaLibrary_t lib)
{
	CUDART_CALL(DRIVER(cuLibraryGetKernelCount)(count, lib));
}

cudaError_t CUDARTAPI cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned numKernels,
	cudaLibrary_t lib)
{
	CUDART_CALL(DRIVER(cuLibraryEnumerateKernels)((CUkernel *)(void *)kernels, numKernels,
		lib));
}

cudaError_t CUDARTAPI cudaLibraryGetGlobal(void **dptr, size_t *bytes, cudaLibrary_t library,
	const char *name)
{
	CUDART_CALL(DRIVER(cuLibraryGetGlobal)((CUdeviceptr *)(void *)dptr, bytes, library, name));
}

cudaError_t CUDARTAPI cudaLibraryGetManaged(void **dptr, size_t *bytes, cudaLibrary_t library,
	const char *name)
{
	CUDART_CALL(DRIVER(cuLibraryGetManaged)((CUdeviceptr *)(void *)dptr, bytes, library, name));
}

cudaError_t CUDARTAPI cudaLibraryGetUnifiedFunction(void **fptr, cudaLibrary_t library,
	const char *symbol)
{
	CUDART_CALL(DRIVER(cuLibraryGetUnifiedFunction)(fptr, library, symbol));
}

/* ---- kernels --------------------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaGetKernel(cudaKernel_t *kernelPtr, const void *entryFuncAddr)
{
	CUfunction f;
	cudaError_t error = cudart_enter();
	if (kernelPtr == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = cudart_function(entryFuncAddr, &f);
	if (error == cudaSuccess)
		*kernelPtr = (cudaKernel_t)(void *)f;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaKernelSetAttributeForDevice(cudaKernel_t kernel,
	enum cudaFuncAttribute attr, int value, int device)
{
	CUDART_CALL(DRIVER(cuKernelSetAttribute)((CUfunction_attribute)attr, value,
		kernel_of(kernel), device));
}
