/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texture and surface objects (CUDA driver API, "Texture Object Management", "Surface Object
 * Management"), as images and samplers of HSAIL. An object's handle is the address of the handles
 * of an image and a sampler, as kernels of PTX want it (ptx2hsail --help). */
#include <stdlib.h>
#include <string.h>
#include "array_impl.h"
#include "hsaemu/base.h"
#include "stream_impl.h"
#include "texture_impl.h"

struct texture {
	uint64_t handles[2]; /* of image and sampler: first */
	struct handle handle;
	CUDA_RESOURCE_DESC resource;
	CUDA_TEXTURE_DESC texture;
	CUDA_RESOURCE_VIEW_DESC view;
	bool has_view;
};

/* ---- samplers -------------------------------------------------------------------------------- */

static hsa_ext_sampler_addressing_mode32_t addressing(CUaddress_mode mode, bool normalized)
{
	switch (mode) {
	case CU_TR_ADDRESS_MODE_WRAP: /* as clamp where coordinates are not normalized */
		return normalized ? HSA_EXT_SAMPLER_ADDRESSING_MODE_REPEAT
		                  : HSA_EXT_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE;
	case CU_TR_ADDRESS_MODE_MIRROR:
		return normalized ? HSA_EXT_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT
		                  : HSA_EXT_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE;
	case CU_TR_ADDRESS_MODE_BORDER:
		return HSA_EXT_SAMPLER_ADDRESSING_MODE_CLAMP_TO_BORDER;
	case CU_TR_ADDRESS_MODE_CLAMP:
		break;
	}
	return HSA_EXT_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE;
}

/* HSAIL has one mode for all coordinates, and a border of zeros. */
static CUresult make_sampler(const CUDA_TEXTURE_DESC *t, unsigned dims, uint64_t *out)
{
	bool normalized = (t->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
	hsa_ext_sampler_addressing_mode32_t mode = addressing(t->addressMode[0], normalized);
	bool has_border = false;
	for (unsigned i = 1; i < dims; i++)
		if (addressing(t->addressMode[i], normalized) != mode)
			return CUDA_ERROR_NOT_SUPPORTED;
	for (unsigned i = 0; i < 4; i++)
		has_border |= t->borderColor[i] != 0;
	if (mode == HSA_EXT_SAMPLER_ADDRESSING_MODE_CLAMP_TO_BORDER && has_border)
		return CUDA_ERROR_NOT_SUPPORTED;
	const hsa_ext_sampler_descriptor_t d = {
		.coordinate_mode = normalized ? HSA_EXT_SAMPLER_COORDINATE_MODE_NORMALIZED
	                                      : HSA_EXT_SAMPLER_COORDINATE_MODE_UNNORMALIZED,
		.filter_mode = t->filterMode == CU_TR_FILTER_MODE_LINEAR
	                               ? HSA_EXT_SAMPLER_FILTER_MODE_LINEAR
	                               : HSA_EXT_SAMPLER_FILTER_MODE_NEAREST,
		.address_mode = mode};
	hsa_ext_sampler_t sampler = {0};
	hsa_status_t status = rt_ext_sampler_create(&d, &sampler);
	*out = sampler.handle;
	return cu_texture_error(status);
}

static unsigned dims_of(const hsa_ext_image_descriptor_t *d)
{
	switch (d->geometry) {
	case HSA_EXT_IMAGE_GEOMETRY_3D:
		return 3;
	case HSA_EXT_IMAGE_GEOMETRY_2D:
	case HSA_EXT_IMAGE_GEOMETRY_2DA:
		return 2;
	default:
		return 1;
	}
}

/* ---- objects --------------------------------------------------------------------------------- */

static void free_texture(struct texture *t)
{
	if (t->handles[0] != 0)
		rt_ext_image_destroy((hsa_ext_image_t){t->handles[0]});
	free(t);
}

/* What an object is to be made of: `texture` and `view` of surfaces are NULL. */
struct parts {
	const CUDA_RESOURCE_DESC *resource;
	const CUDA_TEXTURE_DESC *texture;
	const CUDA_RESOURCE_VIEW_DESC *view;
};

static CUresult fill(struct texture *t, const struct parts *p)
{
	struct cu_texels texels;
	const CUDA_TEXTURE_DESC *d = p->texture;
	CUresult error = cu_texels_read(p->resource, p->view,
		d == NULL || (d->flags & CU_TRSF_READ_AS_INTEGER) != 0, &texels);
	if (error == CUDA_SUCCESS)
		error = cu_image_make(&texels, d, &t->handles[0]);
	if (error == CUDA_SUCCESS && d != NULL)
		error = make_sampler(d, dims_of(&texels.levels[0].image), &t->handles[1]);
	t->resource = *p->resource;
	if (d != NULL)
		t->texture = *d;
	t->has_view = p->view != NULL;
	if (t->has_view)
		t->view = *p->view;
	return error;
}

static CUresult make(const struct parts *p, enum cu_kind kind, unsigned long long *out)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (cu_gpu() != NULL) /* which has no images */
		return CUDA_ERROR_NOT_SUPPORTED;
	struct texture *t = mem_try_new(1, sizeof *t);
	if (t == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	error = fill(t, p);
	if (error != CUDA_SUCCESS) {
		free_texture(t);
		return error;
	}
	handle_enter(&t->handle, kind);
	*out = (uintptr_t)t;
	return CUDA_SUCCESS;
}

/* Finds the object of a handle, which may be any number. */
static CUresult find(unsigned long long object, enum cu_kind kind, struct texture **out)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	*out = (struct texture *)(uintptr_t)object;
	if (error != CUDA_SUCCESS)
		return error;
	return object != 0 && handle_is_valid(&(*out)->handle, kind) ? CUDA_SUCCESS
	                                                             : CUDA_ERROR_INVALID_HANDLE;
}

static CUresult destroy(unsigned long long object, enum cu_kind kind)
{
	struct texture *t;
	CUresult error = find(object, kind, &t);
	if (error != CUDA_SUCCESS)
		return error;
	struct CUctx_st *c;
	error = cu_current(&c);
	if (error == CUDA_SUCCESS)
		error = cu_context_wait(c);
	if (!handle_take(&t->handle, kind))
		return CUDA_ERROR_INVALID_HANDLE;
	free_texture(t);
	return error;
}

void cu_texture_drop(unsigned long long object, enum cu_kind kind)
{
	struct texture *t = (struct texture *)(uintptr_t)object;
	if (handle_take(&t->handle, kind))
		free_texture(t);
}

CUresult CUDAAPI cuTexObjectCreate(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc,
	const CUDA_TEXTURE_DESC *pTexDesc, const CUDA_RESOURCE_VIEW_DESC *pResViewDesc)
{
	if (pTexObject == NULL || pResDesc == NULL || pTexDesc == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	return make(&(struct parts){pResDesc, pTexDesc, pResViewDesc}, CU_TEXTURE, pTexObject);
}

CUresult CUDAAPI cuTexObjectDestroy(CUtexObject texObject)
{
	return destroy(texObject, CU_TEXTURE);
}

CUresult CUDAAPI cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUtexObject texObject)
{
	struct texture *t;
	CUresult error = find(texObject, CU_TEXTURE, &t);
	if (pResDesc == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*pResDesc = t->resource;
	return error;
}

CUresult CUDAAPI cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *pTexDesc, CUtexObject texObject)
{
	struct texture *t;
	CUresult error = find(texObject, CU_TEXTURE, &t);
	if (pTexDesc == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*pTexDesc = t->texture;
	return error;
}

CUresult CUDAAPI cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *pResViewDesc,
	CUtexObject texObject)
{
	struct texture *t;
	CUresult error = find(texObject, CU_TEXTURE, &t);
	if (pResViewDesc == NULL || (error == CUDA_SUCCESS && !t->has_view))
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*pResViewDesc = t->view;
	return error;
}

CUresult CUDAAPI cuSurfObjectCreate(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc)
{
	if (pSurfObject == NULL || pResDesc == NULL || pResDesc->resType != CU_RESOURCE_TYPE_ARRAY)
		return CUDA_ERROR_INVALID_VALUE;
	return make(&(struct parts){.resource = pResDesc}, CU_SURFACE, pSurfObject);
}

CUresult CUDAAPI cuSurfObjectDestroy(CUsurfObject surfObject)
{
	return destroy(surfObject, CU_SURFACE);
}

CUresult CUDAAPI cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUsurfObject surfObject)
{
	struct texture *t;
	CUresult error = find(surfObject, CU_SURFACE, &t);
	if (pResDesc == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*pResDesc = t->resource;
	return error;
}

/* It is the same for all formats. */
CUresult CUDAAPI cuDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
	CUarray_format format, unsigned numChannels, CUdevice dev)
{
	CUresult error;
	if (maxWidthInElements == NULL || cu_element_bytes(format, numChannels) == 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (cu_device_find(dev, &error) == NULL)
		return error;
	*maxWidthInElements = CU_TEXTURE_LINEAR;
	return CUDA_SUCCESS;
}
