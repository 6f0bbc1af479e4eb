/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stopping dispatches: after a fault in one of their work-groups, and when their queue ends.
 *
 * The stop is first recorded in the dispatch or its queue; then a signal goes to all threads that
 * may be in a kernel (guard.c says what happens there). Workers with other dispatches get the
 * signal as well and ignore it. So no lock is needed, and a client's signal handler may stop a
 * dispatch. */
#include <string.h>
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/fiber/fiber_impl.h"
#include "rt/os/os_signal_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"

static void stop_threads_of(struct rt_worker *w)
{
	/* relaxed: see rt_stop_workers() */
	unsigned own = atomic_load_explicit(&w->thread_id, memory_order_relaxed);
	unsigned client = atomic_load_explicit(&w->client_id, memory_order_relaxed);
	if (own != 0)
		os_stop_thread(own);
	if (client != 0)
		os_stop_thread(client);
}

void rt_stop_workers(struct rt *rt)
{
	/* A thread whose id is not recorded here yet takes the lock before it runs a kernel, and
	 * sees then that it must stop. */
	atomic_thread_fence(memory_order_seq_cst);
	for (unsigned i = 0; i < rt->worker_count; i++)
		stop_threads_of(&rt->workers[i]);
	struct rt_worker *r = atomic_load_explicit(&rt->reliefs, memory_order_acquire);
	for (; r != NULL; r = r->next_relief)
		stop_threads_of(r);
}

/* ---- places --------------------------------------------------------------------------------- */

static struct rt_place place_of(const struct rt_dispatch *d, const struct hsaemu_wg *wg,
	enum rt_place_kind kind)
{
	return (struct rt_place){.kind = kind,
		.packet_id = d->abi.packet_id,
		.kernel_object = d->packet.kernel_object,
		.group = {wg->id_x, wg->id_y, wg->id_z},
		.size = {wg->size_x, wg->size_y, wg->size_z}};
}

static void note(struct rt_queue *q, struct rt_place p)
{
	pthread_mutex_lock(&q->rt->lock);
	if (q->place_count < RT_QUEUE_PLACES)
		q->places[q->place_count] = p;
	q->place_count++;
	pthread_mutex_unlock(&q->rt->lock);
}

struct noting {
	struct rt_place_visitor visitor; /* first */
	const struct rt_dispatch *dispatch;
	unsigned count;
};

static void note_place(struct rt_place_visitor *v, const struct rt_place *place)
{
	struct noting *n = (struct noting *)v;
	struct rt_place p = *place;

	p.packet_id = n->dispatch->abi.packet_id;
	p.kernel_object = n->dispatch->packet.kernel_object;
	note(n->dispatch->queue, p);
	n->count++;
}

/* Notes what a device knows; false when that is nothing. */
static bool note_device(const struct rt_worker *w)
{
	struct rt_device_run *run = w->guard.device;
	struct noting n = {.visitor = {note_place}, .dispatch = w->dispatch};

	if (run != NULL)
		run->places(run, &n.visitor);
	return n.count != 0;
}

void rt_stop_note_group(struct rt_worker *w)
{
	struct rt_place p = place_of(w->dispatch, &w->wg, RT_PLACE_RUNS);
	/* of a dispatch that is the device's as a whole, one thread tells all places */
	if (note_device(w) || w->dispatch->device != NULL)
		return;
	struct rt_tile_items i = rt_tile_items(w->dispatch, &w->wg, (uint32_t)w->wg.items,
		(uint32_t)(w->wg.items >> 32));
	memcpy(p.group, i.group, sizeof p.group);
	memcpy(p.size, i.size, sizeof p.size);
	p.first_item = i.first;
	p.item_count = i.count;
	p.pc = w->guard.pc;
	p.caller = w->guard.caller;
	note(w->dispatch->queue, p);
}

/* Adds a fiber of the group to the count of fibers that are at one place. */
static void count(struct rt_place *p, const struct rt_fiber_group *g, const struct rt_fiber *f)
{
	uint32_t per_fiber = g->worker->dispatch->fiber_items;
	uint32_t items = g->wg.size_x * g->wg.size_y * g->wg.size_z, first = f->index * per_fiber;
	if (p->item_count == 0 || first < p->first_item) {
		p->first_item = first;
		/* the fiber would continue behind its call of a service, so the call is before that
		 * address */
		p->pc = f->pc == NULL ? 0 : (uint64_t)(uintptr_t)f->pc - 1;
	}
	p->item_count += items - first < per_fiber ? items - first : per_fiber;
}

static void count_list(struct rt_place *p, const struct rt_fiber_group *g,
	const struct rt_fiber_list *l)
{
	for (const struct rt_fiber *f = l->first; f != NULL; f = f->next)
		count(p, g, f);
}

static void note_resident(struct rt_worker *w, const struct rt_fiber_group *g)
{
	const struct rt_dispatch *d = w->dispatch;
	struct rt_place places[RT_PLACE_KINDS];
	for (int k = 0; k < RT_PLACE_KINDS; k++)
		places[k] = place_of(d, &g->wg, (enum rt_place_kind)k);
	if (w->guard.struck && w->fibers.current->group == g) {
		count(&places[RT_PLACE_RUNS], g, w->fibers.current);
		places[RT_PLACE_RUNS].pc = w->guard.pc;
		places[RT_PLACE_RUNS].caller = w->guard.caller;
	}
	for (const struct rt_fiber *f = w->fibers.ready.first; f != NULL; f = f->next)
		if (f->group == g)
			count(&places[f->pc == NULL ? RT_PLACE_NEW : RT_PLACE_YIELDS], g, f);
	count_list(&places[RT_PLACE_BARRIER], g, &g->barrier);
	count_list(&places[RT_PLACE_FBARRIER], g, &g->fbarriers);
	for (size_t i = 0; i < ARRAY_LEN(g->waves); i++)
		count_list(&places[RT_PLACE_WAVE], g, &g->waves[i].waiting);
	for (int k = 0; k < RT_PLACE_KINDS; k++)
		if (places[k].item_count != 0)
			note(d->queue, places[k]);
}

void rt_stop_note_fibers(struct rt_worker *w)
{
	for (const struct rt_fiber_group *g = w->fibers.residents; g != NULL; g = g->next)
		note_resident(w, g);
}

unsigned rt_queue_places(const hsa_queue_t *queue, struct rt_place *out, unsigned max)
{
	struct rt_queue *q = (struct rt_queue *)(uintptr_t)queue;
	pthread_mutex_lock(&q->rt->lock);
	unsigned count = q->place_count;
	for (unsigned i = 0; i < count && i < max && i < RT_QUEUE_PLACES; i++)
		out[i] = q->places[i];
	pthread_mutex_unlock(&q->rt->lock);
	return count;
}
