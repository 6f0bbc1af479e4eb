/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texture and surface objects (CUDA driver API, "Texture Object Management", "Surface Object
 * Management"), as images and samplers of HSAIL. An object's handle is the address of the handles of
 * an image and a sampler, as kernels of PTX want it (ptx2hsail --help). */
#include <stdlib.h>
#include <string.h>
#include "array_impl.h"
#include "hsaemu/base.h"
#include "hsaemu/ext_image.h"
#include "memory_impl.h"

struct texture {
	uint64_t handles[2]; /* of image and sampler: first */
	struct handle handle;
	CUDA_RESOURCE_DESC resource;
	CUDA_TEXTURE_DESC texture;
};

/* What an image is made of. */
struct texels {
	hsa_ext_image_descriptor_t image;
	const void *data;
	size_t pitch, slice;
};

/* ---- images ---------------------------------------------------------------------------------- */

static hsa_ext_image_channel_type32_t channel_type(CUarray_format format, bool as_integer)
{
	switch ((int)format) {
	case CU_AD_FORMAT_UNSIGNED_INT8:
		return as_integer ? HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8
		                  : HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_INT8;
	case CU_AD_FORMAT_SIGNED_INT8:
		return as_integer ? HSA_EXT_IMAGE_CHANNEL_TYPE_SIGNED_INT8
		                  : HSA_EXT_IMAGE_CHANNEL_TYPE_SNORM_INT8;
	case CU_AD_FORMAT_UNSIGNED_INT16:
		return as_integer ? HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16
		                  : HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_INT16;
	case CU_AD_FORMAT_SIGNED_INT16:
		return as_integer ? HSA_EXT_IMAGE_CHANNEL_TYPE_SIGNED_INT16
		                  : HSA_EXT_IMAGE_CHANNEL_TYPE_SNORM_INT16;
	case CU_AD_FORMAT_UNSIGNED_INT32:
		return HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32;
	case CU_AD_FORMAT_SIGNED_INT32:
		return HSA_EXT_IMAGE_CHANNEL_TYPE_SIGNED_INT32;
	case CU_AD_FORMAT_HALF:
		return HSA_EXT_IMAGE_CHANNEL_TYPE_HALF_FLOAT;
	default:
		return HSA_EXT_IMAGE_CHANNEL_TYPE_FLOAT;
	}
}

static bool set_format(hsa_ext_image_format_t *f, CUarray_format format, unsigned channels,
	bool as_integer)
{
	f->channel_type = channel_type(format, as_integer);
	f->channel_order = channels == 1   ? HSA_EXT_IMAGE_CHANNEL_ORDER_R
	                   : channels == 2 ? HSA_EXT_IMAGE_CHANNEL_ORDER_RG
	                                   : HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA;
	return cu_element_bytes(format, channels) != 0;
}

/* Cubes are layers, six of each, which kernels choose among. */
static void set_geometry(hsa_ext_image_descriptor_t *d, const CUDA_ARRAY3D_DESCRIPTOR *a)
{
	bool layered = (a->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP)) != 0;
	d->width = a->Width;
	d->height = a->Height;
	d->depth = layered ? 0 : a->Depth;
	d->array_size = layered ? a->Depth : 0;
	if (layered)
		d->geometry =
			a->Height == 0 ? HSA_EXT_IMAGE_GEOMETRY_1DA : HSA_EXT_IMAGE_GEOMETRY_2DA;
	else
		d->geometry = a->Depth != 0    ? HSA_EXT_IMAGE_GEOMETRY_3D
		              : a->Height != 0 ? HSA_EXT_IMAGE_GEOMETRY_2D
		                               : HSA_EXT_IMAGE_GEOMETRY_1D;
}

static CUresult of_array(const struct CUarray_st *a, bool as_integer, struct texels *t)
{
	if (!cu_is_array(a))
		return CUDA_ERROR_INVALID_HANDLE;
	set_format(&t->image.format, a->what.Format, a->what.NumChannels, as_integer);
	set_geometry(&t->image, &a->what);
	t->data = a->data;
	t->pitch = a->row_bytes;
	t->slice = a->slice_bytes;
	return CUDA_SUCCESS;
}

