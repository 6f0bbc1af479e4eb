/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reports why a dispatch failed: a fault or trap in a work-group, no memory for one, or a store
 * beyond a group's segments. */
#include <string.h>
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/worker/worker_impl.h"
#include "rt/workgroup/workgroup_impl.h"

static void report(struct rt_worker *w, struct rt_report r)
{
	struct rt_dispatch *d = w->dispatch;
	r.packet_id = d->abi.packet_id;
	r.kernel_object = d->packet.kernel_object;
	rt_queue_fail(d->queue, &r);
	/* relaxed: the completion that reads it comes after this worker has left through rt.lock */
	atomic_store_explicit(&d->stopped, true, memory_order_relaxed);
	rt_stop_workers(w->rt);
}

/* Sets which work-group it was, and which work-items ran. */
static void put_items(struct rt_report *r, const struct rt_dispatch *d, const struct hsaemu_wg *wg)
{
	bool is_trap = r->cause == RT_CAUSE_TRAP;
	struct rt_tile_items i = is_trap ? rt_tile_items(d, wg, r->trap_flat_id, 1)
	                                 : rt_tile_items(d, wg, r->first_item, r->item_count);
	memcpy(r->group, i.group, sizeof r->group);
	memcpy(r->last_group, i.last_group, sizeof r->last_group);
	memcpy(r->size, i.size, sizeof r->size);
	if (is_trap) {
		r->trap_flat_id = i.first;
	} else {
		r->first_item = i.first;
		r->item_count = i.count;
	}
}

void rt_group_report_fault(struct rt_worker *w)
{
	const struct rt_guard *g = &w->guard;
	const struct rt_fiber *f = w->fibers.current;
	const struct hsaemu_wg *wg = f != NULL ? &f->group->wg : &w->wg;
	struct rt_report r = {
		.status = HSA_STATUS_ERROR_EXCEPTION,
		.cause = g->cause,
		.detail = g->cause == RT_CAUSE_TRAP ? "trap in a kernel" : "fault in a kernel",
		.item_count = (uint32_t)(wg->items >> 32),
		.first_item = (uint32_t)wg->items,
		.pc = g->pc,
		.caller = g->caller,
	};
	if (f != NULL && r.item_count == 0) {
		r.item_count = w->dispatch->fiber_items;
		r.first_item = f->index * w->dispatch->fiber_items;
	}
	if (g->cause == RT_CAUSE_TRAP) {
		r.trap = g->trap;
		r.trap_value = g->trap_value;
		r.trap_flat_id = g->trap_flat_id;
	} else {
		r.fault = rt_fault_kind(w);
		r.signal = g->signal;
		r.signal_code = g->signal_code;
		r.address = g->address;
		if (g->detail != NULL)
			r.detail = g->detail;
	}
	put_items(&r, w->dispatch, wg);
	if (g->device != NULL) {
		g->device->explain(g->device, &r);
		memcpy(r.last_group, r.group, sizeof r.last_group);
	}
	report(w, r);
}

void rt_group_report_no_memory(struct rt_worker *w)
{
	report(w, (struct rt_report){.status = HSA_STATUS_ERROR_OUT_OF_RESOURCES,
			  .cause = RT_CAUSE_MEMORY,
			  .detail = "out of memory: group and private segments"});
}

static void report_bounds(struct rt_worker *w, const char *detail, int64_t offset)
{
	report(w, (struct rt_report){.status = HSA_STATUS_ERROR_EXCEPTION,
			  .cause = RT_CAUSE_BOUNDS,
			  .detail = detail,
			  .offset = offset});
}

void rt_group_check_bounds(struct rt_worker *w, struct rt_memory *m)
{
	int64_t offset;
	if (!rt_segment_is_intact(&m->group, &offset))
		report_bounds(w, "store beyond the group segment", offset);
	if (!rt_segment_is_intact(&m->private_memory, &offset))
		report_bounds(w, "store beyond the private segments", offset);
}
