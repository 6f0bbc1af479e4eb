/* All threads of the runtime: CU workers, and one for queue callbacks.
 *
 * Workers do everything: they look at rung queues first, then run groups of the oldest dispatch that
 * has some for them. A worker with nothing to do sleeps on a condition variable, after a moment of
 * spinning when every worker has a CPU: a chain of short dispatches then costs no sleep and wake per
 * link. The last worker to leave a dispatch completes it and meets the queue it rang thereby on its
 * next turn, so a chain of packets needs no thread switch.
 *
 * What fibers wait for may come from a dispatch or packet that nobody has begun. A worker that has
 * nothing but such fibers gets a relief, a thread with the same number, which lives on. */
#include <immintrin.h>
#include <stdlib.h>
#include "os_impl.h"
#include "rt_impl.h"

enum { IDLE_SPIN_NS = 4000, SPINS_PER_CLOCK = 32, MAX_RELIEFS = 256 };

/* ---- waking ---------------------------------------------------------------------------------- */

void rt_workers_wake(struct rt *rt, unsigned count)
{
	/* relaxed: whoever sees the change takes the lock before it looks */
	atomic_fetch_add_explicit(&rt->news, 1, memory_order_relaxed);
	if (count >= rt->sleeping) {
		if (rt->sleeping != 0)
			pthread_cond_broadcast(&rt->work);
		return;
	}
	for (unsigned i = 0; i < count; i++)
		pthread_cond_signal(&rt->work);
}

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

void rt_workers_launch(struct rt_dispatch *d)
{
	struct rt_queue *q = d->queue;
	struct rt *rt = q->rt;
	d->start_ns = rt_clock_ns();
	pthread_mutex_lock(&rt->lock);
	q->in_flight++;
	if (d->group_count != 0) {
		enlist(rt, d);
		/* Static shares have their owners: all of those must look. */
		rt_workers_wake(rt,
			rt->scheduler == RT_SCHEDULER_STATIC ? rt->sleeping : rt_groups_workers(d));
	}
	pthread_mutex_unlock(&rt->lock);
	if (d->group_count == 0)
		rt_dispatch_finish(d);
}

/* ---- a worker -------------------------------------------------------------------------------- */

static void look_at_queue(struct rt_worker *w)
{
	struct rt *rt = w->rt;
	struct rt_queue *q = rt->ready;
	rt->ready = q->next_ready;
	q->state = QUEUE_BUSY;
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
}

static struct rt_dispatch *find_dispatch(const struct rt_worker *w)
{
	struct rt_dispatch *d = w->rt->active;
	while (d != NULL && !rt_groups_left(d, w->index))
		d = d->next;
	return d;
}

static bool is_static(const struct rt *rt)
{
	return rt->scheduler == RT_SCHEDULER_STATIC;
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

static void run_dispatch(struct rt_worker *w, struct rt_dispatch *d)
{
	struct rt *rt = w->rt;
	d->running++;
	if (is_static(rt)) {
		d->taken[w->index / 64] |= (uint64_t)1 << w->index % 64;
		d->shares_left--;
	}
	w->dispatch = d;
	pthread_mutex_unlock(&rt->lock);
	rt_groups_run(w);
	pthread_mutex_lock(&rt->lock);
	if (!leave(rt, d))
		return;
	pthread_mutex_unlock(&rt->lock);
	rt_dispatch_finish(d);
	pthread_mutex_lock(&rt->lock);
}

/* With the lock, which it gives up meanwhile: returns soon after something may have come up. */
static void idle(struct rt *rt)
{
	unsigned seen = atomic_load_explicit(&rt->news, memory_order_relaxed);
	if (rt->spins) {
		pthread_mutex_unlock(&rt->lock);
		uint64_t until = os_clock_ns() + IDLE_SPIN_NS;
		for (unsigned i = 1; atomic_load_explicit(&rt->news, memory_order_relaxed) == seen; i++) {
			_mm_pause();
			if (i % SPINS_PER_CLOCK != 0)
				continue;
			if (os_clock_ns() >= until)
				break;
			os_yield(); /* whoever has the news may need this CPU */
		}
		pthread_mutex_lock(&rt->lock);
		if (atomic_load_explicit(&rt->news, memory_order_relaxed) != seen || rt->stopping)
			return;
	}
	rt->sleeping++;
	pthread_cond_wait(&rt->work, &rt->lock);
	rt->sleeping--;
}

static void worker_loop(struct rt_worker *w)
{
	struct rt *rt = w->rt;
	pthread_mutex_lock(&rt->lock);
	while (!rt->stopping) {
		struct rt_dispatch *d = NULL;
		if (rt->ready != NULL)
			look_at_queue(w);
		else if ((d = find_dispatch(w)) != NULL)
			run_dispatch(w, d);
		else
			idle(rt);
	}
	pthread_mutex_unlock(&rt->lock);
}

static void *worker_main(void *arg)
{
	struct rt_worker *w = arg;
	/* Without a signal stack a kernel that overflows its stack ends the process; all else works. */
	bool stack = rt_guard_init(&w->guard) == HSA_STATUS_SUCCESS;
	worker_loop(w);
	if (stack)
		rt_guard_release(&w->guard);
	rt_fibers_release(&w->fibers);
	rt_segment_release(&w->group);
	rt_segment_release(&w->private_memory);
	return NULL;
}

static void join(pthread_t thread)
{
	if (pthread_join(thread, NULL) != 0)
		BUG("a thread of the runtime cannot be joined");
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
	*r = (struct rt_worker){.rt = rt, .index = w->index, .cu = w->cu, .next_relief = rt->reliefs};
	r->wg.runtime = r;
	if (pthread_create(&r->thread, NULL, worker_main, r) != 0) {
		free(r);
		return;
	}
	w->relief = rt->reliefs = r;
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
	/* a relief may have started another: the list only grows at its head, and not when stopping */
	while (rt->reliefs != NULL) {
		struct rt_worker *r = rt->reliefs;
		rt->reliefs = r->next_relief;
		join(r->thread);
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
		w->wg.runtime = w;
		if (pthread_create(&w->thread, NULL, worker_main, w) != 0) {
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
	pthread_cond_broadcast(&rt->work);
	pthread_cond_signal(&rt->event);
	bool event_thread = rt->event_thread_runs;
	pthread_mutex_unlock(&rt->lock);
	for (unsigned i = 0; i < rt->worker_count; i++)
		join(rt->workers[i].thread);
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
			pthread_create(&rt->event_thread, NULL, event_main, rt) == 0;
		if (!rt->event_thread_runs)
			status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	pthread_mutex_unlock(&rt->lock);
	return status;
}
