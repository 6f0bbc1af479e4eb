/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loop of a worker's thread. A worker looks at rung queues first, then runs groups of a
 * dispatch that has any for it, or else rests. */
#include <stdlib.h>
#include "rt/dispatch/active_dispatches_impl.h"
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/fiber/fiber_impl.h"
#include "rt/os/os_impl.h"
#include "rt/os/os_signal_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"
#include "rt/workgroup/workgroup_impl.h"

static void worker_loop(struct rt_worker *w)
{
	struct rt *rt = w->rt;
	pthread_mutex_lock(&rt->lock);
	if (w->is_stand_in)
		rt_stand_in_loop(w);
	while (!rt->stopping)
		if (!rt_worker_serve_queue(w, false) &&
			!rt_worker_serve_dispatch(w, rt_active_find(w)))
			rt_worker_rest(w);
	pthread_mutex_unlock(&rt->lock);
}

static void *worker_main(void *arg)
{
	struct rt_worker *w = arg;
	rt_current_set(w);
	(void)rt_trap_know_mask();
	/* relaxed: a thread that stops a dispatch before this worker takes the lock has noted the
	 * stop where the worker will look */
	atomic_store_explicit(&w->thread_id, os_thread_id(), memory_order_relaxed);
	/* If there is no memory for a signal stack, everything works, but a kernel that overflows
	 * its stack ends the process. */
	bool stack = rt_guard_init(&w->guard) == HSA_STATUS_SUCCESS;
	worker_loop(w);
	if (stack)
		rt_guard_release(&w->guard);
	rt_fibers_release(&w->fibers);
	rt_text_release(&w->text);
	rt_group_memory_release(&w->memory);
	return NULL;
}

hsa_status_t rt_workers_start(struct rt *rt, unsigned count)
{
	rt->worker_main = worker_main;
	rt->workers = mem_try_new(count, sizeof *rt->workers);
	if (rt->workers == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	/* The count is set before the first thread starts, because shares are computed from it. */
	rt->worker_count = count;
	rt->spins = count <= os_cpu_count();
	for (unsigned i = 0; i < count; i++) {
		struct rt_worker *w = &rt->workers[i];
		w->rt = rt;
		w->index = w->cu = i;
		if (!rt_worker_thread_start(w)) {
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
	rt_workers_wake_all(rt);
	rt_reliefs_wake(rt);
	pthread_cond_signal(&rt->event);
	bool event_thread = rt->event_thread_runs;
	pthread_mutex_unlock(&rt->lock);
	for (unsigned i = 0; i < rt->worker_count; i++)
		rt_thread_join(rt->workers[i].thread);
	if (event_thread)
		rt_thread_join(rt->event_thread);
	rt_reliefs_join(rt);
	/* only now, because each of these threads may call or look at any worker */
	for (unsigned i = 0; i < rt->worker_count; i++) {
		rt_output_release(&rt->workers[i].output);
		pthread_cond_destroy(&rt->workers[i].wake);
	}
	free(rt->workers);
	rt->workers = NULL;
}
