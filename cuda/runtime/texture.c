/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texture and surface objects (CUDA runtime API, "Texture Object Management", "Surface Object
 * Management"). */
#include <string.h>
#include "runtime_impl.h"

static cudaError_t resource_of(const struct cudaResourceDesc *from, CUDA_RESOURCE_DESC *to)
{
	memset(to, 0, sizeof *to);
	to->resType = (CUresourcetype)from->resType;
	switch (from->resType) {
	case cudaResourceTypeArray:
		to->res.array.hArray = (CUarray)from->res.array.array;
		return cudaSuccess;
	case cudaResourceTypeMipmappedArray:
		to->res.mipmap.hMipmappedArray = (CUmipmappedArray)from->res.mipmap.mipmap;
		return cudaSuccess;
	case cudaResourceTypeLinear:
		to->res.linear.devPtr = (CUdeviceptr)(uintptr_t)from->res.linear.devPtr;
		to->res.linear.sizeInBytes = from->res.linear.sizeInBytes;
		return cudart_format(&from->res.linear.desc, &to->res.linear.format,
			&to->res.linear.numChannels);
	case cudaResourceTypePitch2D:
		to->res.pitch2D.devPtr = (CUdeviceptr)(uintptr_t)from->res.pitch2D.devPtr;
		to->res.pitch2D.width = from->res.pitch2D.width;
		to->res.pitch2D.height = from->res.pitch2D.height;
		to->res.pitch2D.pitchInBytes = from->res.pitch2D.pitchInBytes;
		return cudart_format(&from->res.pitch2D.desc, &to->res.pitch2D.format,
			&to->res.pitch2D.numChannels);
	}
	return cudaErrorInvalidValue;
}

static CUDA_TEXTURE_DESC texture_of(const struct cudaTextureDesc *from)
{
	CUDA_TEXTURE_DESC to = {.filterMode = (CUfilter_mode)from->filterMode,
		.maxAnisotropy = from->maxAnisotropy,
		.mipmapFilterMode = (CUfilter_mode)from->mipmapFilterMode,
		.mipmapLevelBias = from->mipmapLevelBias,
		.minMipmapLevelClamp = from->minMipmapLevelClamp,
		.maxMipmapLevelClamp = from->maxMipmapLevelClamp};
	for (int i = 0; i < 3; i++)
		to.addressMode[i] = (CUaddress_mode)from->addressMode[i];
	memcpy(to.borderColor, from->borderColor, sizeof to.borderColor);
	to.flags = (from->readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0) |
	           (from->normalizedCoords != 0 ? CU_TRSF_NORMALIZED_COORDINATES : 0) |
	           (from->sRGB != 0 ? CU_TRSF_SRGB : 0);
	return to;
}

static CUDA_RESOURCE_VIEW_DESC view_of(const struct cudaResourceViewDesc *from)
{
	return (CUDA_RESOURCE_VIEW_DESC){.format = (CUresourceViewFormat)from->format,
		.width = from->width,
		.height = from->height,
		.depth = from->depth,
		.firstMipmapLevel = from->firstMipmapLevel,
		.lastMipmapLevel = from->lastMipmapLevel,
		.firstLayer = from->firstLayer,
		.lastLayer = from->lastLayer};
}

cudaError_t CUDARTAPI cudaCreateTextureObject(cudaTextureObject_t *pTexObject,
	const struct cudaResourceDesc *pResDesc, const struct cudaTextureDesc *pTexDesc,
	const struct cudaResourceViewDesc *pResViewDesc)
{
	CUDA_RESOURCE_DESC r;
	cudaError_t error = cudart_enter();
	if (pResDesc == NULL || pTexDesc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = resource_of(pResDesc, &r);
	if (error != cudaSuccess)
		return cudart_leave(error);
	CUDA_RESOURCE_VIEW_DESC v;
	if (pResViewDesc != NULL)
		v = view_of(pResViewDesc);
	const CUDA_TEXTURE_DESC t = texture_of(pTexDesc);
	return cudart_result(DRIVER(cuTexObjectCreate)(pTexObject, &r, &t,
		pResViewDesc != NULL ? &v : NULL));
}

cudaError_t CUDARTAPI cudaDestroyTextureObject(cudaTextureObject_t texObject)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess && texObject != 0)
		error = (cudaError_t)DRIVER(cuTexObjectDestroy)(texObject);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaCreateSurfaceObject(cudaSurfaceObject_t *pSurfObject,
	const struct cudaResourceDesc *pResDesc)
{
	CUDA_RESOURCE_DESC r;
	cudaError_t error = cudart_enter();
	if (pResDesc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = resource_of(pResDesc, &r);
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuSurfObjectCreate)(pSurfObject, &r));
}

cudaError_t CUDARTAPI cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess && surfObject != 0)
		error = (cudaError_t)DRIVER(cuSurfObjectDestroy)(surfObject);
	return cudart_leave(error);
}
