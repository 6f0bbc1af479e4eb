/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The packet processor: goes through a ring from its read index on and launches the packets.
 *
 * Clients write packets in different orders: as whole structs with a valid header, after zeroing
 * the slot, or with the type byte last. Therefore a packet is looked at only when a doorbell has
 * covered its index, or a blocked waiter has asked for a rescan. The header is read with acquire,
 * and the body is copied into a record of the runtime's before the slot is given back. */
#include <stdio.h>
#include <string.h>
#include "rt/dispatch/dispatch_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/signal/signal_impl.h"

static bool covered(struct rt_queue *q, uint64_t id)
{
	return (int64_t)id <= rt_queue_rung(q);
}

/* The client may write the header meanwhile; it rings the doorbell then. */
static bool is_all_zero(const uint8_t *slot)
{
	const uint64_t *words = (const uint64_t *)(const void *)slot;
	uint64_t any = 0;
	for (size_t i = 0; i < RT_PACKET_BYTES / sizeof *words; i++)
		any |= __atomic_load_n(&words[i], __ATOMIC_RELAXED);
	return any == 0;
}

/* Returns whether the client has not written the packet yet. Type 0 is the vendor-specific packet,
 * but it also shows in a slot that a client has zeroed before writing. It is an error only where
 * the packet must be complete: when its own doorbell was rung, or long after a later one's, and the
 * slot is not all zero. */
static bool is_unwritten(struct rt_queue *q, uint64_t id, const uint8_t *slot, unsigned type)
{
	if (type == HSA_PACKET_TYPE_INVALID)
		return true;
	if (type != HSA_PACKET_TYPE_VENDOR_SPECIFIC)
		return false;
	int64_t rung = atomic_load_explicit(&q->doorbell, memory_order_acquire);
	bool complete = q->amd.hsa_queue.type == HSA_QUEUE_TYPE_SINGLE ? (int64_t)id <= rung
	                                                               : (int64_t)id == rung;
	if (is_all_zero(slot))
		return true;
	if (complete || atomic_load_explicit(&q->settled, memory_order_acquire) == id + 1)
		return false;
	if ((int64_t)id < rung)
		rt_packet_doubt(q, id);
	return true;
}

/* Returns the slot to the producers. */
static void consume(struct rt_queue *q, uint8_t *slot)
{
	uint16_t invalid = HSA_PACKET_TYPE_INVALID;
	__atomic_store_n((uint16_t *)(void *)slot, invalid, __ATOMIC_RELAXED);
	q->cursor++;
	/* release: our reads of the slot and the header above come before its reuse */
	__atomic_store_n(&q->amd.read_dispatch_id, q->cursor, __ATOMIC_RELEASE);
}

/* Fails the packets that wait in a queue that is inactive or in the error state. The packets stay
 * where they are, but their completion signals are set, so that nobody waits for them. */
static void fail_waiters(struct rt_queue *q, const uint8_t *slot)
{
	hsa_signal_t completion;
	memcpy(&completion, slot + offsetof(hsa_kernel_dispatch_packet_t, completion_signal),
		sizeof completion);
	q->cursor++;
	if (completion.handle != 0 &&
		signal_is_live(&q->rt->signals, completion.handle, &q->signals))
		signal_fail(completion, RT_ERROR_VALUE);
}

static void refuse(struct rt_queue *q, struct rt_report *why)
{
	why->cause = RT_CAUSE_PACKET;
	why->packet_id = q->cursor;
	rt_queue_fail(q, why);
}

static void refuse_type(struct rt_queue *q, unsigned type)
{
	struct rt_report r = {.status = HSA_STATUS_ERROR_INVALID_PACKET_FORMAT,
		.detail = type == HSA_PACKET_TYPE_AGENT_DISPATCH
	                          ? "agent dispatch on a kernel agent's queue"
	                          : "packet type is not known"};
	snprintf(r.figures, sizeof r.figures, "type %u", type);
	refuse(q, &r);
}

