/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Running work-groups: which worker runs which group as which CU.
 *
 * CU c belongs to worker c mod workers and runs one group at a time. Static: CU c runs the c-th
 * contiguous share of the groups, so a repeated dispatch touches the same memory from the same
 * thread. Dynamic: each worker claims chunks of groups from a counter and takes turns between its
 * CUs. Inside a group nothing is threaded: the kernel entry runs all its work-items, barriers
 * included, or the worker runs them on fibers (fiber.c). */
#include "os_impl.h"
#include "rt_impl.h"

unsigned rt_groups_workers(const struct rt_dispatch *d)
{
	struct rt *rt = d->queue->rt;
	uint64_t parts = rt->scheduler == RT_SCHEDULER_STATIC
	                         ? d->cus_used
	                         : (d->group_count + d->chunk - 1) / d->chunk;
	return parts < rt->worker_count ? (unsigned)parts : rt->worker_count;
}

bool rt_groups_left(const struct rt_dispatch *d, unsigned index)
{
	if (d->queue->rt->scheduler == RT_SCHEDULER_STATIC)
		return index < d->cus_used && (d->taken[index / 64] >> index % 64 & 1) == 0;
	return atomic_load_explicit(&d->next_group, memory_order_relaxed) < d->group_count;
}

static uint32_t part_size(uint32_t grid, uint32_t wg, uint32_t id)
{
	uint32_t left = grid - id * wg;
	return left < wg ? left : wg;
}

static void set_sizes(struct hsaemu_wg *wg, const struct hsaemu_dispatch *d)
{
	wg->size_x = part_size(d->grid_x, d->wg_x, wg->id_x);
	wg->size_y = part_size(d->grid_y, d->wg_y, wg->id_y);
	wg->size_z = part_size(d->grid_z, d->wg_z, wg->id_z);
}

static void set_group(struct hsaemu_wg *wg, const struct hsaemu_dispatch *d, uint64_t group)
{
	uint64_t row = group / d->groups_x;
	wg->id_x = (uint32_t)(group % d->groups_x);
	wg->id_y = (uint32_t)(row % d->groups_y);
	wg->id_z = (uint32_t)(row / d->groups_y);
}

static void next_group(struct hsaemu_wg *wg, const struct hsaemu_dispatch *d)
{
	if (++wg->id_x < d->groups_x)
		return;
	wg->id_x = 0;
	if (++wg->id_y < d->groups_y)
		return;
	wg->id_y = 0;
	wg->id_z++;
}

bool rt_groups_must_stop(struct rt_dispatch *d)
{
	/* relaxed: a flag to be seen soon; what failed is in the queue's report */
	if (atomic_load_explicit(&d->queue->inactive, memory_order_relaxed))
		atomic_store_explicit(&d->stopped, true, memory_order_relaxed);
	return atomic_load_explicit(&d->stopped, memory_order_relaxed);
}

/* ---- claims ---------------------------------------------------------------------------------- */

static bool claim_static(struct rt_worker *w)
{
	const struct rt_dispatch *d = w->dispatch;
	struct rt_claim *c = &w->claim;
	uint64_t share = d->group_count / d->cus_used, longer = d->group_count % d->cus_used;
	uint64_t cu = w->index + c->cus++ * w->rt->worker_count;
	if (cu >= d->cus_used)
		return false;
	c->cu = (unsigned)cu;
	c->next = cu * share + (cu < longer ? cu : longer);
	c->end = c->next + share + (cu < longer);
	return true;
}

static bool claim_dynamic(struct rt_worker *w)
{
	struct rt_dispatch *d = w->dispatch;
	struct rt_claim *c = &w->claim;
	/* relaxed: a claim orders nothing, what the groups read was published at launch */
	c->next = atomic_fetch_add_explicit(&d->next_group, d->chunk, memory_order_relaxed);
	if (c->next >= d->group_count) {
		c->next = c->end = 0;
		return false;
	}
	c->end = c->next + d->chunk < d->group_count ? c->next + d->chunk : d->group_count;
	c->cu = w->cu;
	w->cu += w->rt->worker_count;
	if (w->cu >= w->rt->cu_count)
		w->cu = w->index;
	return true;
}

/* The next range of groups of the worker's share. */
static bool claim(struct rt_worker *w)
{
	return w->rt->scheduler == RT_SCHEDULER_STATIC ? claim_static(w) : claim_dynamic(w);
}

/* ---- without fibers -------------------------------------------------------------------------- */

static void run_range(struct rt_worker *w)
{
	struct rt_dispatch *d = w->dispatch;
	w->wg.cu = w->claim.cu;
	set_group(&w->wg, &d->abi, w->claim.next);
	for (uint64_t g = w->claim.next; g < w->claim.end && !rt_groups_must_stop(d); g++) {
		set_sizes(&w->wg, &d->abi);
		rt_kernel_enter(&w->guard, NULL);
		d->entry(&d->abi, &w->wg);
		rt_kernel_leave(&w->guard);
		next_group(&w->wg, &d->abi);
	}
}

