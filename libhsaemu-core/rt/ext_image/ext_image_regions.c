/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies regions between images and memory, and clears regions of images. */
#include <string.h>
#include "hsaemu/ext_image.h"
#include "hsaemu/image_abi.h"

static const struct hsaemu_image *image_of(hsa_ext_image_t image)
{
	return (const void *)(uintptr_t)image.handle;
}

/* A block of rows in memory or in an image: x counts bytes within a row, y and z count rows and
 * slices. */
struct block {
	uint8_t *data;
	uint64_t y_pitch, z_pitch;
};

static uint32_t at_least_one(uint32_t n)
{
	return n == 0 ? 1 : n;
}

/* Returns the sizes of an image; along an axis that the geometry does not have, the size is 1. */
static hsa_dim3_t sizes_of(const struct hsaemu_image *im)
{
	const struct hsaemu_geometry_row *g = hsaemu_geometry(im->geometry);
	hsa_dim3_t s = {im->width, at_least_one(im->height), at_least_one(im->depth)};

	if (g->is_array)
		*(g->coordinates == 1 ? &s.y : &s.z) = im->layers;
	return s;
}

static bool fits(uint32_t offset, uint32_t range, uint32_t size)
{
	return offset <= size && range <= size - offset;
}

/* Describes a region of the image in *out. False when the region is not inside the image. */
static bool region_of(const struct hsaemu_image *im, const hsa_dim3_t *offset,
	const hsa_dim3_t *range, struct block *out)
{
	const struct hsaemu_geometry_row *g = hsaemu_geometry(im->geometry);
	hsa_dim3_t size = sizes_of(im);
	bool y_is_layer = g->is_array && g->coordinates == 1;

	*out = (struct block){.y_pitch = y_is_layer ? im->slice_bytes : im->row_bytes,
		.z_pitch = im->slice_bytes};
	out->data = im->data + (uint64_t)offset->x * im->element_bytes + offset->y * out->y_pitch +
	            offset->z * out->z_pitch;
	return fits(offset->x, range->x, size.x) && fits(offset->y, range->y, size.y) &&
	       fits(offset->z, range->z, size.z);
}

/* Returns the range with 1 for each 0, since a client may give 0 for dimensions that are not
 * used. */
static hsa_dim3_t used_range(const hsa_dim3_t *range)
{
	return (hsa_dim3_t){range->x, at_least_one(range->y), at_least_one(range->z)};
}

static void copy_rows(const struct block *from, const struct block *to, hsa_dim3_t range,
	size_t element_bytes)
{
	for (uint32_t z = 0; z < range.z; z++)
		for (uint32_t y = 0; y < range.y; y++)
			memmove(to->data + z * to->z_pitch + y * to->y_pitch,
				from->data + z * from->z_pitch + y * from->y_pitch,
				range.x * element_bytes);
}

static size_t at_least(size_t v, size_t least)
{
	return v < least ? least : v;
}

/* Describes a client's memory as rows. Layers of a 1DA image are the slice pitch apart. */
static struct block memory_of(void *data, size_t row_pitch, size_t slice_pitch,
	const struct hsaemu_image *im, hsa_dim3_t range)
{
	size_t row = at_least(row_pitch, (size_t)range.x * im->element_bytes);

	if (im->geometry == HSAEMU_GEOMETRY_1DA)
		row = at_least(slice_pitch, row);
	return (struct block){data, row, at_least(slice_pitch, row * range.y)};
}

