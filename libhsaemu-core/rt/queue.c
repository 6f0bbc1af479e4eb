/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* User-mode queues: the ring, its indices, the doorbell and the error state.
 *
 * A queue is looked at by one worker at a time (enum rt_queue_state). Ringing it while it is looked
 * at makes that worker look again, so no event is lost and none waits for a lock held for long. A
 * doorbell store is an event; its value only says how far packets are complete. */
#include <stdlib.h>
#include <string.h>
#include "os_impl.h"
#include "rt_impl.h"

_Static_assert(sizeof(amd_queue_t) == 256, "AMD queue layout");
_Static_assert(offsetof(amd_queue_t, write_dispatch_id) == HSAEMU_QUEUE_WRITE_INDEX,
	"AMD queue layout");
_Static_assert(offsetof(amd_queue_t, read_dispatch_id) == HSAEMU_QUEUE_READ_INDEX,
	"AMD queue layout");

static struct rt_queue *queue_of(const hsa_queue_t *queue)
{
	return (struct rt_queue *)(uintptr_t)queue;
}

/* ---- events ---------------------------------------------------------------------------------- */

static void ring(struct rt_queue *q, bool by_client)
{
	struct rt *rt = q->rt;
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
}

void rt_queue_ring_locked(struct rt_queue *q)
{
	ring(q, false);
}

void rt_queue_ring(struct rt_queue *q)
{
	pthread_mutex_lock(&q->rt->lock);
	rt_queue_ring_locked(q);
	pthread_mutex_unlock(&q->rt->lock);
}

static void raise_to(_Atomic int64_t *limit, int64_t value)
{
	/* release: whoever sees the limit sees what was written before the doorbell */
	int64_t old = atomic_load_explicit(limit, memory_order_relaxed);
	while (old < value && !atomic_compare_exchange_weak_explicit(limit, &old, value,
				      memory_order_release, memory_order_relaxed))
		;
}

void rt_queue_doorbell(struct rt_queue *q, int64_t value)
{
	if (rt_is_bereft(q->rt))
		return;
	raise_to(&q->doorbell, value);
	pthread_mutex_lock(&q->rt->lock);
	ring(q, rt_guard_armed() == NULL);
	pthread_mutex_unlock(&q->rt->lock);
}

void rt_queues_rescan(struct rt *rt)
{
	pthread_mutex_lock(&rt->lock);
	for (struct rt_queue *q = rt->queues; q != NULL; q = q->next) {
		uint64_t written = rt_queue_write_index(&q->amd.hsa_queue);
		int64_t last = (int64_t)written - 1;
		if (last <= atomic_load_explicit(&q->doorbell, memory_order_relaxed) ||
			rt_queue_read_index(&q->amd.hsa_queue) >= written)
			continue;
		raise_to(&q->rescan, last);
		rt_queue_ring_locked(q);
	}
	pthread_mutex_unlock(&rt->lock);
}

void rt_queue_fail(struct rt_queue *q, const struct rt_report *report)
{
	struct rt *rt = q->rt;
	pthread_mutex_lock(&rt->lock);
	if (!atomic_load_explicit(&q->failed, memory_order_relaxed)) {
		q->report = *report;
		/* release: a reader that sees `failed` sees the report */
		atomic_store_explicit(&q->failed, true, memory_order_release);
		if (q->callback != NULL) {
			struct rt_queue **link = &rt->events;
			while (*link != NULL)
				link = &(*link)->next_event;
			q->next_event = NULL;
			*link = q;
			pthread_cond_signal(&rt->event);
		}
		rt_queue_ring_locked(q); /* to fail the packets that wait */
	}
	pthread_mutex_unlock(&rt->lock);
}

int64_t rt_queue_rung(struct rt_queue *q)
{
	/* acquire: pairs with raise_to() */
	int64_t rung = atomic_load_explicit(&q->doorbell, memory_order_acquire);
	int64_t rescan = atomic_load_explicit(&q->rescan, memory_order_acquire);
	return rung > rescan ? rung : rescan;
}

bool rt_queue_report(const hsa_queue_t *queue, struct rt_report *out)
{
	struct rt_queue *q = queue_of(queue);
	if (!atomic_load_explicit(&q->failed, memory_order_acquire))
		return false;
	*out = q->report;
	return true;
}

/* ---- creation -------------------------------------------------------------------------------- */

