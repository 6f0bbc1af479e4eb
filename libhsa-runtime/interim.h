/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of allocations, until rt has it. */
#ifndef HSAEMU_HSA_INTERIM_H
#define HSAEMU_HSA_INTERIM_H
#include "hsaemu/rt.h"
struct rt_allocation {
	void *base;
	size_t bytes;
	uint32_t kind;
	uint64_t maker;
	void *user;
};
hsa_status_t rt_allocate(struct rt *rt, size_t bytes, uint32_t kind, uint64_t maker, void **out);
hsa_status_t rt_deallocate(struct rt *rt, void *base);
hsa_status_t rt_allocation_add(struct rt *rt, void *base, size_t bytes, uint32_t kind,
	uint64_t maker);
bool rt_allocation_remove(struct rt *rt, const void *base);
bool rt_allocation_find(struct rt *rt, const void *inside, struct rt_allocation *out);
bool rt_allocation_set_user(struct rt *rt, const void *base, void *user);
bool rt_signal_is_valid(struct rt *rt, hsa_signal_t signal);
bool rt_queue_is_valid(struct rt *rt, const hsa_queue_t *queue);
typedef bool rt_signal_handler(hsa_signal_value_t value, void *arg);
hsa_status_t rt_signal_watch(struct rt *rt, hsa_signal_t signal, hsa_signal_condition_t condition,
	hsa_signal_value_t compare, rt_signal_handler *handler, void *arg);
bool rt_signal_wait_any(struct rt *rt, size_t count, const hsa_signal_t *signals,
	const hsa_signal_condition_t *conditions, const hsa_signal_value_t *compare,
	uint64_t timeout_ns, hsa_wait_state_t state, size_t *index, hsa_signal_value_t *value);
#endif
