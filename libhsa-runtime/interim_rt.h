/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of rt.h, until rt has them. */
#ifndef HSAEMU_HSA_INTERIM_RT_H
#define HSAEMU_HSA_INTERIM_RT_H
#include "hsaemu/rt.h"
struct rt_queue_options {
	uint32_t packets;
	hsa_queue_type32_t type;
	uint32_t features;
	rt_queue_callback *callback;
	void *data;
	uint32_t private_segment_bytes, group_segment_bytes;
};
static inline hsa_status_t interim_queue_create(struct rt *rt, const struct rt_queue_options *o,
	hsa_queue_t **out)
{
	return rt_queue_create(rt, o->packets, o->type, o->callback, o->data, out);
}
#define rt_queue_create interim_queue_create
static inline bool rt_signal_is_valid(struct rt *rt, hsa_signal_t s)
{
	return rt != NULL && s.handle + 1 > 4096;
}
static inline bool rt_queue_is_valid(struct rt *rt, const hsa_queue_t *q)
{
	return rt != NULL && (uintptr_t)q + 1 > 4096;
}
static inline bool rt_signal_wait_any(struct rt *rt, size_t count, const hsa_signal_t *signals,
	const hsa_signal_condition_t *conditions, const hsa_signal_value_t *compare,
	uint64_t timeout_ns, hsa_wait_state_t state, size_t *index, hsa_signal_value_t *value)
{
	(void)rt, (void)timeout_ns, (void)state;
	for (size_t i = 0;; i = (i + 1) % count) {
		*value = rt_signal_load(signals[i]);
		*index = i;
		if (rt_signal_holds(*value, conditions[i], compare[i]))
			return true;
	}
}
static inline hsa_status_t rt_soft_queue_create(struct rt *rt, uint32_t packets,
	hsa_queue_type32_t type, uint32_t features, hsa_signal_t doorbell, hsa_queue_t **out)
{
	(void)rt, (void)packets, (void)type, (void)features, (void)doorbell, (void)out;
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}
static inline void rt_queue_store_read_index(hsa_queue_t *q, uint64_t v)
{
	(void)q, (void)v;
}
#endif
