/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The image extension (HSA Runtime 1.1, 3.2) over rt's images. Handles of images are addresses for
 * kernels to follow, so those that are there are kept in a set, and no other is followed. */
#include <hsa/hsa_ext_image.h>
#include "agents_impl.h"
#include "hsaemu/ext_image.h"
#include "hsaemu/image_abi.h"
#include "image_set_impl.h"

/* Checks what each function has first. Images are the kernel agent's. */
static hsa_status_t check(struct hr_state *s, hsa_agent_t agent)
{
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_agent *a = hr_agent_find(s, agent);
	return a != NULL && a->index == HR_AGENT_GPU ? HSA_STATUS_SUCCESS
	                                             : HSA_STATUS_ERROR_INVALID_AGENT;
}

#define ENTER(s, agent) \
	HR_ENTER(s); \
	hsa_status_t status = check(s, agent); \
	if (status != HSA_STATUS_SUCCESS) \
	return status

/* Does what ENTER() does in a function that version 1.1 has brought. */
#define ENTER_1_1(s, agent) \
	ENTER(s, agent); \
	atomic_store_explicit(&s->images_1_1, true, memory_order_relaxed)

hsa_status_t hsa_ext_image_get_capability(hsa_agent_t agent, hsa_ext_image_geometry_t geometry,
	const hsa_ext_image_format_t *image_format, uint32_t *capability_mask)
{
	ENTER(s, agent);
	return rt_ext_image_get_capability(geometry, image_format, capability_mask);
}

hsa_status_t hsa_ext_image_get_capability_with_layout(hsa_agent_t agent,
	hsa_ext_image_geometry_t geometry, const hsa_ext_image_format_t *image_format,
	hsa_ext_image_data_layout_t image_data_layout, uint32_t *capability_mask)
{
	ENTER_1_1(s, agent);
	return rt_ext_image_get_capability_with_layout(geometry, image_format, image_data_layout,
		capability_mask);
}

hsa_status_t hsa_ext_image_data_get_info(hsa_agent_t agent,
	const hsa_ext_image_descriptor_t *image_descriptor,
	hsa_access_permission_t access_permission, hsa_ext_image_data_info_t *image_data_info)
{
	ENTER(s, agent);
	return rt_ext_image_data_get_info(image_descriptor, access_permission, image_data_info);
}

hsa_status_t hsa_ext_image_data_get_info_with_layout(hsa_agent_t agent,
	const hsa_ext_image_descriptor_t *image_descriptor,
	hsa_access_permission_t access_permission, hsa_ext_image_data_layout_t image_data_layout,
	size_t image_data_row_pitch, size_t image_data_slice_pitch,
	hsa_ext_image_data_info_t *image_data_info)
{
	ENTER_1_1(s, agent);
	return rt_ext_image_data_get_info_with_layout(image_descriptor, access_permission,
		image_data_layout, image_data_row_pitch, image_data_slice_pitch, image_data_info);
}

/* Enters an image that has been made into the set. */
static hsa_status_t keep(struct hr_state *s, hsa_status_t made, hsa_ext_image_t image,
	hsa_ext_image_t *out)
{
	if (made != HSA_STATUS_SUCCESS)
		return made;
	if (!hr_image_add(s->images, image)) {
		(void)rt_ext_image_destroy(image);
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	*out = image;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_ext_image_create(hsa_agent_t agent,
	const hsa_ext_image_descriptor_t *image_descriptor, const void *image_data,
	hsa_access_permission_t access_permission, hsa_ext_image_t *image)
{
	hsa_ext_image_t made;
	ENTER(s, agent);
	if (image == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	status = rt_ext_image_create(image_descriptor, image_data, access_permission, &made);
	return keep(s, status, made, image);
}

hsa_status_t hsa_ext_image_create_with_layout(hsa_agent_t agent,
	const hsa_ext_image_descriptor_t *image_descriptor, const void *image_data,
	hsa_access_permission_t access_permission, hsa_ext_image_data_layout_t image_data_layout,
	size_t image_data_row_pitch, size_t image_data_slice_pitch, hsa_ext_image_t *image)
{
	hsa_ext_image_t made;
	ENTER_1_1(s, agent);
	if (image == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	status = rt_ext_image_create_with_layout(image_descriptor, image_data, access_permission,
		image_data_layout, image_data_row_pitch, image_data_slice_pitch, &made);
	return keep(s, status, made, image);
}

hsa_status_t hsa_ext_image_destroy(hsa_agent_t agent, hsa_ext_image_t image)
{
	ENTER(s, agent);
	if (!hr_image_remove(s->images, image))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return rt_ext_image_destroy(image);
}

hsa_status_t hsa_ext_image_copy(hsa_agent_t agent, hsa_ext_image_t src_image,
	const hsa_dim3_t *src_offset, hsa_ext_image_t dst_image, const hsa_dim3_t *dst_offset,
	const hsa_dim3_t *range)
{
	ENTER(s, agent);
	if (!hr_image_has(s->images, src_image) || !hr_image_has(s->images, dst_image))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return rt_ext_image_copy(src_image, src_offset, dst_image, dst_offset, range);
}

hsa_status_t hsa_ext_image_import(hsa_agent_t agent, const void *src_memory, size_t src_row_pitch,
	size_t src_slice_pitch, hsa_ext_image_t dst_image,
	const hsa_ext_image_region_t *image_region)
{
	ENTER(s, agent);
	if (!hr_image_has(s->images, dst_image))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return rt_ext_image_import(src_memory, src_row_pitch, src_slice_pitch, dst_image,
		image_region);
}

hsa_status_t hsa_ext_image_export(hsa_agent_t agent, hsa_ext_image_t src_image, void *dst_memory,
	size_t dst_row_pitch, size_t dst_slice_pitch, const hsa_ext_image_region_t *image_region)
{
	ENTER(s, agent);
	if (!hr_image_has(s->images, src_image))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return rt_ext_image_export(src_image, dst_memory, dst_row_pitch, dst_slice_pitch,
		image_region);
}

hsa_status_t hsa_ext_image_clear(hsa_agent_t agent, hsa_ext_image_t image, const void *data,
	const hsa_ext_image_region_t *image_region)
{
	ENTER(s, agent);
	if (!hr_image_has(s->images, image))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return rt_ext_image_clear(image, data, image_region);
}

/* ---- samplers -------------------------------------------------------------------------------- */

hsa_status_t hsa_ext_sampler_create(hsa_agent_t agent,
	const hsa_ext_sampler_descriptor_t *sampler_descriptor, hsa_ext_sampler_t *sampler)
{
	ENTER(s, agent);
	return rt_ext_sampler_create(sampler_descriptor, sampler);
}

hsa_status_t hsa_ext_sampler_destroy(hsa_agent_t agent, hsa_ext_sampler_t sampler)
{
	ENTER(s, agent);
	if (sampler.handle >> 32 != HSAEMU_SAMPLER_MARK >> 32)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return rt_ext_sampler_destroy(sampler);
}
