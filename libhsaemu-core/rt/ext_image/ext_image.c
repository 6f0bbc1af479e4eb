/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Creates and destroys the handles of images and samplers (ext_image.h). The standard's numbers
 * equal those of images.def. */
#include <stdlib.h>
#include "hsaemu/ext_image.h"
#include "hsaemu/image_abi.h"

_Static_assert((int)HSAEMU_IMAGE_RO == (int)HSA_ACCESS_PERMISSION_RO &&
		       (int)HSAEMU_IMAGE_WO == (int)HSA_ACCESS_PERMISSION_WO &&
		       (int)HSAEMU_IMAGE_RW == (int)HSA_ACCESS_PERMISSION_RW,
	"access");
_Static_assert((int)HSAEMU_GEOMETRY_2DADEPTH == (int)HSA_EXT_IMAGE_GEOMETRY_2DADEPTH &&
		       (int)HSAEMU_ORDER_DEPTH_STENCIL ==
			       (int)HSA_EXT_IMAGE_CHANNEL_ORDER_DEPTH_STENCIL &&
		       (int)HSAEMU_CHANNEL_FLOAT == (int)HSA_EXT_IMAGE_CHANNEL_TYPE_FLOAT &&
		       (int)HSAEMU_ADDRESSING_MIRRORED_REPEAT ==
			       (int)HSA_EXT_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT,
	"numbers");

enum {
	DATA_ALIGN = 16,
	MAX_HANDLES = 1 << 30, /* memory is used up before that */
};

/* ---- what the agent can --------------------------------------------------------------------- */

static void put_sizes(size_t *out, const struct hsaemu_geometry_row *g)
{
	for (unsigned k = 0; k < g->coordinates; k++)
		out[k] = g->max[k];
}

