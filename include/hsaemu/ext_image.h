/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images and samplers of the HSA runtime: the functions of <hsa/hsa_ext_image.h>, named rt_ instead
 * of hsa_, and without the agent parameter, as there is only one agent.
 *
 * Statuses are those that the standard header gives for each function. In addition,
 * INVALID_ARGUMENT says that a region lies outside of an image, that images to copy between have
 * different formats, or that a handle is 0. A size that the geometry does not have may be 0 or 1.
 *
 * An image belongs to the client that created it, and so does its data. Data is linear, whatever
 * layout was asked for, and the same for each access permission. A sampler has no memory, so
 * destroying it does nothing. All functions may be called from any thread. */
#ifndef HSAEMU_EXT_IMAGE_H
#define HSAEMU_EXT_IMAGE_H

#include <hsa/hsa.h>
#include <hsa/hsa_ext_image.h>
#include "hsaemu/base.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

/* Gets the value of an attribute HSA_EXT_AGENT_INFO_*. INVALID_ARGUMENT for other attributes and
 * when `value` is NULL. */
hsa_status_t rt_ext_image_agent_info(uint32_t attribute, void *value) NODISCARD;

hsa_status_t rt_ext_image_get_capability(hsa_ext_image_geometry_t geometry,
	const hsa_ext_image_format_t *format, uint32_t *mask) NODISCARD;
hsa_status_t rt_ext_image_get_capability_with_layout(hsa_ext_image_geometry_t geometry,
	const hsa_ext_image_format_t *format, hsa_ext_image_data_layout_t layout,
	uint32_t *mask) NODISCARD;
hsa_status_t rt_ext_image_data_get_info(const hsa_ext_image_descriptor_t *descriptor,
	hsa_access_permission_t access, hsa_ext_image_data_info_t *info) NODISCARD;
hsa_status_t rt_ext_image_data_get_info_with_layout(const hsa_ext_image_descriptor_t *descriptor,
	hsa_access_permission_t access, hsa_ext_image_data_layout_t layout, size_t row_pitch,
	size_t slice_pitch, hsa_ext_image_data_info_t *info) NODISCARD;

hsa_status_t rt_ext_image_create(const hsa_ext_image_descriptor_t *descriptor, const void *data,
	hsa_access_permission_t access, hsa_ext_image_t *out) NODISCARD;
hsa_status_t rt_ext_image_create_with_layout(const hsa_ext_image_descriptor_t *descriptor,
	const void *data, hsa_access_permission_t access, hsa_ext_image_data_layout_t layout,
	size_t row_pitch, size_t slice_pitch, hsa_ext_image_t *out) NODISCARD;

/* An image of several levels of detail, which the standard does not have (image_abi.h). */
struct rt_ext_image_level {
	hsa_ext_image_descriptor_t image;
	const void *data;
	size_t row_pitch, slice_pitch;
};
/* How reads choose the level. What the block has no bits for becomes the nearest. */
struct rt_ext_image_choice {
	bool is_linear; /* mixes two levels */
	float bias, low, high;
};
/* Makes a read-only image of `count` levels, 1 to HSAEMU_MAX_LEVELS. Its handle is also that of its
 * first level. */
hsa_status_t rt_ext_image_create_levels(const struct rt_ext_image_level *levels, unsigned count,
	const struct rt_ext_image_choice *choice, hsa_ext_image_t *out) NODISCARD;
hsa_status_t rt_ext_image_destroy(hsa_ext_image_t image);

hsa_status_t rt_ext_image_copy(hsa_ext_image_t from, const hsa_dim3_t *from_offset,
	hsa_ext_image_t to, const hsa_dim3_t *to_offset, const hsa_dim3_t *range) NODISCARD;
hsa_status_t rt_ext_image_import(const void *from, size_t row_pitch, size_t slice_pitch,
	hsa_ext_image_t to, const hsa_ext_image_region_t *region) NODISCARD;
hsa_status_t rt_ext_image_export(hsa_ext_image_t from, void *to, size_t row_pitch,
	size_t slice_pitch, const hsa_ext_image_region_t *region) NODISCARD;
hsa_status_t rt_ext_image_clear(hsa_ext_image_t image, const void *data,
	const hsa_ext_image_region_t *region) NODISCARD;

hsa_status_t rt_ext_sampler_create(const hsa_ext_sampler_descriptor_t *descriptor,
	hsa_ext_sampler_t *out) NODISCARD;
hsa_status_t rt_ext_sampler_destroy(hsa_ext_sampler_t sampler);

HSAEMU_END_DECLS

#endif
