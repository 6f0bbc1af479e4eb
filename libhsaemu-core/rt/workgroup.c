/* Running work-groups: which worker runs which group as which CU.
 *
 * CU c belongs to worker c mod workers and runs one group at a time. Static: CU c runs the c-th
 * contiguous share of the groups, so a repeated dispatch touches the same memory from the same
 * thread. Dynamic: each worker claims chunks of groups from a counter and takes turns between its
 * CUs. Inside a group nothing is threaded: the kernel entry runs all its work-items, barriers
 * included. */
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

static bool must_stop(struct rt_dispatch *d)
{
	/* relaxed: a flag to be seen soon; what failed is in the queue's report */
	if (atomic_load_explicit(&d->queue->inactive, memory_order_relaxed))
		atomic_store_explicit(&d->stopped, true, memory_order_relaxed);
	return atomic_load_explicit(&d->stopped, memory_order_relaxed);
}

static void run_range(struct rt_worker *w, uint64_t first, uint64_t end)
{
	struct rt_dispatch *d = w->dispatch;
	set_group(&w->wg, &d->abi, first);
	for (uint64_t g = first; g < end && !must_stop(d); g++) {
		set_sizes(&w->wg, &d->abi);
		d->entry(&d->abi, &w->wg);
		next_group(&w->wg, &d->abi);
	}
}

static void run_static(struct rt_worker *w)
{
	const struct rt_dispatch *d = w->dispatch;
	uint64_t share = d->group_count / d->cus_used, longer = d->group_count % d->cus_used;
	for (unsigned cu = w->index; cu < d->cus_used; cu += w->rt->worker_count) {
		uint64_t first = cu * share + (cu < longer ? cu : longer);
		w->wg.cu = cu;
		run_range(w, first, first + share + (cu < longer));
	}
}

static void run_dynamic(struct rt_worker *w)
{
	struct rt_dispatch *d = w->dispatch;
	for (;;) {
		/* relaxed: a claim orders nothing, what the groups read was published at launch */
		uint64_t first =
			atomic_fetch_add_explicit(&d->next_group, d->chunk, memory_order_relaxed);
		if (first >= d->group_count || must_stop(d))
			return;
		uint64_t end =
			first + d->chunk < d->group_count ? first + d->chunk : d->group_count;
		w->wg.cu = w->cu;
		w->cu += w->rt->worker_count;
		if (w->cu >= w->rt->cu_count)
			w->cu = w->index;
		run_range(w, first, end);
	}
}

static void run_share(void *arg)
{
	struct rt_worker *w = arg;
	if (w->rt->scheduler == RT_SCHEDULER_STATIC)
		run_static(w);
	else
		run_dynamic(w);
}

static void report(struct rt_worker *w, struct rt_report r)
{
	struct rt_dispatch *d = w->dispatch;
	r.packet_id = d->abi.packet_id;
	r.kernel_object = d->packet.kernel_object;
	rt_queue_fail(d->queue, &r);
	/* relaxed: the completion that reads it comes after this worker left through rt.lock */
	atomic_store_explicit(&d->stopped, true, memory_order_relaxed);
}

static void report_fault(struct rt_worker *w)
{
	const struct rt_guard *g = &w->guard;
	struct rt_report r = {
		.status = HSA_STATUS_ERROR_EXCEPTION,
		.cause = g->cause,
		.detail = g->cause == RT_CAUSE_TRAP ? "trap in a kernel" : "fault in a kernel",
		.group = {w->wg.id_x, w->wg.id_y, w->wg.id_z},
	};
	if (g->cause == RT_CAUSE_TRAP) {
		r.trap = g->trap;
		r.trap_value = g->trap_value;
		r.trap_flat_id = g->trap_flat_id;
	} else {
		r.signal = g->signal;
		r.signal_code = g->signal_code;
		r.address = g->address;
		r.pc = g->pc;
	}
	report(w, r);
}

void rt_groups_run(struct rt_worker *w)
{
	struct rt_dispatch *d = w->dispatch;
	w->wg.group = rt_segment_get(&w->group, d->abi.group_bytes);
	w->wg.private_memory = rt_segment_get(&w->private_memory, d->private_bytes);
	if (w->wg.group == NULL || w->wg.private_memory == NULL)
		report(w, (struct rt_report){.status = HSA_STATUS_ERROR_OUT_OF_RESOURCES,
				  .cause = RT_CAUSE_MEMORY,
				  .detail = "no memory for group and private segments"});
	else if (!rt_guard_run(&w->guard, run_share, w))
		report_fault(w);
}
