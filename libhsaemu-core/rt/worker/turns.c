/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Turns: how long a worker stays with a dispatch.
 *
 * It stays until its share is done while nobody else waits. When a queue waits for a look and no
 * worker is idle, or when several queues have dispatches, a worker leaves after a group that ends
 * its turn, and then serves the queue that has the fewest workers. What it has claimed and not run
 * is kept in the dispatch. So a kernel of many groups delays those of other queues by a turn, at
 * most, of each queue that is before them. Kernels of few long groups are another matter
 * (stand_ins.c). */
#include "rt/dispatch/active_dispatches_impl.h"
#include "rt/dispatch/dispatch_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"
#include "rt/workgroup/workgroup_impl.h"

enum {
	TURN_TICKS = 1 << 21,       /* around 0.7 ms, which makes up for what a change costs */
	SHORT_TURN_TICKS = 1 << 16, /* around 20 us, when a queue waits for a look */
};

/* ---- what is left ---------------------------------------------------------------------------- */

static bool make_room(struct rt_dispatch *d)
{
	struct rt *rt = d->queue->rt;
	pthread_mutex_lock(&rt->lock);
	bool room = rt_claims_make_room(d);
	pthread_mutex_unlock(&rt->lock);
	return room;
}

static bool is_empty(const struct rt_claim *c)
{
	return c->next == c->end;
}

static void leave_claim(struct rt_worker *w)
{
	struct rt_dispatch *d = w->dispatch;
	struct rt_claim *c = d->left;
	if (rt_is_static(w->rt)) {
		d->left[w->index] = w->claim;
		d->taken[w->index / 64] &= ~((uint64_t)1 << w->index % 64);
		d->shares_left++;
	} else if (!is_empty(&w->claim)) {
		while (!is_empty(c))
			c++; /* no more claims are left than there are workers */
		*c = w->claim;
		d->left_count++;
	}
}

static void take_claim(struct rt_worker *w)
{
	struct rt_dispatch *d = w->dispatch;
	struct rt_claim *c = d->left;
	w->claim = (struct rt_claim){0};
	if (rt_is_static(w->rt)) {
		if (c != NULL)
			w->claim = c[w->index];
		d->taken[w->index / 64] |= (uint64_t)1 << w->index % 64;
		d->shares_left--;
	} else if (d->left_count != 0) {
		while (is_empty(c))
			c++;
		w->claim = *c;
		w->claim.cu = rt_claim_cu(w);
		*c = (struct rt_claim){0};
		d->left_count--;
	}
}

/* ---- turns ----------------------------------------------------------------------------------- */

bool rt_turn_is_over(struct rt_worker *w)
{
	/* relaxed: what they tell is looked at again under the lock */
	unsigned pressure = atomic_load_explicit(&w->rt->pressure, memory_order_relaxed);
	bool wanted = atomic_load_explicit(&w->relieved, memory_order_relaxed) ||
	              atomic_load_explicit(&w->dismissed, memory_order_relaxed);
	atomic_store_explicit(&w->hailed, false, memory_order_relaxed);
	if (!wanted && (pressure & (RT_PRESSURE_RING | RT_PRESSURE_CROWD)) == 0)
		return false;
	uint64_t ticks = os_ticks() - w->turn_ticks;
	if (!wanted && ticks < ((pressure & RT_PRESSURE_RING) != 0 ? SHORT_TURN_TICKS : TURN_TICKS))
		return false;
	/* without memory the turn goes on */
	w->leaves = (is_empty(&w->claim) && !rt_is_static(w->rt)) || make_room(w->dispatch);
	return w->leaves;
}

void rt_turn_begin(struct rt_worker *w, struct rt_dispatch *d)
{
	struct rt_queue *q = d->queue;
	if (d->device != NULL)
		rt_device_turn_begin(d);
	d->running++;
	d->turns++;
	q->running++;
	q->turn = ++w->rt->turns;
	w->dispatch = d;
	w->leaves = false;
	/* where the search for a dispatch took a turn's time, groups are run all the same */
	w->turn_ticks = os_ticks();
	/* relaxed: it changes to true under the lock only */
	atomic_store_explicit(&w->hailed, false, memory_order_relaxed);
	take_claim(w);
}

/* Ends the service of the worker's stand-in, if it has one. */
static void come_back(struct rt_worker *w)
{
	struct rt_worker *r = w->stand_in;
	if (r == NULL)
		return;
	w->stand_in = NULL;
	/* relaxed: as above */
	atomic_store_explicit(&w->relieved, false, memory_order_relaxed);
	atomic_store_explicit(&r->dismissed, true, memory_order_relaxed);
	rt_worker_call(r);
}

/* Calls an idle worker that has a share in the dispatch: with the static scheduler not all have. */
static void call_for(const struct rt_dispatch *d)
{
	struct rt_worker *w = d->queue->rt->idle;
	while (w != NULL && !rt_dispatch_has_share(d, w->index))
		w = w->next_idle;
	if (w != NULL)
		rt_worker_call(w);
}

bool rt_turn_end(struct rt_worker *w)
{
	struct rt_dispatch *d = w->dispatch;
	if (w->leaves)
		leave_claim(w);
	w->dispatch = NULL;
	d->running--;
	d->queue->running--;
	come_back(w);
	if (d->running != 0)
		return false;
	if (!rt_dispatch_has_groups(d)) {
		rt_active_remove(w->rt, d);
		if (d->device != NULL)
			w->rt->on_device = NULL;
		return true;
	}
	if (d->gives_way)
		rt_device_turn_pause(w, d);
	else
		call_for(d);
	return false;
}
