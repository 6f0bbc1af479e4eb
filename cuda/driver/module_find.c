/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds functions and variables of modules (CUDA driver API, "Module Management"). */
#include <string.h>
#include "hsaemu/image.h"
#include "memory_impl.h"
#include "module_impl.h"

CUresult CUDAAPI cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name)
{
	const struct image_kernel *meta;
	CUresult error = cu_check(hmod, CU_MODULE);
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
	CUresult error = cu_check(hmod, CU_MODULE);
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

static bool find_managed(const struct rt_image *image, const void *at, struct rt_allocation *out)
{
	uint64_t bytes;
	for (size_t i = 0; i < rt_image_import_count(image); i++) {
		uint8_t *start = (uint8_t *)(uintptr_t)rt_image_import_address(image, i);
		if (rt_image_managed(image, i, &bytes) == NULL ||
			(uintptr_t)at - (uintptr_t)start >= bytes)
			continue;
		*out = (struct rt_allocation){
			.base = start, .bytes = (size_t)bytes, .kind = CU_MEMORY_MANAGED};
		return true;
	}
	return false;
}

static bool find_in(const struct CUmod_st *m, const void *at, struct rt_allocation *out)
{
	const struct image_meta *meta = rt_image_meta(m->image);
	uint64_t bytes;
	if (find_managed(m->image, at, out))
		return true;
	for (uint32_t i = 0; i < meta->symbol_count; i++) {
		if (strcmp(meta->symbols[i].kind, "global") != 0)
			continue;
		uint8_t *start = rt_image_symbol_address(m->image, &meta->symbols[i], &bytes);
		if (start == NULL || (uintptr_t)at - (uintptr_t)start >= bytes)
			continue;
		*out = (struct rt_allocation){
			.base = start, .bytes = (size_t)bytes, .kind = CU_MEMORY_DEVICE};
		return true;
	}
	return false;
}

bool cu_variable_find(struct CUctx_st *c, const void *at, struct rt_allocation *out)
{
	bool found = false;
	pthread_mutex_lock(&c->lock);
	for (const struct CUmod_st *m = c->modules; m != NULL && !found; m = m->next)
		found = find_in(m, at, out);
	pthread_mutex_unlock(&c->lock);
	return found;
}
