/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a thread does that acts as a worker: a look at a rung queue, or its share of a dispatch.
 *
 * The last to leave a dispatch completes it and meets the queue it rang thereby on its next turn,
 * so a chain of packets needs no thread switch. */
#include <limits.h>
#include "os_impl.h"
#include "rt_impl.h"

enum { WORTH_TICKS = 1 << 17 }; /* around 40 us of work pay for waking a thread */

/* ---- launching ------------------------------------------------------------------------------- */

static void enlist(struct rt *rt, struct rt_dispatch *d)
{
	d->next = NULL;
	if (rt->active == NULL)
		rt->active = d;
	else
		rt->active_last->next = d;
	rt->active_last = d;
}

static void delist(struct rt *rt, struct rt_dispatch *d)
{
	struct rt_dispatch *before = NULL;
	struct rt_dispatch **link = &rt->active;
	while (*link != d) {
		before = *link;
		link = &before->next;
	}
	*link = d->next;
	if (rt->active_last == d)
		rt->active_last = before;
}

static bool is_static(const struct rt *rt)
{
	return rt->scheduler == RT_SCHEDULER_STATIC;
}

static struct rt_brief *brief_of(struct rt *rt, const struct rt_dispatch *d)
{
	/* descriptors are 64 bytes each */
	return &rt->briefs[d->packet.kernel_object / HSAEMU_KD_BYTES % RT_BRIEFS];
}

/* The last dispatch like this one was. */
static bool is_brief(struct rt *rt, const struct rt_dispatch *d)
{
	const struct rt_brief *b = brief_of(rt, d);
	return b->kernel_object == d->packet.kernel_object && b->group_count == d->group_count;
}

void rt_turn_note_end(struct rt *rt, const struct rt_dispatch *d)
{
	struct rt_brief *b = brief_of(rt, d);
	if (os_ticks() - d->start_ticks < WORTH_TICKS)
		*b = (struct rt_brief){d->packet.kernel_object, d->group_count};
	else if (b->kernel_object == d->packet.kernel_object)
		*b = (struct rt_brief){0, 0};
}

/* With the lock. The launching thread is one of those that may run it. */
static void call_helpers(struct rt *rt, struct rt_dispatch *d)
{
	unsigned helpers = rt_groups_workers(d) - 1;
	/* Static shares have their owners: all of those must look. */
	bool quiet = !is_static(rt) && helpers != 0 && d->fiber_items == 0 && is_brief(rt, d);
	atomic_store_explicit(&d->quiet, quiet, memory_order_relaxed);
	if (!quiet)
		rt_workers_wake(rt, is_static(rt) ? UINT_MAX : helpers);
}

void rt_turn_launch(struct rt_dispatch *d)
{
	struct rt_queue *q = d->queue;
	struct rt *rt = q->rt;
	d->start_ns = os_clock_ns();
	d->start_ticks = os_ticks();
	pthread_mutex_lock(&rt->lock);
	rt->launches++;
	q->in_flight++;
	if (d->group_count != 0) {
		enlist(rt, d);
		call_helpers(rt, d);
	}
	pthread_mutex_unlock(&rt->lock);
	if (d->group_count == 0)
		rt_dispatch_finish(d);
}

void rt_turn_ask_for_help(struct rt_dispatch *d, uint64_t ticks, uint64_t done)
{
	struct rt *rt = d->queue->rt;
	/* relaxed: an estimate */
	uint64_t begun = atomic_load_explicit(&d->next_group, memory_order_relaxed);
	if (begun >= d->group_count ||
		(double)ticks / (double)done * (double)(d->group_count - begun) < WORTH_TICKS)
		return;
	pthread_mutex_lock(&rt->lock);
	if (atomic_load_explicit(&d->quiet, memory_order_relaxed))
		rt_workers_wake(rt, rt_groups_workers(d) - 1);
	atomic_store_explicit(&d->quiet, false, memory_order_relaxed);
	pthread_mutex_unlock(&rt->lock);
}

/* ---- turns ----------------------------------------------------------------------------------- */

bool rt_turn_queue(struct rt_worker *w, bool as_guest)
{
	struct rt *rt = w->rt;
	struct rt_queue *q = rt->ready;
	if (q == NULL)
		return false;
	rt->ready = q->next_ready;
	q->state = QUEUE_BUSY;
	if (q->rung_by_client)
		rt_ring_was_served(rt, q, as_guest);
	if (rt->ready != NULL)
		rt_workers_wake(rt, 1);
	pthread_mutex_unlock(&rt->lock);
	rt_packets_process(q, &w->guard);
	pthread_mutex_lock(&rt->lock);
	bool again = q->state == QUEUE_BUSY_AGAIN;
	q->state = QUEUE_IDLE;
	if (again)
		rt_queue_ring_locked(q);
	else
		pthread_cond_broadcast(&rt->settled);
	return true;
}

struct rt_dispatch *rt_worker_find(const struct rt_worker *w)
{
	struct rt_dispatch *d = w->rt->active;
	while (d != NULL && !rt_groups_left(d, w->index))
		d = d->next;
	return d;
}

/* With the lock: the worker's part is over. True for the one that has to finish the dispatch. */
static bool leave(struct rt *rt, struct rt_dispatch *d)
{
	d->running--;
	if (is_static(rt) ? d->shares_left != 0 : d->running != 0)
		return false;
	if (d->running != 0)
		return false;
	delist(rt, d);
	return true;
}

bool rt_turn_dispatch(struct rt_worker *w, struct rt_dispatch *d)
{
	struct rt *rt = w->rt;
	if (d == NULL)
		return false;
	d->running++;
	if (is_static(rt)) {
		d->taken[w->index / 64] |= (uint64_t)1 << w->index % 64;
		d->shares_left--;
	}
	w->dispatch = d;
	pthread_mutex_unlock(&rt->lock);
	rt_groups_run(w);
	w->dispatch = NULL;
	pthread_mutex_lock(&rt->lock);
	if (!leave(rt, d))
		return true;
	pthread_mutex_unlock(&rt->lock);
	rt_dispatch_finish(d);
	pthread_mutex_lock(&rt->lock);
	return true;
}
