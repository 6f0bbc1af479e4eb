/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds functions and variables of modules (CUDA driver API, "Module Management"). */
#include "hsaemu/image.h"
#include "module_impl.h"

static CUresult check(CUmodule m)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	return handle_is_valid(m, CU_MODULE) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name)
{
	const struct image_kernel *meta;
	CUresult error = check(hmod);
	if (error != CUDA_SUCCESS)
		return error;
	if (hfunc == NULL || name == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (rt_image_kernel_find(hmod->image, name, &meta) == NULL)
		return CUDA_ERROR_NOT_FOUND;
	*hfunc = &hmod->functions[meta - rt_image_meta(hmod->image)->kernels];
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuModuleGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod,
	const char *name)
{
	uint64_t count;
	CUresult error = check(hmod);
	if (error != CUDA_SUCCESS)
		return error;
	if (name == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	void *at = rt_image_variable_find(hmod->image, name, NULL, &count);
	if (at == NULL)
		return CUDA_ERROR_NOT_FOUND;
	if (dptr != NULL)
		*dptr = (CUdeviceptr)(uintptr_t)at;
	if (bytes != NULL)
		*bytes = (size_t)count;
	return CUDA_SUCCESS;
}