static hsa_status_t put_size(size_t *out, size_t value)
{
	*out = value;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t rt_ext_image_agent_info(uint32_t attribute, void *value)
{
	/* the attributes from ..._1D_MAX_ELEMENTS on, in order */
	static const uint8_t geometries[] = {HSAEMU_GEOMETRY_1D, HSAEMU_GEOMETRY_1DA,
		HSAEMU_GEOMETRY_1DB, HSAEMU_GEOMETRY_2D, HSAEMU_GEOMETRY_2DA,
		HSAEMU_GEOMETRY_2DDEPTH, HSAEMU_GEOMETRY_2DADEPTH, HSAEMU_GEOMETRY_3D};

	if (value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (attribute >= HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS &&
		attribute <= HSA_EXT_AGENT_INFO_IMAGE_3D_MAX_ELEMENTS) {
		put_sizes(value,
			hsaemu_geometry(geometries[attribute -
						   HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS]));
		return HSA_STATUS_SUCCESS;
	}
	switch (attribute) {
	case HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS:
		return put_size(value, HSAEMU_IMAGE_MAX_LAYERS);
	case HSA_EXT_AGENT_INFO_MAX_IMAGE_RD_HANDLES:
	case HSA_EXT_AGENT_INFO_MAX_IMAGE_RORW_HANDLES:
	case HSA_EXT_AGENT_INFO_MAX_SAMPLER_HANDLERS:
		return put_size(value, MAX_HANDLES);
	case HSA_EXT_AGENT_INFO_IMAGE_LINEAR_ROW_PITCH_ALIGNMENT:
		return put_size(value, 1);
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

hsa_status_t rt_ext_image_get_capability(hsa_ext_image_geometry_t geometry,
	const hsa_ext_image_format_t *format, uint32_t *mask)
{
	if (format == NULL || mask == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*mask = HSA_EXT_IMAGE_CAPABILITY_NOT_SUPPORTED;
	if (hsaemu_image_is_legal(geometry, format->channel_order, format->channel_type))
		*mask = HSA_EXT_IMAGE_CAPABILITY_READ_ONLY | HSA_EXT_IMAGE_CAPABILITY_WRITE_ONLY |
		        HSA_EXT_IMAGE_CAPABILITY_READ_WRITE |
		        HSA_EXT_IMAGE_CAPABILITY_ACCESS_INVARIANT_DATA_LAYOUT;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t rt_ext_image_get_capability_with_layout(hsa_ext_image_geometry_t geometry,
	const hsa_ext_image_format_t *format, hsa_ext_image_data_layout_t layout, uint32_t *mask)
{
	if (layout != HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return rt_ext_image_get_capability(geometry, format, mask);
}

/* ---- images --------------------------------------------------------------------------------- */

struct layout {
	hsa_ext_image_data_layout_t kind;
	size_t row_pitch, slice_pitch; /* 0: the smallest that is possible */
};

static const struct layout opaque = {.kind = HSA_EXT_IMAGE_DATA_LAYOUT_OPAQUE};

/* Returns a size, or 0 where the geometry has no such dimension. A size that must not be given
 * there becomes UINT32_MAX, which is too large for any image. */
static uint32_t take_size(size_t size, bool has)
{
	if (!has)
		return size <= 1 ? 0 : UINT32_MAX;
	return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

static hsa_status_t set_pitches(struct hsaemu_image *im, const struct layout *l)
{
	const uint64_t most = (uint64_t)1 << HSAEMU_IMAGE_MAX_BYTES_LOG2;
	const struct hsaemu_geometry_row *g = hsaemu_geometry(im->geometry);
	uint64_t row = l->row_pitch != 0 ? l->row_pitch : im->row_bytes;
	uint64_t rows = g->coordinates > 1 ? im->height : 1, least, slice;

	if (row < im->row_bytes || row % im->element_bytes != 0 || row > most)
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_IMAGE_PITCH_UNSUPPORTED;
	least = im->slice_bytes == 0 ? 0 : row * rows;
	slice = l->slice_pitch != 0 ? l->slice_pitch : least;
	if (slice < least || (least == 0 && slice != 0) || slice % row != 0 || slice > most)
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_IMAGE_PITCH_UNSUPPORTED;
	im->row_bytes = row;
	im->slice_bytes = slice;
	im->data_bytes = slice == 0    ? row * rows
	                 : g->is_array ? slice * im->layers
	                               : slice * im->depth;
	return im->data_bytes <= most ? HSA_STATUS_SUCCESS
	                              : (hsa_status_t)HSA_EXT_STATUS_ERROR_IMAGE_SIZE_UNSUPPORTED;
}

/* Fills all members but the address of the data. */
static hsa_status_t describe(const hsa_ext_image_descriptor_t *d, hsa_access_permission_t access,
	const struct layout *l, struct hsaemu_image *out)
{
	const struct hsaemu_geometry_row *g;

	if (d == NULL ||
		(access != HSA_ACCESS_PERMISSION_RO && access != HSA_ACCESS_PERMISSION_WO &&
			access != HSA_ACCESS_PERMISSION_RW))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (!hsaemu_image_is_legal(d->geometry, d->format.channel_order, d->format.channel_type))
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED;
	g = hsaemu_geometry(d->geometry);
	*out = (struct hsaemu_image){.geometry = (uint8_t)d->geometry,
		.channel_order = (uint8_t)d->format.channel_order,
		.channel_type = (uint8_t)d->format.channel_type,
		.access = (uint8_t)access,
		.width = take_size(d->width, true),
		.height = take_size(d->height, g->coordinates > 1),
		.depth = take_size(d->depth, g->coordinates > 2),
		.layers = take_size(d->array_size, g->is_array)};
	if (!hsaemu_image_lay_out(out))
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_IMAGE_SIZE_UNSUPPORTED;
	return set_pitches(out, l);
}

/* Kernels' code takes any alignment, and a client's buffer is aligned to whole components in any
 * case, so this is the alignment that the API reports. */
static size_t alignment_of(const struct hsaemu_image *im, const struct layout *l)
{
	unsigned bits = hsaemu_channel_type(im->channel_type)->bits;

	if (l->kind == HSA_EXT_IMAGE_DATA_LAYOUT_OPAQUE)
		return DATA_ALIGN;
	return bits == 16 || bits == 32 ? bits / 8u : 1;
}

static hsa_status_t get_info(const hsa_ext_image_descriptor_t *d, hsa_access_permission_t access,
	const struct layout *l, hsa_ext_image_data_info_t *info)
{
	struct hsaemu_image im;
	hsa_status_t status;

	if (info == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	status = describe(d, access, l, &im);
	if (status == HSA_STATUS_SUCCESS)
		*info = (hsa_ext_image_data_info_t){
			.size = im.data_bytes, .alignment = alignment_of(&im, l)};
	return status;
}

hsa_status_t rt_ext_image_data_get_info(const hsa_ext_image_descriptor_t *descriptor,
	hsa_access_permission_t access, hsa_ext_image_data_info_t *info)
{
	return get_info(descriptor, access, &opaque, info);
}

hsa_status_t rt_ext_image_data_get_info_with_layout(const hsa_ext_image_descriptor_t *descriptor,
	hsa_access_permission_t access, hsa_ext_image_data_layout_t layout, size_t row_pitch,
	size_t slice_pitch, hsa_ext_image_data_info_t *info)
{
	const struct layout l = {layout, row_pitch, slice_pitch};

	if (layout != HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return get_info(descriptor, access, &l, info);
}

static hsa_status_t create(const hsa_ext_image_descriptor_t *d, const void *data,
	hsa_access_permission_t access, const struct layout *l, hsa_ext_image_t *out)
{
	struct hsaemu_image im, *block;
	hsa_status_t status;

	if (data == NULL || out == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	status = describe(d, access, l, &im);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	if ((uintptr_t)data % alignment_of(&im, l) != 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	block = mem_try_new(1, sizeof *block);
	if (block == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	im.data = (uint8_t *)(uintptr_t)data;
	*block = im;
	out->handle = (uint64_t)(uintptr_t)block;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t rt_ext_image_create(const hsa_ext_image_descriptor_t *descriptor, const void *data,
	hsa_access_permission_t access, hsa_ext_image_t *out)
{
	return create(descriptor, data, access, &opaque, out);
}

hsa_status_t rt_ext_image_create_with_layout(const hsa_ext_image_descriptor_t *descriptor,
	const void *data, hsa_access_permission_t access, hsa_ext_image_data_layout_t layout,
	size_t row_pitch, size_t slice_pitch, hsa_ext_image_t *out)
{
	const struct layout l = {layout, row_pitch, slice_pitch};

	if (layout != HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return create(descriptor, data, access, &l, out);
}

hsa_status_t rt_ext_image_destroy(hsa_ext_image_t image)
{
	free((void *)(uintptr_t)image.handle);
	return HSA_STATUS_SUCCESS;
}

/* ---- samplers ------------------------------------------------------------------------------- */

hsa_status_t rt_ext_sampler_create(const hsa_ext_sampler_descriptor_t *descriptor,
	hsa_ext_sampler_t *out)
{
	const hsa_ext_sampler_descriptor_t *d = descriptor;

	if (d == NULL || out == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (d->coordinate_mode > HSA_EXT_SAMPLER_COORDINATE_MODE_NORMALIZED ||
		d->filter_mode > HSA_EXT_SAMPLER_FILTER_MODE_LINEAR ||
		d->address_mode >= HSAEMU_ADDRESSING_COUNT ||
		(d->coordinate_mode == HSA_EXT_SAMPLER_COORDINATE_MODE_UNNORMALIZED &&
			/* PRM 7.1.8 forbids these together */
			d->address_mode >= HSAEMU_ADDRESSING_REPEAT))
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_SAMPLER_DESCRIPTOR_UNSUPPORTED;
	out->handle = hsaemu_sampler_handle(d->coordinate_mode, d->filter_mode, d->address_mode);
	return HSA_STATUS_SUCCESS;
}

hsa_status_t rt_ext_sampler_destroy(hsa_ext_sampler_t sampler)
{
	(void)sampler;
	return HSA_STATUS_SUCCESS;
}
