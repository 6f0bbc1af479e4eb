/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What texture and surface objects were made of (CUDA runtime API, "Texture Object Management",
 * "Surface Object Management"), as the driver tells it. */
#include <string.h>
#include "runtime_impl.h"

static void tell_resource(const CUDA_RESOURCE_DESC *from, struct cudaResourceDesc *to)
{
	memset(to, 0, sizeof *to);
	to->resType = (enum cudaResourceType)from->resType;
	switch (from->resType) {
	case CU_RESOURCE_TYPE_ARRAY:
		to->res.array.array = (cudaArray_t)from->res.array.hArray;
		break;
	case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
		to->res.mipmap.mipmap = (cudaMipmappedArray_t)from->res.mipmap.hMipmappedArray;
		break;
	case CU_RESOURCE_TYPE_LINEAR:
		to->res.linear.devPtr = (void *)(uintptr_t)from->res.linear.devPtr;
		to->res.linear.desc =
			cudart_channels(from->res.linear.format, from->res.linear.numChannels);
		to->res.linear.sizeInBytes = from->res.linear.sizeInBytes;
		break;
	case CU_RESOURCE_TYPE_PITCH2D:
		to->res.pitch2D.devPtr = (void *)(uintptr_t)from->res.pitch2D.devPtr;
		to->res.pitch2D.desc =
			cudart_channels(from->res.pitch2D.format, from->res.pitch2D.numChannels);
		to->res.pitch2D.width = from->res.pitch2D.width;
		to->res.pitch2D.height = from->res.pitch2D.height;
		to->res.pitch2D.pitchInBytes = from->res.pitch2D.pitchInBytes;
		break;
	}
}

cudaError_t CUDARTAPI cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *pResDesc,
	cudaTextureObject_t texObject)
{
	CUDA_RESOURCE_DESC r;
	cudaError_t error = cudart_enter();
	if (pResDesc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuTexObjectGetResourceDesc)(&r, texObject);
	if (error == cudaSuccess)
		tell_resource(&r, pResDesc);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *pResDesc,
	cudaSurfaceObject_t surfObject)
{
	CUDA_RESOURCE_DESC r;
	cudaError_t error = cudart_enter();
	if (pResDesc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuSurfObjectGetResourceDesc)(&r, surfObject);
	if (error == cudaSuccess)
		tell_resource(&r, pResDesc);
	return cudart_leave(error);
}

static struct cudaTextureDesc texture_of(const CUDA_TEXTURE_DESC *from)
{
	struct cudaTextureDesc to = {.filterMode = (enum cudaTextureFilterMode)from->filterMode,
		.readMode = (from->flags & CU_TRSF_READ_AS_INTEGER) != 0
	                            ? cudaReadModeElementType
	                            : cudaReadModeNormalizedFloat,
		.sRGB = (from->flags & CU_TRSF_SRGB) != 0,
		.normalizedCoords = (from->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
		.maxAnisotropy = from->maxAnisotropy,
		.mipmapFilterMode = (enum cudaTextureFilterMode)from->mipmapFilterMode,
		.mipmapLevelBias = from->mipmapLevelBias,
		.minMipmapLevelClamp = from->minMipmapLevelClamp,
		.maxMipmapLevelClamp = from->maxMipmapLevelClamp};
	for (int i = 0; i < 3; i++)
		to.addressMode[i] = (enum cudaTextureAddressMode)from->addressMode[i];
	memcpy(to.borderColor, from->borderColor, sizeof to.borderColor);
	return to;
}

cudaError_t CUDARTAPI cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *pTexDesc,
	cudaTextureObject_t texObject)
{
	CUDA_TEXTURE_DESC d;
	cudaError_t error = cudart_enter();
	if (pTexDesc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuTexObjectGetTextureDesc)(&d, texObject);
	if (error == cudaSuccess)
		*pTexDesc = texture_of(&d);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI
cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *pResViewDesc,
	cudaTextureObject_t texObject)
{
	CUDA_RESOURCE_VIEW_DESC v;
	cudaError_t error = cudart_enter();
	if (pResViewDesc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuTexObjectGetResourceViewDesc)(&v, texObject);
	if (error == cudaSuccess)
		*pResViewDesc = (struct cudaResourceViewDesc){
			.format = (enum cudaResourceViewFormat)v.format,
			.width = v.width,
			.height = v.height,
			.depth = v.depth,
			.firstMipmapLevel = v.firstMipmapLevel,
			.lastMipmapLevel = v.lastMipmapLevel,
			.firstLayer = v.firstLayer,
			.lastLayer = v.lastLayer};
	return cudart_leave(error);
}
