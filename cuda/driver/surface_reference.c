/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Surface references (CUDA driver API, "Surface Reference Management"). */
#include "array_impl.h"
#include "reference_impl.h"

CUresult CUDAAPI cuModuleGetSurfRef(CUsurfref *pSurfRef, CUmodule hmod, const char *name)
{
	struct cu_reference *r;
	if (pSurfRef == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_reference_get(hmod, name, CU_SURFACE_REFERENCE, &r);
	if (error == CUDA_SUCCESS)
		*pSurfRef = (CUsurfref)r;
	return error;
}

CUresult cu_surface_reference_object(const struct CUsurfref_st *s, unsigned long long *out)
{
	const CUDA_RESOURCE_DESC r = {
		.resType = CU_RESOURCE_TYPE_ARRAY, .res = {.array = {.hArray = s->array}}};
	*out = 0;
	return s->array == NULL ? CUDA_SUCCESS : cuSurfObjectCreate(out, &r);
}

CUresult CUDAAPI cuSurfRefSetArray(CUsurfref hSurfRef, CUarray hArray, unsigned Flags)
{
	CUresult error = cu_reference_begin(hSurfRef, CU_SURFACE_REFERENCE);
	if (error != CUDA_SUCCESS)
		return error;
	if (Flags != 0)
		error = CUDA_ERROR_INVALID_VALUE;
	else if (!cu_is_array(hArray))
		error = CUDA_ERROR_INVALID_HANDLE;
	else
		hSurfRef->array = hArray;
	cu_reference_end(hSurfRef, error == CUDA_SUCCESS);
	return error;
}

CUresult CUDAAPI cuSurfRefGetArray(CUarray *phArray, CUsurfref hSurfRef)
{
	if (phArray == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_reference_begin(hSurfRef, CU_SURFACE_REFERENCE);
	if (error != CUDA_SUCCESS)
		return error;
	if (hSurfRef->array == NULL)
		error = CUDA_ERROR_INVALID_VALUE;
	else
		*phArray = hSurfRef->array;
	cu_reference_end(hSurfRef, false);
	return error;
}
