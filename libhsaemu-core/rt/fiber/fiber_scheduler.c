/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A worker's share of a dispatch with fibers.
 *
 * One group is run at a time, until every fiber that could go on has yielded without the thing it
 * waits for having come: perhaps another group has to do it. Then further groups become resident as
 * well, until all groups of the share are, or their memory has reached its bound. When no group can
 * be added, the worker gives the CPU to other threads, and after a while it sleeps between rounds.
 * Fibers can wait for any word of memory to change, so nothing could wake the worker. */
#include <immintrin.h>
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/fiber/fiber_impl.h"
#include "rt/fiber/stack_switch_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"
#include "rt/workgroup/workgroup_impl.h"

enum {
	EAGER_ROUNDS = 64,   /* fruitless rounds before the CPU is offered to other threads */
	POLITE_ROUNDS = 512, /* fruitless rounds before the worker sleeps between rounds */
	SHORTEST_NAP_NS = 20000,
	LONGEST_NAP_NS = 1000000,
	GROUP_FIXED_BYTES =
		/* counted for each group besides its memory, because a group takes a few
		 * mappings */
	512 << 10,
};
/* The bound on the address space of the resident groups of all workers together. Each worker may
 * have one group in any case. */
static const size_t max_bytes = (size_t)4 << 30;

/* ---- residents ------------------------------------------------------------------------------ */

/* Takes the address space for one more group from the amount that all workers share. False when
 * that is used up. */
static bool take_room(struct rt_worker *w)
{
	size_t bytes = rt_fiber_group_bytes(w->dispatch) + GROUP_FIXED_BYTES;
	/* relaxed: the count orders nothing */
	size_t before =
		atomic_fetch_add_explicit(&w->rt->resident_bytes, bytes, memory_order_relaxed);
	if (w->fibers.resident_count == 0 || before + bytes <= max_bytes)
		return true;
	atomic_fetch_sub_explicit(&w->rt->resident_bytes, bytes, memory_order_relaxed);
	return false;
}

static void give_room(struct rt_worker *w)
{
	size_t bytes = rt_fiber_group_bytes(w->dispatch) + GROUP_FIXED_BYTES;
	atomic_fetch_sub_explicit(&w->rt->resident_bytes, bytes, memory_order_relaxed);
}

static struct rt_fiber_group *take_memory(struct rt_worker *w)
{
	struct rt_fiber_group *spare = w->fibers.spare;
	w->fibers.spare = NULL;
	return rt_fiber_group_get(w, w->dispatch, spare);
}

enum start { STARTED, NO_GROUP, NO_MEMORY };

static enum start start_group(struct rt_worker *w)
{
	struct rt_fibers *s = &w->fibers;
	/* the room is taken first, because a group that was claimed must not have to wait for
	 * room */
	if (!take_room(w))
		return NO_GROUP;
	struct rt_fiber_group *g = NULL;
	bool remain = rt_claim_remains(w);
	if (!remain || (g = take_memory(w)) == NULL) {
		give_room(w);
		return remain ? NO_MEMORY : NO_GROUP;
	}
	rt_claim_take(w, &g->wg);
	g->serial = ++s->serial;
	g->next = s->residents;
	s->residents = g;
	s->resident_count++;
	rt_fiber_group_start(g, w->dispatch, &s->ready);
	return STARTED;
}

/* Keeps the memory of a group for the next one, or frees it when there is one kept already. */
static void put_away(struct rt_fibers *s, struct rt_fiber_group *g)
{
	if (s->spare == NULL)
		s->spare = g;
	else
		rt_fiber_group_free(g);
}

static void end_group(struct rt_worker *w)
{
	struct rt_fibers *s = &w->fibers;
	struct rt_fiber_group **link = &s->residents;
	while (*link != s->ended)
		link = &(*link)->next;
	*link = s->ended->next;
	s->resident_count--;
	rt_group_check_bounds(w, &s->ended->memory);
	rt_output_flush(w, &w->output);
	put_away(s, s->ended);
	s->ended = NULL;
	give_room(w);
}

