/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory regions (HSA Runtime 1.1, 2.7) and their attributes. A region of the group or private
 * segment, of which clients cannot allocate, says 0 for all that is about allocations, as clients
 * expect; how much a dispatch may ask for is its size. */
#include <hsa/hsa_ext_amd.h>
#include "agents_impl.h"

hsa_status_t hsa_agent_iterate_regions(hsa_agent_t agent,
	hsa_status_t (*callback)(hsa_region_t region, void *data), void *data)
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
		if ((r->seen & 1u << a->index) == 0)
			continue;
		hsa_status_t status = callback(r->self, data);
		if (status != HSA_STATUS_SUCCESS)
			return status;
	}
	return HSA_STATUS_SUCCESS;
}

/* Attributes that AMD's runtime adds. */
static hsa_status_t amd_info(const struct hr_region *r, uint32_t attribute, void *value)
{
	switch (attribute) {
	case HSA_AMD_REGION_INFO_HOST_ACCESSIBLE:
		return HR_PUT(value, bool, hr_region_allocates(r));
	case HSA_AMD_REGION_INFO_BASE: /* regions are parts of one address space */
		return HR_PUT(value, void *, NULL);
	case HSA_AMD_REGION_INFO_BUS_WIDTH:
	case HSA_AMD_REGION_INFO_MAX_CLOCK_FREQUENCY: /* 0: not known */
		return HR_PUT(value, uint32_t, 0);
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

hsa_status_t hsa_region_get_info(hsa_region_t region, hsa_region_info_t attribute, void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_region *r = hr_region_find(s, region.handle);
	if (r == NULL)
		return HSA_STATUS_ERROR_INVALID_REGION;
	if (value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	bool allocates = hr_region_allocates(r);
	switch (attribute) {
	case HSA_REGION_INFO_SEGMENT:
		return HR_PUT(value, hsa_region_segment_t, r->segment);
	case HSA_REGION_INFO_GLOBAL_FLAGS:
		return HR_PUT(value, uint32_t, r->flags);
	case HSA_REGION_INFO_SIZE:
		return HR_PUT(value, size_t, hr_region_bytes(r));
	case HSA_REGION_INFO_ALLOC_MAX_SIZE:
		return HR_PUT(value, size_t, allocates ? hr_region_bytes(r) : 0);
	case HSA_REGION_INFO_ALLOC_MAX_PRIVATE_WORKGROUP_SIZE: {
		bool private = r->segment == HSA_REGION_SEGMENT_PRIVATE;
		return HR_PUT(value, uint32_t, private ? HR_PRIVATE_OF_GROUP : 0);
	}
	case HSA_REGION_INFO_RUNTIME_ALLOC_ALLOWED:
		return HR_PUT(value, bool, allocates);
	case HSA_REGION_INFO_RUNTIME_ALLOC_GRANULE:
	case HSA_REGION_INFO_RUNTIME_ALLOC_ALIGNMENT:
		return HR_PUT(value, size_t, allocates ? HR_GRANULE : 0);
	default:
		return amd_info(r, attribute, value);
	}
}
