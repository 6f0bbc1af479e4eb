/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Signals (HSA Runtime 1.1, 2.4). Most functions come in one form for each memory order, under its
 * name of today and that of version 1.0. On x86 all forms are the same instructions, and rt uses
 * the strongest orders, so a table of names is all that differs. */
#include <hsa/amd_hsa_signal.h>
#include "agents_impl.h"
#include "signals_impl.h"

/* ---- handles --------------------------------------------------------------------------------- */

static bool is_valid(struct hr_state *s, hsa_signal_t signal)
{
	return s != NULL && rt_signal_is_valid(s->rt, signal);
}

/* A doorbell belongs to its queue. `signal` is valid. */
static bool is_doorbell(hsa_signal_t signal)
{
	return ((const amd_signal_t *)(uintptr_t)signal.handle)->queue_ptr != NULL;
}

/* There are few agents, so this ends soon: after as many there can be only repeated ones. */
bool hr_agents_are_valid(struct hr_state *s, uint32_t count, const hsa_agent_t *agents)
{
	if (agents == NULL)
		return count == 0;
	for (uint32_t i = 0; i < count; i++) {
		if (hr_agent_find(s, agents[i]) == NULL)
			return false;
		for (uint32_t k = 0; k < i; k++)
			if (agents[k].handle == agents[i].handle)
				return false;
	}
	return true;
}

hsa_status_t hsa_signal_create(hsa_signal_value_t initial_value, uint32_t num_consumers,
	const hsa_agent_t *consumers, hsa_signal_t *signal)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (signal == NULL ||
		(num_consumers != 0 && !hr_agents_are_valid(s, num_consumers, consumers)))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return rt_signal_create(s->rt, initial_value, signal);
}

hsa_status_t hsa_signal_destroy(hsa_signal_t signal)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (signal.handle == 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (!rt_signal_is_valid(s->rt, signal) || is_doorbell(signal))
		return HSA_STATUS_ERROR_INVALID_SIGNAL;
	rt_signal_destroy(signal);
	return HSA_STATUS_SUCCESS;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* These functions have no status: what has no valid signal does nothing and returns 0. */

static hsa_signal_value_t load(hsa_signal_t signal)
{
	HR_ENTER(s);
	return is_valid(s, signal) ? rt_signal_load(signal) : 0;
}

static hsa_signal_value_t update(hsa_signal_t signal, enum rt_signal_op op,
	hsa_signal_value_t value)
{
	HR_ENTER(s);
	return is_valid(s, signal) ? rt_signal_update(signal, op, value) : 0;
}

static void silent_store(hsa_signal_t signal, hsa_signal_value_t value)
{
	HR_ENTER(s);
	bool valid = is_valid(s, signal);
	/* A queue is rung by stores to its doorbell, silent or not. */
	if (valid && is_doorbell(signal))
		rt_signal_update(signal, RT_SIGNAL_STORE, value);
	else if (valid)
		rt_signal_silent_store(signal, value);
}

static hsa_signal_value_t cas(hsa_signal_t signal, hsa_signal_value_t expected,
	hsa_signal_value_t value)
{
	HR_ENTER(s);
	return is_valid(s, signal) ? rt_signal_cas(signal, expected, value) : 0;
}

static hsa_signal_value_t wait(hsa_signal_t signal, hsa_signal_condition_t condition,
	hsa_signal_value_t compare, uint64_t timeout, hsa_wait_state_t state)
{
	HR_ENTER(s);
	if (!is_valid(s, signal))
		return 0;
	if ((unsigned)condition > HSA_SIGNAL_CONDITION_GTE)
		return rt_signal_load(signal);
	/* A tick of the system's clock is a nanosecond. */
	return rt_signal_wait(signal, condition, compare, timeout, state);
}

/* ---- all forms ------------------------------------------------------------------------------- */

#define LOAD(order) \
	hsa_signal_value_t hsa_signal_load_##order(hsa_signal_t signal) \
	{ \
		return load(signal); \
	}
LOAD(scacquire)
LOAD(relaxed)
LOAD(acquire)

#define STORE(order) \
	void hsa_signal_store_##order(hsa_signal_t signal, hsa_signal_value_t value) \
	{ \
		update(signal, RT_SIGNAL_STORE, value); \
	}
STORE(relaxed)
STORE(screlease)
STORE(release)

#define SILENT_STORE(order) \
	void hsa_signal_silent_store_##order(hsa_signal_t signal, hsa_signal_value_t value) \
	{ \
		silent_store(signal, value); \
	}
SILENT_STORE(relaxed)
SILENT_STORE(screlease)

#define WAIT(order) \
	hsa_signal_value_t hsa_signal_wait_##order(hsa_signal_t signal, \
		hsa_signal_condition_t condition, hsa_signal_value_t compare_value, \
		uint64_t timeout_hint, hsa_wait_state_t wait_state_hint) \
	{ \
		return wait(signal, condition, compare_value, timeout_hint, wait_state_hint); \
	}
WAIT(scacquire)
WAIT(relaxed)
WAIT(acquire)

#define EXCHANGE(order) \
	hsa_signal_value_t hsa_signal_exchange_##order(hsa_signal_t signal, \
		hsa_signal_value_t value) \
	{ \
		return update(signal, RT_SIGNAL_STORE, value); \
	}
#define CAS(order) \
	hsa_signal_value_t hsa_signal_cas_##order(hsa_signal_t signal, \
		hsa_signal_value_t expected, hsa_signal_value_t value) \
	{ \
		return cas(signal, expected, value); \
	}
#define UPDATE(name, op, order) \
	void hsa_signal_##name##_##order(hsa_signal_t signal, hsa_signal_value_t value) \
	{ \
		update(signal, op, value); \
	}
#define READ_MODIFY_WRITE(order) \
	EXCHANGE(order) \
	CAS(order) \
	UPDATE(add, RT_SIGNAL_ADD, order) \
	UPDATE(subtract, RT_SIGNAL_SUBTRACT, order) \
	UPDATE(and, RT_SIGNAL_AND, order) \
	UPDATE(or, RT_SIGNAL_OR, order) \
	UPDATE(xor, RT_SIGNAL_XOR, order)
HR_ORDERS(READ_MODIFY_WRITE)
