/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The runtime's own structures, shared by its files.
 *
 * Locks, in this order when both are held:
 *   signals.lock  watch lists and free signal blocks
 *   rt.lock       everything marked [L]: lists of queues and dispatches, queue states, events
 * heap.lock is held by nobody who wants another one. No lock is held while a kernel or a callback
 * runs. Fields marked [P] belong to the worker that has the queue in state QUEUE_BUSY; the
 * hand-over goes through rt.lock. */
#ifndef HSAEMU_RT_IMPL_H
#define HSAEMU_RT_IMPL_H

#include <hsa/amd_hsa_queue.h>
#include <pthread.h>
#include <stdatomic.h>
#include "hsaemu/kernel_abi.h"
#include "hsaemu/rt.h"
#include "fiber_impl.h"
#include "heap_impl.h"
#include "print_impl.h"
#include "segment_impl.h"
#include "signal_impl.h"
#include "trap_impl.h"

enum {
	RT_PACKET_BYTES = 64,
	RT_BARRIER_DEPS = 5,
	RT_QUEUE_RECORDS = 16, /* dispatches of one queue in flight */
	RT_ERROR_VALUE = -1,   /* of the completion signal of a failed packet */
	RT_QUEUE_PLACES = 32,  /* that are kept */
};

/* One kernel dispatch, from launch to completion. Belongs to its queue's array of records. */
struct rt_dispatch {
	struct hsaemu_dispatch abi; /* first: what the kernel sees */
	hsa_kernel_dispatch_packet_t packet;
	struct rt_queue *queue;
	hsaemu_kernel_entry *entry;          /* of a whole group, or */
	hsaemu_fiber_entry *fiber_entry;     /* of `fiber_items` of it */
	uint32_t fiber_items;                /* 0: without fibers */
	uint32_t stack_kib;                  /* of the descriptor */
	size_t private_bytes, context_bytes; /* of a whole work-group */
	bool low;                            /* small machine model: segments lie below 4 GiB */
	uint64_t group_count;
	uint64_t chunk; /* dynamic: groups per claim */
	unsigned cus_used;
	uint64_t start_ns, start_ticks;
	_Atomic uint64_t next_group; /* dynamic */
	atomic_bool quiet;           /* idle workers were not called; changes under [L] */
	atomic_bool stopped;         /* groups were left out: a fault, or the queue is inactive */
	struct rt_dispatch *next;    /* [L] in the active or the free list */
	unsigned running;            /* [L] workers inside */
	unsigned shares_left;        /* [L] static: workers whose share is not taken */
	uint64_t taken[RT_MAX_THREADS / 64]; /* [L] static: workers that took theirs */
};

/* A barrier packet that waits for its dependencies. [P] */
struct rt_barrier {
	bool active, any; /* any: barrier-OR */
	unsigned count;
	hsa_signal_t completion;
	uint64_t start_ns;
	struct rt_watch deps[RT_BARRIER_DEPS];
};

/* What AQL has no field for: where the global ids of a packet's dispatch begin. Written by the
 * client before the packet's header, whose release and acquire publish it. */
struct rt_offset {
	uint64_t packet; /* its id + 1; another one: nothing was said of the packet in this slot */
	uint64_t first[3];
};

enum rt_queue_state {
	QUEUE_IDLE,       /* nothing to do until it is rung */
	QUEUE_READY,      /* in rt.ready */
	QUEUE_BUSY,       /* a worker looks at its packets */
	QUEUE_BUSY_AGAIN, /* rung meanwhile: look once more */
	QUEUE_DEAD,       /* being destroyed, rings are ignored */
};

struct rt_queue {
	amd_queue_t amd; /* first: the handle is the address of amd.hsa_queue */
	struct rt *rt;
	struct rt_queue *next;       /* [L] rt.queues */
	struct rt_queue *next_ready; /* [L] */
	struct rt_queue *next_event; /* [L] */
	enum rt_queue_state state;   /* [L] */
	_Atomic int64_t doorbell;    /* highest value stored; -1 at first */
	_Atomic int64_t rescan;      /* likewise, from rt_queues_rescan() */
	atomic_bool inactive;
	_Atomic int64_t last; /* packet that completes, if only in error, when it is inactive */
	atomic_bool failed;   /* `report` is set; read it after this, with acquire */
	uint64_t cursor;      /* [P] next packet */
	const struct signal_slab *signals; /* [P] where the last signal of a packet was */
	struct rt_barrier barrier;         /* [P] */
	struct rt_dispatch *free_records;  /* [L] */
	unsigned in_flight;                /* [L] */
	bool rung_by_client;               /* [L] and not by what the runtime or a kernel did */
	uint64_t rung_ticks;               /* [L] */
	bool stalled;                      /* [L] ring when a dispatch completes */
	rt_queue_callback *callback;
	void *callback_data;
	struct rt_report report;                 /* written once, under [L], before `failed` */
	unsigned place_count;                    /* [L] of the places there are, */
	struct rt_place places[RT_QUEUE_PLACES]; /* [L] the first */
	struct rt_offset *_Atomic offsets;       /* NULL: no client has asked for one; by slot */
	void *ring_pages;
	size_t ring_page_bytes;
	struct rt_dispatch records[RT_QUEUE_RECORDS];
};

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
	WORKER_LENT,   /* a guest works in its place; its thread rests */
};

