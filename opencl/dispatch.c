/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dispatches as packets of HSA queues. An OpenCL queue has an HSA queue from its first dispatch on.
 * In an in-order queue, dispatches that follow each other are in the ring at once, kept apart by
 * the packets' barrier bit.
 *
 * A dispatch that fails puts its HSA queue into the error state, in which all later packets fail,
 * too. The OpenCL queue gets another one for the commands after those. */
#include <string.h>
#include "device_impl.h"
#include "turn_impl.h"

/* ---- the HSA queue --------------------------------------------------------------------------- */

static bool open_queue(struct _cl_command_queue *q)
{
	const struct _cl_device_id *d = q->device;
	struct rt_queue_options o = {
		.packets = OCL_QUEUE_PACKETS,
		.type = HSA_QUEUE_TYPE_MULTI,
		.first_cu = d->first_cu,
		.cu_count = d->compute_units,
	};
	return q->hsa != NULL || rt_queue_create(q->context->rt, &o, &q->hsa) == HSA_STATUS_SUCCESS;
}

static void *packet_at(const hsa_queue_t *hsa, uint64_t id)
{
	return (hsa_kernel_dispatch_packet_t *)hsa->base_address + id % hsa->size;
}

/* Returns the command that has the number-th packet of `e`. */
static const struct _cl_event *packet_of(const struct _cl_event *e, size_t number)
{
	return e->recorded != NULL ? e->recorded[number] : e;
}

/* Writes a packet, its header at last. */
static void write_packet(struct _cl_command_queue *q, uint64_t id,
	const hsa_kernel_dispatch_packet_t *packet, hsa_signal_t completion)
{
	enum { HEADER_BYTES = sizeof packet->header };
	uint16_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE;
	hsa_kernel_dispatch_packet_t *p = packet_at(q->hsa, id);
	if (ocl_queue_is_in_order(q))
		header |= 1 << HSA_PACKET_HEADER_BARRIER;
	memcpy((char *)p + HEADER_BYTES, (const char *)packet + HEADER_BYTES,
		sizeof *p - HEADER_BYTES);
	p->completion_signal = completion;
	/* release: who sees the header sees the packet */
	__atomic_store_n(&p->header, header, __ATOMIC_RELEASE);
}

/* Writes the packets and rings the doorbell. The last packet has the signal: in an in-order queue
 * it completes after the others, and in error if one of them has. */
static void submit(struct _cl_command_queue *q, struct _cl_event *e)
{
	const hsa_signal_t none = {0};
	size_t last = e->packet_count - 1;
	for (size_t i = 0; i <= last; i++)
		write_packet(q, e->packet_id + i, &packet_of(e, i)->packet,
			i == last ? e->signal : none);
	rt_signal_update(q->hsa->doorbell_signal, RT_SIGNAL_STORE,
		(hsa_signal_value_t)(e->packet_id + last));
}

/* Says where the index spaces begin of packets that are about to be written. */
static bool set_offsets(struct _cl_command_queue *q, const struct _cl_event *e, uint64_t id)
{
	for (size_t i = 0; i < e->packet_count; i++) {
		const uint64_t *first = packet_of(e, i)->first;
		if ((first[0] | first[1] | first[2]) != 0 &&
			rt_queue_set_offset(q->hsa, id + i, first) != HSA_STATUS_SUCCESS)
			return false;
	}
	return true;
}

static bool has_room(const struct _cl_command_queue *q, const struct _cl_event *e)
{
	return !q->has_failed && q->dispatch_count + e->packet_count <= OCL_QUEUE_PACKETS;
}

