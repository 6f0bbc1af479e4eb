/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The images of texture and surface objects: what the resource is, and what of it a view shows. */
#include <string.h>
#include "array_impl.h"
#include "hsaemu/base.h"
#include "texture_impl.h"

/* ---- resources ------------------------------------------------------------------------------- */

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

static void of_array(const struct CUarray_st *a, bool as_integer, struct rt_ext_image_level *l)
{
	set_format(&l->image.format, a->what.Format, a->what.NumChannels, as_integer);
	set_geometry(&l->image, &a->what);
	l->data = a->data;
	l->row_pitch = a->row_bytes;
	l->slice_pitch = a->slice_bytes;
}

static CUresult of_levels(const struct CUmipmappedArray_st *m, bool as_integer, struct cu_texels *t)
{
	if (m->count > ARRAY_LEN(t->levels)) /* it is also too large for an image */
		return CUDA_ERROR_INVALID_VALUE;
	for (unsigned k = 0; k < m->count; k++)
		of_array(&m->levels[k], as_integer, &t->levels[k]);
	t->count = m->count;
	t->is_mipmapped = true;
	return CUDA_SUCCESS;
}

static CUresult of_memory(const CUDA_RESOURCE_DESC *r, bool as_integer,
	struct rt_ext_image_level *t)
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
		t->row_pitch = t->slice_pitch = t->image.width * element;
		return CUDA_SUCCESS;
	}
	t->image.geometry = HSA_EXT_IMAGE_GEOMETRY_2D;
	t->image.width = r->res.pitch2D.width;
	t->image.height = r->res.pitch2D.height;
	t->row_pitch = r->res.pitch2D.pitchInBytes;
	t->slice_pitch = t->row_pitch * t->image.height;
	return t->row_pitch >= t->image.width * element ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult of_resource(const CUDA_RESOURCE_DESC *r, bool as_integer, struct cu_texels *t)
{
	switch (r->resType) {
	case CU_RESOURCE_TYPE_ARRAY:
		if (!cu_is_array(r->res.array.hArray))
			return CUDA_ERROR_INVALID_HANDLE;
		of_array(r->res.array.hArray, as_integer, &t->levels[0]);
		return CUDA_SUCCESS;
	case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
		return cu_is_mipmapped_array(r->res.mipmap.hMipmappedArray)
		               ? of_levels(r->res.mipmap.hMipmappedArray, as_integer, t)
		               : CUDA_ERROR_INVALID_HANDLE;
	case CU_RESOURCE_TYPE_LINEAR:
	case CU_RESOURCE_TYPE_PITCH2D:
		return of_memory(r, as_integer, &t->levels[0]);
	}
	return CUDA_ERROR_INVALID_VALUE;
}

/* ---- views ----------------------------------------------------------------------------------- */

static const CUDA_ARRAY3D_DESCRIPTOR *description_of(const CUDA_RESOURCE_DESC *r)
{
	if (r->resType == CU_RESOURCE_TYPE_ARRAY)
		return &r->res.array.hArray->what;
	return r->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY ? &r->res.mipmap.hMipmappedArray->what
	                                                      : NULL;
}

/* Formats that are as large as the array's. Blocks of compressed texels are no format of images. */
static CUresult set_view_format(const CUDA_ARRAY3D_DESCRIPTOR *a, CUresourceViewFormat view,
	bool as_integer, struct cu_texels *t)
{
	static const CUarray_format formats[] = {CU_AD_FORMAT_UNSIGNED_INT8,
		CU_AD_FORMAT_SIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_SIGNED_INT16,
		CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT32, CU_AD_FORMAT_HALF,
		CU_AD_FORMAT_FLOAT};
	if (view == CU_RES_VIEW_FORMAT_NONE)
		return CUDA_SUCCESS;
	if ((int)view < 0 || view > CU_RES_VIEW_FORMAT_UNSIGNED_BC7)
		return CUDA_ERROR_INVALID_VALUE;
	if (view > CU_RES_VIEW_FORMAT_FLOAT_4X32)
		return CUDA_ERROR_NOT_SUPPORTED;
	unsigned number = (unsigned)view - CU_RES_VIEW_FORMAT_UINT_1X8, channels = 1u << number % 3;
	CUarray_format format = formats[number / 3];
	if (cu_element_bytes(format, channels) != cu_element_bytes(a->Format, a->NumChannels))
		return CUDA_ERROR_INVALID_VALUE;
	for (unsigned k = 0; k < t->count; k++)
		set_format(&t->levels[k].image.format, format, channels, as_integer);
	return CUDA_SUCCESS;
}

