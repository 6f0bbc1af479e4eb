/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stand-ins: threads for the case that all workers are in long work-groups, so that nobody comes to
 * look at queues or to run the groups of others. One stand-in is the watcher. While there is work
 * that waits and no worker is idle, it hails the workers now and then; between groups they answer.
 * For one that does not answer, though its thread has had a CPU for long, the watcher stands in: it
 * takes the worker's number and serves queues that nobody serves, until the worker comes back from
 * its group. Another stand-in is the watcher then.
 *
 * Runtimes with one queue have none, since a queue's own packets can wait. Dispatches of devices
 * need none, as they give way by themselves (device_turns.c). */
#include "rt/dispatch/active_dispatches_impl.h"
#include "rt/dispatch/dispatch_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"

enum {
	LOOK_NS = 10000000,
	STUCK_NS = 8000000, /* of CPU time since the hail; less than the time between looks */
};

/* ---- watching -------------------------------------------------------------------------------- */

static uint64_t cpu_ns(struct rt_worker *w)
{
	/* relaxed: of a client that has gone, the time is of no use, but does no harm */
	unsigned client = atomic_load_explicit(&w->client_id, memory_order_relaxed);
	unsigned own = atomic_load_explicit(&w->thread_id, memory_order_relaxed);
	return os_thread_cpu_ns(client != 0 ? client : own);
}

/* Returns whether a thread with this worker's number would find work that nobody does. */
static bool is_missed(const struct rt_worker *w)
{
	const struct rt_dispatch *d = w->rt->active;
	if (w->rt->ready != NULL)
		return true;
	while (d != NULL && (d->running != 0 || !rt_dispatch_has_share(d, w->index)))
		d = d->next;
	return d != NULL;
}

/* Hails the worker. Returns true when it has not answered since an earlier hail, and is missed.
 * `first`: none was hailed before, and hails of long ago do not count. */
static bool is_stuck(struct rt_worker *w, bool first)
{
	if (w->dispatch == NULL || w->dispatch->device != NULL)
		return false;
	/* relaxed: the worker's answer may be seen late, by less than a look */
	if (first || !atomic_load_explicit(&w->hailed, memory_order_relaxed)) {
		w->hailed_cpu_ns = cpu_ns(w);
		atomic_store_explicit(&w->hailed, true, memory_order_relaxed);
		return false;
	}
	return w->stand_in == NULL && cpu_ns(w) - w->hailed_cpu_ns >= STUCK_NS && is_missed(w);
}

/* Hails all workers, and returns one that is stuck, or NULL. */
static struct rt_worker *look(struct rt *rt, bool first)
{
	struct rt_worker *stuck = NULL, *r = atomic_load(&rt->reliefs);
	for (unsigned i = 0; i < rt->worker_count; i++)
		if (is_stuck(&rt->workers[i], first))
			stuck = &rt->workers[i];
	for (; r != NULL; r = r->next_relief)
		if (is_stuck(r, first))
			stuck = r;
	return stuck;
}

static struct rt_worker *watch(struct rt_worker *r, bool first)
{
	struct rt *rt = r->rt;
	struct timespec until = os_timespec(os_clock_ns() + LOOK_NS);
	(void)pthread_cond_timedwait(&r->wake, &rt->lock, &until);
	struct rt_worker *w = look(rt, first);
	rt->watching = false;
	rt_pressure_note(rt); /* sets it again if there is need */
	return w;
}

/* ---- serving --------------------------------------------------------------------------------- */

static void set_dismissed(struct rt_worker *r, bool is)
{
	/* relaxed: it changes under the lock; without, it is a hint */
	atomic_store_explicit(&r->dismissed, is, memory_order_relaxed);
}

static bool is_dismissed(struct rt_worker *r)
{
	return atomic_load_explicit(&r->dismissed, memory_order_relaxed);
}

static bool rests(struct rt_worker *r)
{
	return atomic_load_explicit(&r->state, memory_order_relaxed) == WORKER_RESTS;
}

/* Makes another stand-in the watcher: one that rests, or a new one. */
static void replace_watcher(struct rt *rt)
{
	struct rt_worker *r = atomic_load(&rt->reliefs);
	while (r != NULL && !rests(r))
		r = r->next_relief;
	rt->watching = false;
	rt->watcher = r != NULL ? r : rt_relief_new(rt, NULL);
}

/* Returns the dispatch whose turn it is, or NULL when others run dispatches of its queue. */
static struct rt_dispatch *find(const struct rt_worker *r)
{
	struct rt_dispatch *d = rt_active_find(r);
	return d != NULL && d->queue->running == 0 ? d : NULL;
}

/* Leaves to the worker what others have left to the stand-in, as it was about to look: work that it
 * has found or made since it was dismissed. */
static void hand_over(struct rt_worker *r)
{
	struct rt *rt = r->rt;
	if (rt->ready != NULL || rt_active_find(r) != NULL)
		rt_worker_call(&rt->workers[r->index]);
}

static void serve_for(struct rt_worker *r, struct rt_worker *w)
{
	struct rt *rt = r->rt;
	atomic_store_explicit(&r->state, WORKER_RUNS, memory_order_relaxed);
	r->index = w->index;
	r->cu = w->index;
	set_dismissed(r, false);
	w->stand_in = r;
	atomic_store_explicit(&w->relieved, true, memory_order_relaxed);
	rt->stand_ins++;
	replace_watcher(rt);
	rt_pressure_note(rt);
	while (!rt->stopping && !is_dismissed(r))
		if (!rt_worker_serve_queue(r, false) && !rt_worker_serve_dispatch(r, find(r)))
			rt_worker_rest(r);
	hand_over(r);
	rt->stand_ins--;
	rt_pressure_note(rt);
	atomic_store_explicit(&r->state, WORKER_RESTS, memory_order_relaxed);
}

void rt_stand_in_loop(struct rt_worker *r)
{
	struct rt *rt = r->rt;
	atomic_store_explicit(&r->state, WORKER_RESTS, memory_order_relaxed);
	bool first = true;
	while (!rt->stopping) {
		struct rt_worker *stuck = NULL;
		bool watches = rt->watcher == r && rt->watching;
		if (watches)
			stuck = watch(r, first);
		else
			pthread_cond_wait(&r->wake, &rt->lock);
		first = !watches;
		if (stuck != NULL && !rt->stopping)
			serve_for(r, stuck);
	}
}

void rt_stand_in_start(struct rt *rt)
{
	pthread_mutex_lock(&rt->lock);
	if (rt->watcher == NULL && rt->queues != NULL && rt->queues->next != NULL)
		rt->watcher = rt_relief_new(rt, NULL);
	pthread_mutex_unlock(&rt->lock);
}
