/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What AMD's extension tells about pointers, and memory of the client's own that it locks for
 * agents, which access it where it is. */
#include <string.h>
#include "amd_impl.h"

static hsa_amd_pointer_type_t type_of(const struct rt_allocation *block)
{
	switch ((enum hr_memory_kind)block->kind) {
	case HR_MEMORY_ALLOCATED:
		return HSA_EXT_POINTER_TYPE_HSA;
	case HR_MEMORY_REGISTERED:
	case HR_MEMORY_LOCKED:
		return HSA_EXT_POINTER_TYPE_LOCKED;
	case HR_MEMORY_INTEROP:
		return HSA_EXT_POINTER_TYPE_GRAPHICS;
	}
	return HSA_EXT_POINTER_TYPE_UNKNOWN;
}

static void describe(struct hr_state *s, const void *ptr, hsa_amd_pointer_info_t *info)
{
	const struct hr_topology *t = s->topology;
	struct rt_allocation block;
	if (!rt_allocation_find(s->rt, ptr, &block)) {
		info->type = HSA_EXT_POINTER_TYPE_UNKNOWN;
		return;
	}
	const struct hr_region *r = hr_region_find(s, block.maker);
	if (r == NULL)
		r = &t->regions[HR_REGION_FINE];
	info->type = type_of(&block);
	info->agentBaseAddress = info->hostBaseAddress = block.base;
	info->sizeInBytes = block.bytes;
	info->userData = block.user;
	info->agentOwner = t->agents[r->owner].self;
	info->global_flags = r->flags;
}

hsa_status_t hsa_amd_pointer_info(const void *ptr, hsa_amd_pointer_info_t *info,
	void *(*alloc)(size_t), uint32_t *num_agents_accessible, hsa_agent_t **accessible)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (ptr == NULL || info == NULL || info->size == 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	/* older clients know less of the structure */
	hsa_amd_pointer_info_t all = {.size = sizeof all};
	size_t size = info->size < sizeof all ? info->size : sizeof all;
	all.size = (uint32_t)size;
	describe(s, ptr, &all);
	memcpy(info, &all, size);
	if (alloc == NULL || num_agents_accessible == NULL || accessible == NULL)
		return HSA_STATUS_SUCCESS;
	bool known = all.type != HSA_EXT_POINTER_TYPE_UNKNOWN;
	*num_agents_accessible = known ? HR_AGENTS : 0;
	*accessible = NULL;
	if (!known)
		return HSA_STATUS_SUCCESS;
	*accessible = alloc(HR_AGENTS * sizeof **accessible);
	if (*accessible == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	for (size_t i = 0; i < HR_AGENTS; i++)
		(*accessible)[i] = s->topology->agents[i].self;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_pointer_info_set_userdata(const void *ptr, void *userdata)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	return rt_allocation_set_user(s->rt, ptr, userdata) ? HSA_STATUS_SUCCESS
	                                                    : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* ---- locked memory --------------------------------------------------------------------------- */

static hsa_status_t check_agents(struct hr_state *s, const hsa_agent_t *agents, int count)
{
	if (count < 0 || (agents == NULL) != (count == 0))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (int i = 0; i < count; i++)
		if (hr_agent_find(s, agents[i]) == NULL)
			return HSA_STATUS_ERROR_INVALID_AGENT;
	return HSA_STATUS_SUCCESS;
}

/* Memory that overlaps what is known already can be used as well. */
static hsa_status_t lock(struct hr_state *s, void *host_ptr, size_t size, const hsa_agent_t *agents,
	int num_agent, const struct hr_region *r, void **agent_ptr)
{
	if (host_ptr == NULL || size == 0 || size > UINTPTR_MAX - (uintptr_t)host_ptr ||
		agent_ptr == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	hsa_status_t status = check_agents(s, agents, num_agent);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	status = rt_allocation_add(s->rt, host_ptr, size, HR_MEMORY_LOCKED, r->self.handle);
	if (status != HSA_STATUS_SUCCESS && status != HSA_STATUS_ERROR_INVALID_ARGUMENT)
		return status;
	*agent_ptr = host_ptr;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_memory_lock(void *host_ptr, size_t size, hsa_agent_t *agents, int num_agent,
	void **agent_ptr)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_region *coarse = &s->topology->regions[HR_REGION_COARSE];
	return lock(s, host_ptr, size, agents, num_agent, coarse, agent_ptr);
}

hsa_status_t hsa_amd_memory_lock_to_pool(void *host_ptr, size_t size, hsa_agent_t *agents,
	int num_agent, hsa_amd_memory_pool_t pool, uint32_t flags, void **agent_ptr)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_region *r = hr_region_find(s, pool.handle);
	if (r == NULL || r->owner != HR_AGENT_CPU)
		return (hsa_status_t)HSA_STATUS_ERROR_INVALID_MEMORY_POOL;
	if (flags != 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return lock(s, host_ptr, size, agents, num_agent, r, agent_ptr);
}

hsa_status_t hsa_amd_memory_unlock(void *host_ptr)
{
	HR_ENTER(s);
	struct rt_allocation block;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (host_ptr != NULL && rt_allocation_find(s->rt, host_ptr, &block) &&
		block.base == host_ptr && block.kind == HR_MEMORY_LOCKED)
		rt_allocation_remove(s->rt, host_ptr);
	return HSA_STATUS_SUCCESS;
}