/* Layers are those of an array; of cubes, whole ones. */
static CUresult set_view_layers(const CUDA_ARRAY3D_DESCRIPTOR *a, const CUDA_RESOURCE_VIEW_DESC *v,
	struct cu_texels *t)
{
	unsigned each = (a->Flags & CUDA_ARRAY3D_CUBEMAP) != 0 ? 6 : 1;
	if ((a->Flags & CUDA_ARRAY3D_LAYERED) == 0)
		return v->firstLayer == 0 && v->lastLayer == 0 ? CUDA_SUCCESS
		                                               : CUDA_ERROR_INVALID_VALUE;
	if (v->firstLayer > v->lastLayer || v->lastLayer >= a->Depth || v->firstLayer % each != 0 ||
		(v->lastLayer + 1) % each != 0)
		return CUDA_ERROR_INVALID_VALUE;
	for (unsigned k = 0; k < t->count; k++) {
		struct rt_ext_image_level *l = &t->levels[k];
		l->data = (const uint8_t *)l->data + v->firstLayer * l->slice_pitch;
		l->image.array_size = v->lastLayer - v->firstLayer + 1;
	}
	return CUDA_SUCCESS;
}

static CUresult set_view_levels(const CUDA_RESOURCE_VIEW_DESC *v, struct cu_texels *t)
{
	if (v->firstMipmapLevel > v->lastMipmapLevel || v->lastMipmapLevel >= t->count)
		return CUDA_ERROR_INVALID_VALUE;
	t->count = v->lastMipmapLevel - v->firstMipmapLevel + 1;
	memmove(t->levels, t->levels + v->firstMipmapLevel, t->count * sizeof *t->levels);
	return CUDA_SUCCESS;
}

static CUresult set_view(const CUDA_RESOURCE_DESC *r, const CUDA_RESOURCE_VIEW_DESC *v,
	bool as_integer, struct cu_texels *t)
{
	const CUDA_ARRAY3D_DESCRIPTOR *a = description_of(r);
	if (a == NULL || v->width != a->Width || v->height != a->Height || v->depth != a->Depth)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = set_view_format(a, v->format, as_integer, t);
	if (error == CUDA_SUCCESS)
		error = set_view_layers(a, v, t);
	return error == CUDA_SUCCESS ? set_view_levels(v, t) : error;
}

CUresult cu_texels_read(const CUDA_RESOURCE_DESC *r, const CUDA_RESOURCE_VIEW_DESC *v,
	bool as_integer, struct cu_texels *t)
{
	memset(t, 0, sizeof *t);
	t->count = 1;
	CUresult error = of_resource(r, as_integer, t);
	return error == CUDA_SUCCESS && v != NULL ? set_view(r, v, as_integer, t) : error;
}

/* ---- images ---------------------------------------------------------------------------------- */

CUresult cu_texture_error(hsa_status_t status)
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

static hsa_status_t make_levels(const struct cu_texels *t, const CUDA_TEXTURE_DESC *d,
	hsa_ext_image_t *image)
{
	const struct rt_ext_image_choice choice = {
		.is_linear = d->mipmapFilterMode == CU_TR_FILTER_MODE_LINEAR,
		.bias = d->mipmapLevelBias,
		.low = d->minMipmapLevelClamp,
		.high = d->maxMipmapLevelClamp};
	return rt_ext_image_create_levels(t->levels, t->count, &choice, image);
}

static hsa_status_t make_one(const struct rt_ext_image_level *l, hsa_access_permission_t access,
	hsa_ext_image_t *image)
{
	bool has_slices = l->image.depth != 0 || l->image.array_size != 0;
	return rt_ext_image_create_with_layout(&l->image, l->data, access,
		HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR, l->row_pitch, has_slices ? l->slice_pitch : 0,
		image);
}

CUresult cu_image_make(const struct cu_texels *t, const CUDA_TEXTURE_DESC *d, uint64_t *out)
{
	hsa_ext_image_t image = {0};
	hsa_status_t status;
	/* CUDA has levels where coordinates are the same in all */
	if (t->is_mipmapped && (d->flags & CU_TRSF_NORMALIZED_COORDINATES) == 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (t->is_mipmapped)
		status = make_levels(t, d, &image);
	else
		status = make_one(&t->levels[0],
			d != NULL ? HSA_ACCESS_PERMISSION_RO : HSA_ACCESS_PERMISSION_RW, &image);
	*out = image.handle;
	return cu_texture_error(status);
}
