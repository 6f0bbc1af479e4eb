/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's ways to share with others. Memory of another driver is mapped by its file descriptor.
 * Between processes nothing is shared: no handle can be made, so none is valid. */
#include <sys/mman.h>
#include <sys/stat.h>
#include "amd_impl.h"

/* ---- buffers of other drivers ---------------------------------------------------------------- */

static hsa_status_t map(struct hr_state *s, int fd, size_t *size, void **ptr)
{
	struct stat st;
	if (fstat(fd, &st) != 0 || st.st_size <= 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	size_t bytes = (size_t)st.st_size;
	void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (base == MAP_FAILED)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	hsa_status_t status = rt_allocation_add(s->rt, base, bytes, HR_MEMORY_INTEROP, 0);
	if (status != HSA_STATUS_SUCCESS) {
		munmap(base, bytes);
		return status;
	}
	*size = bytes;
	*ptr = base;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_interop_map_buffer(uint32_t num_agents, hsa_agent_t *agents,
	int interop_handle, uint32_t flags, size_t *size, void **ptr, size_t *metadata_size,
	const void **metadata)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (num_agents == 0 || agents == NULL || flags != 0 || size == NULL || ptr == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (uint32_t i = 0; i < num_agents; i++)
		if (hr_agent_find(s, agents[i]) == NULL)
			return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	hsa_status_t status = map(s, interop_handle, size, ptr);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	if (metadata_size != NULL)
		*metadata_size = 0;
	if (metadata != NULL)
		*metadata = NULL;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_interop_unmap_buffer(void *ptr)
{
	HR_ENTER(s);
	struct rt_allocation block;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!rt_allocation_find(s->rt, ptr, &block) || block.base != ptr ||
		block.kind != HR_MEMORY_INTEROP || !rt_allocation_remove(s->rt, ptr))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	munmap(block.base, block.bytes);
	return HSA_STATUS_SUCCESS;
}

/* ---- other processes ------------------------------------------------------------------------- */

hsa_status_t hsa_amd_ipc_memory_create(void *ptr, size_t len, hsa_amd_ipc_memory_t *handle)
{
	HR_ENTER(s);
	struct rt_allocation block;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (handle == NULL || !rt_allocation_find(s->rt, ptr, &block) || block.base != ptr ||
		block.kind != HR_MEMORY_ALLOCATED || len > block.bytes)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

/* What a function returns that takes a handle from another process. */
static hsa_status_t no_handle(void)
{
	return hr_state() == NULL ? HSA_STATUS_ERROR_NOT_INITIALIZED
	                          : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_amd_ipc_memory_attach(const hsa_amd_ipc_memory_t *handle, size_t len,
	uint32_t num_agents, const hsa_agent_t *mapping_agents, void **mapped_ptr)
{
	(void)handle, (void)len, (void)num_agents, (void)mapping_agents, (void)mapped_ptr;
	return no_handle();
}

hsa_status_t hsa_amd_ipc_memory_detach(void *mapped_ptr)
{
	(void)mapped_ptr;
	return no_handle();
}

/* hsa_amd_signal_create() makes no signals that processes share. */
hsa_status_t hsa_amd_ipc_signal_create(hsa_signal_t signal, hsa_amd_ipc_signal_t *handle)
{
	(void)signal, (void)handle;
	return no_handle();
}

hsa_status_t hsa_amd_ipc_signal_attach(const hsa_amd_ipc_signal_t *handle, hsa_signal_t *signal)
{
	(void)handle, (void)signal;
	return no_handle();
}
