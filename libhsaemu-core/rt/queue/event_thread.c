/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The thread that runs clients' callbacks. A separate thread does it because they may call any
 * function, for example destroy the queue that they are about. */
#include <errno.h>
#include "rt/fault/guard_impl.h"
#include "rt/os/os_impl.h"
#include "rt/os/os_signal_impl.h"
#include "rt/queue/event_thread_impl.h"
#include "rt/rt_impl.h"

void rt_event_want(struct rt *rt, struct rt_event *e)
{
	struct rt_event **link = &rt->events;
	while (*link != NULL)
		link = &(*link)->next;
	e->next = NULL;
	*link = e;
	pthread_cond_signal(&rt->event);
}

void rt_event_forget(struct rt *rt, struct rt_event *e)
{
	for (struct rt_event **link = &rt->events; *link != NULL; link = &(*link)->next) {
		if (*link == e) {
			*link = e->next;
			return;
		}
	}
}

void rt_event_alarm(struct rt *rt, enum rt_alarm_kind kind, uint64_t ns,
	void (*ring)(struct rt *rt, uint64_t now_ns))
{
	struct rt_alarm *a = &rt->alarms[kind];
	if (a->ns != 0 && ns >= a->ns)
		return;
	*a = (struct rt_alarm){ring, ns};
	pthread_cond_signal(&rt->event);
}

bool rt_calls_back_here(struct rt *rt)
{
	if (rt_is_bereft(rt))
		return false;
	pthread_mutex_lock(&rt->lock);
	bool here = rt->event_thread_runs && pthread_equal(pthread_self(), rt->event_thread) != 0;
	pthread_mutex_unlock(&rt->lock);
	return here;
}

bool rt_event_runs_elsewhere(const struct rt *rt, const struct rt_event *e)
{
	bool here = rt->event_thread_runs && pthread_equal(pthread_self(), rt->event_thread) != 0;
	return rt->event_now == e && !here;
}

static void run_first(struct rt *rt)
{
	struct rt_event *e = rt->events;
	rt->events = e->next;
	rt->event_now = e;
	pthread_mutex_unlock(&rt->lock);
	e->run(e);
	pthread_mutex_lock(&rt->lock);
	rt->event_now = NULL;
	pthread_cond_broadcast(&rt->settled);
}

/* Returns the alarm that is to ring first, or NULL. */
static struct rt_alarm *next_alarm(struct rt *rt)
{
	struct rt_alarm *next = NULL;
	for (struct rt_alarm *a = rt->alarms; a < rt->alarms + RT_ALARMS; a++)
		if (a->ns != 0 && (next == NULL || a->ns < next->ns))
			next = a;
	return next;
}

static void wait_for_alarm(struct rt *rt, struct rt_alarm *a)
{
	struct timespec until = os_timespec(a->ns);
	if (pthread_cond_timedwait(&rt->event, &rt->lock, &until) != ETIMEDOUT)
		return;
	a->ns = 0;
	a->ring(rt, os_clock_ns());
}

static void *event_main(void *arg)
{
	struct rt *rt = arg;
	struct rt_alarm *next;
	pthread_mutex_lock(&rt->lock);
	while (!rt->stopping) {
		if (rt->events != NULL)
			run_first(rt);
		else if ((next = next_alarm(rt)) == NULL)
			pthread_cond_wait(&rt->event, &rt->lock);
		else
			wait_for_alarm(rt, next);
	}
	pthread_mutex_unlock(&rt->lock);
	return NULL;
}

hsa_status_t rt_event_thread_start(struct rt *rt)
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
