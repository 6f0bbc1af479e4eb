/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* User-mode queues and their packets. */
#ifndef HSAEMU_RT_QUEUE_IMPL_H
#define HSAEMU_RT_QUEUE_IMPL_H

#include <hsa/amd_hsa_queue.h>
#include <stdatomic.h>
#include "rt/dispatch/dispatch_impl.h"
#include "rt/queue/event_thread_impl.h"
#include "rt/rt_impl.h"
#include "rt/signal/signal_impl.h"

enum {
	RT_PACKET_BYTES = 64,
	RT_BARRIER_DEPS = 5,
	RT_QUEUE_RECORDS = 16, /* dispatches of one queue that can be in flight */
	RT_ERROR_VALUE = -1,   /* value of the completion signal of a failed packet */
	RT_QUEUE_PLACES = 32,  /* places of stopped work-items that are kept for the report */
};

/* A barrier packet's interest in one signal. `value` is guarded by the pool's lock. */
struct rt_dependency {
	struct rt_watch watch;
	struct rt_queue *queue;   /* the queue to ring when the value becomes zero or negative */
	hsa_signal_value_t value; /* the first value <= 0 that was seen, or 1 */
	bool watched;             /* the value at first was looked at */
};

/* A barrier packet that waits for its dependencies. [P] */
struct rt_barrier {
	bool active, any; /* any: barrier-OR */
	unsigned count;
	hsa_signal_t completion;
	uint64_t start_ns;
	struct rt_dependency deps[RT_BARRIER_DEPS];
};

/* Where the global ids of a packet's dispatch begin, which no field of AQL says. The client writes
 * it before the packet's header, whose release and acquire publish it. */
struct rt_offset {
	/* the packet's id + 1; any other value: no offset was set for the packet in this slot */
	uint64_t packet;
	uint64_t first[3];
};

enum rt_queue_state {
	QUEUE_IDLE,       /* no packets to look at until the queue is rung */
	QUEUE_READY,      /* in the list rt.ready */
	QUEUE_BUSY,       /* a worker is looking at its packets */
	QUEUE_BUSY_AGAIN, /* like BUSY, and rung since: the worker will look once more */
	QUEUE_DEAD,       /* soft, or being destroyed; rings are ignored */
};

struct rt_queue {
	amd_queue_t amd; /* first: the handle is the address of amd.hsa_queue */
	struct rt *rt;
	bool soft;                                   /* has no packet processor */
	struct rt_queue *next, *before;              /* [L] rt.queues */
	struct rt_queue *next_ready;                 /* [L] */
	uint32_t announced_group, announced_private; /* see struct rt_queue_options; 0: not known */
	unsigned first_cu, cu_count;                 /* the CUs on which its dispatches run */
	atomic_uint linted; /* set of the mistakes that were told, enum rt_lint_kind */
	/* [L] the id + 1 of a packet that was rung for and not written, and when that was first
	 * seen */
	uint64_t unwritten, unwritten_ns;
	struct rt_event failure; /* calls the callback */
	/* [L] the id + 1 of a doubted packet (doubted_packet.c), and when its doubt ends */
	uint64_t doubted, doubt_ends_ns;
	_Atomic uint64_t settled;  /* the id + 1 of the packet whose doubt has ended */
	enum rt_queue_state state; /* [L] */
	_Atomic int64_t doorbell;  /* highest value stored to the doorbell; -1 at first */
	/* highest index that rt_queues_rescan() has covered; -1 at first */
	_Atomic int64_t rescan;
	/* [L] the highest index that was written without a doorbell, and when that was first
	 * seen */
	int64_t unrung;
	uint64_t unrung_ns;
	atomic_bool inactive;
	/* the last packet to complete, if only in error, when the queue is inactive */
	_Atomic int64_t last;
	/* `report` is set; load this with acquire before reading the report */
	atomic_bool failed;
	uint64_t cursor;                   /* [P] id of the next packet */
	const struct signal_slab *signals; /* [P] cache of signal_is_live() */
	struct rt_barrier barrier;         /* [P] */
	struct rt_dispatch *free_records;  /* [L] */
	unsigned in_flight;                /* [L] */
	unsigned active;                   /* [L] number of its active dispatches */
	unsigned running;                  /* [L] number of workers that run these */
	uint64_t turn;                     /* [L] number of the last turn with one of these */
	/* [L] the last ring came from a client, not from the runtime or a kernel */
	bool rung_by_client;
	uint64_t rung_ticks; /* [L] when it was last rung */
	bool stalled;        /* [L] to be rung when a dispatch completes */
	bool kept_ring;      /* [L] to be rung when the turn of the dispatch that rang it ends */
	rt_queue_callback *callback;
	void *callback_data;
	struct rt_report report;                 /* written once, under [L], before `failed` */
	unsigned place_count;                    /* [L] number of places that were noted; */
	struct rt_place places[RT_QUEUE_PLACES]; /* [L] the first of these */
	/* indexed by slot; NULL: no client has set an offset */
	struct rt_offset *_Atomic offsets;
	void *ring_pages;
	size_t ring_page_bytes;
	struct rt_dispatch records[RT_QUEUE_RECORDS];
};

static inline struct rt_queue *rt_queue_of(const hsa_queue_t *queue)
{
	return (struct rt_queue *)(uintptr_t)queue;
}

