/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's signals: attributes, handlers, waits for any of several. */
#include <hsa/amd_hsa_signal.h>
#include <stdlib.h>
#include "amd_impl.h"

hsa_status_t hsa_amd_signal_create(hsa_signal_value_t initial_value, uint32_t num_consumers,
	const hsa_agent_t *consumers, uint64_t attributes, hsa_signal_t *signal)
{
	if (hr_state() == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if ((attributes & ~(uint64_t)(HSA_AMD_SIGNAL_AMD_GPU_ONLY | HSA_AMD_SIGNAL_IPC)) != 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if ((attributes & HSA_AMD_SIGNAL_IPC) != 0)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES; /* no signals are shared by processes */
	return hsa_signal_create(initial_value, num_consumers, consumers, signal);
}

__attribute__((visibility("default"))) hsa_status_t
hsa_amd_signal_value_pointer(hsa_signal_t signal, volatile hsa_signal_value_t **value_ptr)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!rt_signal_is_valid(s->rt, signal))
		return HSA_STATUS_ERROR_INVALID_SIGNAL;
	if (value_ptr == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*value_ptr = &((amd_signal_t *)(uintptr_t)signal.handle)->value;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_signal_async_handler(hsa_signal_t signal, hsa_signal_condition_t cond,
	hsa_signal_value_t value, hsa_amd_signal_handler handler, void *arg)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!rt_signal_is_valid(s->rt, signal))
		return HSA_STATUS_ERROR_INVALID_SIGNAL;
	if (handler == NULL || (unsigned)cond > HSA_SIGNAL_CONDITION_GTE)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return rt_signal_watch(s->rt, signal, cond, value, handler, arg);
}

/* ---- functions to call asynchronously -------------------------------------------------------- */

struct call {
	void (*function)(void *arg);
	void *arg;
	hsa_signal_t signal; /* it is 0, so that its handler is called at once */
};

static bool call(hsa_signal_value_t value, void *arg)
{
	struct call c = *(struct call *)arg;
	(void)value;
	free(arg);
	rt_signal_destroy(c.signal);
	c.function(c.arg);
	return false;
}

hsa_status_t hsa_amd_async_function(void (*callback)(void *arg), void *arg)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (callback == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	struct call *c = mem_try_new(1, sizeof *c);
	if (c == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	*c = (struct call){.function = callback, .arg = arg};
	hsa_status_t status = rt_signal_create(s->rt, 0, &c->signal);
	if (status == HSA_STATUS_SUCCESS) {
		hsa_signal_t signal = c->signal;
		status = rt_signal_watch(s->rt, signal, HSA_SIGNAL_CONDITION_EQ, 0, call, c);
		if (status == HSA_STATUS_SUCCESS)
			return status;
		rt_signal_destroy(signal);
	}
	free(c);
	return status;
}

uint32_t hsa_amd_signal_wait_any(uint32_t signal_count, hsa_signal_t *signals,
	hsa_signal_condition_t *conds, hsa_signal_value_t *values, uint64_t timeout_hint,
	hsa_wait_state_t wait_hint, hsa_signal_value_t *satisfying_value)
{
	HR_ENTER(s);
	hsa_signal_value_t value;
	size_t index;
	if (s == NULL || signal_count == 0 || signals == NULL || conds == NULL || values == NULL)
		return UINT32_MAX;
	for (uint32_t i = 0; i < signal_count; i++)
		if (!rt_signal_is_valid(s->rt, signals[i]))
			return UINT32_MAX;
	if (!rt_signal_wait_any(s->rt, signal_count, signals, conds, values, timeout_hint,
		    wait_hint, &index, &value))
		return UINT32_MAX;
	if (satisfying_value != NULL)
		*satisfying_value = value;
	return (uint32_t)index;
}
