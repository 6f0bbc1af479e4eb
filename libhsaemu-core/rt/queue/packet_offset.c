/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Global offsets of dispatches. AQL packets have no field for them, so they are in a second ring,
 * beside that of the packets. */
#include <string.h>
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"

/* Clients may have changed the size that they see. */
static size_t bytes_of(const struct rt_queue *q)
{
	return q->ring_page_bytes / RT_PACKET_BYTES * sizeof(struct rt_offset);
}

/* Returns the ring of offsets, which is made when a client first sets one. NULL when there is no
 * memory. */
static struct rt_offset *offsets_of(struct rt_queue *q)
{
	struct rt_offset *ring = atomic_load_explicit(&q->offsets, memory_order_acquire), *made;
	if (ring != NULL)
		return ring;
	made = os_map(bytes_of(q));
	if (made == NULL || atomic_compare_exchange_strong_explicit(&q->offsets, &ring, made,
				    memory_order_acq_rel, memory_order_acquire))
		return made;
	os_unmap(made, bytes_of(q));
	return ring;
}

void rt_queue_offsets_release(struct rt_queue *q)
{
	os_unmap(atomic_load_explicit(&q->offsets, memory_order_relaxed), bytes_of(q));
}

hsa_status_t rt_queue_set_offset(hsa_queue_t *queue, uint64_t packet_id, const uint64_t first[3])
{
	struct rt_offset *ring = offsets_of(rt_queue_of(queue));
	if (ring == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	struct rt_offset *slot = &ring[packet_id & (queue->size - 1)];
	slot->packet = packet_id + 1;
	memcpy(slot->first, first, sizeof slot->first);
	return HSA_STATUS_SUCCESS;
}

void rt_queue_offset(const struct rt_queue *q, uint64_t packet_id, uint64_t first[3])
{
	/* acquire: the ring's initial contents are seen. The slot needs no more, because the client
	 * wrote it before the packet's header, which was read with acquire. */
	const struct rt_offset *ring = atomic_load_explicit(&q->offsets, memory_order_acquire);
	const struct rt_offset *slot =
		ring != NULL ? &ring[packet_id & (q->amd.hsa_queue.size - 1)] : NULL;
	if (slot != NULL && slot->packet == packet_id + 1)
		memcpy(first, slot->first, sizeof slot->first);
	else
		memset(first, 0, 3 * sizeof *first);
}
