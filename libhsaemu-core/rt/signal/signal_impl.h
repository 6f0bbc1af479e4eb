/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Signal blocks, and the watches on them.
 *
 * Blocks live in slabs that stay until the pool is released. So a late wake of a signal that was
 * destroyed meanwhile touches valid memory, and at worst wakes a thread for nothing. */
#ifndef HSAEMU_SIGNAL_IMPL_H
#define HSAEMU_SIGNAL_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include "hsaemu/rt.h"

struct rt_queue;
struct rt;
struct signal_region;
struct signal_side;
struct signal_slab;

struct signal_pool {
	/* guards all members below, the slabs' free lists and all watch lists */
	pthread_mutex_t lock;
	/* regions are added at the head only, so the list is read without the lock */
	struct signal_region *_Atomic regions;
	struct signal_side *free;
	size_t live; /* signals that there are */
};

/* Somebody's interest in the values of a signal, which the signal's block outlives. Guarded by the
 * pool's lock while linked. */
struct rt_watch {
	hsa_signal_t signal; /* handle 0: the watch is in no list */
	struct rt_watch *next;
	const struct rt_watch_kind *kind;
};

struct rt_watch_kind {
	/* Called with the pool's lock for the value at first, for each later one, and when the
	 * signal is destroyed. */
	void (*look)(struct rt_watch *w, hsa_signal_value_t v);
};

/* The condition that a thread waits for. */
struct rt_wish {
	hsa_signal_t signal;
	hsa_signal_condition_t condition;
	hsa_signal_value_t compare;
};

/* Conditions of which a thread waits for any, in the arrays of its caller. */
struct rt_wishes {
	size_t count;
	const hsa_signal_t *signals;
	const hsa_signal_condition_t *conditions;
	const hsa_signal_value_t *compare;
};

/* Waits as rt_signal_wait() does, but the thread never does any of the work that the signal depends
 * on. */
hsa_signal_value_t rt_signal_wait_idly(const struct rt_wish *w, uint64_t timeout_ns,
	hsa_wait_state_t state);

/* Sleeps like rt_signal_wait_any(), until one of the wishes holds, a signal was destroyed or the
 * deadline has passed. */
void rt_signal_sleep_any(struct rt *rt, const struct rt_wishes *w, uint64_t timeout_ns,
	hsa_wait_state_t state);

hsa_status_t signal_pool_init(struct signal_pool *p) NODISCARD;
void signal_pool_release(struct signal_pool *p);

hsa_status_t signal_new(struct rt *rt, hsa_signal_value_t initial, struct rt_queue *doorbell_of,
	hsa_signal_t *out) NODISCARD;
/* Returns whether `handle`, which may be any number, is a signal of the pool that was not
 * destroyed. `*last` is a cache for repeated calls, NULL at first: the slab of the last call's
 * signal. */
bool signal_is_live(const struct signal_pool *p, uint64_t handle, const struct signal_slab **last);
/* Does what rt_signal_destroy() does, also for the doorbell of a queue. */
void signal_end(hsa_signal_t s);
/* A reference keeps the block from being used again. signal_end() drops the reference that the
 * signal's creation gave. Returns false if the signal was destroyed and nobody had a reference:
 * there is none then. */
bool signal_ref(hsa_signal_t s) NODISCARD;
void signal_unref(hsa_signal_t s);

/* Makes the watch look at the value now and at each update. Returns false if the signal was
 * destroyed: the watch is in no list then. */
bool signal_watch(struct rt_watch *w, hsa_signal_t s, const struct rt_watch_kind *kind) NODISCARD;
void signal_unwatch(struct rt_watch *w);
/* Calls the function for each signal that there is or was. */
void signal_pool_each(struct signal_pool *p, void (*function)(struct signal_side *));
/* Frees the handlers of all signals when the runtime has ended. */
void signal_handlers_release(struct signal_pool *p);

/* Completes a packet: notes the times, then updates the value with release order and wakes
 * waiters. */
void signal_complete(hsa_signal_t s, uint64_t start_ns, uint64_t end_ns);
/* Completes a packet in error: the value becomes `error`, which is negative. */
void signal_fail(hsa_signal_t s, hsa_signal_value_t error);

#endif
