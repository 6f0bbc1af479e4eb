/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Libraries and their kernels (CUDA driver API, "Library Management"). A library is a module of the
 * context in which it was loaded, and its kernels are that module's functions. */
#include <stdlib.h>
#include "hsaemu/base.h"
#include "module_impl.h"

struct CUlib_st {
	struct handle handle;
	CUmodule module;
};

/* A library needs no context; without one it is loaded in the first device's. */
static CUresult use_context(void)
{
	struct CUctx_st *c;
	CUcontext primary;
	CUresult error = cu_current(&c);
	if (error != CUDA_ERROR_INVALID_CONTEXT)
		return error;
	error = cuDevicePrimaryCtxRetain(&primary, 0);
	return error == CUDA_SUCCESS ? cuCtxSetCurrent(primary) : error;
}

static CUresult finish(CUlibrary *out, CUmodule m)
{
	struct CUlib_st *l = mem_try_new(1, sizeof *l);
	if (l == NULL) {
		cuModuleUnload(m);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	l->module = m;
	m->library = l;
	handle_enter(&l->handle, CU_LIBRARY);
	*out = l;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jitOptions,
	void **jitOptionsValues, unsigned numJitOptions, CUlibraryOption *libraryOptions,
	void **libraryOptionValues, unsigned numLibraryOptions)
{
	CUmodule m;
	(void)libraryOptions, (void)libraryOptionValues, (void)numLibraryOptions;
	CUresult error = use_context();
	if (library == NULL || code == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		error = cuModuleLoadDataEx(&m, code, numJitOptions, jitOptions, jitOptionsValues);
	return error == CUDA_SUCCESS ? finish(library, m) : error;
}

CUresult CUDAAPI cuLibraryLoadFromFile(CUlibrary *library, const char *fileName,
	CUjit_option *jitOptions, void **jitOptionsValues, unsigned numJitOptions,
	CUlibraryOption *libraryOptions, void **libraryOptionValues, unsigned numLibraryOptions)
{
	CUmodule m;
	(void)jitOptions, (void)jitOptionsValues, (void)numJitOptions;
	(void)libraryOptions, (void)libraryOptionValues, (void)numLibraryOptions;
	CUresult error = use_context();
	if (library == NULL || fileName == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		error = cuModuleLoad(&m, fileName);
	return error == CUDA_SUCCESS ? finish(library, m) : error;
}

static CUresult find(CUlibrary l)
{
	return handle_is_valid(l, CU_LIBRARY) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult CUDAAPI cuLibraryUnload(CUlibrary library)
{
	if (!handle_take(library, CU_LIBRARY))
		return CUDA_ERROR_INVALID_HANDLE;
	CUresult error = cuModuleUnload(library->module);
	free(library);
	return error;
}

CUresult CUDAAPI cuLibraryGetModule(CUmodule *pMod, CUlibrary library)
{
	if (pMod == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = find(library);
	if (error == CUDA_SUCCESS)
		*pMod = library->module;
	return error;
}

CUresult CUDAAPI cuLibraryGetKernel(CUkernel *pKernel, CUlibrary library, const char *name)
{
	CUresult error = find(library);
	return error == CUDA_SUCCESS
	               ? cuModuleGetFunction((CUfunction *)(void *)pKernel, library->module, name)
	               : error;
}

CUresult CUDAAPI cuLibraryGetKernelCount(unsigned *count, CUlibrary lib)
{
	CUresult error = find(lib);
	return error == CUDA_SUCCESS ? cuModuleGetFunctionCount(count, lib->module) : error;
}

CUresult CUDAAPI cuLibraryEnumerateKernels(CUkernel *kernels, unsigned numKernels, CUlibrary lib)
{
	CUresult error = find(lib);
	return error == CUDA_SUCCESS ? cuModuleEnumerateFunctions((CUfunction *)(void *)kernels,
					       numKernels, lib->module)
	                             : error;
}

CUresult CUDAAPI cuLibraryGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUlibrary library,
	const char *name)
{
	CUresult error = find(library);
	return error == CUDA_SUCCESS ? cuModuleGetGlobal(dptr, bytes, library->module, name)
	                             : error;
}

CUresult CUDAAPI cuLibraryGetManaged(CUdeviceptr *dptr, size_t *bytes, CUlibrary library,
	const char *name)
{
	return cuLibraryGetGlobal(dptr, bytes, library, name);
}

/* Functions of which the host and the device have one pointer, which there are none of here. */
CUresult CUDAAPI cuLibraryGetUnifiedFunction(void **fptr, CUlibrary library, const char *symbol)
{
	CUresult error = find(library);
	if (fptr == NULL || symbol == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	return error == CUDA_SUCCESS ? CUDA_ERROR_NOT_FOUND : error;
}

/* ---- kernels --------------------------------------------------------------------------------- */

static CUfunction function_of(CUkernel k)
{
	return (CUfunction)(void *)k;
}

CUresult CUDAAPI cuKernelGetFunction(CUfunction *pFunc, CUkernel kernel)
{
	if (pFunc == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (!handle_is_valid(kernel, CU_FUNCTION))
		return CUDA_ERROR_INVALID_HANDLE;
	*pFunc = function_of(kernel);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuKernelGetLibrary(CUlibrary *pLib, CUkernel kernel)
{
	if (pLib == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (!handle_is_valid(kernel, CU_FUNCTION) ||
		!handle_is_valid(function_of(kernel)->module->library, CU_LIBRARY))
		return CUDA_ERROR_INVALID_HANDLE;
	*pLib = function_of(kernel)->module->library;
	return CUDA_SUCCESS;
}

/* All devices have a kernel's attributes in common. */
static CUresult check_device(CUdevice dev)
{
	CUresult error;
	cu_device_find(dev, &error);
	return error;
}

CUresult CUDAAPI cuKernelGetAttribute(int *pi, CUfunction_attribute attrib, CUkernel kernel,
	CUdevice dev)
{
	CUresult error = check_device(dev);
	return error == CUDA_SUCCESS ? cuFuncGetAttribute(pi, attrib, function_of(kernel)) : error;
}

CUresult CUDAAPI cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel,
	CUdevice dev)
{
	CUresult error = check_device(dev);
	return error == CUDA_SUCCESS ? cuFuncSetAttribute(function_of(kernel), attrib, val) : error;
}

CUresult CUDAAPI cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev)
{
	CUresult error = check_device(dev);
	return error == CUDA_SUCCESS ? cuFuncSetCacheConfig(function_of(kernel), config) : error;
}

CUresult CUDAAPI cuKernelGetName(const char **name, CUkernel hfunc)
{
	return cuFuncGetName(name, function_of(hfunc));
}

CUresult CUDAAPI cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t *paramOffset,
	size_t *paramSize)
{
	return cuFuncGetParamInfo(function_of(kernel), paramIndex, paramOffset, paramSize);
}
