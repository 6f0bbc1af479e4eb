/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of allocations, until rt has it. */
#include <pthread.h>
#include <stdlib.h>
#include "interim.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node {
	struct rt_allocation a;
	struct node *next;
} *first;
static struct node **place(const void *base, bool inside)
{
	struct node **n = &first;
	for (; *n; n = &(*n)->next) {
		uintptr_t at = (uintptr_t)base, b = (uintptr_t)(*n)->a.base;
		if (inside ? at >= b && at < b + (*n)->a.bytes : at == b)
			break;
	}
	return n;
}
hsa_status_t rt_allocation_add(struct rt *rt, void *base, size_t bytes, uint32_t kind,
	uint64_t maker)
{
	(void)rt;
	struct node *n = mem_try_new(1, sizeof *n);
	pthread_mutex_lock(&lock);
	n->a = (struct rt_allocation){base, bytes, kind, maker, NULL};
	n->next = first;
	first = n;
	pthread_mutex_unlock(&lock);
	return HSA_STATUS_SUCCESS;
}
hsa_status_t rt_allocate(struct rt *rt, size_t bytes, uint32_t kind, uint64_t maker, void **out)
{
	if ((*out = rt_memory_alloc(bytes)) == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	return rt_allocation_add(rt, *out, bytes, kind, maker);
}
bool rt_allocation_remove(struct rt *rt, const void *base)
{
	(void)rt;
	pthread_mutex_lock(&lock);
	struct node **n = place(base, false), *found = *n;
	if (found)
		*n = found->next;
	pthread_mutex_unlock(&lock);
	free(found);
	return found != NULL;
}
hsa_status_t rt_deallocate(struct rt *rt, void *base)
{
	struct rt_allocation a;
	if (!rt_allocation_find(rt, base, &a) || a.base != base)
		return HSA_STATUS_ERROR_INVALID_ALLOCATION;
	rt_allocation_remove(rt, base);
	rt_memory_free(base, a.bytes);
	return HSA_STATUS_SUCCESS;
}
bool rt_allocation_find(struct rt *rt, const void *inside, struct rt_allocation *out)
{
	(void)rt;
	pthread_mutex_lock(&lock);
	struct node **n = place(inside, true);
	if (*n)
		*out = (*n)->a;
	bool found = *n != NULL;
	pthread_mutex_unlock(&lock);
	return found;
}
bool rt_allocation_set_user(struct rt *rt, const void *base, void *user)
{
	(void)rt;
	pthread_mutex_lock(&lock);
	struct node **n = place(base, false);
	bool found = *n != NULL;
	if (found)
		(*n)->a.user = user;
	pthread_mutex_unlock(&lock);
	return found;
}

bool rt_signal_is_valid(struct rt *rt, hsa_signal_t signal)
{
	(void)rt;
	return signal.handle != 0;
}
bool rt_queue_is_valid(struct rt *rt, const hsa_queue_t *queue)
{
	(void)rt;
	return queue != NULL;
}
hsa_status_t rt_signal_watch(struct rt *rt, hsa_signal_t signal, hsa_signal_condition_t condition,
	hsa_signal_value_t compare, rt_signal_handler *handler, void *arg)
{
	(void)rt, (void)signal, (void)condition, (void)compare, (void)handler, (void)arg;
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}
bool rt_signal_wait_any(struct rt *rt, size_t count, const hsa_signal_t *signals,
	const hsa_signal_condition_t *conditions, const hsa_signal_value_t *compare,
	uint64_t timeout_ns, hsa_wait_state_t state, size_t *index, hsa_signal_value_t *value)
{
	(void)rt, (void)timeout_ns, (void)state;
	for (size_t i = 0; i < count; i++)
		if (rt_signal_holds(*value = rt_signal_load(signals[i]), conditions[i], compare[i])) {
			*index = i;
			return true;
		}
	return false;
}
