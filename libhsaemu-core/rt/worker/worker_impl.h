/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Workers: threads that look at queues and run work-groups, and clients' threads that do so in
 * their place. */
#ifndef HSAEMU_RT_WORKER_IMPL_H
#define HSAEMU_RT_WORKER_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include "rt/fault/guard_impl.h"
#include "rt/fiber/fiber_impl.h"
#include "rt/memory/segment_impl.h"
#include "rt/rt_impl.h"
#include "rt/service/kernel_printf_impl.h"
#include "rt/signal/signal_impl.h"
#include "rt/worker/output_impl.h"

enum { RT_MAX_RELIEFS = 256 };
/* so many workers there can be, and claims that they have left */
#define RT_CLAIMS(rt) ((size_t)(rt)->worker_count + RT_MAX_RELIEFS)

/* The groups and CUs that a worker has claimed of its share of a dispatch. */
struct rt_claim {
	uint64_t next, end; /* range of groups that are still to be run */
	uint64_t cus;       /* static: number of CUs whose groups were claimed so far */
	unsigned cu;
};

enum rt_worker_state {
	WORKER_RUNS,   /* its thread works */
	WORKER_IDLE,   /* in rt.idle; its thread rests */
	WORKER_CALLED, /* its thread is about to work */
	WORKER_LENT,   /* a client works in its place; its thread rests */
	WORKER_RESTS,  /* a stand-in that serves for nobody */
};

struct rt_worker {
	struct hsaemu_wg wg; /* what the kernel sees */
	struct rt *rt;
	unsigned index;
	pthread_t thread;
	/* the system's ids of the worker's thread and of a client in its place; 0: none */
	atomic_uint thread_id, client_id;
	struct rt_dispatch *dispatch; /* the dispatch whose groups it runs, or NULL */
	unsigned cu;                  /* dynamic: the CU as which it runs the next group */
	struct rt_claim claim;
	struct rt_memory memory;
	struct rt_guard guard;
	struct rt_fibers fibers;
	const struct signal_slab *signals; /* cache of signal_is_live() for signals of kernels */
	struct rt_text text;               /* the text that it prints for a kernel */
	struct rt_output output;           /* what it has printed and holds back */
	atomic_uint state;                 /* enum rt_worker_state; changes under [L] */
	bool asleep;                       /* [L] its thread sleeps until `wake` is signalled */
	/* [L] while it is in rt.idle: a client spins in its place, and works when it is called */
	bool has_client;
	pthread_cond_t wake;
	struct rt_worker *next_idle; /* [L] */
	/* a second worker for other work, while all fibers of this one wait; NULL: none */
	struct rt_worker *relief;
	struct rt_worker *next_relief; /* constant once the relief is in the list */
	bool leaves;                   /* it ends its turn, though there are groups left */
	uint64_t turn_ticks;           /* when the turn began */
	/* the watcher has seen the worker in a group that has not ended since; and what CPU time
	 * its thread had had then [L] */
	atomic_bool hailed;
	uint64_t hailed_cpu_ns;
	bool is_stand_in;           /* it serves only while another worker is stuck in a group */
	struct rt_worker *stand_in; /* [L] the one that serves in this worker's place, or NULL */
	/* the worker has a stand-in, so it shall come back; or it is one and is to end its
	 * service; both change under [L] */
	atomic_bool relieved, dismissed;
};

static inline struct rt_worker *rt_worker_of(struct rt_guard *g)
{
	return (struct rt_worker *)(void *)((uint8_t *)g - offsetof(struct rt_worker, guard));
}

/* ---- worker.c ------------------------------------------------------------------------------- */

hsa_status_t rt_workers_start(struct rt *rt, unsigned count) NODISCARD;
void rt_workers_stop(struct rt *rt);

/* ---- worker_thread.c ------------------------------------------------------------------------ */

bool rt_worker_thread_start(struct rt_worker *w) NODISCARD;
void rt_thread_join(pthread_t thread);
/* Called when all fibers of the worker wait, so that the worker cannot do other work. Starts
 * another thread in its place if there is other work. */
void rt_relief_start(struct rt_worker *w);
/* Called with the lock: starts a relief for the worker, or a stand-in if `w` is NULL. NULL when
 * there is no memory or no thread, or the runtime stops. */
struct rt_worker *rt_relief_new(struct rt *rt, const struct rt_worker *w);
/* Called with the lock when the runtime stops. */
void rt_reliefs_wake(struct rt *rt);
void rt_reliefs_join(struct rt *rt);

/* ---- worker_serve.c: what a thread does that acts as a worker ------------------------------- */

