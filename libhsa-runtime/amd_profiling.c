/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's times of dispatches and copies. They are always taken, and are in the signals. */
#include <hsa/amd_hsa_queue.h>
#include "amd_impl.h"

hsa_status_t hsa_amd_profiling_set_profiler_enabled(hsa_queue_t *queue, int enable)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (queue == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (!rt_queue_is_valid(s->rt, queue))
		return HSA_STATUS_ERROR_INVALID_QUEUE;
	amd_queue_t *q = (amd_queue_t *)queue; /* its first member */
	AMD_HSA_BITS_SET(q->queue_properties, AMD_QUEUE_PROPERTIES_ENABLE_PROFILING, enable != 0);
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_profiling_async_copy_enable(bool enable)
{
	(void)enable;
	return hr_state() == NULL ? HSA_STATUS_ERROR_NOT_INITIALIZED : HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_profiling_get_dispatch_time(hsa_agent_t agent, hsa_signal_t signal,
	hsa_amd_profiling_dispatch_time_t *time)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (hr_agent_find(s, agent) == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (!rt_signal_is_valid(s->rt, signal))
		return HSA_STATUS_ERROR_INVALID_SIGNAL;
	if (time == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	rt_signal_times(signal, &time->start, &time->end);
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_profiling_get_async_copy_time(hsa_signal_t signal,
	hsa_amd_profiling_async_copy_time_t *time)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!rt_signal_is_valid(s->rt, signal))
		return HSA_STATUS_ERROR_INVALID_SIGNAL;
	if (time == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	rt_signal_times(signal, &time->start, &time->end);
	return HSA_STATUS_SUCCESS;
}

/* Agents have the system's clock. */
hsa_status_t hsa_amd_profiling_convert_tick_to_system_domain(hsa_agent_t agent, uint64_t agent_tick,
	uint64_t *system_tick)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (hr_agent_find(s, agent) == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (system_tick == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*system_tick = agent_tick;
	return HSA_STATUS_SUCCESS;
}
