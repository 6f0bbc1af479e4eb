/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* User-mode queues and their packets. */
#ifndef HSAEMU_RT_QUEUE_IMPL_H
#define HSAEMU_RT_QUEUE_IMPL_H

#include <hsa/amd_hsa_queue.h>
#include <stdatomic.h>
#include "rt/dispatch/dispatch_impl.h"
#include "rt/signal/signal_impl.h"

enum {
	RT_PACKET_BYTES = 64,
	RT_BARRIER_DEPS = 5,
	RT_QUEUE_RECORDS = 16, /* dispatches of one queue in flight */
	RT_ERROR_VALUE = -1,   /* of the completion signal of a failed packet */
	RT_QUEUE_PLACES = 32,  /* that are kept */
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

static inline struct rt_queue *rt_queue_of(const hsa_queue_t *queue)
{
	return (struct rt_queue *)(uintptr_t)queue;
}

/* Groups of the dispatch that have not begun are to be left out, and the others ended. */
static inline bool rt_dispatch_must_stop(struct rt_dispatch *d)
{
	/* relaxed: a flag to be seen soon; what failed is in the queue's report */
	if (atomic_load_explicit(&d->queue->inactive, memory_order_relaxed))
		atomic_store_explicit(&d->stopped, true, memory_order_relaxed);
	return atomic_load_explicit(&d->stopped, memory_order_relaxed);
}

/* ---- doorbell.c ----------------------------------------------------------------------------- */

/* Has a worker look at the queue. */
void rt_queue_ring(struct rt_queue *q);
void rt_queue_ring_locked(struct rt_queue *q);
/* The doorbell signal was written. */
void rt_queue_doorbell(struct rt_queue *q, int64_t value);
/* The last packet that the doorbell, or a rescan, has covered. */
int64_t rt_queue_rung(struct rt_queue *q);
/* Rings queues with packets beyond the last doorbell. */
void rt_queues_rescan(struct rt *rt);

/* ---- queue_error.c -------------------------------------------------------------------------- */

/* Enters the error state, unless it is in it already. */
void rt_queue_fail(struct rt_queue *q, const struct rt_report *report);

/* ---- queue_callback.c ----------------------------------------------------------------------- */

/* The thread that runs callbacks, started with the first queue that has one. */
hsa_status_t rt_callback_thread_start(struct rt *rt) NODISCARD;
/* Both are called with the lock. The queue's callback is to be run, or not to be run any more. */
void rt_callback_want(struct rt_queue *q);
void rt_callback_forget(struct rt_queue *q);
/* Called with the lock. Whether the queue's callback is running, on another thread than the
 * caller's. */
bool rt_callback_runs_elsewhere(const struct rt_queue *q);

/* ---- packet_offset.c ------------------------------------------------------------------------ */

/* The global offset of a packet that is ready; 0s when there is none. */
void rt_queue_offset(const struct rt_queue *q, uint64_t packet_id, uint64_t first[3]);

/* ---- packet_processor.c --------------------------------------------------------------------- */

/* Launches what can be launched. The calling worker has the queue in QUEUE_BUSY; `g` is its. */
void rt_packets_process(struct rt_queue *q, struct rt_guard *g);

/* ---- barrier_packet.c ----------------------------------------------------------------------- */

void rt_barrier_start(struct rt_queue *q, const void *packet, bool any);
/* True when the barrier packet has completed. In a failed queue it does, in error. */
bool rt_barrier_poll(struct rt_queue *q, bool failed) NODISCARD;
void rt_barrier_cancel(struct rt_queue *q);

#endif