/* Returns true when the queue must wait for dispatches in flight, whose completion then rings it.
 * Otherwise *record is set to a free record, unless `record` is NULL. */
static bool stall_while(struct rt_queue *q, bool for_all, struct rt_dispatch **record)
{
	struct rt *rt = q->rt;
	pthread_mutex_lock(&rt->lock);
	bool wait = for_all ? q->in_flight != 0 : q->free_records == NULL;
	q->stalled = wait;
	if (!wait && record != NULL) {
		*record = q->free_records;
		q->free_records = (*record)->next;
	}
	pthread_mutex_unlock(&rt->lock);
	return wait;
}

static void return_record(struct rt_dispatch *d)
{
	struct rt_queue *q = d->queue;
	pthread_mutex_lock(&q->rt->lock);
	d->next = q->free_records;
	q->free_records = d;
	pthread_mutex_unlock(&q->rt->lock);
}

static bool launch(struct rt_queue *q, uint8_t *slot, struct rt_guard *g)
{
	struct rt_dispatch *d = NULL;
	if (stall_while(q, false, &d))
		return false;
	struct rt_report why = {.status = HSA_STATUS_SUCCESS};
	if (!rt_dispatch_prepare(d, slot, q->cursor, g, &why)) {
		why.kernel_object = d->packet.kernel_object;
		return_record(d);
		refuse(q, &why);
		return true;
	}
	consume(q, slot);
	rt_dispatch_launch(d);
	return true;
}

static void start_barrier(struct rt_queue *q, uint8_t *slot, bool any)
{
	struct rt_report why = {.status = HSA_STATUS_SUCCESS};
	hsa_barrier_and_packet_t p;
	memcpy(&p, slot, sizeof p);
	bool right = rt_packet_check_signal(q, p.completion_signal,
		"completion signal is no signal", &why);
	for (size_t i = 0; right && i < RT_BARRIER_DEPS; i++)
		right = rt_packet_check_signal(q, p.dep_signal[i], "dependency is no signal", &why);
	if (!right) {
		refuse(q, &why);
		return;
	}
	rt_barrier_start(q, slot, any);
	consume(q, slot);
}

/* Handles one packet; false when the queue has to wait for something. */
static bool step(struct rt_queue *q, struct rt_guard *g)
{
	/* acquire: for `last`; what comes behind that is ignored */
	bool inactive = atomic_load_explicit(&q->inactive, memory_order_acquire);
	if (inactive && (int64_t)q->cursor > atomic_load_explicit(&q->last, memory_order_relaxed))
		return false;
	bool failed = inactive || atomic_load_explicit(&q->failed, memory_order_relaxed);
	if (q->barrier.active && !rt_barrier_poll(q, failed))
		return false;
	if (!covered(q, q->cursor))
		return false;
	uint8_t *slot = rt_queue_slot(q, q->cursor);
	/* acquire: the producer wrote the body before the header */
	unsigned header = __atomic_load_n((uint16_t *)(void *)slot, __ATOMIC_ACQUIRE);
	unsigned type = header >> HSA_PACKET_HEADER_TYPE & 0xff;
	if (is_unwritten(q, q->cursor, slot, type))
		return false;
	if (failed) {
		fail_waiters(q, slot);
		return true;
	}
	if ((header >> HSA_PACKET_HEADER_BARRIER & 1) != 0 && stall_while(q, true, NULL))
		return false;
	if (type == HSA_PACKET_TYPE_KERNEL_DISPATCH)
		return launch(q, slot, g);
	if (type == HSA_PACKET_TYPE_BARRIER_AND || type == HSA_PACKET_TYPE_BARRIER_OR) {
		start_barrier(q, slot, type == HSA_PACKET_TYPE_BARRIER_OR);
		return true;
	}
	refuse_type(q, type);
	return true;
}

void rt_packets_process(struct rt_queue *q, struct rt_guard *g)
{
	while (step(q, g))
		;
}
