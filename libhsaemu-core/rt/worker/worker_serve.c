/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The work of a thread that acts as a worker: a look at a rung queue, or its share of a dispatch.
 *
 * The last worker to leave a dispatch completes it. That may ring the queue, at which the same
 * worker then looks next, so a chain of packets needs no thread switch. */
#include "rt/dispatch/dispatch_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"
#include "rt/workgroup/workgroup_impl.h"

bool rt_worker_serve_queue(struct rt_worker *w, bool by_client)
{
	struct rt *rt = w->rt;
	struct rt_queue *q = rt->ready;
	if (q == NULL)
		return false;
	rt->ready = q->next_ready;
	rt_pressure_note(rt);
	q->state = QUEUE_BUSY;
	if (q->rung_by_client)
		rt_ring_was_served(rt, q, by_client);
	if (rt->ready != NULL)
		rt_worker_wake_to_look(rt->ready);
	rt->looking++;
	pthread_mutex_unlock(&rt->lock);
	rt_packets_process(q, &w->guard);
	pthread_mutex_lock(&rt->lock);
	rt->looking--;
	bool again = q->state == QUEUE_BUSY_AGAIN;
	q->state = QUEUE_IDLE;
	if (again)
		rt_queue_ring_locked(q);
	else
		pthread_cond_broadcast(&rt->settled);
	rt_device_hand_on(w);
	return true;
}

bool rt_worker_serve_dispatch(struct rt_worker *w, struct rt_dispatch *d)
{
	struct rt *rt = w->rt;
	if (d == NULL)
		return false;
	rt_turn_begin(w, d);
	pthread_mutex_unlock(&rt->lock);
	rt_groups_run(w);
	rt_lock_soon(rt);
	if (!rt_turn_end(w))
		return true;
	bool is_on_device = d->device != NULL;
	pthread_mutex_unlock(&rt->lock);
	rt_dispatch_finish(d);
	pthread_mutex_lock(&rt->lock);
	if (is_on_device)
		rt_device_turn_end(w);
	return true;
}
