/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* User-mode queues: their creation, inactivation and destruction. */
#include <stdlib.h>
#include "rt/fault/guard_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/signal/signal_impl.h"

_Static_assert(sizeof(amd_queue_t) == 256, "AMD queue layout");
_Static_assert(offsetof(amd_queue_t, write_dispatch_id) == HSAEMU_QUEUE_WRITE_INDEX,
	"AMD queue layout");
_Static_assert(offsetof(amd_queue_t, read_dispatch_id) == HSAEMU_QUEUE_READ_INDEX,
	"AMD queue layout");

/* ---- creation ------------------------------------------------------------------------------- */

/* Maps the ring so that it ends where its guard page begins. False when there is no memory. */
static bool ring_map(struct rt_queue *q, uint32_t packets)
{
	size_t bytes = (size_t)packets * RT_PACKET_BYTES;
	q->ring_page_bytes = (size_t)align_up(bytes, OS_PAGE_BYTES);
	/* below 4 GiB, so that kernels of both machine models may use the queue */
	q->ring_pages = os_map_guarded(q->ring_page_bytes, true);
	if (q->ring_pages == NULL)
		q->ring_pages = os_map_guarded(q->ring_page_bytes, false);
	if (q->ring_pages == NULL)
		return false;
	uint8_t *base = (uint8_t *)q->ring_pages + (q->ring_page_bytes - bytes);
	for (uint32_t i = 0; i < packets; i++)
		base[(size_t)i * RT_PACKET_BYTES] = HSA_PACKET_TYPE_INVALID;
	q->amd.hsa_queue.base_address = base;
	return true;
}

static void queue_init(struct rt_queue *q, struct rt *rt, uint32_t packets, hsa_queue_type32_t type)
{
	q->rt = rt;
	q->amd.hsa_queue.type = type;
	q->amd.hsa_queue.features = HSA_QUEUE_FEATURE_KERNEL_DISPATCH;
	q->amd.hsa_queue.size = packets;
	q->amd.max_cu_id = rt->cu_count - 1;
	q->amd.queue_properties = AMD_QUEUE_PROPERTIES_IS_PTR64;
	q->amd.read_dispatch_id_field_base_byte_offset = offsetof(amd_queue_t, read_dispatch_id);
	atomic_init(&q->offsets, NULL);
	atomic_init(&q->doorbell, -1);
	atomic_init(&q->rescan, -1);
	atomic_init(&q->inactive, false);
	atomic_init(&q->last, -1);
	atomic_init(&q->failed, false);
	for (size_t i = RT_QUEUE_RECORDS; i-- > 0;) {
		q->records[i].queue = q;
		q->records[i].next = q->free_records;
		q->free_records = &q->records[i];
	}
}

static void queue_publish(struct rt_queue *q)
{
	pthread_mutex_lock(&q->rt->lock);
	q->amd.hsa_queue.id = q->rt->next_queue_id++;
	q->next = q->rt->queues;
	q->rt->queues = q;
	pthread_mutex_unlock(&q->rt->lock);
}

hsa_status_t rt_queue_create(struct rt *rt, uint32_t packets, hsa_queue_type32_t type,
	rt_queue_callback *callback, void *data, hsa_queue_t **out)
{
	if (!is_pow2(packets) || packets > RT_MAX_QUEUE_PACKETS)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (rt_is_bereft(rt))
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	hsa_status_t status = callback == NULL ? HSA_STATUS_SUCCESS : rt_callback_thread_start(rt);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	struct rt_queue *q =
		/* whole pages, because AMD's layout wants an alignment of 64 bytes */
		os_map_low(sizeof *q);
	if (q == NULL)
		q = os_map(sizeof *q);
	if (q == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	queue_init(q, rt, packets, type);
	q->callback = callback;
	q->callback_data = data;
	/* -1, because the doorbell's value for the first packet is 0 */
	if (ring_map(q, packets) &&
		signal_new(rt, -1, q, &q->amd.hsa_queue.doorbell_signal) == HSA_STATUS_SUCCESS) {
		queue_publish(q);
		*out = &q->amd.hsa_queue;
		return HSA_STATUS_SUCCESS;
	}
	os_unmap_guarded(q->ring_pages, q->ring_page_bytes);
	os_unmap(q, sizeof *q);
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

/* ---- destruction ---------------------------------------------------------------------------- */

/* Makes the queue inactive. False when it was inactive before. */
static bool inactivate(struct rt_queue *q)
{
	if (atomic_load_explicit(&q->inactive, memory_order_relaxed))
		return false;
	atomic_store_explicit(&q->last, rt_queue_rung(q), memory_order_relaxed);
	/* release: a thread that sees it also sees `last` */
	atomic_store_explicit(&q->inactive, true, memory_order_release);
	return true;
}

void rt_queue_inactivate(hsa_queue_t *queue)
{
	struct rt_queue *q = rt_queue_of(queue);
	if (inactivate(q))
		rt_stop_workers(q->rt);
}

void rt_queue_destroy(hsa_queue_t *queue)
{
	struct rt_queue *q = rt_queue_of(queue);
	struct rt *rt = q->rt;
	if (rt_is_bereft(rt))
		return;
	bool first = inactivate(q);
	pthread_mutex_lock(&rt->lock);
	/* dispatches that are launched from now on do not begin */
	if (first && q->in_flight != 0)
		rt_stop_workers(rt);
	rt_callback_forget(q);
	while (q->state != QUEUE_IDLE || q->in_flight != 0 || rt_callback_runs_elsewhere(q))
		pthread_cond_wait(&rt->settled, &rt->lock);
	q->state = QUEUE_DEAD;
	struct rt_queue **link = &rt->queues;
	while (*link != q)
		link = &(*link)->next;
	*link = q->next;
	pthread_mutex_unlock(&rt->lock);
	rt_packets_process(q,
		/* the queue is inactive: packets that have not begun are failed, so that nobody
		 * waits for them */
		NULL);
	rt_barrier_cancel(q);
	signal_unref(q->amd.hsa_queue.doorbell_signal);
	os_unmap_guarded(q->ring_pages, q->ring_page_bytes);
	free(atomic_load_explicit(&q->offsets, memory_order_relaxed));
	os_unmap(q, sizeof *q);
}