/* Both are called with the lock, give it up while they work, and return false when there was
 * nothing to do. The first looks at a rung queue; the second does the worker's share of `d`, which
 * may be NULL. */
bool rt_worker_serve_queue(struct rt_worker *w, bool by_client);
bool rt_worker_serve_dispatch(struct rt_worker *w, struct rt_dispatch *d);

/* ---- turns.c -------------------------------------------------------------------------------- */

/* Called with the lock: begins a turn of the worker with the dispatch. */
void rt_turn_begin(struct rt_worker *w, struct rt_dispatch *d);
/* Called with the lock: ends it. Returns true when the worker has to finish the dispatch. */
bool rt_turn_end(struct rt_worker *w) NODISCARD;
/* Called between groups when there is pressure; see rt_turn_lasts(). */
bool rt_turn_is_over(struct rt_worker *w);

/* Called before each group. False when the worker must leave the dispatch to serve others; then
 * w->leaves is set. */
static inline bool rt_turn_lasts(struct rt_worker *w)
{
	/* relaxed: a hint, to be seen soon */
	return atomic_load_explicit(&w->rt->pressure, memory_order_relaxed) == 0 ||
	       !rt_turn_is_over(w);
}

/* ---- device_turns.c; with the lock ---------------------------------------------------------- */

/* Called when a worker begins to work on a device's dispatch; the first one begins the turn. */
void rt_device_turn_begin(struct rt_dispatch *d);
/* Called when all workers have left a dispatch that gives way. */
void rt_device_turn_pause(const struct rt_worker *w, struct rt_dispatch *d);
/* Called when the dispatch that had the device has been finished. */
void rt_device_turn_end(const struct rt_worker *w);
/* Calls a worker for a dispatch that waits for the device if `w` cannot work on it. */
void rt_device_hand_on(const struct rt_worker *w);

/* ---- stand_ins.c ---------------------------------------------------------------------------- */

/* Starts a thread that watches for stuck workers, if there are several queues and no such thread.
 * If that fails, nobody watches. */
void rt_stand_in_start(struct rt *rt);
/* What a stand-in's thread does until the runtime stops. Called with the lock. */
void rt_stand_in_loop(struct rt_worker *r);

/* ---- idle_workers.c; with the lock ---------------------------------------------------------- */

/* Rests until the worker is called or the runtime stops. Returns with the lock. */
void rt_worker_rest(struct rt_worker *w);
void rt_workers_wake_all(struct rt *rt);
/* Calls up to `count` idle workers that run groups of the queue, and returns how many it called. */
unsigned rt_workers_wake(const struct rt_queue *q, unsigned count);
/* The same, but only those that are awake, so that no thread need be woken. */
unsigned rt_workers_call_awake(const struct rt_queue *q, unsigned count);
/* Calls an idle worker to look at the queue, whose groups it need not run. */
void rt_worker_wake_to_look(const struct rt_queue *q);
/* Calls a worker for a queue that was put into rt.ready, unless some thread is about to look there
 * in any case. */
void rt_announce(struct rt_queue *q);
/* Forgets what is known of this thread's signal mask. A client may change the mask between two
 * runtimes, however soon the second one follows. */
void rt_client_forget(void);
/* Lends the caller the place of an idle worker, of one that runs groups of `q` if possible; `q` may
 * be NULL. Returns NULL when none is idle. */
struct rt_worker *rt_worker_borrow(struct rt *rt, const struct rt_queue *q);
void rt_worker_give_back(struct rt_worker *w);
/* Spins for a moment on a client's thread that has borrowed the worker and finds nothing to do.
 * Returns true when there is something for the worker to do. */
bool rt_client_rests(struct rt_worker *w, const struct rt_wishes *wishes) NODISCARD;
/* Calls this worker if it is idle. */
void rt_worker_call(struct rt_worker *w);
/* Called when rt.ready, rt.idle, rt.active_queues, rt.watching or rt.stand_ins have changed. */
void rt_pressure_note(struct rt *rt);
/* Notes whether the client that rang the queue looks at it, or a worker does. */
void rt_ring_was_served(struct rt *rt, const struct rt_queue *q, bool by_client);

/* ---- current_worker.c ----------------------------------------------------------------------- */

/* Makes the calling thread act as the worker from now on, or as none if `w` is NULL. */
void rt_current_set(struct rt_worker *w);
struct rt_worker *rt_current_worker(void);
/* Returns true on a thread that acts as a worker of the runtime and is not in a kernel. */
bool rt_current_is_idle(const struct rt *rt);

#endif
