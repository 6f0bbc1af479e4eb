/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texture and surface references, as programs before CUDA 12 have them (CUDA runtime API, "Texture
 * Reference Management"). What one is bound to becomes an object of the driver's, and the variable in
 * the module gets the object's two handles. */
#include <string.h>
#include "runtime_impl.h"

/* Finds what was registered for a reference. */
static cudaError_t find(const void *reference, enum cudart_symbol_kind kind,
	struct cudart_symbol **out)
{
	cudaError_t error = cudart_enter();
	*out = cudart_symbol_find(reference);
	if (error != cudaSuccess)
		return error;
	if (*out == NULL || (*out)->kind != kind)
		return kind == CUDART_TEXTURE ? cudaErrorInvalidTexture : cudaErrorInvalidSurface;
	return cudaSuccess;
}

/* Has kernels use an object from what follows on; 0: none. */
static cudaError_t use(struct cudart_symbol *s, unsigned long long object)
{
	uint64_t handles[2] = {0, 0};
	CUdeviceptr at;
	size_t bytes;
	int device = cudart_device();
	cudaError_t error = cudart_variable(s->host, &at, &bytes);
	if (error == cudaSuccess && bytes < sizeof handles)
		error = cudaErrorInvalidSymbol;
	if (object != 0)
		memcpy(handles, (const void *)(uintptr_t)object, sizeof handles);
	if (error == cudaSuccess) /* kernels before it use the former one */
		error = (cudaError_t)DRIVER(cuMemcpyHtoD)(at, handles, sizeof handles);
	unsigned long long former = error == cudaSuccess ? s->objects[device] : object;
	if (error == cudaSuccess)
		s->objects[device] = object;
	if (former != 0 && s->kind == CUDART_TEXTURE)
		DRIVER(cuTexObjectDestroy)(former);
	else if (former != 0)
		DRIVER(cuSurfObjectDestroy)(former);
	return error;
}

static CUDA_TEXTURE_DESC texture_of(const struct textureReference *t, bool normalized_read)
{
	CUDA_TEXTURE_DESC d = {.filterMode = (CUfilter_mode)t->filterMode,
		.maxAnisotropy = t->maxAnisotropy,
		.mipmapFilterMode = (CUfilter_mode)t->mipmapFilterMode,
		.mipmapLevelBias = t->mipmapLevelBias,
		.minMipmapLevelClamp = t->minMipmapLevelClamp,
		.maxMipmapLevelClamp = t->maxMipmapLevelClamp};
	for (int i = 0; i < 3; i++)
		d.addressMode[i] = (CUaddress_mode)t->addressMode[i];
	d.flags = (normalized_read ? 0 : CU_TRSF_READ_AS_INTEGER) |
	          (t->normalized != 0 ? CU_TRSF_NORMALIZED_COORDINATES : 0);
	return d;
}

static cudaError_t bind(const struct textureReference *t, const CUDA_RESOURCE_DESC *r)
{
	struct cudart_symbol *s;
	CUtexObject object;
	cudaError_t error = find(t, CUDART_TEXTURE, &s);
	if (error != cudaSuccess)
		return cudart_leave(error);
	const CUDA_TEXTURE_DESC d = texture_of(t, s->reads_normalized);
	error = (cudaError_t)DRIVER(cuTexObjectCreate)(&object, r, &d, NULL);
	return cudart_leave(error == cudaSuccess ? use(s, object) : error);
}

cudaError_t CUDARTAPI cudaBindTexture(size_t *offset, const struct textureReference *texref,
	const void *devPtr, const struct cudaChannelFormatDesc *desc, size_t size)
{
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_LINEAR};
	CUdeviceptr base = 0, at = (CUdeviceptr)(uintptr_t)devPtr;
	size_t bytes = 0;
	cudaError_t error = cudart_enter();
	if (texref == NULL || desc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = cudart_format(desc, &r.res.linear.format, &r.res.linear.numChannels);
	if (error != cudaSuccess)
		return cudart_leave(error);
	if (DRIVER(cuMemGetAddressRange)(&base, &bytes, at) == CUDA_SUCCESS &&
		size > bytes - (size_t)(at - base))
		size = bytes - (size_t)(at - base);
	r.res.linear.devPtr = at;
	r.res.linear.sizeInBytes = size;
	if (offset != NULL)
		*offset = 0;
	return bind(texref, &r);
}

cudaError_t CUDARTAPI cudaBindTexture2D(size_t *offset, const struct textureReference *texref,
	const void *devPtr, const struct cudaChannelFormatDesc *desc, size_t width, size_t height,
	size_t pitch)
{
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_PITCH2D};
	cudaError_t error = cudart_enter();
	if (texref == NULL || desc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = cudart_format(desc, &r.res.pitch2D.format, &r.res.pitch2D.numChannels);
	if (error != cudaSuccess)
		return cudart_leave(error);
	r.res.pitch2D.devPtr = (CUdeviceptr)(uintptr_t)devPtr;
	r.res.pitch2D.width = width;
	r.res.pitch2D.height = height;
	r.res.pitch2D.pitchInBytes = pitch;
	if (offset != NULL)
		*offset = 0;
	return bind(texref, &r);
}

cudaError_t CUDARTAPI cudaBindTextureToArray(const struct textureReference *texref,
	cudaArray_const_t array, const struct cudaChannelFormatDesc *desc)
{
	const CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_ARRAY,
		.res = {.array = {.hArray = (CUarray)(uintptr_t)array}}};
	cudaError_t error = cudart_enter();
	if (texref == NULL || desc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	return error == cudaSuccess ? bind(texref, &r) : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaBindTextureToMipmappedArray(const struct textureReference *texref,
	cudaMipmappedArray_const_t mipmappedArray, const struct cudaChannelFormatDesc *desc)
{
	const CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
		.res = {.mipmap = {
				.hMipmappedArray = (CUmipmappedArray)(uintptr_t)mipmappedArray}}};
	cudaError_t error = cudart_enter();
	if (texref == NULL || desc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	return error == cudaSuccess ? bind(texref, &r) : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaUnbindTexture(const struct textureReference *texref)
{
	struct cudart_symbol *s;
	cudaError_t error = find(texref, CUDART_TEXTURE, &s);
	return cudart_leave(error == cudaSuccess ? use(s, 0) : error);
}

cudaError_t CUDARTAPI cudaGetTextureAlignmentOffset(size_t *offset,
	const struct textureReference *texref)
{
	struct cudart_symbol *s;
	cudaError_t error = find(texref, CUDART_TEXTURE, &s);
	if (offset == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess && s->objects[cudart_device()] == 0)
		error = cudaErrorInvalidTextureBinding;
	if (error == cudaSuccess)
		*offset = 0;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGetTextureReference(const struct textureReference **texref,
	const void *symbol)
{
	struct cudart_symbol *s;
	cudaError_t error = find(symbol, CUDART_TEXTURE, &s);
	if (texref == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		*texref = symbol;
	return cudart_leave(error);
}

/* ---- surfaces -------------------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaBindSurfaceToArray(const struct surfaceReference *surfref,
	cudaArray_const_t array, const struct cudaChannelFormatDesc *desc)
{
	const CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_ARRAY,
		.res = {.array = {.hArray = (CUarray)(uintptr_t)array}}};
	struct cudart_symbol *s;
	CUsurfObject object;
	cudaError_t error = find(surfref, CUDART_SURFACE, &s);
	if (desc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuSurfObjectCreate)(&object, &r);
	return cudart_leave(error == cudaSuccess ? use(s, object) : error);
}

cudaError_t CUDARTAPI cudaGetSurfaceReference(const struct surfaceReference **surfref,
	const void *symbol)
{
	struct cudart_symbol *s;
	cudaError_t error = find(symbol, CUDART_SURFACE, &s);
	if (surfref == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		*surfref = symbol;
	return cudart_leave(error);
}
