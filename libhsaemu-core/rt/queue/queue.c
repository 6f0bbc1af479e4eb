/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* User-mode queues: their creation, inactivation and destruction. */
#include <search.h>
#include "rt/fault/guard_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/signal/signal_impl.h"
#include "rt/worker/worker_impl.h"

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

static void call_back(struct rt_event *e)
{
	struct rt_queue *q =
		(struct rt_queue *)(void *)((uint8_t *)e - offsetof(struct rt_queue, failure));
	q->callback(q->report.status, &q->amd.hsa_queue, q->callback_data);
}

static void queue_init(struct rt_queue *q, struct rt *rt, const struct rt_queue_options *o)
{
	q->rt = rt;
	q->amd.hsa_queue.type = o->type;
	q->amd.hsa_queue.features = o->features;
	q->amd.hsa_queue.size = o->packets;
	q->amd.max_cu_id = rt->cu_count - 1;
	q->amd.queue_properties = AMD_QUEUE_PROPERTIES_IS_PTR64;
	q->amd.read_dispatch_id_field_base_byte_offset = offsetof(amd_queue_t, read_dispatch_id);
	q->unrung = -1;
	q->failure.run = call_back;
	q->callback = o->callback;
	q->callback_data = o->data;
	q->announced_group = o->group_segment_bytes;
	q->announced_private = o->private_segment_bytes;
	q->first_cu = o->first_cu;
	q->cu_count = o->cu_count != 0 ? o->cu_count : rt->cu_count;
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

/* Frees the memory of a queue, of which nothing else is left. All of it is mapped: a program that
 * ends with a queue would have what is allocated, but known to mapped memory only, as a leak. */
static void queue_unmap(struct rt_queue *q)
{
	for (size_t i = 0; i < RT_QUEUE_RECORDS; i++)
		rt_dispatch_release(&q->records[i]);
	os_unmap_guarded(q->ring_pages, q->ring_page_bytes);
	rt_queue_offsets_release(q);
	os_unmap(q, sizeof *q);
}

/* Makes a queue that has no doorbell yet. NULL when there is no memory. */
static struct rt_queue *queue_new(struct rt *rt, const struct rt_queue_options *o)
{
	struct rt_queue *q =
		/* whole pages, because AMD's layout wants an alignment of 64 bytes */
		os_map_low(sizeof *q);
	if (q == NULL)
		q = os_map(sizeof *q);
	if (q == NULL)
		return NULL;
	queue_init(q, rt, o);
	if (ring_map(q, o->packets))
		return q;
	queue_unmap(q);
	return NULL;
}

static int compare_addresses(const void *a, const void *b)
{
	return (uintptr_t)a<(uintptr_t)b ? -1 : (uintptr_t)a>(uintptr_t) b;
}

/* Enters the queue into the runtime's lists. False when there is no memory. */
static bool queue_publish(struct rt_queue *q)
{
	struct rt *rt = q->rt;
	pthread_mutex_lock(&rt->lock);
	bool in = tsearch(q, &rt->queue_tree, compare_addresses) != NULL;
	if (in) {
		q->amd.hsa_queue.id = rt->next_queue_id++;
		q->next = rt->queues;
		if (q->next != NULL)
			q->next->before = q;
		rt->queues = q;
	}
	pthread_mutex_unlock(&rt->lock);
	return in;
}

/* Called with the lock. */
static void queue_withdraw(struct rt_queue *q)
{
	tdelete(q, &q->rt->queue_tree, compare_addresses);
	if (q->next != NULL)
		q->next->before = q->before;
	*(q->before != NULL ? &q->before->next : &q->rt->queues) = q->next;
}

static bool is_size(uint32_t packets)
{
	return is_pow2(packets) && packets <= RT_MAX_QUEUE_PACKETS;
}

static bool is_type(hsa_queue_type32_t type)
{
	return type == HSA_QUEUE_TYPE_MULTI || type == HSA_QUEUE_TYPE_SINGLE ||
	       type == HSA_QUEUE_TYPE_COOPERATIVE;
}

/* Returns whether the runtime has the CUs. */
static bool has_cus(const struct rt *rt, uint32_t first, uint32_t count)
{
	return count == 0 ? first == 0 : first < rt->cu_count && count <= rt->cu_count - first;
}

hsa_status_t rt_queue_create(struct rt *rt, const struct rt_queue_options *options,
	hsa_queue_t **out)
{
	struct rt_queue_options o = *options;
	if (o.features == 0)
		o.features = HSA_QUEUE_FEATURE_KERNEL_DISPATCH;
	if (!is_size(o.packets) || !is_type(o.type) || !has_cus(rt, o.first_cu, o.cu_count) ||
		o.features != HSA_QUEUE_FEATURE_KERNEL_DISPATCH)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (rt_is_bereft(rt))
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	rt_handlers_look_soon();
	hsa_status_t status = o.callback == NULL ? HSA_STATUS_SUCCESS : rt_event_thread_start(rt);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	struct rt_queue *q = queue_new(rt, &o);
	if (q == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	/* -1, because the doorbell's value for the first packet is 0 */
	if (signal_new(rt, -1, q, &q->amd.hsa_queue.doorbell_signal) == HSA_STATUS_SUCCESS) {
		if (queue_publish(q)) {
			rt_stand_in_start(rt);
			*out = &q->amd.hsa_queue;
			return HSA_STATUS_SUCCESS;
		}
		signal_end(q->amd.hsa_queue.doorbell_signal);
	}
	queue_unmap(q);
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

hsa_status_t rt_soft_queue_create(struct rt *rt, uint32_t packets, hsa_queue_type32_t type,
	uint32_t features, hsa_signal_t doorbell, hsa_queue_t **out)
{
	const uint32_t all = HSA_QUEUE_FEATURE_KERNEL_DISPATCH | HSA_QUEUE_FEATURE_AGENT_DISPATCH;
	const struct rt_queue_options o = {.packets = packets, .type = type, .features = features};
	if (!is_size(packets) || !is_type(type) || features == 0 || (features & ~all) != 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (!rt_signal_is_valid(rt, doorbell))
		return HSA_STATUS_ERROR_INVALID_SIGNAL;
	struct rt_queue *q = rt_is_bereft(rt) ? NULL : queue_new(rt, &o);
	if (q == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	q->soft = true;
	q->state = QUEUE_DEAD;
	q->amd.hsa_queue.doorbell_signal = doorbell;
	if (!queue_publish(q)) {
		queue_unmap(q);
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	*out = &q->amd.hsa_queue;
	return HSA_STATUS_SUCCESS;
}

bool rt_queue_is_valid(struct rt *rt, const hsa_queue_t *queue)
{
	if (rt_is_bereft(rt))
		return false;
	pthread_mutex_lock(&rt->lock);
	bool found = tfind(queue, &rt->queue_tree, compare_addresses) != NULL;
	pthread_mutex_unlock(&rt->lock);
	return found;
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

/* Waits until no thread deals with the queue any more, and takes it out of the runtime's lists. */
static void queue_settle(struct rt_queue *q)
{
	struct rt *rt = q->rt;
	bool first = inactivate(q);
	pthread_mutex_lock(&rt->lock);
	/* dispatches that are launched from now on do not begin */
	if (first && q->in_flight != 0)
		rt_stop_workers(rt);
	rt_event_forget(rt, &q->failure);
	while ((q->state != QUEUE_IDLE && q->state != QUEUE_DEAD) || q->in_flight != 0 ||
		rt_event_runs_elsewhere(rt, &q->failure))
		pthread_cond_wait(&rt->settled, &rt->lock);
	q->state = QUEUE_DEAD;
	queue_withdraw(q);
	pthread_mutex_unlock(&rt->lock);
}

void rt_queue_destroy(hsa_queue_t *queue)
{
	struct rt_queue *q = rt_queue_of(queue);
	if (rt_is_bereft(q->rt))
		return;
	queue_settle(q);
	if (!q->soft) {
		rt_packets_process(q,
			/* the queue is inactive: packets that have not begun are failed, so that
			 * nobody waits for them */
			NULL);
		rt_barrier_cancel(q);
		signal_end(q->amd.hsa_queue.doorbell_signal);
	}
	queue_unmap(q);
}
