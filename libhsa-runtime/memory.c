/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of clients (HSA Runtime 1.1, 2.7). All agents see all memory, so that to register a buffer
 * and to assign it to an agent is only to check the arguments, and to note the buffer. */
#include <string.h>
#include "amd_impl.h"

hsa_status_t hsa_memory_allocate(hsa_region_t region, size_t size, void **ptr)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_region *r = hr_region_find(s, region.handle);
	if (r == NULL)
		return HSA_STATUS_ERROR_INVALID_REGION;
	return hr_allocate(s, r, size, ptr);
}

hsa_status_t hr_allocate(struct hr_state *s, const struct hr_region *r, size_t size, void **ptr)
{
	if (size == 0 || ptr == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (!hr_region_allocates(r) || size > hr_region_bytes(r))
		return HSA_STATUS_ERROR_INVALID_ALLOCATION;
	size_t bytes = align_up(size, HR_GRANULE);
	return rt_allocate(s->rt, bytes, HR_MEMORY_ALLOCATED, r->self.handle, ptr);
}

hsa_status_t hsa_memory_free(void *ptr)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	return hr_deallocate(s, ptr);
}

hsa_status_t hr_deallocate(struct hr_state *s, void *ptr)
{
	struct rt_allocation block;
	if (ptr == NULL)
		return HSA_STATUS_SUCCESS;
	bool ours = rt_allocation_find(s->rt, ptr, &block) && block.base == ptr &&
	            block.kind == HR_MEMORY_ALLOCATED;
	if (!ours)
		return HSA_STATUS_ERROR_INVALID_ALLOCATION;
	hr_amd_notify(s, ptr);
	return rt_deallocate(s->rt, ptr);
}

hsa_status_t hsa_memory_copy(void *dst, const void *src, size_t size)
{
	if (hr_state() == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (dst == NULL || src == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	memmove(dst, src, size);
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_memory_assign_agent(void *ptr, hsa_agent_t agent, hsa_access_permission_t access)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (hr_agent_find(s, agent) == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (ptr == NULL || access < HSA_ACCESS_PERMISSION_RO || access > HSA_ACCESS_PERMISSION_RW)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return HSA_STATUS_SUCCESS;
}

/* ---- memory that the client has from elsewhere ----------------------------------------------- */

hsa_status_t hsa_memory_register(void *ptr, size_t size)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (ptr == NULL)
		return HSA_STATUS_SUCCESS;
	if (size == 0 || size > UINTPTR_MAX - (uintptr_t)ptr)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	struct rt_allocation block;
	if (rt_allocation_find(s->rt, ptr, &block))
		return HSA_STATUS_SUCCESS; /* allocated here, or registered already */
	hsa_status_t status = rt_allocation_add(s->rt, ptr, size, HR_MEMORY_REGISTERED, 0);
	/* what overlaps another block can be used as well: nothing depends on the note */
	return status == HSA_STATUS_ERROR_INVALID_ARGUMENT ? HSA_STATUS_SUCCESS : status;
}

hsa_status_t hsa_memory_deregister(void *ptr, size_t size)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	(void)size; /* the note knows it */
	struct rt_allocation block;
	if (ptr != NULL && rt_allocation_find(s->rt, ptr, &block) && block.base == ptr &&
		block.kind == HR_MEMORY_REGISTERED)
		rt_allocation_remove(s->rt, ptr);
	return HSA_STATUS_SUCCESS;
}
