/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads of workers, and their reliefs.
 *
 * Fibers may wait for a dispatch or packet that no worker has begun. A worker that has only such
 * fibers gets a relief: another thread with the same worker number. Stand-ins (stand_ins.c) are
 * reliefs that take the number of any worker for a while. Reliefs stay until the runtime ends. */
#include <stdlib.h>
#include "rt/dispatch/active_dispatches_impl.h"
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/os/os_impl.h"
#include "rt/os/os_signal_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"

bool rt_worker_thread_start(struct rt_worker *w)
{
	w->wg.runtime = w;
	if (!os_cond_init(&w->wake))
		return false;
	rt_output_init(&w->output);
	if (os_start_thread(&w->thread, rt_handlers_mask(), w->rt->worker_main, w))
		return true;
	rt_output_release(&w->output);
	pthread_cond_destroy(&w->wake);
	return false;
}

void rt_thread_join(pthread_t thread)
{
	if (pthread_join(thread, NULL) != 0)
		BUG("a thread of the runtime cannot be joined");
}

/* Called with the lock. True when there is work that this worker could begin now, if its fibers
 * did not wait. */
static bool is_missed(const struct rt_worker *w)
{
	const struct rt_dispatch *d = w->rt->active;
	while (d != NULL && (d == w->dispatch || !rt_dispatch_has_share(d, w->index)))
		d = d->next;
	return d != NULL || w->rt->ready != NULL;
}

struct rt_worker *rt_relief_new(struct rt *rt, const struct rt_worker *w)
{
	struct rt_worker *r = NULL;
	if (!rt->stopping && rt->relief_count < RT_MAX_RELIEFS)
		r = mem_try_new(1, sizeof *r);
	if (r == NULL)
		return NULL;
	r->rt = rt;
	r->is_stand_in = w == NULL;
	if (w != NULL) {
		r->index = w->index;
		r->cu = w->cu;
	}
	/* relaxed: the list changes only under the lock */
	r->next_relief = atomic_load_explicit(&rt->reliefs, memory_order_relaxed);
	if (!rt_worker_thread_start(r)) {
		free(r);
		return NULL;
	}
	/* release: a thread that finds the worker in the list finds it complete */
	atomic_store_explicit(&rt->reliefs, r, memory_order_release);
	rt->relief_count++;
	return r;
}

void rt_relief_start(struct rt_worker *w)
{
	struct rt *rt = w->rt;
	if (w->relief != NULL)
		return;
	pthread_mutex_lock(&rt->lock);
	/* when there is no memory or no thread for a relief, the next call tries again */
	if (is_missed(w))
		w->relief = rt_relief_new(rt, w);
	pthread_mutex_unlock(&rt->lock);
}

void rt_reliefs_wake(struct rt *rt)
{
	struct rt_worker *r = atomic_load(&rt->reliefs);
	for (; r != NULL; r = r->next_relief)
		pthread_cond_signal(&r->wake);
}

void rt_reliefs_join(struct rt *rt)
{
	/* a relief may have started another one; the list grows only at its head, and not any more
	 * once the runtime is stopping */
	struct rt_worker *first = atomic_load(&rt->reliefs), *next;
	for (struct rt_worker *r = first; r != NULL; r = r->next_relief)
		rt_thread_join(r->thread);
	/* only now, because a watcher looks at all of them */
	for (struct rt_worker *r = first; r != NULL; r = next) {
		next = r->next_relief;
		rt_output_release(&r->output);
		pthread_cond_destroy(&r->wake);
		free(r);
	}
}
