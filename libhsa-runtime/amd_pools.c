/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's memory pools: the memory regions, each with the agent that it belongs to. Any agent can
 * access what is in the global segment. */
#include "amd_impl.h"

static const hsa_status_t no_pool = (hsa_status_t)HSA_STATUS_ERROR_INVALID_MEMORY_POOL;

hsa_status_t hsa_amd_agent_iterate_memory_pools(hsa_agent_t agent,
	hsa_status_t (*callback)(hsa_amd_memory_pool_t memory_pool, void *data), void *data)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_agent *a = hr_agent_find(s, agent);
	if (a == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (callback == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (size_t i = 0; i < HR_REGIONS; i++) {
		const struct hr_region *r = &s->topology->regions[i];
		if (r->owner != a->index)
			continue;
		hsa_amd_memory_pool_t pool = {r->self.handle};
		hsa_status_t status = callback(pool, data);
		if (status != HSA_STATUS_SUCCESS)
			return status;
	}
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_memory_pool_get_info(hsa_amd_memory_pool_t memory_pool,
	hsa_amd_memory_pool_info_t attribute, void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_region *r = hr_region_find(s, memory_pool.handle);
	if (r == NULL)
		return no_pool;
	if (value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	bool allocates = hr_region_allocates(r);
	switch (attribute) {
	case HSA_AMD_MEMORY_POOL_INFO_SEGMENT: /* numbered as those of regions */
		return HR_PUT(value, hsa_amd_segment_t, (hsa_amd_segment_t)r->segment);
	case HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS:
		return HR_PUT(value, uint32_t, r->flags);
	case HSA_AMD_MEMORY_POOL_INFO_SIZE:
		return HR_PUT(value, size_t, hr_region_bytes(r));
	case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED:
		return HR_PUT(value, bool, allocates);
	case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_GRANULE:
	case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALIGNMENT:
		return HR_PUT(value, size_t, allocates ? HR_GRANULE : 0);
	case HSA_AMD_MEMORY_POOL_INFO_ACCESSIBLE_BY_ALL:
		return HR_PUT(value, bool, r->segment == HSA_REGION_SEGMENT_GLOBAL);
	case HSA_AMD_MEMORY_POOL_INFO_ALLOC_MAX_SIZE:
		return HR_PUT(value, size_t, allocates ? hr_region_bytes(r) : 0);
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

hsa_status_t hsa_amd_memory_pool_allocate(hsa_amd_memory_pool_t memory_pool, size_t size,
	uint32_t flags, void **ptr)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_region *r = hr_region_find(s, memory_pool.handle);
	if (r == NULL)
		return no_pool;
	return flags != 0 ? HSA_STATUS_ERROR_INVALID_ARGUMENT : hr_allocate(s, r, size, ptr);
}

hsa_status_t hsa_amd_memory_pool_free(void *ptr)
{
	return hsa_memory_free(ptr);
}

hsa_status_t hsa_amd_agent_memory_pool_get_info(hsa_agent_t agent,
	hsa_amd_memory_pool_t memory_pool, hsa_amd_agent_memory_pool_info_t attribute, void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_agent *a = hr_agent_find(s, agent);
	if (a == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	const struct hr_region *r = hr_region_find(s, memory_pool.handle);
	if (r == NULL)
		return no_pool;
	if (value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	bool access = r->owner == a->index || r->segment == HSA_REGION_SEGMENT_GLOBAL;
	switch (attribute) {
	case HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS:
		return HR_PUT(value, hsa_amd_memory_pool_access_t,
			access ? HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT
			       : HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED);
	case HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS:
		return HR_PUT(value, uint32_t, 0);
	case HSA_AMD_AGENT_MEMORY_POOL_INFO_LINK_INFO: /* of no links: nothing is stored */
		return HSA_STATUS_SUCCESS;
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

hsa_status_t hsa_amd_agents_allow_access(uint32_t num_agents, const hsa_agent_t *agents,
	const uint32_t *flags, const void *ptr)
{
	HR_ENTER(s);
	struct rt_allocation block;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (num_agents == 0 || agents == NULL || flags != NULL || ptr == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (uint32_t i = 0; i < num_agents; i++)
		if (hr_agent_find(s, agents[i]) == NULL)
			return HSA_STATUS_ERROR_INVALID_AGENT;
	return rt_allocation_find(s->rt, ptr, &block) ? HSA_STATUS_SUCCESS
	                                              : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* ---- migration, of which there is none ------------------------------------------------------- */

hsa_status_t hsa_amd_memory_pool_can_migrate(hsa_amd_memory_pool_t src_memory_pool,
	hsa_amd_memory_pool_t dst_memory_pool, bool *result)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (hr_region_find(s, src_memory_pool.handle) == NULL ||
		hr_region_find(s, dst_memory_pool.handle) == NULL)
		return no_pool;
	if (result == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*result = false;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_memory_migrate(const void *ptr, hsa_amd_memory_pool_t memory_pool,
	uint32_t flags)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (hr_region_find(s, memory_pool.handle) == NULL)
		return no_pool;
	if (ptr == NULL || flags != 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}
