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
