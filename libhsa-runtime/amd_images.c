/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What AMD's extension has of images. */
#include "amd_impl.h"

hsa_status_t hsa_amd_image_get_info_max_dim(hsa_agent_t agent, hsa_agent_info_t attribute,
	void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_agent *a = hr_agent_find(s, agent);
	if (a == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	/* the header's INVALID_QUEUE for these is a slip: no queue is involved */
	if (value == NULL || (uint32_t)attribute < HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS ||
		(uint32_t)attribute > HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return hr_agent_image_info(s, a, attribute, value);
}

/* There are no formats of images but the standard's, so that no layout is right. */
hsa_status_t hsa_amd_image_create(hsa_agent_t agent,
	const hsa_ext_image_descriptor_t *image_descriptor,
	const hsa_amd_image_descriptor_t *image_layout, const void *image_data,
	hsa_access_permission_t access_permission, hsa_ext_image_t *image)
{
	HR_ENTER(s);
	(void)image_descriptor, (void)image_layout, (void)image_data, (void)access_permission;
	(void)image;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	return hr_agent_find(s, agent) == NULL ? HSA_STATUS_ERROR_INVALID_AGENT
	                                       : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
