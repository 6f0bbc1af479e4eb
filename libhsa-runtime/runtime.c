/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counts hsa_init() and hsa_shut_down() (HSA Runtime 1.1, 2.1), and has the library's only
 * variables. The first hsa_init() makes the state and all that belongs to it, threads and handlers
 * of signals too, and the last hsa_shut_down() ends it. */
#include <stdatomic.h>
#include <stdlib.h>
#include "hsa_impl.h"

static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER; /* guards init_count */
static unsigned init_count;
static struct hr_state *_Atomic current_state;

struct hr_state *hr_state(void)
{
	return atomic_load_explicit(&current_state, memory_order_acquire);
}

/* What frees the objects that a client has left when it shuts down. */
static hr_free *const destructors[HR_KIND_COUNT] = {NULL};

static void state_free(struct hr_state *s)
{
	rt_free(s->rt); /* ends the threads, so no kernel uses the objects any more */
	hr_handles_release(&s->handles, destructors);
	free(s);
}

static hsa_status_t state_new(struct hr_state **out)
{
	const struct rt_options o = {.scheduler = RT_SCHEDULER_DYNAMIC};
	struct hr_state *s = mem_try_new(1, sizeof *s);
	if (s == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	if (!hr_handles_init(&s->handles)) {
		free(s);
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	hsa_status_t status = rt_new(&o, &s->rt);
	if (status != HSA_STATUS_SUCCESS) {
		hr_handles_release(&s->handles, destructors);
		free(s);
		return status;
	}
	*out = s;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_init(void)
{
	hsa_status_t status = HSA_STATUS_SUCCESS;
	pthread_mutex_lock(&init_lock);
	if (init_count == UINT32_MAX) {
		status = HSA_STATUS_ERROR_REFCOUNT_OVERFLOW;
	} else if (init_count == 0) {
		struct hr_state *s;
		status = state_new(&s);
		if (status == HSA_STATUS_SUCCESS)
			atomic_store_explicit(&current_state, s, memory_order_release);
	}
	if (status == HSA_STATUS_SUCCESS)
		init_count++;
	pthread_mutex_unlock(&init_lock);
	return status;
}

hsa_status_t hsa_shut_down(void)
{
	struct hr_state *last = NULL;
	pthread_mutex_lock(&init_lock);
	bool counted = init_count != 0;
	if (counted && --init_count == 0)
		last = atomic_exchange_explicit(&current_state, NULL, memory_order_acq_rel);
	if (last != NULL)
		state_free(last);
	pthread_mutex_unlock(&init_lock);
	return counted ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_NOT_INITIALIZED;
}
