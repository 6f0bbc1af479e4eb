/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All threads of the runtime: CU workers, and one for queue callbacks.
 *
 * Workers do everything: they look at rung queues first, then run groups of the oldest dispatch
 * that has some for them (turn.c), or rest (idle.c).
 *
 * What fibers wait for may come from a dispatch or packet that nobody has begun. A worker that has
 * nothing but such fibers gets a relief, a thread with the same number, which lives on. */
#include <limits.h>
#include <stdlib.h>
#include "os_impl.h"
#include "os_signal_impl.h"
#include "rt_impl.h"

enum { MAX_RELIEFS = 256 };

static void worker_loop(struct rt_worker *w)
{
	struct rt *rt = w->rt;
	pthread_mutex_lock(&rt->lock);
	while (!rt->stopping)
		if (!rt_turn_queue(w, false) && !rt_turn_dispatch(w, rt_worker_find(w)))
			rt_worker_rest(w);
	pthread_mutex_unlock(&rt->lock);
}

static void *worker_main(void *arg)
{
	struct rt_worker *w = arg;
	rt_worker_act(w);
	(void)rt_trap_know_mask();
	/* relaxed: who wants it stopped before it takes the lock has said so where it will look */
	atomic_store_explicit(&w->thread_id, os_thread_id(), memory_order_relaxed);
	/* Without a signal stack a kernel that overflows its stack ends the process; all else
	 * works. */
	bool stack = rt_guard_init(&w->guard) == HSA_STATUS_SUCCESS;
	worker_loop(w);
	if (stack)
		rt_guard_release(&w->guard);
	rt_fibers_release(&w->fibers);
	rt_text_release(&w->text);
	rt_groups_release_memory(&w->memory);
	return NULL;
}

/* Naps end by the clock that deadlines are of. */
static bool init_wake(pthread_cond_t *wake)
{
	pthread_condattr_t attr;
	if (pthread_condattr_init(&attr) != 0)
		return false;
	bool done = pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0 &&
	            pthread_cond_init(wake, &attr) == 0;
	pthread_condattr_destroy(&attr);
	return done;
}

static bool start_worker(struct rt_worker *w)
{
	w->wg.runtime = w;
	if (!init_wake(&w->wake))
		return false;
	if (os_start_thread(&w->thread, rt_handlers_mask(), worker_main, w))
		return true;
	pthread_cond_destroy(&w->wake);
	return false;
}

static void join(pthread_t thread)
{
	if (pthread_join(thread, NULL) != 0)
		BUG("a thread of the runtime cannot be joined");
}

static void join_worker(struct rt_worker *w)
{
	join(w->thread);
	pthread_cond_destroy(&w->wake);
}

/* ---- reliefs --------------------------------------------------------------------------------- */

/* With the lock: work that only this worker, or any, could begin now. */
static bool is_missed(const struct rt_worker *w)
{
	const struct rt_dispatch *d = w->rt->active;
	while (d != NULL && (d == w->dispatch || !rt_groups_left(d, w->index)))
		d = d->next;
	return d != NULL || w->rt->ready != NULL;
}

/* With the lock. Without memory or a thread it is tried again later. */
static void start_relief(struct rt_worker *w)
{
	struct rt *rt = w->rt;
	struct rt_worker *r = mem_try_new(1, sizeof *r);
	if (r == NULL)
		return;
	r->rt = rt;
	r->index = w->index;
	r->cu = w->cu;
	/* relaxed: it changes under the lock */
	r->next_relief = atomic_load_explicit(&rt->reliefs, memory_order_relaxed);
	if (!start_worker(r)) {
		free(r);
		return;
	}
	w->relief = r;
	/* release: who comes by it to the worker finds it complete */
	atomic_store_explicit(&rt->reliefs, r, memory_order_release);
	rt->relief_count++;
}

void rt_workers_relieve(struct rt_worker *w)
{
	struct rt *rt = w->rt;
	if (w->relief != NULL)
		return;
	pthread_mutex_lock(&rt->lock);
	if (!rt->stopping && rt->relief_count < MAX_RELIEFS && is_missed(w))
		start_relief(w);
	pthread_mutex_unlock(&rt->lock);
}

static void stop_reliefs(struct rt *rt)
{
	/* a relief may have started another: the list only grows at its head, and not when
	 * stopping */
	struct rt_worker *r = atomic_load(&rt->reliefs), *next;
	for (; r != NULL; r = next) {
		next = r->next_relief;
		join_worker(r);
		free(r);
	}
}

/* ---- start and stop -------------------------------------------------------------------------- */

hsa_status_t rt_workers_start(struct rt *rt, unsigned count)
{
	rt->workers = mem_try_new(count, sizeof *rt->workers);
	if (rt->workers == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	/* Known before the first starts: shares are counted by it. */
	rt->worker_count = count;
	rt->spins = count <= os_cpu_count();
	for (unsigned i = 0; i < count; i++) {
		struct rt_worker *w = &rt->workers[i];
		w->rt = rt;
		w->index = w->cu = i;
		if (!start_worker(w)) {
			rt->worker_count = i;
			rt_workers_stop(rt);
			return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
		}
	}
	return HSA_STATUS_SUCCESS;
}

void rt_workers_stop(struct rt *rt)
{
	pthread_mutex_lock(&rt->lock);
	rt->stopping = true;
	rt_workers_wake(rt, UINT_MAX);
	pthread_cond_signal(&rt->event);
	bool event_thread = rt->event_thread_runs;
	pthread_mutex_unlock(&rt->lock);
	for (unsigned i = 0; i < rt->worker_count; i++)
		join_worker(&rt->workers[i]);
	stop_reliefs(rt);
	if (event_thread)
		join(rt->event_thread);
	free(rt->workers);
	rt->workers = NULL;
}

/* ---- queue callbacks ------------------------------------------------------------------------- */

static void call_back(struct rt *rt)
{
	struct rt_queue *q = rt->events;
	rt->events = q->next_event;
	rt->event_now = q;
	pthread_mutex_unlock(&rt->lock);
	q->callback(q->report.status, &q->amd.hsa_queue, q->callback_data);
	/* The callback may have destroyed the queue. */
	pthread_mutex_lock(&rt->lock);
	rt->event_now = NULL;
	pthread_cond_broadcast(&rt->settled);
}

static void *event_main(void *arg)
{
	struct rt *rt = arg;
	pthread_mutex_lock(&rt->lock);
	while (!rt->stopping) {
		if (rt->events != NULL)
			call_back(rt);
		else
			pthread_cond_wait(&rt->event, &rt->lock);
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
