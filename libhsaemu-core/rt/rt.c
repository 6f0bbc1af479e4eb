/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Creates and ends a runtime. */
#include <stdio.h>
#include <stdlib.h>
#include "rt/fault/guard_impl.h"
#include "rt/memory/kernel_heap_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/signal/signal_impl.h"
#include "rt/worker/worker_impl.h"

uint64_t rt_clock_ns(void)
{
	return os_clock_ns();
}

unsigned rt_thread_count(const struct rt *rt)
{
	return rt->worker_count;
}

unsigned rt_cu_count(const struct rt *rt)
{
	return rt->cu_count;
}

/* A failed write is ignored here: the owner of the stream can ask the stream for errors. */
static void print_to_stdio(void *arg, enum rt_stream stream, const char *text, size_t len)
{
	(void)arg;
	fwrite(text, 1, len, stream == RT_STREAM_ERROR ? stderr : stdout);
}

/* ---- start and end -------------------------------------------------------------------------- */

static bool init_locks(struct rt *rt)
{
	/* On Linux these calls fail only for bad attributes, and none are given. */
	return pthread_mutex_init(&rt->lock, NULL) == 0 && rt_heap_init(&rt->heap) &&
	       rt_allocations_init(&rt->allocations) &&
	       pthread_cond_init(&rt->settled, NULL) == 0 && os_cond_init(&rt->event);
}

static void release_locks(struct rt *rt)
{
	rt_heap_release(&rt->heap);
	rt_allocations_release(&rt->allocations);
	pthread_cond_destroy(&rt->event);
	pthread_cond_destroy(&rt->settled);
	pthread_mutex_destroy(&rt->lock);
}

static void take_options(struct rt *rt, const struct rt_options *o)
{
	rt->scheduler = o->scheduler;
	rt->seed = o->seed;
	rt->print = o->print != NULL ? o->print : print_to_stdio;
	rt->print_arg = o->print_arg;
	rt->orders_prints = o->orders_prints;
	rt->lint = o->lint;
	rt->lint_arg = o->lint_arg;
	rt->inspect = o->inspect;
	rt->inspect_arg = o->inspect_arg;
}

static unsigned threads_of(const struct rt_options *o)
{
	unsigned cpus = os_cpu_count();
	if (o->threads != 0)
		return o->threads;
	return cpus < RT_MAX_THREADS ? cpus : RT_MAX_THREADS;
}

unsigned rt_options_cus(const struct rt_options *options)
{
	return options->cus != 0 ? options->cus : threads_of(options);
}

hsa_status_t rt_new(const struct rt_options *options, struct rt **out)
{
	unsigned threads = threads_of(options), cus = rt_options_cus(options);
	if (threads > RT_MAX_THREADS || cus > RT_MAX_CUS ||
		(unsigned)options->scheduler >= RT_SCHEDULER_COUNT)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (!rt_forks_watch())
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	struct rt *rt = mem_try_new(1, sizeof *rt);
	if (rt == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	rt->forks = atomic_load_explicit(&rt_forks, memory_order_relaxed);
	rt->cu_count = cus;
	rt->cache_bytes = os_cache_bytes();
	take_options(rt, options);
	hsa_status_t status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	if (!init_locks(rt))
		goto out_free;
	if ((status = signal_pool_init(&rt->signals)) != HSA_STATUS_SUCCESS)
		goto out_locks;
	if ((status = rt_handlers_install()) != HSA_STATUS_SUCCESS)
		goto out_signals;
	if ((status = rt_workers_start(rt, threads < cus ? threads : cus)) == HSA_STATUS_SUCCESS) {
		rt_client_forget();
		*out = rt;
		return HSA_STATUS_SUCCESS;
	}
	rt_handlers_restore();
out_signals:
	signal_pool_release(&rt->signals);
out_locks:
	release_locks(rt);
out_free:
	free(rt);
	return status;
}

static void lint_left(const struct rt *rt, size_t count, const char *what)
{
	char line[80];
	if (rt->lint == NULL || count == 0)
		return;
	snprintf(line, sizeof line, "%zu %s not destroyed", count, what);
	rt->lint(rt->lint_arg, line);
}

static void destroy_queues(struct rt *rt)
{
	size_t left = 0;
	for (; rt->queues != NULL; left++)
		rt_queue_destroy(&rt->queues->amd.hsa_queue);
	lint_left(rt, left, left == 1 ? "queue was" : "queues were");
}

void rt_free(struct rt *rt)
{
	if (rt_is_bereft(rt)) {
		/* in a child of fork() other threads may have held the locks, so memory is left to
		 * the process's end */
		rt_handlers_restore();
		return;
	}
	destroy_queues(rt);
	rt_workers_stop(rt);
	rt_handlers_restore();
	signal_handlers_release(&rt->signals);
	lint_left(rt, rt->signals.live, rt->signals.live == 1 ? "signal was" : "signals were");
	signal_pool_release(&rt->signals);
	release_locks(rt);
	free(rt);
}