static void drop_all(struct rt_worker *w)
{
	struct rt_fibers *s = &w->fibers;
	rt_stop_note_fibers(w);
	while (s->residents != NULL) {
		struct rt_fiber_group *g = s->residents;
		s->residents = g->next;
		rt_group_memory_distrust(&g->memory);
		put_away(s, g);
		give_room(w);
	}
	s->resident_count = 0;
	s->ready = (struct rt_fiber_list){0};
	s->ended = NULL;
	s->current = NULL;
}

/* ---- rounds --------------------------------------------------------------------------------- */

/* Switches to the fibers and returns when one of them switches back to the worker's own stack. */
ON_FIBER static void run_fibers(struct rt_worker *w)
{
	struct rt_fibers *s = &w->fibers;
	struct rt_fiber *f = s->ready.first;
	s->ready.first = f->next;
	s->ready.count--;
	s->current = f;
	s->home = NULL;
	w->guard.home = &s->home;
	rt_kernel_enter(&w->guard, f->pc);
	rt_switch(&s->home, f->sp);
	atomic_signal_fence(memory_order_seq_cst);
	w->guard.home = NULL;
}

static void rest(struct rt_worker *w)
{
	unsigned n = w->fibers.fruitless++;
	if (n < EAGER_ROUNDS) {
		_mm_pause();
	} else if (n < POLITE_ROUNDS) {
		os_yield();
	} else {
		unsigned doublings = (n - POLITE_ROUNDS) / 16;
		rt_relief_start(w);
		uint64_t ns =
			doublings < 6 ? (uint64_t)SHORTEST_NAP_NS << doublings : LONGEST_NAP_NS;
		os_sleep_ns(ns < LONGEST_NAP_NS ? ns : LONGEST_NAP_NS);
	}
}

/* Starts half as many groups again as are resident: each round asks all of them, so rounds become
 * fewer as groups become more. False when no group was started. */
static bool start_more(struct rt_worker *w)
{
	unsigned count = w->fibers.resident_count / 2 + 1, started = 0;
	while (started < count && start_group(w) == STARTED)
		started++;
	return started != 0;
}

/* Called when all fibers that are ready have yielded since one of them last made progress. Fibers
 * whose time was up may have come by barriers in a loop that waits all the same. */
static void after_idle_round(struct rt_worker *w)
{
	struct rt_fibers *s = &w->fibers;
	bool timed = s->timed, worked = s->worked;
	s->idle = s->passes = 0;
	s->timed = s->worked = false;
	s->round++;
	if ((worked && !timed) || start_more(w) || timed)
		s->fruitless = 0;
	else
		rest(w);
}

/* Called when no fiber is ready. Starts another group; returns false when the share is done, or the
 * worker leaves it. */
static bool run_next_group(struct rt_worker *w)
{
	if (w->fibers.resident_count == 0 && !rt_turn_lasts(w))
		return false;
	switch (start_group(w)) {
	case STARTED:
		return true;
	case NO_GROUP:
		return false;
	case NO_MEMORY:
		break;
	}
	rt_group_report_no_memory(w);
	return false;
}

void rt_fibers_run(void *worker)
{
	struct rt_worker *w = worker;
	struct rt_fibers *s = &w->fibers;
	s->idle = s->passes = s->fruitless = 0;
	s->turns = RT_FIBER_TURNS;
	s->timed = s->worked = false;
	s->round = 2;
	while (!rt_dispatch_must_stop(w->dispatch)) {
		if (s->ready.first == NULL && !run_next_group(w))
			break;
		run_fibers(w);
		if (w->guard.struck)
			break;
		if (s->ended != NULL) {
			end_group(w);
			s->fruitless = 0;
		}
		if (s->idle > s->ready.count)
			after_idle_round(w);
	}
	if (!w->guard.struck)
		drop_all(w);
}

void rt_fibers_forget(struct rt_worker *w)
{
	drop_all(w);
}

void rt_fibers_release(struct rt_fibers *s)
{
	rt_fiber_group_free(s->spare);
	s->spare = NULL;
}
