/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Caches (HSA Runtime 1.1, 2.3.2): the processor's, which both agents share. */
#include <string.h>
#include "agents_impl.h"

hsa_status_t hsa_cache_get_info(hsa_cache_t cache, hsa_cache_info_t attribute, void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_cache *c = hr_handle_get(&s->handles, HR_CACHE, cache.handle);
	if (c == NULL)
		return HSA_STATUS_ERROR_INVALID_CACHE;
	if (value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	size_t name_bytes = strlen(c->name) + 1;
	switch (attribute) {
	case HSA_CACHE_INFO_NAME_LENGTH: /* with the NUL, see hsa_isa_get_info() */
		return HR_PUT(value, uint32_t, (uint32_t)name_bytes);
	case HSA_CACHE_INFO_NAME:
		return hr_put_name(value, c->name, name_bytes);
	case HSA_CACHE_INFO_LEVEL:
		return HR_PUT(value, uint8_t, c->level);
	case HSA_CACHE_INFO_SIZE:
		return HR_PUT(value, uint32_t, c->bytes);
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

hsa_status_t hsa_agent_iterate_caches(hsa_agent_t agent,
	hsa_status_t (*callback)(hsa_cache_t cache, void *data), void *data)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (hr_agent_find(s, agent) == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (callback == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (size_t i = 0; i < s->topology->cache_count; i++) {
		hsa_status_t status = callback(s->topology->caches[i].self, data);
		if (status != HSA_STATUS_SUCCESS)
			return status;
	}
	return HSA_STATUS_SUCCESS;
}