static inline uint8_t *rt_queue_slot(const struct rt_queue *q, uint64_t packet_id)
{
	uint64_t index = packet_id & (q->amd.hsa_queue.size - 1);
	return (uint8_t *)q->amd.hsa_queue.base_address + index * RT_PACKET_BYTES;
}

/* Returns the first CU of worker `index` among those of the queue, or a later one if it has none
 * there. CU c belongs to worker c mod workers. */
static inline unsigned rt_queue_first_cu(const struct rt_queue *q, unsigned index)
{
	if (q->first_cu == 0)
		return index;
	unsigned workers = q->rt->worker_count, first = q->first_cu % workers;
	return q->first_cu + (index >= first ? index - first : index + workers - first);
}

/* Returns how many workers run the queue's groups. */
static inline unsigned rt_queue_worker_count(const struct rt_queue *q)
{
	return q->cu_count < q->rt->worker_count ? q->cu_count : q->rt->worker_count;
}

/* Returns which of the queue's workers worker `index` is, if it is one. */
static inline unsigned rt_queue_rank(const struct rt_queue *q, unsigned index)
{
	return rt_queue_first_cu(q, index) - q->first_cu;
}

/* Returns whether worker `index` has one of the first `count` CUs of the queue. */
static inline bool rt_queue_runs_on(const struct rt_queue *q, unsigned count, unsigned index)
{
	return rt_queue_rank(q, index) < count;
}

/* Returns true when the dispatch must stop: groups that have not begun are left out, and the others
 * are ended. */
static inline bool rt_dispatch_must_stop(struct rt_dispatch *d)
{
	/* relaxed: a flag to be seen soon; what failed is in the queue's report */
	if (atomic_load_explicit(&d->queue->inactive, memory_order_relaxed))
		atomic_store_explicit(&d->stopped, true, memory_order_relaxed);
	return atomic_load_explicit(&d->stopped, memory_order_relaxed);
}

/* ---- doorbell.c ----------------------------------------------------------------------------- */

/* Makes a worker look at the queue. The second function is for callers that hold the lock. */
void rt_queue_ring(struct rt_queue *q);
void rt_queue_ring_locked(struct rt_queue *q);
/* Called with the lock: rings the queues that the dispatch of a device has rung in its turn. */
void rt_queues_ring_kept(struct rt *rt);
/* Called when the doorbell signal was written. */
void rt_queue_doorbell(struct rt_queue *q, int64_t value);
/* Returns the index of the last packet that the doorbell, or a rescan, has covered. */
int64_t rt_queue_rung(struct rt_queue *q);
/* Rings the queues that have had packets beyond the last doorbell for a while. Returns when there
 * may be more such queues, UINT64_MAX if there are no such packets. */
uint64_t rt_queues_rescan(struct rt *rt, uint64_t now_ns);

/* ---- doubted_packet.c ----------------------------------------------------------------------- */

/* Called when packet `id` has contents but type 0, and the doorbell has rung for a later one. After
 * a while the queue is rung, and its `settled` is id + 1, unless the packet has been consumed. */
void rt_packet_doubt(struct rt_queue *q, uint64_t id);

/* ---- queue_error.c -------------------------------------------------------------------------- */

/* Puts the queue into the error state with this report, unless it is in that state already. */
void rt_queue_fail(struct rt_queue *q, const struct rt_report *report);

/* ---- queue_lint.c --------------------------------------------------------------------------- */

enum rt_lint_kind {
	RT_LINT_DOORBELL,
	RT_LINT_UNWRITTEN,
	RT_LINT_OVERRUN,
	RT_LINT_KERNARG,
	RT_LINT_ACQUIRE,
	RT_LINT_RELEASE,
	RT_LINT_GROUP,
	RT_LINT_PRIVATE,
};

/* Tells the client of a mistake, if it wants to know and was not told yet. */
void rt_queue_lint(struct rt_queue *q, enum rt_lint_kind kind, const char *format, ...)
	PRINTF_LIKE(3, 4);
/* Called when the doorbell was set to `value`: it must not be beyond the ring. */
void rt_queue_lint_doorbell(struct rt_queue *q, int64_t value);
/* Called when packets are looked at for which the doorbell has not rung; `rung` is its value. */
void rt_queue_lint_unrung(struct rt_queue *q, int64_t rung);
/* Called with the lock when a thread waits: the next packet must not be missing for long. Returns
 * when to look again. */
uint64_t rt_queue_lint_unwritten(struct rt_queue *q, int64_t rung, uint64_t now_ns,
	uint64_t grace_ns);

/* ---- packet_offset.c ------------------------------------------------------------------------ */

/* Gets the global offset of a packet that is ready, or zeros when none was set. */
void rt_queue_offset(const struct rt_queue *q, uint64_t packet_id, uint64_t first[3]);
/* Frees what the queue has for offsets. */
void rt_queue_offsets_release(struct rt_queue *q);

/* ---- packet_processor.c --------------------------------------------------------------------- */

/* Launches the packets that can be launched. The calling worker has put the queue into state
 * QUEUE_BUSY; `g` is the worker's guard. */
void rt_packets_process(struct rt_queue *q, struct rt_guard *g);

/* ---- barrier_packet.c ----------------------------------------------------------------------- */

void rt_barrier_start(struct rt_queue *q, const void *packet, bool any);
/* Returns true when the barrier packet has completed. In a queue that has `failed`, it completes at
 * once, in error. */
bool rt_barrier_poll(struct rt_queue *q, bool failed) NODISCARD;
void rt_barrier_cancel(struct rt_queue *q);

#endif