struct rt_worker {
	struct hsaemu_wg wg; /* what the kernel sees */
	struct rt *rt;
	unsigned index;
	pthread_t thread;
	atomic_uint thread_id, guest_id; /* the system's, of its thread and of a guest; 0: none */
	struct rt_dispatch *dispatch;    /* the one it runs groups of, or NULL */
	unsigned cu;                     /* dynamic: next CU to act as */
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

/* A service begins: until rt_kernel_enter() the thread is not to be taken away. */
ON_FIBER static inline void rt_kernel_leave(struct rt_guard *g)
{
	/* relaxed: only signal handlers on this thread look at it */
	atomic_store_explicit(&g->in_kernel, false, memory_order_relaxed);
	atomic_signal_fence(memory_order_seq_cst);
}

/* The thread goes on with a kernel, at `pc`, or does not return here if that has been stopped. */
ON_FIBER static inline void rt_kernel_enter(struct rt_guard *g, const void *pc)
{
	atomic_signal_fence(memory_order_seq_cst);
	atomic_store_explicit(&g->in_kernel, true, memory_order_relaxed);
	atomic_signal_fence(memory_order_seq_cst);
	if (__builtin_expect(atomic_load_explicit(&g->wanted, memory_order_relaxed), false))
		rt_guard_stop(g, pc);
}

/* A dispatch that took so little time that waking a thread for it is not worth while. */
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
	struct rt_worker *_Atomic reliefs; /* all of them, until the end; changes under [L] */
	unsigned relief_count;             /* [L] */
	struct rt_worker *idle;            /* [L] */
	struct rt_worker *lookout;         /* [L] the one that takes short naps, or NULL */
	int trust; /* [L] in clients to be guests after they ring (idle.c) */
	struct rt_brief briefs[RT_BRIEFS]; /* [L] of late, by kernel_object (turn.c) */
	uint64_t launches;                 /* [L] */
	uint64_t watched_launches;         /* [L] of these, when the last lookout gave up */
	atomic_size_t complaints;          /* about formats of kernels */
	atomic_size_t resident_bytes;      /* work-groups on fibers (fiber.c) */
	bool spins;                 /* who waits looks for a moment before sleeping: workers do not
	                               outnumber CPUs */
	bool stopping;              /* [L] */
	struct rt_queue *events;    /* [L] failed queues whose callback has not run */
	struct rt_queue *event_now; /* [L] whose callback is running */
	bool event_thread_runs;     /* [L] */
	pthread_t event_thread;
};

/* ---- queue.c -------------------------------------------------------------------------------- */

/* The global offset of a packet that is ready; 0s when there is none. */
void rt_queue_offset(const struct rt_queue *q, uint64_t packet_id, uint64_t first[3]);
/* Has a worker look at the queue. */
void rt_queue_ring(struct rt_queue *q);
void rt_queue_ring_locked(struct rt_queue *q);
/* The doorbell signal was written. */
void rt_queue_doorbell(struct rt_queue *q, int64_t value);
/* The last packet that the doorbell, or a rescan, has covered. */
int64_t rt_queue_rung(struct rt_queue *q);
/* Rings queues with packets beyond the last doorbell. */
void rt_queues_rescan(struct rt *rt);
/* Enters the error state, unless it is in it already. */
void rt_queue_fail(struct rt_queue *q, const struct rt_report *report);

/* ---- packet.c ------------------------------------------------------------------------------- */

/* Launches what can be launched. The calling worker has the queue in QUEUE_BUSY; `g` is its. */
void rt_packets_process(struct rt_queue *q, struct rt_guard *g);

/* ---- dispatch.c ----------------------------------------------------------------------------- */

/* Checks the packet and fills the record; on failure `why` has status, detail and figures of the
 * rule that it broke. */
bool rt_dispatch_prepare(struct rt_dispatch *d, const void *packet, uint64_t packet_id,
	struct rt_guard *g, struct rt_report *why) NODISCARD;
/* All groups have ended: signals completion and gives the record back. */
void rt_dispatch_finish(struct rt_dispatch *d);

/* False for a handle in a packet that is neither 0 nor a signal: `why` has the rule. */
bool rt_packet_check_signal(struct rt_queue *q, hsa_signal_t s, const char *rule,
	struct rt_report *why) NODISCARD;

/* ---- barrier.c ------------------------------------------------------------------------------ */

void rt_barrier_start(struct rt_queue *q, const void *packet, bool any);
/* True when the barrier packet has completed. In a failed queue it does, in error. */
bool rt_barrier_poll(struct rt_queue *q, bool failed) NODISCARD;
void rt_barrier_cancel(struct rt_queue *q);

/* ---- workgroup.c ---------------------------------------------------------------------------- */

