/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texture references (CUDA driver API, "Texture Reference Management"). */
#include <stdlib.h>
#include <string.h>
#include "array_impl.h"
#include "module_impl.h"
#include "reference_impl.h"

static CUresult begin(CUtexref t)
{
	return cu_reference_begin(t, CU_TEXTURE_REFERENCE);
}

/* Ends a change; returns the error that it has ended with. */
static CUresult changed(CUtexref t, CUresult error)
{
	cu_reference_end(t, error == CUDA_SUCCESS);
	return error;
}

static CUresult told(CUtexref t, CUresult error)
{
	cu_reference_end(t, false);
	return error;
}

CUresult CUDAAPI cuModuleGetTexRef(CUtexref *pTexRef, CUmodule hmod, const char *name)
{
	struct cu_reference *r;
	if (pTexRef == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_reference_get(hmod, name, CU_TEXTURE_REFERENCE, &r);
	if (error == CUDA_SUCCESS)
		*pTexRef = (CUtexref)r;
	return error;
}

CUresult CUDAAPI cuTexRefCreate(CUtexref *pTexRef)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (pTexRef == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	struct cu_reference *r = cu_reference_new(CU_TEXTURE_REFERENCE);
	if (r == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	*pTexRef = (CUtexref)r;
	return CUDA_SUCCESS;
}

/* Those of modules end with them. */
CUresult CUDAAPI cuTexRefDestroy(CUtexref hTexRef)
{
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (hTexRef->reference.module != NULL || !handle_take(hTexRef, CU_TEXTURE_REFERENCE))
		return told(hTexRef, CUDA_ERROR_INVALID_HANDLE);
	free(hTexRef);
	return CUDA_SUCCESS;
}

/* Kernels have their references by name, so there is nothing to set. */
CUresult CUDAAPI cuParamSetTexRef(CUfunction hfunc, int texunit, CUtexref hTexRef)
{
	CUresult error = cu_function_check(hfunc);
	if (error == CUDA_SUCCESS)
		error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	bool is_its_own = hTexRef->reference.module == hfunc->module;
	return told(hTexRef, is_its_own && texunit == CU_PARAM_TR_DEFAULT
				     ? CUDA_SUCCESS
				     : CUDA_ERROR_INVALID_VALUE);
}

/* ---- what it is bound to --------------------------------------------------------------------- */

static bool is_array(const CUDA_RESOURCE_DESC *r)
{
	return r->resType == CU_RESOURCE_TYPE_ARRAY ||
	       r->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
}

CUresult cu_texture_reference_object(const struct CUtexref_st *t, unsigned long long *out)
{
	CUDA_RESOURCE_DESC r = t->resource;
	*out = 0;
	if (!t->is_bound)
		return CUDA_SUCCESS;
	if (r.resType == CU_RESOURCE_TYPE_LINEAR) {
		r.res.linear.format = t->format;
		r.res.linear.numChannels = t->channels;
	} else if (r.resType == CU_RESOURCE_TYPE_PITCH2D) {
		r.res.pitch2D.format = t->format;
		r.res.pitch2D.numChannels = t->channels;
	}
	return cuTexObjectCreate(out, &r, &t->texture, NULL);
}

static CUresult bind(CUtexref t, const CUDA_RESOURCE_DESC *r, CUresult error)
{
	if (error == CUDA_SUCCESS) {
		t->resource = *r;
		t->is_bound = true;
	}
	return changed(t, error);
}

/* Elements have the array's format, which is what the flag says. */
CUresult CUDAAPI cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned Flags)
{
	const CUDA_RESOURCE_DESC r = {
		.resType = CU_RESOURCE_TYPE_ARRAY, .res = {.array = {.hArray = hArray}}};
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (Flags != CU_TRSA_OVERRIDE_FORMAT)
		error = CUDA_ERROR_INVALID_VALUE;
	else if (!cu_is_array(hArray))
		error = CUDA_ERROR_INVALID_HANDLE;
	if (error == CUDA_SUCCESS) {
		hTexRef->format = hArray->what.Format;
		hTexRef->channels = hArray->what.NumChannels;
	}
	return bind(hTexRef, &r, error);
}

CUresult CUDAAPI cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray,
	unsigned Flags)
{
	const CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
		.res = {.mipmap = {.hMipmappedArray = hMipmappedArray}}};
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (Flags != CU_TRSA_OVERRIDE_FORMAT)
		error = CUDA_ERROR_INVALID_VALUE;
	else if (!cu_is_mipmapped_array(hMipmappedArray))
		error = CUDA_ERROR_INVALID_HANDLE;
	if (error == CUDA_SUCCESS) {
		hTexRef->format = hMipmappedArray->what.Format;
		hTexRef->channels = hMipmappedArray->what.NumChannels;
	}
	return bind(hTexRef, &r, error);
}