static void start(struct ocl_turn *t, struct _cl_event *e)
{
	struct _cl_command_queue *q = e->queue;
	if (ocl_turn_is_doomed(e)) { /* since it has become ready */
		ocl_turn_ended(t, e, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
		return;
	}
	if (!open_queue(q) || !set_offsets(q, e, rt_queue_write_index(q->hsa))) {
		ocl_turn_ended(t, e, CL_OUT_OF_RESOURCES);
		return;
	}
	e->packet_id = rt_queue_add_write_index(q->hsa, e->packet_count);
	e->stage = OCL_RUNS;
	q->dispatch_count += e->packet_count;
	submit(q, e);
	if (e->is_wanted)
		ocl_dispatch_watch(e);
}

/* Has the first one that runs make room when it ends. */
static void want_room(struct _cl_command_queue *q)
{
	struct _cl_event *e = q->first;
	while (e != NULL && (e->work != OCL_WORK_DISPATCH || e->stage != OCL_RUNS))
		e = e->next;
	if (e != NULL)
		ocl_dispatch_watch(e);
}

void ocl_dispatch_start(struct ocl_turn *t, struct _cl_event *e)
{
	struct _cl_command_queue *q = e->queue;
	if (has_room(q, e) && q->first_dispatch == NULL) {
		start(t, e);
		return;
	}
	e->next_ready = NULL;
	if (q->first_dispatch == NULL)
		q->first_dispatch = e;
	else
		q->last_dispatch->next_ready = e;
	q->last_dispatch = e;
	want_room(q);
}

static void start_kept(struct ocl_turn *t, struct _cl_command_queue *q)
{
	while (q->first_dispatch != NULL && has_room(q, q->first_dispatch)) {
		struct _cl_event *e = q->first_dispatch;
		q->first_dispatch = e->next_ready;
		start(t, e);
	}
	if (q->first_dispatch != NULL)
		want_room(q);
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void note_failure(struct ocl_turn *t, struct _cl_event *e)
{
	struct _cl_command_queue *q = e->queue;
	q->has_failed = true;
	q->error = CL_OUT_OF_RESOURCES;
	if (t->culprit != NULL || !rt_queue_report(q->hsa, &t->report) ||
		t->report.packet_id - e->packet_id >= e->packet_count)
		return;
	ocl_object_use(&e->base);
	t->culprit = e;
}

static bool has_ended(const struct _cl_event *e)
{
	return e->work == OCL_WORK_DISPATCH && e->stage == OCL_RUNS &&
	       rt_signal_load(e->signal) <= 0;
}

static void collect(struct ocl_turn *t, struct _cl_event *e)
{
	struct _cl_command_queue *q = e->queue;
	bool failed = rt_signal_load(e->signal) < 0;
	q->dispatch_count -= e->packet_count;
	rt_signal_times(e->signal, &e->start_ns, &e->end_ns);
	if (failed) {
		note_failure(t, e);
		e->start_ns = e->end_ns = rt_clock_ns();
	}
	if (q->has_failed && q->dispatch_count == 0 && t->dead == NULL) {
		t->dead = q->hsa;
		q->hsa = NULL;
		q->has_failed = false;
	}
	ocl_turn_ended(t, e, failed ? CL_OUT_OF_RESOURCES : CL_COMPLETE);
}

void ocl_dispatch_collect(struct ocl_turn *t, struct _cl_command_queue *q, struct _cl_event *e)
{
	while (q->first != NULL && has_ended(q->first))
		collect(t, q->first);
	if (e != NULL && has_ended(e))
		collect(t, e);
	start_kept(t, q);
}

void ocl_dispatch_look(struct ocl_turn *t, struct _cl_event *e)
{
	ocl_dispatch_collect(t, e->queue, e);
	/* those of a command that has ended are being dropped */
	for (size_t i = 0; e->stage != OCL_ENDED && i < e->dependency_count; i++)
		if (e->dependencies[i].awaited->whole == e)
			ocl_dispatch_collect(t, e->queue, e->dependencies[i].awaited);
}

/* ---- when nobody waits ----------------------------------------------------------------------- */

static bool on_end(hsa_signal_value_t value, void *arg)
{
	struct _cl_event *e = arg;
	struct ocl_turn t;
	(void)value;
	ocl_turn_begin(&t, e->context, NULL);
	ocl_dispatch_collect(&t, e->queue, e);
	ocl_turn_end(&t);
	ocl_object_drop(&e->base);
	return false;
}

void ocl_dispatch_watch(struct _cl_event *e)
{
	if (e->is_watched)
		return;
	ocl_object_use(&e->base);
	e->is_watched = rt_signal_watch(e->context->rt, e->signal, HSA_SIGNAL_CONDITION_LT, 1,
				on_end, e) == HSA_STATUS_SUCCESS;
	if (!e->is_watched) /* no memory: it ends when somebody waits */
		ocl_object_drop(&e->base);
}
