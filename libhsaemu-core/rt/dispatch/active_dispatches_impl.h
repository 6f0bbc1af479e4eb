/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The dispatches that have been launched and have groups to run, oldest first, which workers have a
 * share in one, and which of them is next. All of these functions are called with rt.lock held. */
#ifndef HSAEMU_RT_ACTIVE_DISPATCHES_IMPL_H
#define HSAEMU_RT_ACTIVE_DISPATCHES_IMPL_H

#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"

static inline void rt_active_add(struct rt *rt, struct rt_dispatch *d)
{
	d->next = NULL;
	if (rt->active == NULL)
		rt->active = d;
	else
		rt->active_last->next = d;
	rt->active_last = d;
	rt->active_queues += d->queue->active++ == 0;
	if (d->device != NULL) {
		rt->device_dispatches++;
		d->device_place = 2 * rt->device_turns;
	}
	rt_pressure_note(rt);
}

static inline void rt_active_remove(struct rt *rt, struct rt_dispatch *d)
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
	rt->active_queues -= --d->queue->active == 0;
	rt->device_dispatches -= d->device != NULL;
	rt_pressure_note(rt);
}

/* Returns how many workers take part in the dispatch. */
static inline unsigned rt_dispatch_worker_count(const struct rt_dispatch *d)
{
	unsigned most = rt_queue_worker_count(d->queue);
	uint64_t parts = rt_is_static(d->queue->rt) ? d->cus_used
	                                            : (d->group_count + d->chunk - 1) / d->chunk;
	return parts < most ? (unsigned)parts : most;
}

/* Returns how many groups nobody has claimed yet; dynamic scheduling. */
static inline uint64_t rt_dispatch_unclaimed(const struct rt_dispatch *d)
{
	uint64_t count = 0;
	for (unsigned i = 0; i < d->part_count; i++) {
		const struct rt_part *p = &d->parts[i];
		/* relaxed: those who need to know ask again under the lock */
		uint64_t next = atomic_load_explicit(&p->next, memory_order_relaxed);
		count += next < p->end ? p->end - next : 0;
	}
	return count;
}

/* True when there are groups that are not claimed, or were left. Those of a stopped dispatch do not
 * count, but each worker looks whether it has a static share. */
static inline bool rt_dispatch_has_groups(const struct rt_dispatch *d)
{
	if (rt_is_static(d->queue->rt))
		return d->shares_left != 0;
	/* relaxed: a worker that stops the dispatch leaves it through rt.lock */
	if (atomic_load_explicit(&d->stopped, memory_order_relaxed))
		return false;
	return d->left_count != 0 || rt_dispatch_unclaimed(d) != 0;
}

/* Returns whether workers may take part in the dispatch now, as far as its device is concerned: one
 * dispatch has it at a time, and another begins when all queues that were rung have been looked
 * at. */
static inline bool rt_device_admits(const struct rt_dispatch *d)
{
	const struct rt *rt = d->queue->rt;
	if (d->device == NULL)
		return true;
	if (rt->device_taken)
		return rt->on_device == d && !d->gives_way;
	return rt->ready == NULL && rt->looking == 0;
}

/* True when worker `index` would find groups to run. */
static inline bool rt_dispatch_has_share(const struct rt_dispatch *d, unsigned index)
{
	const struct rt_queue *q = d->queue;
	if (!rt_device_admits(d))
		return false;
	if (rt_is_static(q->rt))
		return rt_queue_runs_on(q, d->cus_used, index) &&
		       (d->taken[index / 64] >> index % 64 & 1) == 0;
	return rt_queue_runs_on(q, q->cu_count, index) && rt_dispatch_has_groups(d);
}

/* Returns whether it is the turn of queue `a` rather than of `b`: fewer workers run its dispatches,
 * or it is longer ago that one began to. */
static inline bool rt_queue_is_before(const struct rt_queue *a, const struct rt_queue *b)
{
	return a->running != b->running ? a->running < b->running : a->turn < b->turn;
}

/* Returns whether it is the turn of dispatch `a` rather than of `b`, which is older. */
static inline bool rt_dispatch_is_before(const struct rt_dispatch *a, const struct rt_dispatch *b)
{
	if (a->device != NULL && b->device != NULL)
		return a->device_place < b->device_place;
	return rt_queue_is_before(a->queue, b->queue);
}

/* Returns the dispatch that has groups for the worker and whose turn it is, or NULL: the oldest one
 * of its queue, unless a device has it. */
static inline struct rt_dispatch *rt_active_find(const struct rt_worker *w)
{
	struct rt_dispatch *best = NULL, *d = w->rt->active;
	for (; d != NULL && (best == NULL || w->rt->active_queues != 1 || best->device != NULL);
		d = d->next)
		if (rt_dispatch_has_share(d, w->index) &&
			(best == NULL || rt_dispatch_is_before(d, best)))
			best = d;
	return best;
}

#endif