static bool is_quiet(struct rt_dispatch *d)
{
	/* relaxed: a hint */
	return atomic_load_explicit(&d->quiet, memory_order_relaxed);
}

static void run_share(void *arg)
{
	struct rt_worker *w = arg;
	struct rt_dispatch *d = w->dispatch;
	uint64_t begun = is_quiet(d) ? os_ticks() : 0;
	for (uint64_t ranges = 1; claim(w) && !rt_groups_must_stop(d); ranges++) {
		run_range(w);
		if (is_quiet(d) && is_pow2(ranges))
			rt_turn_ask_for_help(d, os_ticks() - begun, ranges * d->chunk);
	}
}

/* ---- for fibers ------------------------------------------------------------------------------ */

bool rt_groups_remain(struct rt_worker *w)
{
	return w->claim.next < w->claim.end || claim(w);
}

void rt_groups_take(struct rt_worker *w, struct hsaemu_wg *wg)
{
	const struct hsaemu_dispatch *d = &w->dispatch->abi;
	wg->cu = w->claim.cu;
	set_group(wg, d, w->claim.next++);
	set_sizes(wg, d);
}

/* ---- faults ---------------------------------------------------------------------------------- */

static void report(struct rt_worker *w, struct rt_report r)
{
	struct rt_dispatch *d = w->dispatch;
	r.packet_id = d->abi.packet_id;
	r.kernel_object = d->packet.kernel_object;
	rt_queue_fail(d->queue, &r);
	/* relaxed: the completion that reads it comes after this worker left through rt.lock */
	atomic_store_explicit(&d->stopped, true, memory_order_relaxed);
	rt_stop_workers(w->rt);
}

static void report_fault(struct rt_worker *w)
{
	const struct rt_guard *g = &w->guard;
	const struct rt_fiber *f = w->fibers.current;
	const struct hsaemu_wg *wg = f != NULL ? &f->team->wg : &w->wg;
	struct rt_report r = {
		.status = HSA_STATUS_ERROR_EXCEPTION,
		.cause = g->cause,
		.detail = g->cause == RT_CAUSE_TRAP ? "trap in a kernel" : "fault in a kernel",
		.group = {wg->id_x, wg->id_y, wg->id_z},
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
	}
	report(w, r);
}

void rt_groups_report_memory(struct rt_worker *w)
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

bool rt_groups_get_memory(struct rt_memory *m, const struct rt_dispatch *d, struct hsaemu_wg *wg,
	enum rt_fence fence)
{
	wg->group =
		rt_segment_get(&m->group, d->abi.group_bytes, HSAEMU_SEGMENT_ALIGN, d->low, fence);
	wg->private_memory = rt_segment_get(&m->private_memory, d->private_bytes,
		HSAEMU_SEGMENT_ALIGN, d->low, fence);
	wg->context = rt_segment_get(&m->context, d->context_bytes, HSAEMU_SEGMENT_ALIGN, d->low,
		RT_FENCE_NARROW);
	return wg->group != NULL && wg->private_memory != NULL && wg->context != NULL;
}

void rt_groups_check_memory(struct rt_worker *w, struct rt_memory *m)
{
	int64_t offset;
	if (!rt_segment_is_intact(&m->group, &offset))
		report_bounds(w, "store beyond the group segment", offset);
	if (!rt_segment_is_intact(&m->private_memory, &offset))
		report_bounds(w, "store beyond the private segments", offset);
}

void rt_groups_distrust_memory(struct rt_memory *m)
{
	rt_segment_distrust(&m->group);
	rt_segment_distrust(&m->private_memory);
}

void rt_groups_release_memory(struct rt_memory *m)
{
	rt_segment_release(&m->group);
	rt_segment_release(&m->private_memory);
	rt_segment_release(&m->context);
}

static void report_end(struct rt_worker *w)
{
	if (w->guard.stopped)
		rt_stop_note_group(w);
	else
		report_fault(w);
}

static void run_whole_groups(struct rt_worker *w)
{
	w->wg.items = 0;
	if (!rt_groups_get_memory(&w->memory, w->dispatch, &w->wg, RT_FENCE_WIDE)) {
		rt_groups_report_memory(w);
	} else if (rt_guard_run(&w->guard, run_share, w)) {
		rt_groups_check_memory(w, &w->memory);
	} else {
		report_end(w);
		rt_groups_distrust_memory(&w->memory);
	}
}

static void run_on_fibers(struct rt_worker *w)
{
	struct rt_dispatch *d = w->dispatch;
	if (!rt_guard_run(&w->guard, rt_fibers_run, w)) {
		if (!w->guard.stopped)
			report_fault(w);
		rt_fibers_forget(w);
	}
	/* what nobody has claimed is left out; relaxed: likewise */
	if (rt_groups_must_stop(d))
		atomic_store_explicit(&d->next_group, d->group_count, memory_order_relaxed);
}

void rt_groups_run(struct rt_worker *w)
{
	w->claim = (struct rt_claim){0};
	if (w->dispatch->fiber_items == 0)
		run_whole_groups(w);
	else
		run_on_fibers(w);
}
