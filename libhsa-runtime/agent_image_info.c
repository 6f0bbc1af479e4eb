/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attributes of agents that hsa_ext_image.h has. In version 1.0 of the extension they are
 * uint32_t, and some at most what they are at least in version 1.1, where they are size_t. A client
 * of 1.1 is known by what it asks for (extensions.c); to any other no more is written than 1.0 has,
 * lest it overruns the client's variables. */
#include <hsa/hsa_ext_image.h>
#include <string.h>
#include "agents_impl.h"
#include "hsaemu/ext_image.h"

/* What version 1.0 allows a number to be at most, where ours may be larger. */
static uint32_t limit_1_0(uint32_t attribute)
{
	switch (attribute) {
	case HSA_EXT_AGENT_INFO_IMAGE_1DB_MAX_ELEMENTS:
		return 65536;
	case HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS:
		return 2048;
	default:
		return UINT32_MAX;
	}
}

/* How many numbers an attribute is. */
static size_t count_of(uint32_t attribute)
{
	switch (attribute) {
	case HSA_EXT_AGENT_INFO_IMAGE_2D_MAX_ELEMENTS:
	case HSA_EXT_AGENT_INFO_IMAGE_2DA_MAX_ELEMENTS:
	case HSA_EXT_AGENT_INFO_IMAGE_2DDEPTH_MAX_ELEMENTS:
	case HSA_EXT_AGENT_INFO_IMAGE_2DADEPTH_MAX_ELEMENTS:
		return 2;
	case HSA_EXT_AGENT_INFO_IMAGE_3D_MAX_ELEMENTS:
		return 3;
	default:
		return 1;
	}
}

hsa_status_t hr_agent_image_info(struct hr_state *s, const struct hr_agent *a, uint32_t attribute,
	void *value)
{
	size_t numbers[3] = {0};
	uint32_t small[3];
	size_t count = count_of(attribute);
	hsa_status_t status = rt_ext_image_agent_info(attribute, numbers);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	if (a->index != HR_AGENT_GPU || a->is_deep)
		memset(numbers, 0, sizeof numbers);
	if (attribute == HSA_EXT_AGENT_INFO_IMAGE_LINEAR_ROW_PITCH_ALIGNMENT ||
		atomic_load_explicit(&s->images_1_1, memory_order_relaxed))
		return hr_put(value, numbers, count * sizeof *numbers);
	const uint32_t most = limit_1_0(attribute);
	for (size_t i = 0; i < count; i++)
		small[i] = numbers[i] < most ? (uint32_t)numbers[i] : most;
	return hr_put(value, small, count * sizeof *small);
}
