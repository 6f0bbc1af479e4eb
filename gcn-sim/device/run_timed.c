/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs dispatches by the timing model, for the runtime (struct rt_device_ops).
 *
 * What kernels read of the runtime (packet, dispatch record, arguments) is copied to pages of the
 * dispatch's own: their places in memory decide what they do in caches, and the runtime's change
 * from run to run. */
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include "device_impl.h"
#include "hidden_impl.h"
#include "places_impl.h"
#include "reports_impl.h"

enum { PAGE = 4096 };

/* What the kernel reads. */
struct copies {
	hsa_kernel_dispatch_packet_t packet;
	_Alignas(64) struct hsaemu_dispatch dispatch;
	_Alignas(PAGE) uint8_t kernarg[];
};

enum copying { NOT_COPIED, COPYING, COPIED };

struct timed_dispatch {
	const struct device_kernel *kernel;
	struct gcn_dispatch dispatch;
	struct copies *copies;
	struct gcn_run *run;
	uint64_t number;
	_Atomic int copied;     /* enum copying */
	atomic_uint workers;    /* threads that may change what the run has */
	atomic_bool has_places; /* a thread has told where wavefronts are */
	/* the run's end; a dispatch that was left has none */
	_Atomic int ended; /* enum gcn_run_end + 1 */
};

/* A thread that works on a dispatch. */
struct timed_worker {
	struct gcn_host host; /* first */
	struct rt_device_run run;
	struct timed_dispatch *dispatch;
	struct hsaemu_wg *wg;
	const struct image_gpu_kernel *hidden; /* as of the kernel */
	bool works;                            /* counted as one of the dispatch's workers */
};

/* The calling thread's. */
static _Thread_local struct timed_worker timed_worker;

/* ---- services -------------------------------------------------------------------------------- */

/* Serves a wavefront of any work-group, by the thread that has come to it. Its clock is that of the
 * model, in cycles. */
static bool serve(void *dispatch, struct gcn_group *g, struct gcn_wave *w)
{
	const struct timed_dispatch *t = dispatch;
	struct hsaemu_wg wg = *timed_worker.wg;

	wg.cu = gcn_run_cu(g);
	wg.id_x = g->id[0];
	wg.id_y = g->id[1];
	wg.id_z = g->id[2];
	wg.size_x = gcn_group_size(g, 0);
	wg.size_y = gcn_group_size(g, 1);
	wg.size_z = gcn_group_size(g, 2);
	return gcn_device_serve(&t->copies->dispatch, &wg, g, w, &w->clock);
}

/* ---- begin ----------------------------------------------------------------------------------- */

static bool make_copies(struct timed_dispatch *t, const struct device_kernel *k,
	const struct hsaemu_dispatch *d)
{
	uint32_t own = k->kd.kernarg_bytes, all = k->entry->kernel->descriptor.kernarg_bytes;
	size_t bytes = sizeof(struct copies) + (all > own ? all : own);
	struct copies *c = aligned_alloc(PAGE, align_up(bytes, (size_t)PAGE));

	t->copies = c;
	if (c == NULL)
		return false;
	memset(c, 0, bytes);
	memcpy(&c->packet, d->packet, sizeof c->packet);
	c->dispatch = *d;
	c->dispatch.packet = &c->packet;
	c->dispatch.cu_count = (uint32_t)k->device->timing.values[GCN_P_compute_units];
	gcn_hidden_fill(k, &c->dispatch, c->kernarg);
	return true;
}

static bool start(struct timed_dispatch *t, const struct device_kernel *k,
	const struct hsaemu_dispatch *d)
{
	const struct diag_options quiet = {0};
	const struct gcn_run_options options = {
		.traces = gcn_reports_traces(k->device->reports), .serve = serve, .serve_arg = t};
	struct diag diag;
	bool ok;

	diag_init(&diag, &quiet);
	ok = make_copies(t, k, d) &&
	     gcn_dispatch_init(&t->dispatch, k->program, k->entry, &t->copies->packet, &diag);
	diag_flush(&diag, stderr);
	diag_release(&diag);
	if (!ok)
		return false;
	t->dispatch.kernarg = (uint64_t)(uintptr_t)t->copies->kernarg;
	t->dispatch.queue = (uint64_t)(uintptr_t)d->queue;
	t->dispatch.id = d->packet_id;
	t->run = gcn_run_new(&k->device->timing, &t->dispatch, &options);
	return t->run != NULL;
}

static void release(struct timed_dispatch *t)
{
	if (t->run != NULL)
		gcn_run_free(t->run);
	free(t->copies);
	mem_free(t);
}

static void *begin_dispatch(const struct rt_device_kernel *rt_kernel,
	const struct hsaemu_dispatch *d)
{
	const struct device_kernel *k = (const struct device_kernel *)(const void *)rt_kernel;
	struct timed_dispatch *t = mem_try_new(1, sizeof *t);

	if (t == NULL)
		return NULL;
	t->kernel = k;
	t->number = gcn_reports_number(k->device->reports);
	if (start(t, k, d))
		return t;
	release(t);
	return NULL;
}

/* ---- work ------------------------------------------------------------------------------------ */

static void enter(struct gcn_host *h)
{
	rt_device_enter(((struct timed_worker *)h)->wg);
}

static void leave(struct gcn_host *h)
{
	rt_device_leave(((struct timed_worker *)h)->wg);
}