/* The ring ends where its guard page begins. */
static bool ring_map(struct rt_queue *q, uint32_t packets)
{
	size_t bytes = (size_t)packets * RT_PACKET_BYTES;
	q->ring_page_bytes = (size_t)align_up(bytes, OS_PAGE_BYTES);
	/* low, so that kernels of both machine models may use the queue */
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
	hsa_status_t status = callback == NULL ? HSA_STATUS_SUCCESS : rt_event_thread_start(rt);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	struct rt_queue *q =
		os_map_low(sizeof *q); /* pages: AMD's layout wants 64-byte alignment */
	if (q == NULL)
		q = os_map(sizeof *q);
	if (q == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	queue_init(q, rt, packets, type);
	q->callback = callback;
	q->callback_data = data;
	/* -1: the first packet's doorbell value is 0 */
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

/* ---- destruction ----------------------------------------------------------------------------- */

/* False when it was inactive before. */
static bool inactivate(struct rt_queue *q)
{
	if (atomic_load_explicit(&q->inactive, memory_order_relaxed))
		return false;
	atomic_store_explicit(&q->last, rt_queue_rung(q), memory_order_relaxed);
	/* release: who sees it finds `last` */
	atomic_store_explicit(&q->inactive, true, memory_order_release);
	return true;
}

void rt_queue_inactivate(hsa_queue_t *queue)
{
	struct rt_queue *q = queue_of(queue);
	if (inactivate(q))
		rt_stop_workers(q->rt);
}

static void remove_event(struct rt *rt, struct rt_queue *q)
{
	for (struct rt_queue **link = &rt->events; *link != NULL; link = &(*link)->next_event) {
		if (*link == q) {
			*link = q->next_event;
			return;
		}
	}
}

static bool on_event_thread(const struct rt *rt)
{
	return rt->event_thread_runs && pthread_equal(pthread_self(), rt->event_thread) != 0;
}

void rt_queue_destroy(hsa_queue_t *queue)
{
	struct rt_queue *q = queue_of(queue);
	struct rt *rt = q->rt;
	if (rt_is_bereft(rt))
		return;
	bool first = inactivate(q);
	pthread_mutex_lock(&rt->lock);
	/* what is launched from now on does not begin */
	if (first && q->in_flight != 0)
		rt_stop_workers(rt);
	remove_event(rt, q);
	while (q->state != QUEUE_IDLE || q->in_flight != 0 ||
		(rt->event_now == q && !on_event_thread(rt)))
		pthread_cond_wait(&rt->settled, &rt->lock);
	q->state = QUEUE_DEAD;
	struct rt_queue **link = &rt->queues;
	while (*link != q)
		link = &(*link)->next;
	*link = q->next;
	pthread_mutex_unlock(&rt->lock);
	rt_packets_process(q,
		NULL); /* nobody shall wait for what has not begun: the queue is inactive */
	rt_barrier_cancel(q);
	signal_unref(q->amd.hsa_queue.doorbell_signal);
	os_unmap_guarded(q->ring_pages, q->ring_page_bytes);
	free(atomic_load_explicit(&q->offsets, memory_order_relaxed));
	os_unmap(q, sizeof *q);
}

/* ---- global offsets -------------------------------------------------------------------------- */

/* A ring like that of the packets, made for the first client that wants one. */
static struct rt_offset *offsets_of(struct rt_queue *q)
{
	struct rt_offset *ring = atomic_load_explicit(&q->offsets, memory_order_acquire), *made;
	if (ring != NULL)
		return ring;
	made = mem_try_new(q->amd.hsa_queue.size, sizeof *made);
	if (made == NULL || atomic_compare_exchange_strong_explicit(&q->offsets, &ring, made,
				    memory_order_acq_rel, memory_order_acquire))
		return made;
	free(made);
	return ring;
}

hsa_status_t rt_queue_set_offset(hsa_queue_t *queue, uint64_t packet_id, const uint64_t first[3])
{
	struct rt_offset *ring = offsets_of(queue_of(queue));
	if (ring == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	struct rt_offset *slot = &ring[packet_id & (queue->size - 1)];
	slot->packet = packet_id + 1;
	memcpy(slot->first, first, sizeof slot->first);
	return HSA_STATUS_SUCCESS;
}

void rt_queue_offset(const struct rt_queue *q, uint64_t packet_id, uint64_t first[3])
{
	/* acquire: the ring's first contents; who wrote this slot stored the packet's header after
	 * it */
	const struct rt_offset *ring = atomic_load_explicit(&q->offsets, memory_order_acquire);
	const struct rt_offset *slot =
		ring != NULL ? &ring[packet_id & (q->amd.hsa_queue.size - 1)] : NULL;
	if (slot != NULL && slot->packet == packet_id + 1)
		memcpy(first, slot->first, sizeof slot->first);
	else
		memset(first, 0, 3 * sizeof *first);
}

/* ---- indices --------------------------------------------------------------------------------- */
/* AMD's layout has plain integers here, hence the compiler's builtins in place of C11 atomics. */

uint64_t rt_queue_read_index(const hsa_queue_t *queue)
{
	return __atomic_load_n(&queue_of(queue)->amd.read_dispatch_id, __ATOMIC_ACQUIRE);
}

uint64_t rt_queue_write_index(const hsa_queue_t *queue)
{
	return __atomic_load_n(&queue_of(queue)->amd.write_dispatch_id, __ATOMIC_ACQUIRE);
}

void rt_queue_store_write_index(hsa_queue_t *queue, uint64_t value)
{
	__atomic_store_n(&queue_of(queue)->amd.write_dispatch_id, value, __ATOMIC_RELEASE);
}

uint64_t rt_queue_add_write_index(hsa_queue_t *queue, uint64_t value)
{
	return __atomic_fetch_add(&queue_of(queue)->amd.write_dispatch_id, value, __ATOMIC_ACQ_REL);
}

uint64_t rt_queue_cas_write_index(hsa_queue_t *queue, uint64_t expected, uint64_t desired)
{
	uint64_t old = expected;
	__atomic_compare_exchange_n(&queue_of(queue)->amd.write_dispatch_id, &old, desired, false,
		__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
	return old;
}
