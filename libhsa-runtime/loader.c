/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's loader extension, version 1.0 (hsa_ven_amd_loader.h), which tools ask about code that is
 * loaded. A code object is one segment, as it is mapped in one piece. Device and host have the same
 * addresses. The functions are reached by the extension's table only. */
#include <hsa/hsa_ven_amd_loader.h>
#include "extension_tables_impl.h"
#include "objects_impl.h"

static hsa_status_t query_host_address(const void *device_address, const void **host_address)
{
	if (hr_state() == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (device_address == NULL || host_address == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*host_address = device_address;
	return HSA_STATUS_SUCCESS;
}

/* Locks the next executable behind the slot *cursor, which begins at 0. NULL: there is none. */
static struct hr_executable *next_executable(struct hr_state *s, size_t *cursor)
{
	uint64_t handle;
	while ((handle = hr_handle_next(&s->handles, HR_EXECUTABLE, cursor)) != 0) {
		struct hr_executable *e = hr_executable_lock(s, (hsa_executable_t){handle});
		if (e != NULL)
			return e;
	}
	return NULL;
}

/* Describes up to `room` segments, and returns how many there are. */
static size_t describe(struct hr_state *s, hsa_ven_amd_loader_segment_descriptor_t *out,
	size_t room)
{
	size_t count = 0, cursor = 0;
	struct hr_executable *e;
	while ((e = next_executable(s, &cursor)) != NULL) {
		for (const struct hr_loaded *l = e->loaded; l != NULL; l = l->next, count++)
			if (count < room)
				out[count] = (hsa_ven_amd_loader_segment_descriptor_t){
					.agent = l->agent,
					.executable = {e->handle},
					.code_object_storage_type =
						HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY,
					.code_object_storage_base = l->code->given,
					.code_object_storage_size = l->code->given_count,
					.segment_base = rt_image_base(l->image),
					.segment_size = l->code->image.span,
				};
		hr_executable_unlock(e);
	}
	return count;
}

static hsa_status_t query_segment_descriptors(hsa_ven_amd_loader_segment_descriptor_t *descriptors,
	size_t *count)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (count == NULL || (descriptors == NULL) != (*count == 0))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	size_t all = describe(s, descriptors, *count);
	if (descriptors != NULL && all != *count)
		return HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS;
	*count = all;
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t query_executable(const void *device_address, hsa_executable_t *executable)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (device_address == NULL || executable == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	bool found = false;
	size_t cursor = 0;
	struct hr_executable *e;
	while (!found && (e = next_executable(s, &cursor)) != NULL) {
		uint64_t ignored;
		for (const struct hr_loaded *l = e->loaded; l != NULL && !found; l = l->next)
			found = rt_image_address(l->image, (uintptr_t)device_address, &ignored) ||
			        gcn_device_image_has(l->gpu, device_address);
		if (found)
			executable->handle = e->handle;
		hr_executable_unlock(e);
	}
	return found ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

const hsa_ven_amd_loader_1_00_pfn_t hr_loader_table = {
	query_host_address,
	query_segment_descriptors,
	query_executable,
};
