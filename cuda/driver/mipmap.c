/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mipmapped arrays (CUDA driver API, "Memory Management": cuMipmappedArray*). */
#include <stdlib.h>
#include "array_impl.h"
#include "hsaemu/base.h"
#include "memory_impl.h"

enum { LEVEL_ALIGN = 16 };

/* Layers and faces of cubes do not get fewer. */
static bool has_layers(const CUDA_ARRAY3D_DESCRIPTOR *d)
{
	return (d->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP)) != 0;
}

static size_t smaller(size_t size, unsigned level)
{
	return size == 0 ? 0 : size >> level != 0 ? size >> level : 1;
}

/* Returns how many levels there are down to one of a single element. */
static unsigned most_levels(const CUDA_ARRAY3D_DESCRIPTOR *d)
{
	size_t largest = d->Width > d->Height ? d->Width : d->Height;
	unsigned count = 1;
	if (!has_layers(d) && d->Depth > largest)
		largest = d->Depth;
	while (largest >> count != 0 && count < CU_MAX_LEVELS)
		count++;
	return count;
}

static void describe_level(struct CUmipmappedArray_st *m, unsigned k)
{
	struct CUarray_st *a = &m->levels[k];
	a->context = m->context;
	a->what = m->what;
	a->what.Width = smaller(m->what.Width, k);
	a->what.Height = smaller(m->what.Height, k);
	if (!has_layers(&m->what))
		a->what.Depth = smaller(m->what.Depth, k);
	a->is_level = true;
}

/* Lays the levels out behind each other; false: they are too large, or there is no memory. */
static bool allocate(struct CUmipmappedArray_st *m)
{
	size_t offsets[CU_MAX_LEVELS], total = 0;
	for (unsigned k = 0; k < m->count; k++) {
		size_t bytes;
		describe_level(m, k);
		offsets[k] = total;
		if (!cu_array_lay_out(&m->levels[k], &bytes) || bytes > SIZE_MAX - LEVEL_ALIGN ||
			__builtin_add_overflow(total, align_up(bytes, LEVEL_ALIGN), &total))
			return false;
	}
	m->data = cu_allocate(m->context, CU_MEMORY_ARRAY, total);
	for (unsigned k = 0; k < m->count && m->data != NULL; k++)
		m->levels[k].data = m->data + offsets[k];
	return m->data != NULL;
}

CUresult CUDAAPI cuMipmappedArrayCreate(CUmipmappedArray *pHandle,
	const CUDA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc, unsigned numMipmapLevels)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (pHandle == NULL || pMipmappedArrayDesc == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	error = cu_array_check(pMipmappedArrayDesc);
	if (error != CUDA_SUCCESS)
		return error;
	struct CUmipmappedArray_st *m = mem_try_new(1, sizeof *m);
	if (m == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	unsigned most = most_levels(pMipmappedArrayDesc);
	m->context = c;
	m->what = *pMipmappedArrayDesc;
	m->count = numMipmapLevels == 0 ? 1 : numMipmapLevels < most ? numMipmapLevels : most;
	if (!allocate(m)) {
		free(m);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	for (unsigned k = 0; k < m->count; k++)
		handle_enter(&m->levels[k].handle, CU_ARRAY);
	handle_enter(&m->handle, CU_MIPMAPPED_ARRAY);
	*pHandle = m;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray)
{
	struct CUmipmappedArray_st *m = hMipmappedArray;
	CUresult error = cu_check(m, CU_MIPMAPPED_ARRAY);
	if (error != CUDA_SUCCESS)
		return error;
	bool is_whole = handle_take(m, CU_MIPMAPPED_ARRAY);
	if (!is_whole)
		return CUDA_ERROR_INVALID_HANDLE;
	for (unsigned k = 0; k < m->count; k++)
		is_whole &= handle_take(&m->levels[k], CU_ARRAY);
	if (!is_whole)
		BUG("somebody else took a level");
	error = cu_context_wait(m->context);
	cu_deallocate(m->context->rt, m->data);
	free(m);
	return error;
}

CUresult CUDAAPI cuMipmappedArrayGetLevel(CUarray *pLevelArray, CUmipmappedArray hMipmappedArray,
	unsigned level)
{
	CUresult error = cu_check(hMipmappedArray, CU_MIPMAPPED_ARRAY);
	if (pLevelArray == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	if (level >= hMipmappedArray->count)
		return CUDA_ERROR_INVALID_VALUE;
	*pLevelArray = &hMipmappedArray->levels[level];
	return CUDA_SUCCESS;
}

/* ---- what only arrays have whose memory is mapped later -------------------------------------- */

/* There are no such arrays (CUDA_ARRAY3D_SPARSE, CUDA_ARRAY3D_DEFERRED_MAPPING), and of others CUDA
 * says this. */
CUresult CUDAAPI
cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements,
	CUmipmappedArray mipmap, CUdevice device)
{
	CUresult error = cu_check(mipmap, CU_MIPMAPPED_ARRAY);
	(void)memoryRequirements;
	if (error == CUDA_SUCCESS && cu_device_find(device, &error) != NULL)
		error = CUDA_ERROR_INVALID_VALUE;
	return error;
}

CUresult CUDAAPI cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties,
	CUmipmappedArray mipmap)
{
	CUresult error = cu_check(mipmap, CU_MIPMAPPED_ARRAY);
	(void)sparseProperties;
	return error == CUDA_SUCCESS ? CUDA_ERROR_INVALID_VALUE : error;
}
