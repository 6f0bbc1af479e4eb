/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packets that may be a vendor's or may not be written yet. Type 0 is the vendor-specific packet,
 * which is an error here; but a producer that zeroes its slot, writes the body and then the type
 * shows the same while it is at it, and another producer may ring for a later packet meanwhile. So
 * such a packet is waited for, and taken at its word when it has stayed so for long. The callback
 * thread measures the time, because nobody may be waiting for anything. */
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"

/* longer than a producer is kept from running on a machine that has far too much to do */
static const uint64_t doubt_ns = 2000000000;

static void settle(struct rt_queue *q)
{
	/* release: pairs with the look at `settled` in packet_processor.c */
	if (rt_queue_read_index(&q->amd.hsa_queue) + 1 == q->doubted) {
		atomic_store_explicit(&q->settled, q->doubted, memory_order_release);
		rt_queue_ring_locked(q);
	}
	q->doubted = 0;
}

/* Ends the doubts whose time has come. */
static void settle_all(struct rt *rt, uint64_t now_ns)
{
	uint64_t next = UINT64_MAX;
	for (struct rt_queue *q = rt->queues; q != NULL; q = q->next) {
		if (q->doubted != 0 && q->doubt_ends_ns <= now_ns)
			settle(q);
		if (q->doubted != 0 && q->doubt_ends_ns < next)
			next = q->doubt_ends_ns;
	}
	if (next != UINT64_MAX)
		rt_event_alarm(rt, RT_ALARM_DOUBT, next, settle_all);
}

void rt_packet_doubt(struct rt_queue *q, uint64_t id)
{
	struct rt *rt = q->rt;
	/* without the thread, the packet is waited for as long as it takes */
	if (rt_event_thread_start(rt) != HSA_STATUS_SUCCESS)
		return;
	pthread_mutex_lock(&rt->lock);
	if (q->doubted != id + 1) {
		q->doubted = id + 1;
		q->doubt_ends_ns = os_clock_ns() + doubt_ns;
	}
	rt_event_alarm(rt, RT_ALARM_DOUBT, q->doubt_ends_ns, settle_all);
	pthread_mutex_unlock(&rt->lock);
}