static CUresult of_memory(const CUDA_RESOURCE_DESC *r, bool as_integer, struct texels *t)
{
	bool linear = r->resType == CU_RESOURCE_TYPE_LINEAR;
	CUarray_format format = linear ? r->res.linear.format : r->res.pitch2D.format;
	unsigned channels = linear ? r->res.linear.numChannels : r->res.pitch2D.numChannels;
	CUdeviceptr at = linear ? r->res.linear.devPtr : r->res.pitch2D.devPtr;
	size_t element = cu_element_bytes(format, channels);
	if (!set_format(&t->image.format, format, channels, as_integer) || at == 0)
		return CUDA_ERROR_INVALID_VALUE;
	t->data = (const void *)(uintptr_t)at;
	if (linear) {
		/* kernels read it as they read 1D ones, which are far smaller */
		t->image.geometry = HSA_EXT_IMAGE_GEOMETRY_1DB;
		t->image.width = r->res.linear.sizeInBytes / element;
		if (t->image.width > CU_TEXTURE_LINEAR)
			return CUDA_ERROR_INVALID_VALUE;
		t->pitch = t->slice = t->image.width * element;
		return CUDA_SUCCESS;
	}
	t->image.geometry = HSA_EXT_IMAGE_GEOMETRY_2D;
	t->image.width = r->res.pitch2D.width;
	t->image.height = r->res.pitch2D.height;
	t->pitch = r->res.pitch2D.pitchInBytes;
	t->slice = t->pitch * t->image.height;
	return t->pitch >= t->image.width * element ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult read_resource(const CUDA_RESOURCE_DESC *r, bool as_integer, struct texels *t)
{
	memset(t, 0, sizeof *t);
	switch (r->resType) {
	case CU_RESOURCE_TYPE_ARRAY:
		return of_array(r->res.array.hArray, as_integer, t);
	case CU_RESOURCE_TYPE_LINEAR:
	case CU_RESOURCE_TYPE_PITCH2D:
		return of_memory(r, as_integer, t);
	case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
		return CUDA_ERROR_NOT_SUPPORTED;
	}
	return CUDA_ERROR_INVALID_VALUE;
}

static CUresult error_of(hsa_status_t status)
{
	switch ((int)status) {
	case HSA_STATUS_SUCCESS:
		return CUDA_SUCCESS;
	case HSA_STATUS_ERROR_OUT_OF_RESOURCES:
		return CUDA_ERROR_OUT_OF_MEMORY;
	case HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED:
		return CUDA_ERROR_NOT_SUPPORTED;
	default:
		return CUDA_ERROR_INVALID_VALUE;
	}
}

static CUresult make_image(const struct texels *t, hsa_access_permission_t access, uint64_t *out)
{
	hsa_ext_image_t image = {0};
	bool has_slices = t->image.depth != 0 || t->image.array_size != 0;
	hsa_status_t status = rt_ext_image_create_with_layout(&t->image, t->data, access,
		HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR, t->pitch, has_slices ? t->slice : 0, &image);
	*out = image.handle;
	return error_of(status);
}

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
	return error_of(status);
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

static CUresult make(const CUDA_RESOURCE_DESC *r, const CUDA_TEXTURE_DESC *d, enum cu_kind kind,
	unsigned long long *out)
{
	struct CUctx_st *c;
	struct texels texels;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (cu_gpu() != NULL) /* which has no images */
		return CUDA_ERROR_NOT_SUPPORTED;
	error = read_resource(r, d == NULL || (d->flags & CU_TRSF_READ_AS_INTEGER) != 0, &texels);
	if (error != CUDA_SUCCESS)
		return error;
	struct texture *t = mem_try_new(1, sizeof *t);
	if (t == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	error = make_image(&texels, d != NULL ? HSA_ACCESS_PERMISSION_RO : HSA_ACCESS_PERMISSION_RW,
		&t->handles[0]);
	if (error == CUDA_SUCCESS && d != NULL)
		error = make_sampler(d, dims_of(&texels.image), &t->handles[1]);
	if (error != CUDA_SUCCESS) {
		free_texture(t);
		return error;
	}
	t->resource = *r;
	if (d != NULL)
		t->texture = *d;
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

CUresult CUDAAPI cuTexObjectCreate(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc,
	const CUDA_TEXTURE_DESC *pTexDesc, const CUDA_RESOURCE_VIEW_DESC *pResViewDesc)
{
	if (pTexObject == NULL || pResDesc == NULL || pTexDesc == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	/* a view that is another format than the array's */
	if (pResViewDesc != NULL && pResViewDesc->format != CU_RES_VIEW_FORMAT_NONE)
		return CUDA_ERROR_NOT_SUPPORTED;
	return make(pResDesc, pTexDesc, CU_TEXTURE, pTexObject);
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

CUresult CUDAAPI cuSurfObjectCreate(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc)
{
	if (pSurfObject == NULL || pResDesc == NULL || pResDesc->resType != CU_RESOURCE_TYPE_ARRAY)
		return CUDA_ERROR_INVALID_VALUE;
	return make(pResDesc, NULL, CU_SURFACE, pSurfObject);
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