static bool gives_way(struct gcn_host *h)
{
	return rt_device_gives_way(((struct timed_worker *)h)->wg);
}

/* The client's arguments may lie where nothing is, so they are copied as the kernel would read
 * them. The first thread does it, the others wait. */
static void copy_arguments(struct timed_dispatch *t, const struct hsaemu_dispatch *d,
	struct timed_worker *w)
{
	int before = NOT_COPIED;

	enter(&w->host);
	if (atomic_compare_exchange_strong(&t->copied, &before, COPYING)) {
		memcpy(t->copies->kernarg, d->kernarg, t->kernel->kd.kernarg_bytes);
		atomic_store(&t->copied, COPIED);
	}
	while (atomic_load(&t->copied) != COPIED)
		sched_yield();
	leave(&w->host);
}

static struct timed_worker *worker_of(struct rt_device_run *run)
{
	return (struct timed_worker *)(void *)((char *)run - offsetof(struct timed_worker, run));
}

/* The thread has left the run, by itself or not. Returns true when no thread works on it now. */
static bool leave_run(struct timed_worker *w)
{
	if (!w->works)
		return false;
	w->works = false;
	return atomic_fetch_sub(&w->dispatch->workers, 1) == 1;
}

static void explain(struct rt_device_run *run, struct rt_report *report)
{
	struct timed_worker *w = worker_of(run);

	if (w->host.wave != NULL) {
		w->host.group->current = w->host.wave->number;
		gcn_group_explain(w->host.group, report);
		gcn_hidden_explain(w->hidden, w->host.group, report);
	}
	(void)leave_run(w);
}

struct place_groups {
	struct gcn_group_visitor visitor; /* first */
	struct rt_place_visitor *places;
};

static void place_group(struct gcn_group_visitor *v, const struct gcn_group *g)
{
	gcn_group_places(g, ((struct place_groups *)v)->places);
}

/* The last thread tells, when no other one executes anything. One that comes later is stopped
 * before it does. */
static void find_places(struct rt_device_run *run, struct rt_place_visitor *v)
{
	struct timed_dispatch *t = worker_of(run)->dispatch;
	struct place_groups groups = {{place_group}, v};

	if (leave_run(worker_of(run)) && !atomic_exchange(&t->has_places, true))
		gcn_run_groups(t->run, &groups.visitor);
}

/* Ends the dispatch with what has stopped its run. */
static void fail(struct timed_dispatch *t, enum gcn_run_end end, const struct hsaemu_dispatch *d,
	struct timed_worker *w)
{
	struct gcn_group *g;
	struct gcn_wave *wave = gcn_run_failure(t->run, &g);

	if (end == GCN_RUN_NO_MEMORY)
		rt_device_fail(w->wg, "there is no memory for the timing model", NULL);
	if (wave != NULL) {
		w->host.wave = wave;
		w->host.group = g;
		w->host.group->current = wave->number;
		gcn_group_end_badly(g, wave->outcome, d, w->wg);
	}
	if (end == GCN_RUN_NO_ROOM)
		rt_device_fail(w->wg, gcn_limit_detail(gcn_run_figures(t->run)->occupancy.limit),
			NULL);
	gcn_reports_waits(t->kernel->device->reports, t->run);
	w->host.wave = NULL;
	rt_device_fail(w->wg,
		end == GCN_RUN_WATCHDOG
			? "no wavefront has ended for as many cycles as the watchdog allows"
			: "no wavefront can go on",
		NULL);
}

static bool work_on(void *dispatch, const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	struct timed_dispatch *t = dispatch;
	struct timed_worker *w = &timed_worker;
	enum gcn_run_end end;
	int none = 0;

	*w = (struct timed_worker){.host = {.enter = enter, .leave = leave, .gives_way = gives_way},
		.run = {explain, find_places},
		.dispatch = t,
		.wg = wg,
		.hidden = t->kernel->hidden,
		.works = true};
	atomic_fetch_add(&t->workers, 1);
	rt_device_runs(wg, &w->run);
	copy_arguments(t, d, w);
	end = gcn_run_work(t->run, &w->host);
	/* one thread tells what went wrong */
	if (end != GCN_RUN_PAUSED &&
		atomic_compare_exchange_strong(&t->ended, &none, (int)end + 1) &&
		end != GCN_RUN_DONE)
		fail(t, end, d, w);
	(void)leave_run(w);
	return end == GCN_RUN_PAUSED;
}

static void resume(void *dispatch)
{
	const struct timed_dispatch *t = dispatch;

	gcn_run_resume(t->run);
}

/* ---- end ------------------------------------------------------------------------------------- */

static void end_dispatch(void *dispatch, bool has_failed)
{
	struct timed_dispatch *t = dispatch;

	if (!has_failed && atomic_load(&t->ended) == (int)GCN_RUN_DONE + 1) {
		const struct gcn_timed_run r = {.kernel = t->kernel->entry->kernel->name,
			.number = t->number,
			.model = &t->kernel->device->timing,
			.dispatch = &t->dispatch,
			.figures = gcn_run_figures(t->run)};
		gcn_reports_add(t->kernel->device->reports, &r);
	}
	release(t);
}

const struct rt_device_ops gcn_timed_ops = {begin_dispatch, work_on, resume, end_dispatch};
