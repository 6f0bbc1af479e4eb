/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Agents and their attributes (HSA Runtime 1.1, 2.3). Attributes that are undefined for an agent
 * that runs no kernels are 0 for it. */
#include "agents_impl.h"

hsa_status_t hsa_iterate_agents(hsa_status_t (*callback)(hsa_agent_t agent, void *data), void *data)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (callback == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (size_t i = 0; i < HR_AGENTS; i++) {
		hsa_status_t status = callback(s->topology->agents[i].self, data);
		if (status != HSA_STATUS_SUCCESS)
			return status;
	}
	return HSA_STATUS_SUCCESS;
}

/* What any agent has. */
static hsa_status_t common_info(struct hr_state *s, const struct hr_agent *a,
	hsa_agent_info_t attribute, void *value)
{
	switch (attribute) {
	case HSA_AGENT_INFO_NAME:
		return hr_put_name(value, a->name, HR_NAME_BYTES);
	case HSA_AGENT_INFO_VENDOR_NAME:
		return hr_put_name(value, "HSAEmu", HR_NAME_BYTES);
	case HSA_AGENT_INFO_FEATURE:
		return HR_PUT(value, hsa_agent_feature_t, a->feature);
	case HSA_AGENT_INFO_NODE:
		return HR_PUT(value, uint32_t, a->index);
	case HSA_AGENT_INFO_DEVICE:
		return HR_PUT(value, hsa_device_type_t, a->device);
	case HSA_AGENT_INFO_CACHE_SIZE:
		return hr_put(value, s->topology->cache_bytes, sizeof s->topology->cache_bytes);
	case HSA_AGENT_INFO_EXTENSIONS: {
		uint8_t mask[HR_LAST_EXTENSION_BYTE];
		hr_extensions_mask(a, mask);
		return hr_put(value, mask, sizeof mask);
	}
	case HSA_AGENT_INFO_VERSION_MAJOR:
	case HSA_AGENT_INFO_VERSION_MINOR:
		return HR_PUT(value, uint16_t, 1);
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

/* What the instruction set of the agent has. */
static hsa_status_t isa_info(struct hr_state *s, const struct hr_agent *a,
	hsa_agent_info_t attribute, void *value)
{
	switch (attribute) {
	case HSA_AGENT_INFO_MACHINE_MODEL:
		return HR_PUT(value, hsa_machine_model_t, HSA_MACHINE_MODEL_LARGE);
	case HSA_AGENT_INFO_PROFILE:
		return HR_PUT(value, hsa_profile_t, s->environment.profile);
	case HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE:
		return HR_PUT(value, hsa_default_float_rounding_mode_t,
			HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
	case HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES:
		return HR_PUT(value, uint32_t, HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO);
	case HSA_AGENT_INFO_FAST_F16_OPERATION:
		return HR_PUT(value, bool, false);
	case HSA_AGENT_INFO_ISA:
		return HR_PUT(value, hsa_isa_t,
			a->index == HR_AGENT_GPU ? s->topology->isa.handle : 0);
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

/* What bounds dispatches and queues, if the agent has them. */
static hsa_status_t limit_info(const struct hr_agent *a, hsa_agent_info_t attribute, void *value)
{
	const bool has = a->index == HR_AGENT_GPU;
	const uint32_t grid = has ? UINT32_MAX : 0;
	const uint16_t group = has ? HSAEMU_MAX_WORKGROUP : 0;
	switch (attribute) {
	case HSA_AGENT_INFO_WAVEFRONT_SIZE:
		return HR_PUT(value, uint32_t, has ? HSAEMU_WAVESIZE : 0);
	case HSA_AGENT_INFO_WORKGROUP_MAX_DIM:
		return hr_put(value, (const uint16_t[3]){group, group, group}, 3 * sizeof group);
	case HSA_AGENT_INFO_WORKGROUP_MAX_SIZE:
		return HR_PUT(value, uint32_t, group);
	case HSA_AGENT_INFO_GRID_MAX_DIM:
		return HR_PUT(value, hsa_dim3_t, grid, grid, grid);
	case HSA_AGENT_INFO_GRID_MAX_SIZE:
		return HR_PUT(value, uint32_t, grid);
	case HSA_AGENT_INFO_FBARRIER_MAX_SIZE:
		return HR_PUT(value, uint32_t, has && !a->is_deep ? HR_FBARRIERS : 0);
	case HSA_AGENT_INFO_QUEUES_MAX:
		return HR_PUT(value, uint32_t, has ? HR_MAX_QUEUES : 0);
	case HSA_AGENT_INFO_QUEUE_MIN_SIZE:
		return HR_PUT(value, uint32_t, has ? HR_MIN_QUEUE_PACKETS : 0);
	case HSA_AGENT_INFO_QUEUE_MAX_SIZE:
		return HR_PUT(value, uint32_t, has ? HR_MAX_QUEUE_PACKETS : 0);
	case HSA_AGENT_INFO_QUEUE_TYPE:
		return HR_PUT(value, hsa_queue_type32_t, HSA_QUEUE_TYPE_MULTI);
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

hsa_status_t hsa_agent_get_info(hsa_agent_t agent, hsa_agent_info_t attribute, void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_agent *a = hr_agent_find(s, agent);
	if (a == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if ((uint32_t)attribute >= HSA_AMD_AGENT_INFO_CHIP_ID)
		return hr_agent_amd_info(s, a, attribute, value);
	if ((uint32_t)attribute >= HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS)
		return hr_agent_image_info(s, a, attribute, value);
	hsa_status_t status = common_info(s, a, attribute, value);
	if (status != HSA_STATUS_SUCCESS)
		status = isa_info(s, a, attribute, value);
	if (status != HSA_STATUS_SUCCESS)
		status = limit_info(a, attribute, value);
	return status;
}

/* Exceptions of both policies are detected by the code that hsail-fin makes for the host. */
static hsa_status_t put_policies(const struct hr_state *s, hsa_profile_t profile, uint16_t *mask)
{
	if (mask == NULL || (profile != HSA_PROFILE_BASE && profile != HSA_PROFILE_FULL))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*mask = s->gpu == NULL ? HSA_EXCEPTION_POLICY_BREAK | HSA_EXCEPTION_POLICY_DETECT : 0;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_agent_get_exception_policies(hsa_agent_t agent, hsa_profile_t profile,
	uint16_t *mask)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (hr_agent_find(s, agent) == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	return put_policies(s, profile, mask);
}

hsa_status_t hsa_isa_get_exception_policies(hsa_isa_t isa, hsa_profile_t profile, uint16_t *mask)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!hr_isa_is_valid(s, isa))
		return HSA_STATUS_ERROR_INVALID_ISA;
	return put_policies(s, profile, mask);
}
