/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups of signals of which one is waited for (HSA Runtime 1.1, 2.4.3). */
#include <stdlib.h>
#include <string.h>
#include "objects_impl.h"
#include "signals_impl.h"

struct hr_signal_group {
	struct hr_object object;
	size_t count;
	hsa_signal_t signals[];
};

static void group_free(struct hr_object *group)
{
	free(group);
}

static hsa_status_t group_new(struct hr_state *s, uint32_t count, const hsa_signal_t *signals,
	hsa_signal_group_t *out)
{
	for (uint32_t i = 0; i < count; i++)
		if (!rt_signal_is_valid(s->rt, signals[i]))
			return HSA_STATUS_ERROR_INVALID_SIGNAL;
	struct hr_signal_group *g =
		mem_try_new(1, sizeof *g + (size_t)count * sizeof g->signals[0]);
	if (g == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	hr_object_init(&g->object, group_free);
	g->count = count;
	memcpy(g->signals, signals, count * sizeof g->signals[0]);
	out->handle = hr_handle_new(&s->handles, HR_SIGNAL_GROUP, g, &g->object);
	if (out->handle != 0)
		return HSA_STATUS_SUCCESS;
	free(g);
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

hsa_status_t hsa_signal_group_create(uint32_t num_signals, const hsa_signal_t *signals,
	uint32_t num_consumers, const hsa_agent_t *consumers, hsa_signal_group_t *signal_group)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (num_signals == 0 || signals == NULL || num_consumers == 0 || signal_group == NULL ||
		!hr_agents_are_valid(s, num_consumers, consumers))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return group_new(s, num_signals, signals, signal_group);
}

hsa_status_t hsa_signal_group_destroy(hsa_signal_group_t signal_group)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_object *g = hr_handle_take(&s->handles, HR_SIGNAL_GROUP, signal_group.handle);
	if (g == NULL)
		return HSA_STATUS_ERROR_INVALID_SIGNAL_GROUP;
	hr_object_drop(g);
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t wait_any(hsa_signal_group_t signal_group,
	const hsa_signal_condition_t *conditions, const hsa_signal_value_t *compare_values,
	hsa_wait_state_t state, hsa_signal_t *signal, hsa_signal_value_t *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	HR_HOLD(const struct hr_signal_group, g, s, HR_SIGNAL_GROUP, signal_group.handle);
	if (g == NULL)
		return HSA_STATUS_ERROR_INVALID_SIGNAL_GROUP;
	if (conditions == NULL || compare_values == NULL || signal == NULL || value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (size_t i = 0; i < g->count; i++) {
		if ((unsigned)conditions[i] > HSA_SIGNAL_CONDITION_GTE)
			return HSA_STATUS_ERROR_INVALID_ARGUMENT;
		if (!rt_signal_is_valid(s->rt, g->signals[i]))
			return HSA_STATUS_ERROR_INVALID_SIGNAL;
	}
	size_t index;
	if (!rt_signal_wait_any(s->rt, g->count, g->signals, conditions, compare_values, RT_FOREVER,
		    state, &index, value))
		return HSA_STATUS_ERROR_INVALID_SIGNAL; /* one was destroyed meanwhile */
	*signal = g->signals[index];
	return HSA_STATUS_SUCCESS;
}

#define WAIT_ANY(order) \
	hsa_status_t hsa_signal_group_wait_any_##order(hsa_signal_group_t signal_group, \
		const hsa_signal_condition_t *conditions, \
		const hsa_signal_value_t *compare_values, hsa_wait_state_t wait_state_hint, \
		hsa_signal_t *signal, hsa_signal_value_t *value) \
	{ \
		return wait_any(signal_group, conditions, compare_values, wait_state_hint, signal, \
			value); \
	}
WAIT_ANY(scacquire)
WAIT_ANY(relaxed)
