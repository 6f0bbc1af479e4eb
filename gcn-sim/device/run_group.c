/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs work-groups by the emulator where the runtime calls a kernel's entry. */
#include <signal.h>
#include <stdlib.h>
#include "device_impl.h"
#include "hidden_impl.h"
#include "places_impl.h"

static bool add_hidden_arguments(struct thread_state *t, const struct device_kernel *k,
	const struct hsaemu_dispatch *d)
{
	uint32_t all = k->entry->kernel->descriptor.kernarg_bytes;

	if (!gcn_hidden_is_there(k))
		return true;
	t->kernarg = aligned_alloc(64, align_up(all, (size_t)64));
	if (t->kernarg == NULL)
		return false;
	memset(t->kernarg, 0, all);
	gcn_hidden_fill(k, d, t->kernarg);
	t->dispatch.kernarg = (uint64_t)(uintptr_t)t->kernarg;
	return true;
}

/* Sets the thread up for a dispatch. False without memory, or where its sizes are not possible. */
static bool begin(struct thread_state *t, const struct device_kernel *k,
	const struct hsaemu_dispatch *d)
{
	struct diag_options quiet = {0};
	struct diag diag;
	bool ok;

	gcn_thread_forget(t);
	diag_init(&diag, &quiet);
	ok = gcn_dispatch_init(&t->dispatch, k->program, k->entry, d->packet, &diag);
	diag_release(&diag);
	t->dispatch.queue = (uint64_t)(uintptr_t)d->queue;
	t->dispatch.id = d->packet_id;
	if (!ok || !add_hidden_arguments(t, k, d) || !gcn_group_init(&t->group, &t->dispatch)) {
		free(t->kernarg);
		t->kernarg = NULL;
		return false;
	}
	t->of = d;
	atomic_store_explicit(&t->device, k->device, memory_order_relaxed);
	t->image = k->image;
	t->hidden = k->hidden;
	memcpy(&t->packet, d->packet, sizeof t->packet);
	return true;
}

static bool is_kept(const struct thread_state *t, const struct device_kernel *k,
	const struct hsaemu_dispatch *d)
{
	return t != NULL && !t->runs && t->of == d && t->device == k->device &&
	       t->image == k->image && memcmp(&t->packet, d->packet, sizeof t->packet) == 0;
}

/* The runtime may end a kernel at any instruction, by a signal. It must not do so while memory is
 * allocated. */
static struct thread_state *enter(const struct device_kernel *k, const struct hsaemu_dispatch *d)
{
	struct thread_state *t = gcn_thread_state();
	sigset_t all, before;

	if (!is_kept(t, k, d)) {
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &before);
		if (t == NULL)
			t = gcn_thread_new();
		if (t != NULL && !begin(t, k, d))
			t = NULL;
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	if (t != NULL && t->kernarg != NULL && k->kd.kernarg_bytes > 0)
		memcpy(t->kernarg, d->kernarg, k->kd.kernarg_bytes);
	return t;
}

/* ---- what went wrong ------------------------------------------------------------------------- */

static struct thread_state *state_of_run(struct rt_device_run *run)
{
	return (struct thread_state *)(void *)((char *)run - offsetof(struct thread_state, run));
}

static void explain(struct rt_device_run *run, struct rt_report *report)
{
	const struct thread_state *t = state_of_run(run);

	if (!t->runs)
		return;
	gcn_group_explain(&t->group, report);
	gcn_hidden_explain(t->hidden, &t->group, report);
}

static void find_places(struct rt_device_run *run, struct rt_place_visitor *v)
{
	const struct thread_state *t = state_of_run(run);

	if (t->runs)
		gcn_group_places(&t->group, v);
}

static void end_by_trap(const struct gcn_wave *w, const struct hsaemu_dispatch *d,
	struct hsaemu_wg *wg)
{
	uint64_t exec = gcn_pair(w, GCN_CODE_EXEC);
	unsigned lane = exec != 0 ? (unsigned)__builtin_ctzll(exec) : 0;

	if (w->detail != HSAEMU_GPU_TRAP)
		rt_device_fail(wg, gcn_outcome_detail(GCN_TRAP), NULL);
	d->services->trap(d, wg, w->v[HSAEMU_GPU_TRAP_NUMBER][lane],
		w->v[HSAEMU_GPU_TRAP_VALUE][lane], w->number * GCN_LANES + lane, NULL);
}

/* Whether functions that the kernel calls take as much scratch as there is. */
static bool has_stack(const struct gcn_group *g)
{
	return (g->dispatch->entry->kernel->descriptor.properties & GCN_DYNAMIC_STACK) != 0;
}

/* Ends a work-group in which some wavefronts wait at a barrier and the others have halted. */
static void end_deadlock(const struct gcn_group *g, const struct hsaemu_dispatch *d,
	struct hsaemu_wg *wg)
{
	uint32_t first = g->wave_count, waiting = 0;

	for (uint32_t n = g->wave_count; n > 0; n--)
		if (g->waves[n - 1].outcome == GCN_BARRIER) {
			first = n - 1;
			waiting += gcn_wave_items(g, first);
		}
	d->services->trap(d, wg, HSAEMU_TRAP_DEADLOCK, waiting, first * GCN_LANES, NULL);
}

void gcn_group_end_badly(const struct gcn_group *g, enum gcn_outcome why,
	const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	const struct gcn_wave *w = &g->waves[g->current];
	bool has_address = why == GCN_BAD_LDS || why == GCN_BAD_SCRATCH || why == GCN_MISALIGNED;

	if (why == GCN_TRAP)
		end_by_trap(w, d, wg);
	else if (why == GCN_BAD_SCRATCH && has_stack(g))
		d->services->trap(d, wg, HSAEMU_TRAP_STACK, w->access.bytes,
			w->number * GCN_LANES + w->lane, NULL);
	else if (why == GCN_BARRIER)
		end_deadlock(g, d, wg);
	else
		rt_device_fail(wg, gcn_outcome_detail(why),
			has_address ? &w->address[w->lane] : NULL);
}

/* A work-group whose wavefronts are served. */
struct served {
	struct gcn_trap_handler handler; /* comes first: a pointer to it is one to all */
	const struct hsaemu_dispatch *d;
	struct hsaemu_wg *wg;
};

static bool serve(struct gcn_trap_handler *h, struct gcn_group *g, struct gcn_wave *w)
{
	const struct served *s = (const struct served *)h;

	return gcn_device_serve(s->d, s->wg, g, w, NULL);
}

void gcn_run_group(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	const hsa_kernel_dispatch_packet_t *packet = d->packet;
	const struct device_kernel *k =
		(const struct device_kernel *)(uintptr_t)packet->kernel_object;
	const uint32_t id[3] = {wg->id_x, wg->id_y, wg->id_z};
	struct thread_state *t = enter(k, d);
	struct served served = {{serve}, d, wg};
	enum gcn_outcome outcome;

	if (t == NULL)
		rt_device_fail(wg, "the GPU has no room for a work-group", NULL);
	t->run = (struct rt_device_run){explain, find_places};
	rt_device_runs(wg, &t->run);
	t->group.handler = &served.handler;
	gcn_group_start(&t->group, id);
	atomic_signal_fence(memory_order_seq_cst);
	t->runs = true;
	outcome = gcn_group_run(&t->group);
	if (outcome != GCN_ENDED)
		gcn_group_end_badly(&t->group, outcome, d, wg);
	t->runs = false;
}
