/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdlib.h>
#include <string.h>
#include "array_impl.h"
#include "hsaemu/base.h"
#include "memory_impl.h"

size_t cu_element_bytes(CUarray_format format, unsigned channels)
{
	size_t bytes;
	if (channels != 1 && channels != 2 && channels != 4)
		return 0;
	switch ((int)format) {
	case CU_AD_FORMAT_UNSIGNED_INT8:
	case CU_AD_FORMAT_SIGNED_INT8:
		bytes = 1;
		break;
	case CU_AD_FORMAT_UNSIGNED_INT16:
	case CU_AD_FORMAT_SIGNED_INT16:
	case CU_AD_FORMAT_HALF:
		bytes = 2;
		break;
	case CU_AD_FORMAT_UNSIGNED_INT32:
	case CU_AD_FORMAT_SIGNED_INT32:
	case CU_AD_FORMAT_FLOAT:
		bytes = 4;
		break;
	default:
		return 0;
	}
	return bytes * channels;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static bool is_cube(const CUDA_ARRAY3D_DESCRIPTOR *d)
{
	bool layered = (d->Flags & CUDA_ARRAY3D_LAYERED) != 0;
	return d->Width == d->Height && d->Depth % 6 == 0 && d->Depth != 0 &&
	       (layered || d->Depth == 6);
}

CUresult cu_array_check(const CUDA_ARRAY3D_DESCRIPTOR *d)
{
	const unsigned known = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST |
	                       CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_TEXTURE_GATHER |
	                       CUDA_ARRAY3D_COLOR_ATTACHMENT;
	if (d->Width == 0 || cu_element_bytes(d->Format, d->NumChannels) == 0 ||
		((d->Flags & CUDA_ARRAY3D_CUBEMAP) != 0 && !is_cube(d)) ||
		((d->Flags & CUDA_ARRAY3D_LAYERED) != 0 && d->Depth == 0))
		return CUDA_ERROR_INVALID_VALUE;
	return (d->Flags & ~known) == 0 ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
}

bool cu_array_lay_out(struct CUarray_st *a, size_t *bytes)
{
	const CUDA_ARRAY3D_DESCRIPTOR *d = &a->what;
	a->element_bytes = cu_element_bytes(d->Format, d->NumChannels);
	a->rows = d->Height == 0 ? 1 : d->Height;
	a->slices = d->Depth == 0 ? 1 : d->Depth;
	return !__builtin_mul_overflow(d->Width, a->element_bytes, &a->row_bytes) &&
	       !__builtin_mul_overflow(a->row_bytes, a->rows, &a->slice_bytes) &&
	       !__builtin_mul_overflow(a->slice_bytes, a->slices, bytes);
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static CUresult make(CUarray *out, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
	struct CUctx_st *c;
	size_t bytes;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (out == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	error = cu_array_check(d);
	if (error != CUDA_SUCCESS)
		return error;
	struct CUarray_st *a = mem_try_new(1, sizeof *a);
	if (a == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	a->context = c;
	a->what = *d;
	if (cu_array_lay_out(a, &bytes))
		a->data = cu_allocate(c, CU_MEMORY_ARRAY, bytes);
	if (a->data == NULL) {
		free(a);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	handle_enter(&a->handle, CU_ARRAY);
	*out = a;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuArrayCreate(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray)
{
	if (pAllocateArray == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	const CUDA_ARRAY3D_DESCRIPTOR d = {.Width = pAllocateArray->Width,
		.Height = pAllocateArray->Height,
		.Format = pAllocateArray->Format,
		.NumChannels = pAllocateArray->NumChannels};
	return make(pHandle, &d);
}

CUresult CUDAAPI cuArray3DCreate(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray)
{
	return pAllocateArray == NULL ? CUDA_ERROR_INVALID_VALUE : make(pHandle, pAllocateArray);
}

CUresult CUDAAPI cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray)
{
	CUresult error = cu_check(hArray, CU_ARRAY);
	if (pArrayDescriptor == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*pArrayDescriptor = hArray->what;
	return error;
}

CUresult CUDAAPI cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray)
{
	CUresult error = cu_check(hArray, CU_ARRAY);
	if (pArrayDescriptor == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*pArrayDescriptor = (CUDA_ARRAY_DESCRIPTOR){.Width = hArray->what.Width,
			.Height = hArray->what.Height,
			.Format = hArray->what.Format,
			.NumChannels = hArray->what.NumChannels};
	return error;
}

CUresult CUDAAPI cuArrayDestroy(CUarray hArray)
{
	CUresult error = cu_check(hArray, CU_ARRAY);
	if (error != CUDA_SUCCESS)
		return error;
	if (hArray->is_level || !handle_take(hArray, CU_ARRAY))
		return CUDA_ERROR_INVALID_HANDLE;
	error = cu_context_wait(hArray->context);
	cu_deallocate(hArray->context->rt, hArray->data);
	free(hArray);
	return error;
}

/* ---- what arrays here do not have ------------------------------------------------------------ */

/* Arrays whose memory is mapped later (CUDA_ARRAY3D_DEFERRED_MAPPING, CUDA_ARRAY3D_SPARSE) and
 * those of several planes (CU_AD_FORMAT_NV12) are refused when they are created, so CUDA's answer
 * for all others is the only one. */
CUresult CUDAAPI cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements,
	CUarray array, CUdevice device)
{
	CUresult error = cu_check(array, CU_ARRAY);
	(void)memoryRequirements;
	if (error == CUDA_SUCCESS && cu_device_find(device, &error) != NULL)
		error = CUDA_ERROR_INVALID_VALUE;
	return error;
}

CUresult CUDAAPI cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties,
	CUarray array)
{
	CUresult error = cu_check(array, CU_ARRAY);
	(void)sparseProperties;
	return error == CUDA_SUCCESS ? CUDA_ERROR_INVALID_VALUE : error;
}

CUresult CUDAAPI cuArrayGetPlane(CUarray *pPlaneArray, CUarray hArray, unsigned planeIdx)
{
	CUresult error = cu_check(hArray, CU_ARRAY);
	(void)pPlaneArray;
	(void)planeIdx;
	return error == CUDA_SUCCESS ? CUDA_ERROR_INVALID_VALUE : error;
}
