/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The thread that runs the callbacks of queues in the error state. A separate thread does it
 * because callbacks may destroy their queue. */
#include "rt/fault/guard_impl.h"
#include "rt/os/os_signal_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"

void rt_callback_want(struct rt_queue *q)
{
	struct rt *rt = q->rt;
	struct rt_queue **link = &rt->events;
	while (*link != NULL)
		link = &(*link)->next_event;
	q->next_event = NULL;
	*link = q;
	pthread_cond_signal(&rt->event);
}

void rt_callback_forget(struct rt_queue *q)
{
	for (struct rt_queue **link = &q->rt->events; *link != NULL; link = &(*link)->next_event) {
		if (*link == q) {
			*link = q->next_event;
			return;
		}
	}
}

bool rt_callback_runs_elsewhere(const struct rt_queue *q)
{
	const struct rt *rt = q->rt;
	bool here = rt->event_thread_runs && pthread_equal(pthread_self(), rt->event_thread) != 0;
	return rt->event_now == q && !here;
}

static void call_back(struct rt *rt)
{
	struct rt_queue *q = rt->events;
	rt->events = q->next_event;
	rt->event_now = q;
	pthread_mutex_unlock(&rt->lock);
	q->callback(q->report.status, &q->amd.hsa_queue, q->callback_data);
	/* The callback may have destroyed the queue. */
	pthread_mutex_lock(&rt->lock);
	rt->event_now = NULL;
	pthread_cond_broadcast(&rt->settled);
}

static void *event_main(void *arg)
{
	struct rt *rt = arg;
	pthread_mutex_lock(&rt->lock);
	while (!rt->stopping) {
		if (rt->events != NULL)
			call_back(rt);
		else
			pthread_cond_wait(&rt->event, &rt->lock);
	}
	pthread_mutex_unlock(&rt->lock);
	return NULL;
}

hsa_status_t rt_callback_thread_start(struct rt *rt)
{
	hsa_status_t status = HSA_STATUS_SUCCESS;
	pthread_mutex_lock(&rt->lock);
	if (!rt->event_thread_runs) {
		rt->event_thread_runs =
			os_start_thread(&rt->event_thread, rt_handlers_mask(), event_main, rt);
		if (!rt->event_thread_runs)
			status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	pthread_mutex_unlock(&rt->lock);
	return status;
}
