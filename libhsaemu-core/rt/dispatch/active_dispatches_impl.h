/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The dispatches that have been launched and have groups to run, oldest first, and which workers
 * have a share in one. All of these functions are called with rt.lock held. */
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
}

/* Returns how many workers take part in the dispatch. */
static inline unsigned rt_dispatch_worker_count(const struct rt_dispatch *d)
{
	struct rt *rt = d->queue->rt;
	unsigned cus = d->queue->cu_count;
	unsigned most = cus < rt->worker_count ? cus : rt->worker_count;
	uint64_t parts =
		rt_is_static(rt) ? d->cus_used : (d->group_count + d->chunk - 1) / d->chunk;
	return parts < most ? (unsigned)parts : most;
}

/* True when worker `index` would find groups to run. */
static inline bool rt_dispatch_has_share(const struct rt_dispatch *d, unsigned index)
{
	const struct rt_queue *q = d->queue;
	if (rt_is_static(q->rt))
		return rt_queue_runs_on(q, d->cus_used, index) &&
		       (d->taken[index / 64] >> index % 64 & 1) == 0;
	return rt_queue_runs_on(q, q->cu_count, index) &&
	       atomic_load_explicit(&d->next_group, memory_order_relaxed) < d->group_count;
}

/* Returns the oldest dispatch that has groups for the worker, or NULL. */
static inline struct rt_dispatch *rt_active_find(const struct rt_worker *w)
{
	struct rt_dispatch *d = w->rt->active;
	while (d != NULL && !rt_dispatch_has_share(d, w->index))
		d = d->next;
	return d;
}

#endif
