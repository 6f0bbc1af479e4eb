/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launching makes a prepared dispatch visible to the workers and wakes as many of them as the
 * dispatch is worth. */
#include <limits.h>
#include "rt/dispatch/active_dispatches_impl.h"
#include "rt/dispatch/brief_dispatches_impl.h"
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"

/* Called with the lock. One helper less is called than can work on the dispatch if the launching
 * thread, which acts as a worker, works on it, too. For a device helpers are called when it begins
 * (device_turns.c). */
static void call_helpers(struct rt *rt, struct rt_dispatch *d)
{
	if (d->device != NULL)
		return;
	bool helps = rt_dispatch_has_share(d, rt_current_worker()->index);
	unsigned helpers = rt_dispatch_worker_count(d) - helps;
	/* With static shares each worker has its own groups, so all of them must look. */
	bool quiet = !rt_is_static(rt) && helps && helpers != 0 && d->fiber_items == 0 &&
	             rt_dispatch_is_brief(rt, d);
	atomic_store_explicit(&d->quiet, quiet, memory_order_relaxed);
	if (!quiet)
		(void)rt_workers_wake(d->queue, rt_is_static(rt) ? UINT_MAX : helpers);
}

void rt_dispatch_launch(struct rt_dispatch *d)
{
	struct rt_queue *q = d->queue;
	struct rt *rt = q->rt;
	if (d->device != NULL && d->group_count != 0)
		d->device_dispatch = d->device->begin((const struct rt_device_kernel *)(uintptr_t)
							      d->packet.kernel_object,
			&d->abi);
	d->start_ns = os_clock_ns();
	d->start_ticks = os_ticks();
	rt_handlers_look(d->start_ticks);
	pthread_mutex_lock(&rt->lock);
	rt->launches++;
	q->in_flight++;
	if (d->group_count != 0) {
		rt_active_add(rt, d);
		call_helpers(rt, d);
	}
	pthread_mutex_unlock(&rt->lock);
	if (d->group_count == 0)
		rt_dispatch_finish(d);
}

void rt_dispatch_ask_for_help(struct rt_dispatch *d, uint64_t ticks, uint64_t done)
{
	struct rt *rt = d->queue->rt;
	/* relaxed: an estimate is enough */
	uint64_t begun = atomic_load_explicit(&d->next_group, memory_order_relaxed);
	if (begun >= d->group_count ||
		(double)ticks / (double)done * (double)(d->group_count - begun) < RT_WORTH_TICKS)
		return;
	pthread_mutex_lock(&rt->lock);
	if (atomic_load_explicit(&d->quiet, memory_order_relaxed))
		(void)rt_workers_wake(d->queue, rt_dispatch_worker_count(d) - 1);
	atomic_store_explicit(&d->quiet, false, memory_order_relaxed);
	pthread_mutex_unlock(&rt->lock);
}