/* Workers that take part in the dispatch. */
unsigned rt_groups_workers(const struct rt_dispatch *d);
/* True when worker `index` would find groups to run; with the lock. */
bool rt_groups_left(const struct rt_dispatch *d, unsigned index);
/* Runs the worker's share of w->dispatch; faults go to the queue's report. */
void rt_groups_run(struct rt_worker *w);
/* True when the worker's share has another group; rt_groups_take() then sets ids and sizes of
 * it. */
bool rt_groups_remain(struct rt_worker *w);
void rt_groups_take(struct rt_worker *w, struct hsaemu_wg *wg);
bool rt_groups_must_stop(struct rt_dispatch *d);
void rt_groups_report_memory(struct rt_worker *w);
/* Segments of a work-group of the dispatch. False when there is no memory. */
bool rt_groups_get_memory(struct rt_memory *m, const struct rt_dispatch *d, struct hsaemu_wg *wg,
	enum rt_fence fence) NODISCARD;
/* After work-groups have ended: reports stores beyond their segments. */
void rt_groups_check_memory(struct rt_worker *w, struct rt_memory *m);
/* After they were cut off. */
void rt_groups_distrust_memory(struct rt_memory *m);
void rt_groups_release_memory(struct rt_memory *m);

/* ---- stop.c ---------------------------------------------------------------------------------- */

/* Takes all workers out of kernels whose dispatch must stop, now or when they come back to them.
 * May be called in signal handlers. */
void rt_stop_workers(struct rt *rt);
/* With its thread at the end of the guarded run: what was in it, unless it ended by itself. */
void rt_stop_note_group(struct rt_worker *w);
void rt_stop_note_fibers(struct rt_worker *w);
/* What kind of fault the guard has met; on the thread that it was on. */
enum rt_fault rt_fault_kind(const struct rt_worker *w);

/* ---- rt.c ------------------------------------------------------------------------------------ */

extern atomic_uint rt_forks; /* how often this process was forked from another */
/* The threads of the runtime are not in this process. */
static inline bool rt_is_bereft(const struct rt *rt)
{
	/* relaxed: changes where there is one thread */
	return atomic_load_explicit(&rt_forks, memory_order_relaxed) != rt->forks;
}

/* ---- worker.c: all threads ------------------------------------------------------------------ */

hsa_status_t rt_workers_start(struct rt *rt, unsigned count) NODISCARD;
void rt_workers_stop(struct rt *rt);
/* The worker's fibers all wait, so that it cannot turn to anything else: starts another thread in
 * its place when there is something. */
void rt_workers_relieve(struct rt_worker *w);
/* The thread that runs queue callbacks, started with the first queue that has one. */
hsa_status_t rt_event_thread_start(struct rt *rt) NODISCARD;

/* ---- turn.c: what a thread does that acts as a worker ---------------------------------------- */

/* Puts a prepared dispatch before the workers. */
void rt_turn_launch(struct rt_dispatch *d);
/* With the lock: all groups have ended. */
void rt_turn_note_end(struct rt *rt, const struct rt_dispatch *d);
/* Of a quiet dispatch `done` groups took so long: calls other workers if the rest is worth it. */
void rt_turn_ask_for_help(struct rt_dispatch *d, uint64_t ticks, uint64_t done);
/* With the lock, which these give up meanwhile; false when there is nothing. A look at a rung
 * queue; the worker's share of `d`, unless that is NULL. */
bool rt_turn_queue(struct rt_worker *w, bool as_guest);
bool rt_turn_dispatch(struct rt_worker *w, struct rt_dispatch *d);
/* With the lock: the oldest dispatch with groups for the worker, or NULL. */
struct rt_dispatch *rt_worker_find(const struct rt_worker *w);

/* ---- idle.c; with the lock ------------------------------------------------------------------- */

/* Returns, with the lock, when the worker was called or the runtime stops. */
void rt_worker_rest(struct rt_worker *w);
/* There is something new for `count` workers. */
void rt_workers_wake(struct rt *rt, unsigned count);
/* The queue was put into rt.ready. */
void rt_announce(struct rt_queue *q);
/* An idle worker whose place the caller takes, or NULL. */
struct rt_worker *rt_worker_borrow(struct rt *rt);
void rt_worker_give_back(struct rt_worker *w);
/* A queue that a client rang is being looked at. */
void rt_ring_was_served(struct rt *rt, const struct rt_queue *q, bool by_guest);

/* ---- guest.c: threads of clients that wait --------------------------------------------------- */

/* Does what the wish depends on, as far as it can, until it holds. */
void rt_guest_work(struct rt *rt, const struct rt_wish *wish);
/* The calling thread acts as the worker from now on. */
void rt_worker_act(struct rt_worker *w);
/* True on a thread that acts as a worker of the runtime and is in no kernel. */
bool rt_worker_acting(const struct rt *rt);

/* ---- service.c ------------------------------------------------------------------------------ */

extern const struct hsaemu_services rt_services, rt_fiber_services;

#endif
