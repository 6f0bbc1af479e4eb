/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A runtime: the data that its queues, dispatches and workers share.
 *
 * Locks, in this order when both are held: first signals.lock, which guards watch lists and free
 * signal blocks; then rt.lock, which guards everything marked [L]: lists of queues and dispatches,
 * queue states, events. A thread that holds heap.lock or
 * allocations.lock takes no other lock. No lock is held while a
 * kernel or a callback runs. Fields marked [P] belong to the worker that has the queue in state
 * QUEUE_BUSY; they are handed over through rt.lock. */
#ifndef HSAEMU_RT_IMPL_H
#define HSAEMU_RT_IMPL_H

#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#include "hsaemu/rt.h"
#include "rt/memory/allocations_impl.h"
#include "rt/memory/kernel_heap_impl.h"
#include "rt/signal/signal_impl.h"

struct rt_dispatch;
struct rt_queue;
struct rt_worker;

/* What the callback thread is to do; part of a larger object. [L] while it is in the list. */
struct rt_event {
	struct rt_event *next;
	/* Called without any lock. It may end the object. */
	void (*run)(struct rt_event *e);
};

/* What the callback thread calls at a time, one of each kind. */
enum rt_alarm_kind { RT_ALARM_DOUBT, RT_ALARM_OUTPUT, RT_ALARMS };
struct rt_alarm {
	void (*ring)(struct rt *rt, uint64_t now_ns); /* called with the lock */
	uint64_t ns;                                  /* of os_clock_ns(); 0: no alarm is set */
};

/* The last dispatch of its kind, if it took so little time that it does not pay to wake a thread
 * for the next one of the kind; how long those take that one worker runs alone, and those that
 * several share, 0 if there was none; and how often sharing did not pay. */
struct rt_brief {
	uint64_t kernel_object, group_count, alone_ticks, shared_ticks, refusals;
};
enum { RT_BRIEFS = 32 };

/* Why workers are not to stay with their dispatch until its last group (turns.c). */
enum rt_pressure {
	RT_PRESSURE_RING = 1,  /* a queue waits for a look, and no worker is idle */
	RT_PRESSURE_CROWD = 2, /* several queues have active dispatches */
	RT_PRESSURE_WATCH = 4, /* workers are watched, or stand-ins serve */
};

struct rt {
	enum rt_scheduler scheduler;
	/* set of enum rt_pressure, read for each group; changes under [L] */
	atomic_uint pressure;
	uint64_t seed;
	unsigned forks; /* value of rt_forks when the runtime began */
	rt_print *print;
	void *print_arg;
	bool orders_prints;
	rt_lint *lint;
	void *lint_arg;
	rt_inspect *inspect;
	void *inspect_arg;
	struct rt_heap heap;
	struct rt_allocations allocations;
	unsigned cu_count;
	struct signal_pool signals;
	atomic_bool waits_end; /* clients' threads that wait for signals are to return */
	pthread_mutex_t lock;
	/* signalled when a queue became idle, or a dispatch or callback ended */
	pthread_cond_t settled;
	pthread_cond_t event;                /* wakes the callback thread */
	struct rt_queue *queues;             /* [L] */
	void *queue_tree;                    /* [L] the same by address, a tree of tsearch() */
	uint64_t next_queue_id;              /* [L] */
	struct rt_queue *ready, *ready_last; /* [L] */
	/* [L] dispatches with groups left, oldest first */
	struct rt_dispatch *active, *active_last;
	unsigned active_queues; /* [L] number of the queues whose dispatches these are */
	/* [L] what device_turns.c has: number of active dispatches of a device, whether one has the
	 * device, and which, NULL while it is finished; number of turns so far */
	unsigned device_dispatches;
	bool device_taken;
	struct rt_dispatch *on_device;
	uint64_t device_turns;
	bool has_kept_rings; /* [L] queues have kept rings */
	unsigned looking;    /* [L] number of threads that look at queues */
	uint64_t turns;      /* [L] number of turns so far, of workers with dispatches */
	struct rt_worker *workers;
	unsigned worker_count;
	uint64_t cache_bytes;         /* of the last-level cache */
	void *(*worker_main)(void *); /* the function that a worker's thread runs */
	/* all reliefs, until the runtime ends; changes under [L] */
	struct rt_worker *_Atomic reliefs;
	unsigned relief_count;     /* [L] */
	struct rt_worker *idle;    /* [L] */
	struct rt_worker *watcher; /* [L] the stand-in that looks for stuck workers, or NULL */
	bool watching;             /* [L] it has a look every now and then */
	unsigned stand_ins;        /* [L] stand-ins that serve */
	struct rt_worker *lookout; /* [L] the idle worker that takes short naps, or NULL */
	/* [L] how far clients are trusted to serve the queues that they ring (idle_workers.c) */
	int trust;
	struct rt_brief briefs[RT_BRIEFS]; /* [L] dispatches of late, by kernel_object */
	/* [L] brief dispatches that came one soon after the other and could have been shared: how
	 * long they took, and when the last one came (launch.c) */
	uint64_t chain_ticks, chain_last;
	uint64_t launches; /* [L] number of dispatches so far */
	/* [L] value of `launches` when the last lookout gave up */
	uint64_t watched_launches;
	/* messages so far about wrong printf formats in kernels */
	atomic_size_t complaints;
	/* address space of all work-groups on fibers (fiber_scheduler.c) */
	atomic_size_t resident_bytes;
	/* waiting threads spin for a moment before they sleep, as there is a CPU for each
	 * worker */
	bool spins;
	bool stopping;              /* [L] */
	struct rt_event *events;    /* [L] events that have not run yet, oldest first */
	struct rt_event *event_now; /* [L] the event that is running, which may be freed already */
	struct rt_alarm alarms[RT_ALARMS]; /* [L] */
	/* printing what was held for long (output.c); and whether the alarm for it is set */
	struct rt_event output_event;
	atomic_bool output_watched;
	bool event_thread_runs; /* [L] */
	pthread_t event_thread;
};

/* Takes rt.lock where another thread is likely to have it for a moment: a worker that spun until it
 * was called always finds that its caller has it still. A sleep would take 50 us. */
static inline void rt_lock_soon(struct rt *rt)
{
	enum { TRIES = 100 };
	for (unsigned i = 0; i < TRIES; i++) {
		if (pthread_mutex_trylock(&rt->lock) == 0)
			return;
		_mm_pause();
	}
	pthread_mutex_lock(&rt->lock);
}

static inline bool rt_is_static(const struct rt *rt)
{
	return rt->scheduler == RT_SCHEDULER_STATIC;
}

/* ---- forks.c -------------------------------------------------------------------------------- */

/* how many forks lie between the first process that counted them and this one */
extern atomic_uint rt_forks;
/* Makes this process count its forks from now on. False when there is no memory for that. */
bool rt_forks_watch(void) NODISCARD;
/* Returns true in a child of the process that began the runtime, which has none of the runtime's
 * threads. */
static inline bool rt_is_bereft(const struct rt *rt)
{
	/* relaxed: the number changes only while the process has one thread */
	return atomic_load_explicit(&rt_forks, memory_order_relaxed) != rt->forks;
}

#endif
