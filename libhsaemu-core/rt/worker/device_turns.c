/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Turns of dispatches with a device that runs them as a whole (struct rt_device_ops).
 *
 * One dispatch has the device at a time, and all workers are its. Since its kernel may wait for
 * others, it asks now and then whether anybody waits, and gives way then: its workers leave it, and
 * it comes behind all that wait, also behind what it has put into queues itself. These queues are
 * looked at when its turn ends, and nobody begins before all queues that were rung have been looked
 * at. So what happens in a turn does not depend on how fast the host's threads are.
 *
 * The place of a dispatch in the line is twice the number of turns that had begun when it was
 * launched, and one more than that when it gave way. */
#include "rt/dispatch/active_dispatches_impl.h"
#include "rt/dispatch/dispatch_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"
#include "rt/workgroup/workgroup_impl.h"

void rt_device_turn_begin(struct rt_dispatch *d)
{
	struct rt *rt = d->queue->rt;
	if (rt->device_taken)
		return;
	rt->device_taken = true;
	rt->on_device = d;
	rt->device_turns++;
	if (d->is_paused) {
		d->is_paused = false;
		d->device->resume(d->device_dispatch);
	}
	(void)rt_workers_wake(d->queue, rt_dispatch_worker_count(d) - 1);
}

void rt_device_hand_on(const struct rt_worker *w)
{
	const struct rt *rt = w->rt;
	if (rt->device_dispatches == 0 || rt->device_taken || rt->ready != NULL || rt->looking != 0)
		return;
	for (const struct rt_dispatch *d = rt->active; d != NULL; d = d->next)
		if (d->device != NULL && rt_dispatch_has_groups(d) &&
			!rt_dispatch_has_share(d, w->index))
			(void)rt_workers_wake(d->queue, 1);
}

void rt_device_turn_end(const struct rt_worker *w)
{
	w->rt->device_taken = false;
	rt_queues_ring_kept(w->rt);
	rt_device_hand_on(w);
}

void rt_device_turn_pause(const struct rt_worker *w, struct rt_dispatch *d)
{
	struct rt *rt = w->rt;
	d->gives_way = false;
	d->is_paused = true;
	d->pauses++;
	d->device_place = 2 * rt->device_turns + 1;
	rt->on_device = NULL;
	rt_device_turn_end(w);
}

bool rt_device_gives_way(struct hsaemu_wg *wg)
{
	const struct rt_worker *w = wg->runtime;
	struct rt *rt = w->rt;
	struct rt_dispatch *d = w->dispatch;
	pthread_mutex_lock(&rt->lock);
	bool is_wanted = rt->has_kept_rings || rt->ready != NULL || rt->looking != 0 ||
	                 rt->active != d || d->next != NULL;
	d->gives_way = is_wanted && rt_claims_make_room(d);
	bool gives_way = d->gives_way;
	pthread_mutex_unlock(&rt->lock);
	return gives_way;
}
