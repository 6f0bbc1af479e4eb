/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A worker's share of a dispatch: it runs its work-groups one after the other. Threads play no part
 * inside of a group: one call of the kernel's entry runs all work-items, barriers included, or the
 * worker runs them on fibers. */
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/fiber/fiber_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/worker/worker_impl.h"
#include "rt/workgroup/group_id_impl.h"
#include "rt/workgroup/workgroup_impl.h"

static void run_range(struct rt_worker *w)
{
	struct rt_dispatch *d = w->dispatch;
	struct rt_claim *c = &w->claim;
	w->wg.cu = c->cu;
	rt_group_set_id(&w->wg, d, c->next);
	uint64_t g = c->next;
	for (; g < c->end && !rt_dispatch_must_stop(d) && rt_turn_lasts(w); g++) {
		rt_group_set_sizes(&w->wg, d);
		rt_kernel_enter(&w->guard, NULL);
		d->entry(&d->abi, &w->wg);
		rt_kernel_leave(&w->guard);
		rt_output_flush(w, &w->output);
		rt_group_next(&w->wg, d);
	}
	c->next = g;
}

/* A device that was stopped between two turns has to say where its work-groups are. */
static bool is_over(struct rt_dispatch *d)
{
	return d->pauses == 0 && rt_dispatch_must_stop(d);
}

static void run_device(void *arg)
{
	struct rt_worker *w = arg;
	struct rt_dispatch *d = w->dispatch;
	while (!w->leaves && !is_over(d) && rt_claim_remains(w)) {
		w->wg.cu = w->claim.cu;
		w->leaves = d->device->work(d->device_dispatch, &d->abi, &w->wg);
		w->claim.next += !w->leaves;
		rt_output_flush(w, &w->output);
	}
}

static bool is_quiet(struct rt_dispatch *d)
{
	/* relaxed: only a hint */
	return atomic_load_explicit(&d->quiet, memory_order_relaxed);
}

static void run_share(void *arg)
{
	struct rt_worker *w = arg;
	struct rt_dispatch *d = w->dispatch;
	uint64_t begun = is_quiet(d) ? os_ticks() : 0;
	for (uint64_t ranges = 1; !rt_dispatch_must_stop(d) && rt_claim_remains(w); ranges++) {
		run_range(w);
		if (w->leaves)
			break;
		if (is_quiet(d) && is_pow2(ranges))
			rt_dispatch_ask_for_help(d, os_ticks() - begun, ranges * d->chunk);
	}
}

static void report_end(struct rt_worker *w)
{
	if (w->guard.stopped)
		rt_stop_note_group(w);
	else
		rt_group_report_fault(w);
}

static void run_whole_groups(struct rt_worker *w)
{
	w->wg.items = 0;
	if ((w->dispatch->device != NULL && w->dispatch->device_dispatch == NULL) ||
		!rt_group_memory_get(&w->memory, w->dispatch, &w->wg, RT_FENCE_WIDE)) {
		rt_group_report_no_memory(w);
	} else if (rt_guard_run(&w->guard, w->dispatch->device != NULL ? run_device : run_share,
			   w)) {
		rt_group_check_bounds(w, &w->memory);
	} else {
		report_end(w);
		rt_group_memory_distrust(&w->memory);
	}
}

static void run_on_fibers(struct rt_worker *w)
{
	struct rt_dispatch *d = w->dispatch;
	if (!rt_guard_run(&w->guard, rt_fibers_run, w)) {
		if (!w->guard.stopped)
			rt_group_report_fault(w);
		rt_fibers_forget(w);
	}
	/* groups that nobody has claimed are left out */
	if (rt_dispatch_must_stop(d))
		rt_claims_drop(d);
}

void rt_groups_run(struct rt_worker *w)
{
	if (w->dispatch->fiber_items == 0)
		run_whole_groups(w);
	else
		run_on_fibers(w);
	rt_output_flush(w, &w->output);
}
