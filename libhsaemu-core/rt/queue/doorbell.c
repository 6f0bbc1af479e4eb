/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How workers learn that a queue has packets. Ringing a queue while a worker looks at it makes that
 * worker look once more, so no ring is lost and none waits long for a lock. Each store to a
 * doorbell rings, whatever its value; the value only says up to where packets are complete. What
 * the dispatch of a device rings is kept until the end of its turn (device_turns.c). */
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"

/* how long a packet may be reserved and not rung for before it is looked at all the same */
enum { GRACE_NS = 20000000 };

/* Returns whether the thread works on the dispatch of a device of the runtime. */
static bool is_in_device(const struct rt *rt)
{
	struct rt_guard *g = rt_guard_armed();
	if (g == NULL || rt_worker_of(g)->rt != rt)
		return false;
	const struct rt_dispatch *d = rt_worker_of(g)->dispatch;
	return d != NULL && d->device != NULL;
}

static void ring(struct rt_queue *q, bool by_client)
{
	struct rt *rt = q->rt;
	if (is_in_device(rt)) {
		q->kept_ring = rt->has_kept_rings = true;
		return;
	}
	if (q->state == QUEUE_BUSY)
		q->state = QUEUE_BUSY_AGAIN;
	if (q->state != QUEUE_IDLE)
		return;
	q->state = QUEUE_READY;
	q->rung_by_client = by_client;
	q->rung_ticks = os_ticks();
	q->next_ready = NULL;
	if (rt->ready == NULL)
		rt->ready = q;
	else
		rt->ready_last->next_ready = q;
	rt->ready_last = q;
	rt_announce(q);
	rt_pressure_note(rt);
}

void rt_queue_ring_locked(struct rt_queue *q)
{
	ring(q, false);
}

void rt_queues_ring_kept(struct rt *rt)
{
	if (!rt->has_kept_rings)
		return;
	rt->has_kept_rings = false;
	for (struct rt_queue *q = rt->queues; q != NULL; q = q->next)
		if (q->kept_ring) {
			q->kept_ring = false;
			ring(q, false);
		}
}

void rt_queue_ring(struct rt_queue *q)
{
	pthread_mutex_lock(&q->rt->lock);
	rt_queue_ring_locked(q);
	pthread_mutex_unlock(&q->rt->lock);
}

static void raise_to(_Atomic int64_t *limit, int64_t value)
{
	/* release: a thread that sees the limit also sees what was written before the doorbell */
	int64_t old = atomic_load_explicit(limit, memory_order_relaxed);
	while (old < value && !atomic_compare_exchange_weak_explicit(limit, &old, value,
				      memory_order_release, memory_order_relaxed))
		;
}

void rt_queue_doorbell(struct rt_queue *q, int64_t value)
{
	if (rt_is_bereft(q->rt))
		return;
	if (q->rt->lint != NULL)
		rt_queue_lint_doorbell(q, value);
	raise_to(&q->doorbell, value);
	pthread_mutex_lock(&q->rt->lock);
	ring(q, rt_guard_armed() == NULL);
	pthread_mutex_unlock(&q->rt->lock);
}

/* Called with the lock. Returns when the queue's packets beyond the last doorbell will be taken to
 * be complete: a producer that has reserved a packet may be about to write it. UINT64_MAX: there
 * are none, or the queue has been rung now. */
static uint64_t rescan(struct rt_queue *q, uint64_t now_ns)
{
	uint64_t written = rt_queue_write_index(&q->amd.hsa_queue);
	int64_t last = (int64_t)written - 1;
	int64_t rung = atomic_load_explicit(&q->doorbell, memory_order_relaxed);
	if (rt_queue_read_index(&q->amd.hsa_queue) >= written)
		return UINT64_MAX;
	if (last <= rung)
		return rt_queue_lint_unwritten(q, rung, now_ns, GRACE_NS);
	if (q->unrung != last) {
		q->unrung = last;
		q->unrung_ns = now_ns;
	}
	if (now_ns < q->unrung_ns + GRACE_NS)
		return q->unrung_ns + GRACE_NS;
	rt_queue_lint_unrung(q, rung);
	raise_to(&q->rescan, last);
	rt_queue_ring_locked(q);
	return UINT64_MAX;
}

uint64_t rt_queues_rescan(struct rt *rt, uint64_t now_ns)
{
	uint64_t next = UINT64_MAX;
	pthread_mutex_lock(&rt->lock);
	for (struct rt_queue *q = rt->queues; q != NULL; q = q->next) {
		uint64_t at = q->soft ? UINT64_MAX : rescan(q, now_ns);
		next = at < next ? at : next;
	}
	pthread_mutex_unlock(&rt->lock);
	return next;
}

int64_t rt_queue_rung(struct rt_queue *q)
{
	/* acquire: pairs with raise_to() */
	int64_t rung = atomic_load_explicit(&q->doorbell, memory_order_acquire);
	int64_t rescan = atomic_load_explicit(&q->rescan, memory_order_acquire);
	return rung > rescan ? rung : rescan;
}
