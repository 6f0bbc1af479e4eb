/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A runtime: what its queues, dispatches and workers share.
 *
 * Locks, in this order when both are held:
 *   signals.lock  watch lists and free signal blocks
 *   rt.lock       everything marked [L]: lists of queues and dispatches, queue states, events
 * heap.lock is held by nobody who wants another one. No lock is held while a kernel or a callback
 * runs. Fields marked [P] belong to the worker that has the queue in state QUEUE_BUSY; the
 * hand-over goes through rt.lock. */
#ifndef HSAEMU_RT_IMPL_H
#define HSAEMU_RT_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include "hsaemu/rt.h"
#include "rt/memory/kernel_heap_impl.h"
#include "rt/signal/signal_impl.h"

struct rt_dispatch;
struct rt_queue;
struct rt_worker;

/* A dispatch that took so little time that it is not worth while to wake a thread for the next one
 * like it. */
struct rt_brief {
	uint64_t kernel_object, group_count;
};
enum { RT_BRIEFS = 32 };

struct rt {
	enum rt_scheduler scheduler;
	unsigned forks; /* of the process when it began */
	rt_print *print;
	void *print_arg;
	struct rt_heap heap;
	unsigned cu_count;
	struct signal_pool signals;
	pthread_mutex_t lock;
	pthread_cond_t settled;              /* a queue became idle, a dispatch or callback ended */
	pthread_cond_t event;                /* for the callback thread */
	struct rt_queue *queues;             /* [L] */
	uint64_t next_queue_id;              /* [L] */
	struct rt_queue *ready, *ready_last; /* [L] */
	struct rt_dispatch *active, *active_last; /* [L] with groups left, oldest first */
	struct rt_worker *workers;
	unsigned worker_count;
	void *(*worker_main)(void *);      /* what the thread of a worker runs */
	struct rt_worker *_Atomic reliefs; /* all of them, until the end; changes under [L] */
	unsigned relief_count;             /* [L] */
	struct rt_worker *idle;            /* [L] */
	struct rt_worker *lookout;         /* [L] the one that takes short naps, or NULL */
	int trust; /* [L] in clients to help after they ring (idle_workers.c) */
	struct rt_brief briefs[RT_BRIEFS]; /* [L] of late, by kernel_object */
	uint64_t launches;                 /* [L] */
	uint64_t watched_launches;         /* [L] of these, when the last lookout gave up */
	atomic_size_t complaints;          /* about formats of kernels */
	atomic_size_t resident_bytes;      /* work-groups on fibers (fiber_scheduler.c) */
	bool spins;                 /* who waits looks for a moment before sleeping: workers do not
	                               outnumber CPUs */
	bool stopping;              /* [L] */
	struct rt_queue *events;    /* [L] failed queues whose callback has not run */
	struct rt_queue *event_now; /* [L] whose callback is running */
	bool event_thread_runs;     /* [L] */
	pthread_t event_thread;
};

static inline bool rt_is_static(const struct rt *rt)
{
	return rt->scheduler == RT_SCHEDULER_STATIC;
}

/* ---- forks.c -------------------------------------------------------------------------------- */

extern atomic_uint rt_forks; /* how often this process was forked from another */
/* Has the forks of this process counted from now on; false when there is no memory for that. */
bool rt_forks_watch(void) NODISCARD;
/* True in a child of the process that began the runtime: the threads of the runtime are not
 * there. */
static inline bool rt_is_bereft(const struct rt *rt)
{
	/* relaxed: the number changes only while the process has one thread */
	return atomic_load_explicit(&rt_forks, memory_order_relaxed) != rt->forks;
}

#endif
