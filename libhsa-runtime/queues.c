/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queues (HSA Runtime 1.1, 2.5): the GPU's, whose packets rt's packet processor takes, and those
 * whose packets the client takes. */
#include "amd_impl.h"
#include "signals_impl.h"

/* Rings end where a page ends, so that packets beyond the end are noticed. */
static uint32_t packets_for(uint32_t size)
{
	return size < HR_MIN_QUEUE_PACKETS ? HR_MIN_QUEUE_PACKETS : size;
}

static bool type_is_valid(hsa_queue_type32_t type)
{
	return type == HSA_QUEUE_TYPE_MULTI || type == HSA_QUEUE_TYPE_SINGLE ||
	       type == HSA_QUEUE_TYPE_COOPERATIVE;
}

hsa_status_t hsa_queue_create(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type,
	void (*callback)(hsa_status_t status, hsa_queue_t *source, void *data), void *data,
	uint32_t private_segment_size, uint32_t group_segment_size, hsa_queue_t **queue)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_agent *a = hr_agent_find(s, agent);
	if (a == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (!is_pow2(size) || size > HR_MAX_QUEUE_PACKETS || !type_is_valid(type) || queue == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (a->feature != HSA_AGENT_FEATURE_KERNEL_DISPATCH)
		return HSA_STATUS_ERROR_INVALID_QUEUE_CREATION;
	const struct rt_queue_options options = {.packets = packets_for(size),
		.type = type,
		.features = HSA_QUEUE_FEATURE_KERNEL_DISPATCH,
		.callback = callback,
		.data = data,
		.private_segment_bytes = private_segment_size,
		.group_segment_bytes = group_segment_size};
	return hr_amd_queue_create(s, &options, queue);
}

hsa_status_t hsa_soft_queue_create(hsa_region_t region, uint32_t size, hsa_queue_type32_t type,
	uint32_t features, hsa_signal_t doorbell_signal, hsa_queue_t **queue)
{
	enum { FEATURES = HSA_QUEUE_FEATURE_KERNEL_DISPATCH | HSA_QUEUE_FEATURE_AGENT_DISPATCH };
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_region *r = hr_region_find(s, region.handle);
	if (r == NULL)
		return HSA_STATUS_ERROR_INVALID_REGION;
	if (r->segment != HSA_REGION_SEGMENT_GLOBAL || !is_pow2(size) ||
		size > RT_MAX_QUEUE_PACKETS || !type_is_valid(type) || features == 0 ||
		(features & ~(uint32_t)FEATURES) != 0 || doorbell_signal.handle == 0 ||
		queue == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (!rt_signal_is_valid(s->rt, doorbell_signal))
		return HSA_STATUS_ERROR_INVALID_SIGNAL;
	return rt_soft_queue_create(s->rt, size, type, features, doorbell_signal, queue);
}

/* Returns SUCCESS for a queue of the runtime, else the status for what it is. */
static hsa_status_t check_queue(struct hr_state *s, const hsa_queue_t *queue)
{
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (queue == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return hr_queue_is_valid(s, queue) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_QUEUE;
}

hsa_status_t hsa_queue_destroy(hsa_queue_t *queue)
{
	HR_ENTER(s);
	hsa_status_t status = check_queue(s, queue);
	if (status == HSA_STATUS_SUCCESS) {
		hr_queue_forget(s, queue);
		hr_amd_queue_destroy(s, queue);
	}
	return status;
}

hsa_status_t hsa_queue_inactivate(hsa_queue_t *queue)
{
	HR_ENTER(s);
	hsa_status_t status = check_queue(s, queue);
	if (status == HSA_STATUS_SUCCESS)
		rt_queue_inactivate(queue);
	return status;
}
