/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names and parameters of functions, and the functions of a module (CUDA driver API, "Execution
 * Control", "Module Management"). */
#include <string.h>
#include "hsaemu/base.h"
#include "hsaemu/image.h"
#include "module_impl.h"

CUresult CUDAAPI cuFuncGetName(const char **name, CUfunction hfunc)
{
	CUresult error = cu_function_check(hfunc);
	if (name == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*name = hfunc->meta->name + (hfunc->meta->name[0] == '&');
	return error;
}

CUresult CUDAAPI cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t *paramOffset,
	size_t *paramSize)
{
	CUresult error = cu_function_check(func);
	if (error != CUDA_SUCCESS)
		return error;
	if (paramOffset == NULL || paramIndex >= func->meta->arg_count)
		return CUDA_ERROR_INVALID_VALUE;
	*paramOffset = func->meta->args[paramIndex].offset;
	if (paramSize != NULL)
		*paramSize = func->meta->args[paramIndex].bytes;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function)
{
	CUresult error = cu_function_check(function);
	if (state == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*state = CU_FUNCTION_LOADING_STATE_LOADED;
	return error;
}

CUresult CUDAAPI cuFuncLoad(CUfunction function)
{
	return cu_function_check(function);
}

CUresult CUDAAPI cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
	if (mode == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*mode = CU_MODULE_EAGER_LOADING;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuModuleGetFunctionCount(unsigned *count, CUmodule mod)
{
	CUresult error = cu_check(mod, CU_MODULE);
	if (count == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*count = mod->function_count;
	return error;
}

CUresult CUDAAPI cuModuleEnumerateFunctions(CUfunction *functions, unsigned numFunctions,
	CUmodule mod)
{
	CUresult error = cu_check(mod, CU_MODULE);
	if (functions == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	for (unsigned i = 0; error == CUDA_SUCCESS && i < numFunctions && i < mod->function_count;
		i++)
		functions[i] = &mod->functions[i];
	return error;
}

/* ---- launches of before CUDA 4 --------------------------------------------------------------- */

/* Gets what such a launch takes of a function. One thread at a time sets it. */
static CUresult find_old(CUfunction f, struct cu_old_launch **out)
{
	CUresult error = cu_function_check(f);
	*out = NULL;
	if (error != CUDA_SUCCESS)
		return error;
	if (f->old == NULL)
		f->old = mem_try_new(1, sizeof *f->old);
	*out = f->old;
	return f->old != NULL ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z)
{
	struct cu_old_launch *old;
	CUresult error = find_old(hfunc, &old);
	if (x <= 0 || y <= 0 || z <= 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	old->block[0] = (uint32_t)x;
	old->block[1] = (uint32_t)y;
	old->block[2] = (uint32_t)z;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuFuncSetSharedSize(CUfunction hfunc, unsigned bytes)
{
	struct cu_old_launch *old;
	CUresult error = find_old(hfunc, &old);
	if (error == CUDA_SUCCESS)
		old->shared_bytes = bytes;
	return error;
}

CUresult CUDAAPI cuParamSetSize(CUfunction hfunc, unsigned numbytes)
{
	struct cu_old_launch *old;
	CUresult error = find_old(hfunc, &old);
	if (numbytes > CU_OLD_ARGUMENT_BYTES)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		old->bytes = numbytes;
	return error;
}

CUresult CUDAAPI cuParamSetv(CUfunction hfunc, int offset, void *ptr, unsigned numbytes)
{
	struct cu_old_launch *old;
	CUresult error = find_old(hfunc, &old);
	if (ptr == NULL || offset < 0 || (unsigned)offset > CU_OLD_ARGUMENT_BYTES ||
		numbytes > CU_OLD_ARGUMENT_BYTES - (unsigned)offset)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		memcpy(old->arguments + offset, ptr, numbytes);
	return error;
}

CUresult CUDAAPI cuParamSeti(CUfunction hfunc, int offset, unsigned value)
{
	return cuParamSetv(hfunc, offset, &value, sizeof value);
}

CUresult CUDAAPI cuParamSetf(CUfunction hfunc, int offset, float value)
{
	return cuParamSetv(hfunc, offset, &value, sizeof value);
}

CUresult CUDAAPI cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream)
{
	struct cu_old_launch *old;
	CUresult error = find_old(f, &old);
	if (error != CUDA_SUCCESS)
		return error;
	if (grid_width <= 0 || grid_height <= 0)
		return CUDA_ERROR_INVALID_VALUE;
	void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, old->arguments,
		CU_LAUNCH_PARAM_BUFFER_SIZE, &old->bytes, CU_LAUNCH_PARAM_END};
	return cuLaunchKernel(f, (unsigned)grid_width, (unsigned)grid_height, 1, old->block[0],
		old->block[1], old->block[2], old->shared_bytes, hStream, NULL, extra);
}

CUresult CUDAAPI cuLaunchGrid(CUfunction f, int grid_width, int grid_height)
{
	return cuLaunchGridAsync(f, grid_width, grid_height, NULL);
}

CUresult CUDAAPI cuLaunch(CUfunction f)
{
	return cuLaunchGridAsync(f, 1, 1, NULL);
}