hsa_status_t rt_ext_image_import(const void *from, size_t row_pitch, size_t slice_pitch,
	hsa_ext_image_t to, const hsa_ext_image_region_t *region)
{
	const struct hsaemu_image *im = image_of(to);
	struct block image, memory;
	hsa_dim3_t range;

	if (from == NULL || region == NULL || im == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	range = used_range(&region->range);
	if (!region_of(im, &region->offset, &range, &image))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	memory = memory_of((void *)(uintptr_t)from, row_pitch, slice_pitch, im, range);
	copy_rows(&memory, &image, range, im->element_bytes);
	return HSA_STATUS_SUCCESS;
}

hsa_status_t rt_ext_image_export(hsa_ext_image_t from, void *to, size_t row_pitch,
	size_t slice_pitch, const hsa_ext_image_region_t *region)
{
	const struct hsaemu_image *im = image_of(from);
	struct block image, memory;
	hsa_dim3_t range;

	if (to == NULL || region == NULL || im == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	range = used_range(&region->range);
	if (!region_of(im, &region->offset, &range, &image))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	memory = memory_of(to, row_pitch, slice_pitch, im, range);
	copy_rows(&image, &memory, range, im->element_bytes);
	return HSA_STATUS_SUCCESS;
}

/* ---- between images ------------------------------------------------------------------------- */

/* Returns the channel order that has the same components without sRGB's color space. */
static unsigned plain_order(unsigned order)
{
	switch (order) {
	case HSAEMU_ORDER_SRGB:
		return HSAEMU_ORDER_RGB;
	case HSAEMU_ORDER_SRGBX:
		return HSAEMU_ORDER_RGBX;
	case HSAEMU_ORDER_SRGBA:
		return HSAEMU_ORDER_RGBA;
	case HSAEMU_ORDER_SBGRA:
		return HSAEMU_ORDER_BGRA;
	default:
		return order;
	}
}

hsa_status_t rt_ext_image_copy(hsa_ext_image_t from, const hsa_dim3_t *from_offset,
	hsa_ext_image_t to, const hsa_dim3_t *to_offset, const hsa_dim3_t *range)
{
	const struct hsaemu_image *a = image_of(from), *b = image_of(to);
	struct block source, target;
	hsa_dim3_t r;

	if (a == NULL || b == NULL || from_offset == NULL || to_offset == NULL || range == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	r = used_range(range);
	if (a->channel_type != b->channel_type ||
		plain_order(a->channel_order) != plain_order(b->channel_order) ||
		!region_of(a, from_offset, &r, &source) || !region_of(b, to_offset, &r, &target))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	copy_rows(&source, &target, r, a->element_bytes);
	return HSA_STATUS_SUCCESS;
}

/* ---- clears --------------------------------------------------------------------------------- */

enum { LANES = HSAEMU_IMAGE_LANES };

/* Stores one texel in `width` elements from `at` on; `texels` has it in all lanes. */
static void clear_row(const struct hsaemu_image *im, const uint32_t *texels, hsa_dim3_t at,
	uint32_t width)
{
	uint32_t coords[3 * LANES];

	for (uint32_t x = 0; x < width; x += LANES) {
		uint32_t n = width - x < LANES ? width - x : LANES;

		for (uint32_t k = 0; k < LANES; k++) {
			coords[k] = at.x + x + k;
			coords[LANES + k] = at.y;
			coords[2 * LANES + k] = at.z;
		}
		hsa_stimage(im, coords, texels, UINT32_MAX >> (LANES - n), LANES);
	}
}

/* Stores each texel of the region by itself. A stencil keeps its value, as with any store. */
static void clear_each(const struct hsaemu_image *im, const uint32_t *texels, hsa_dim3_t at,
	hsa_dim3_t range)
{
	for (uint32_t z = 0; z < range.z; z++)
		for (uint32_t y = 0; y < range.y; y++)
			clear_row(im, texels, (hsa_dim3_t){at.x, at.y + y, at.z + z}, range.x);
}

/* Whether a store writes all bytes of an element: no stencil lies beside a depth. */
static bool fills_elements(const struct hsaemu_image *im)
{
	return im->channel_order != HSAEMU_ORDER_DEPTH_STENCIL &&
	       hsaemu_channel_type(im->channel_type)->bits != 24;
}

/* Copies the first element of the region to the others: each copy takes all that is there, and so
 * doubles it. */
static void repeat_first(const struct block *to, hsa_dim3_t range, size_t element_bytes)
{
	size_t row = range.x * element_bytes;

	for (size_t done = element_bytes; done < row; done *= 2)
		memcpy(to->data + done, to->data, done < row - done ? done : row - done);
	for (uint32_t z = 0; z < range.z; z++)
		for (uint32_t y = z == 0 ? 1 : 0; y < range.y; y++)
			memcpy(to->data + z * to->z_pitch + y * to->y_pitch, to->data, row);
}

static void clear(const struct hsaemu_image *im, const uint32_t *texels, hsa_dim3_t at,
	hsa_dim3_t range, const struct block *region)
{
	if (!fills_elements(im)) {
		clear_each(im, texels, at, range);
	} else if (range.x != 0) {
		clear_row(im, texels, at, 1);
		repeat_first(region, range, im->element_bytes);
	}
}

hsa_status_t rt_ext_image_clear(hsa_ext_image_t image, const void *data,
	const hsa_ext_image_region_t *region)
{
	const struct hsaemu_image *im = image_of(image);
	uint32_t texels[4 * LANES], value;
	struct block block;
	hsa_dim3_t range;

	if (data == NULL || region == NULL || im == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	range = used_range(&region->range);
	if (!region_of(im, &region->offset, &range, &block))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	bool is_depth = hsaemu_geometry(im->geometry)->family == HSAEMU_FAMILY_DEPTH;
	for (unsigned c = 0; c < (is_depth ? 1 : 4); c++) {
		memcpy(&value, (const uint8_t *)data + c * sizeof value, sizeof value);
		for (unsigned k = 0; k < LANES; k++)
			texels[c * LANES + k] = value;
	}
	clear(im, texels, region->offset, range, &block);
	return HSA_STATUS_SUCCESS;
}
