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
struct signal_slab;

struct signal_pool {
	/* guards all members below, the slabs' free lists and all watch lists */
	pthread_mutex_t lock;
	/* slabs are added at the head only, so it is read without the lock */
	struct signal_slab *_Atomic slabs;
	struct signal_side *free;
};

/* A barrier packet's interest in one dependency. Guarded by the pool's lock while linked. */
struct rt_watch {
	hsa_signal_t signal; /* handle 0: the watch is in no list */
	struct rt_watch *next;
	struct rt_queue *queue;   /* the queue to ring when the value becomes zero or negative */
	hsa_signal_value_t value; /* the first value <= 0 that was seen, or 1 */
};

/* The condition that a thread waits for. */
struct rt_wish {
	hsa_signal_t signal;
	hsa_signal_condition_t condition;
	hsa_signal_value_t compare;
};

/* Waits as rt_signal_wait() does, but the thread never does any of the work that the signal depends
 * on. */
hsa_signal_value_t rt_signal_wait_idly(const struct rt_wish *w, uint64_t timeout_ns,
	hsa_wait_state_t state);

hsa_status_t signal_pool_init(struct signal_pool *p) NODISCARD;
void signal_pool_release(struct signal_pool *p);

hsa_status_t signal_new(struct rt *rt, hsa_signal_value_t initial, struct rt_queue *doorbell_of,
	hsa_signal_t *out) NODISCARD;
/* Returns whether `handle`, which may be any number, is a signal of the pool that was not
 * destroyed. `*last` is a cache for repeated calls, NULL at first: the slab of the last call's
 * signal. */
bool signal_is_live(const struct signal_pool *p, uint64_t handle, const struct signal_slab **last);
/* A reference keeps the block from being used again. rt_signal_destroy() drops the reference that
 * the signal's creation gave. */
void signal_ref(hsa_signal_t s);
void signal_unref(hsa_signal_t s);

/* Makes the watch look at the value once and, while the value is positive, at each update. */
void signal_watch(struct rt_watch *w, hsa_signal_t s, struct rt_queue *queue);
void signal_unwatch(struct rt_watch *w);
/* The first value <= 0 that the watch has seen, or 1 if it has seen none yet. */
hsa_signal_value_t signal_watch_value(struct rt_watch *w, struct signal_pool *p);

/* Completes a packet: notes the times, then updates the value with release order and wakes
 * waiters. */
void signal_complete(hsa_signal_t s, uint64_t start_ns, uint64_t end_ns);
/* Completes a packet in error: the value becomes `error`, which is negative. */
void signal_fail(hsa_signal_t s, hsa_signal_value_t error);

#endif
