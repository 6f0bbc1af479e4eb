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

enum {
	CHAIN_TICKS = 1 << 18,      /* so much of a chain pays for a thread that is woken */
	GAP_TICKS = RT_WORTH_TICKS, /* in which the next dispatch of a chain comes */
};

/* Called with the lock when a brief dispatch was worth helpers that were not awake. Returns whether
 * it is one of a chain that is long enough to wake them for. They stay awake between one dispatch
 * and the next. */
static bool is_in_chain(struct rt *rt, const struct rt_dispatch *d)
{
	if (d->start_ticks - rt->chain_last > GAP_TICKS)
		rt->chain_ticks = 0;
	rt->chain_last = d->start_ticks;
	rt->chain_ticks += rt_brief_of(rt, d)->alone_ticks;
	if (rt->chain_ticks < CHAIN_TICKS)
		return false;
	rt->chain_ticks = 0;
	return true;
}

/* Called with the lock for a brief dispatch. Returns how many helpers were called. */
static unsigned call_for_brief(struct rt *rt, const struct rt_dispatch *d, unsigned helpers)
{
	unsigned count = d->sharers - 1 < helpers ? d->sharers - 1 : helpers, called;
	if (count == 0)
		return 0;
	called = rt_workers_call_awake(d->queue, count);
	return called == 0 && is_in_chain(rt, d) ? rt_workers_wake(d->queue, count) : called;
}

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
	bool brief = !rt_is_static(rt) && helps && helpers != 0 && d->fiber_items == 0 &&
	             rt_dispatch_is_brief(rt, d);
	/* those that were not called are when it turns out to be long */
	bool quiet = brief && call_for_brief(rt, d, helpers) < helpers;
	atomic_store_explicit(&d->quiet, quiet, memory_order_relaxed);
	if (!brief)
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
	uint64_t left = rt_dispatch_unclaimed(d);
	if (left == 0 || (double)ticks / (double)done * (double)left < RT_WORTH_TICKS)
		return;
	pthread_mutex_lock(&rt->lock);
	if (atomic_load_explicit(&d->quiet, memory_order_relaxed))
		(void)rt_workers_wake(d->queue, rt_dispatch_worker_count(d) - 1);
	atomic_store_explicit(&d->quiet, false, memory_order_relaxed);
	pthread_mutex_unlock(&rt->lock);
}