/* No address has to be aligned, so none is moved. */
CUresult CUDAAPI cuTexRefSetAddress(size_t *ByteOffset, CUtexref hTexRef, CUdeviceptr dptr,
	size_t bytes)
{
	const CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_LINEAR,
		.res = {.linear = {.devPtr = dptr, .sizeInBytes = bytes}}};
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (dptr == 0 || bytes == 0)
		error = CUDA_ERROR_INVALID_VALUE;
	else if (ByteOffset != NULL)
		*ByteOffset = 0;
	return bind(hTexRef, &r, error);
}

static CUresult set_plane(CUtexref t, const CUDA_ARRAY_DESCRIPTOR *d, CUdeviceptr dptr,
	size_t pitch)
{
	size_t element = cu_element_bytes(d->Format, d->NumChannels);
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_PITCH2D};
	if (element == 0 || dptr == 0 || d->Width == 0 || d->Height == 0 ||
		pitch / element < d->Width)
		return bind(t, &r, CUDA_ERROR_INVALID_VALUE);
	t->format = d->Format;
	t->channels = d->NumChannels;
	r.res.pitch2D.devPtr = dptr;
	r.res.pitch2D.width = d->Width;
	r.res.pitch2D.height = d->Height;
	r.res.pitch2D.pitchInBytes = pitch;
	return bind(t, &r, CUDA_SUCCESS);
}

CUresult CUDAAPI cuTexRefSetAddress2D(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc,
	CUdeviceptr dptr, size_t Pitch)
{
	if (desc == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = begin(hTexRef);
	return error == CUDA_SUCCESS ? set_plane(hTexRef, desc, dptr, Pitch) : error;
}

#pragma GCC visibility push(default)
/* Before CUDA 4.1 pitches had to be aligned in another way. */
CUresult CUDAAPI cuTexRefSetAddress2D_v2(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc,
	CUdeviceptr dptr, size_t Pitch);
#pragma GCC visibility pop
CUresult CUDAAPI cuTexRefSetAddress2D_v2(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc,
	CUdeviceptr dptr, size_t Pitch)
{
	return cuTexRefSetAddress2D(hTexRef, desc, dptr, Pitch);
}

CUresult CUDAAPI cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents)
{
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (NumPackedComponents <= 0 || cu_element_bytes(fmt, (unsigned)NumPackedComponents) == 0)
		return changed(hTexRef, CUDA_ERROR_INVALID_VALUE);
	hTexRef->format = fmt;
	hTexRef->channels = (unsigned)NumPackedComponents;
	return changed(hTexRef, CUDA_SUCCESS);
}

CUresult CUDAAPI cuTexRefGetFormat(CUarray_format *pFormat, int *pNumChannels, CUtexref hTexRef)
{
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (pFormat != NULL)
		*pFormat = hTexRef->format;
	if (pNumChannels != NULL)
		*pNumChannels = (int)hTexRef->channels;
	return told(hTexRef, CUDA_SUCCESS);
}

CUresult CUDAAPI cuTexRefGetArray(CUarray *phArray, CUtexref hTexRef)
{
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (phArray == NULL || !hTexRef->is_bound ||
		hTexRef->resource.resType != CU_RESOURCE_TYPE_ARRAY)
		return told(hTexRef, CUDA_ERROR_INVALID_VALUE);
	*phArray = hTexRef->resource.res.array.hArray;
	return told(hTexRef, CUDA_SUCCESS);
}

CUresult CUDAAPI cuTexRefGetMipmappedArray(CUmipmappedArray *phMipmappedArray, CUtexref hTexRef)
{
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (phMipmappedArray == NULL || !hTexRef->is_bound ||
		hTexRef->resource.resType != CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
		return told(hTexRef, CUDA_ERROR_INVALID_VALUE);
	*phMipmappedArray = hTexRef->resource.res.mipmap.hMipmappedArray;
	return told(hTexRef, CUDA_SUCCESS);
}

CUresult CUDAAPI cuTexRefGetAddress(CUdeviceptr *pdptr, CUtexref hTexRef)
{
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	const CUDA_RESOURCE_DESC *r = &hTexRef->resource;
	if (pdptr == NULL || !hTexRef->is_bound || is_array(r))
		return told(hTexRef, CUDA_ERROR_INVALID_VALUE);
	*pdptr = r->resType == CU_RESOURCE_TYPE_LINEAR ? r->res.linear.devPtr
	                                               : r->res.pitch2D.devPtr;
	return told(hTexRef, CUDA_SUCCESS);
}
