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

/* Writes the packet, its header at last, and rings the doorbell. */
static void submit(struct _cl_command_queue *q, struct _cl_event *e)
{
	enum { HEADER_BYTES = sizeof e->packet.header };
	uint16_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE;
	hsa_kernel_dispatch_packet_t *p = packet_at(q->hsa, e->packet_id);
	if (ocl_queue_is_in_order(q))
		header |= 1 << HSA_PACKET_HEADER_BARRIER;
	e->packet.completion_signal = e->signal;
	memcpy((char *)p + HEADER_BYTES, (const char *)&e->packet + HEADER_BYTES,
		sizeof *p - HEADER_BYTES);
	/* release: who sees the header sees the packet */
	__atomic_store_n(&p->header, header, __ATOMIC_RELEASE);
	rt_signal_update(q->hsa->doorbell_signal, RT_SIGNAL_STORE,
		(hsa_signal_value_t)e->packet_id);
}

static bool has_room(const struct _cl_command_queue *q)
{
	return !q->has_failed && q->dispatch_count < OCL_QUEUE_PACKETS;
}

static void start(struct ocl_turn *t, struct _cl_event *e)
{
	struct _cl_command_queue *q = e->queue;
	if (!open_queue(q)) {
		ocl_turn_ended(t, e, CL_OUT_OF_RESOURCES);
		return;
	}
	bool has_offset = (e->first[0] | e->first[1] | e->first[2]) != 0;
	uint64_t id = rt_queue_write_index(q->hsa);
	if (has_offset && rt_queue_set_offset(q->hsa, id, e->first) != HSA_STATUS_SUCCESS) {
		ocl_turn_ended(t, e, CL_OUT_OF_RESOURCES);
		return;
	}
	e->packet_id = rt_queue_add_write_index(q->hsa, 1);
	e->stage = OCL_RUNS;
	q->dispatch_count++;
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
	if (has_room(q) && q->first_dispatch == NULL) {
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
	while (has_room(q) && q->first_dispatch != NULL) {
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
		t->report.packet_id != e->packet_id)
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
	q->dispatch_count--;
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
