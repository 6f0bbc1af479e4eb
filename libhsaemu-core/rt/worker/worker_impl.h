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
#include "rt/service/kernel_printf_impl.h"
#include "rt/signal/signal_impl.h"

/* What a worker has claimed of its share of a dispatch. */
struct rt_claim {
	uint64_t next, end; /* groups */
	uint64_t cus;       /* static: CUs taken so far */
	unsigned cu;
};

enum rt_worker_state {
	WORKER_RUNS,   /* its thread works */
	WORKER_IDLE,   /* in rt.idle; its thread rests */
	WORKER_CALLED, /* its thread is about to work */
	WORKER_LENT,   /* a client works in its place; its thread rests */
};

struct rt_worker {
	struct hsaemu_wg wg; /* what the kernel sees */
	struct rt *rt;
	unsigned index;
	pthread_t thread;
	atomic_uint thread_id, client_id; /* the system's, of its thread and of a client; 0: none */
	struct rt_dispatch *dispatch;     /* the one it runs groups of, or NULL */
	unsigned cu;                      /* dynamic: next CU to act as */
	struct rt_claim claim;
	struct rt_memory memory;
	struct rt_guard guard;
	struct rt_fibers fibers;
	const struct signal_slab *signals; /* where a kernel's last signal was */
	struct rt_text text;               /* what it prints for a kernel */
	atomic_uint state;                 /* enum rt_worker_state; changes under [L] */
	bool asleep;                       /* [L] its thread waits for `wake` */
	pthread_cond_t wake;
	struct rt_worker *next_idle;   /* [L] */
	struct rt_worker *relief;      /* does what else there is while this one waits in vain */
	struct rt_worker *next_relief; /* does not change */
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
void rt_worker_thread_join(struct rt_worker *w);
void rt_thread_join(pthread_t thread);
/* Called when all fibers of the worker wait, so that it cannot turn to anything else. Starts
 * another thread in its place if there is something else to do. */
void rt_relief_start(struct rt_worker *w);
void rt_reliefs_join(struct rt *rt);

/* ---- worker_serve.c: what a thread does that acts as a worker ------------------------------- */

/* Both are called with the lock, give it up while they work, and return false when there is
 * nothing to do. The first looks at a rung queue, the second does the worker's share of `d`,
 * unless that is NULL. */
bool rt_worker_serve_queue(struct rt_worker *w, bool by_client);
bool rt_worker_serve_dispatch(struct rt_worker *w, struct rt_dispatch *d);

/* ---- idle_workers.c; with the lock ---------------------------------------------------------- */

/* Rests until the worker is called or the runtime stops. Returns with the lock. */
void rt_worker_rest(struct rt_worker *w);
/* Calls up to `count` workers, for which there is something to do. */
void rt_workers_wake(struct rt *rt, unsigned count);
/* Calls a worker for a queue that was put into rt.ready, unless one is about to look there in any
 * case. */
void rt_announce(struct rt_queue *q);
/* Lends the caller the place of an idle worker; NULL when none is idle. */
struct rt_worker *rt_worker_borrow(struct rt *rt);
void rt_worker_give_back(struct rt_worker *w);
/* Notes who looks at a queue that a client rang: that client, or a worker. */
void rt_ring_was_served(struct rt *rt, const struct rt_queue *q, bool by_client);

/* ---- current_worker.c ----------------------------------------------------------------------- */

/* The calling thread acts as the worker from now on, or as none if that is NULL. */
void rt_current_set(struct rt_worker *w);
struct rt_worker *rt_current_worker(void);
/* True on a thread that acts as a worker of the runtime and is in no kernel. */
bool rt_current_is_idle(const struct rt *rt);

#endif
