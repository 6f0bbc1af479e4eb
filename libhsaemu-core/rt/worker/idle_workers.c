/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Workers that have nothing to do, and how they are called.
 *
 * Idle workers are in a list, from which those are taken first that are awake, then the one that
 * came last. A call takes one worker off the list. When every worker has a CPU, an idle worker's
 * thread spins for a moment before it sleeps, so that a chain of short dispatches needs no sleep
 * and wake for each. A thread that waits for a signal may take the place of an idle worker
 * (client_wait.c), whose own thread sleeps on. When it has nothing to do it spins for a moment,
 * too, as that worker.
 *
 * Waking a thread costs more than a small dispatch does. So a worker is not woken when another
 * thread is about to look in any case. Clients that wait right after they ring are trusted to serve
 * their queues. A dispatch like one that was brief is run by the thread that launched it and those
 * that are awake, until it turns out to be long. Since this can go wrong, one idle worker is the
 * lookout: it sleeps in short naps and starts the work that is overdue. It gives up when no
 * dispatch is launched. */
#include <errno.h>
#include <immintrin.h>
#include "rt/dispatch/active_dispatches_impl.h"
#include "rt/dispatch/dispatch_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/signal/signal_block_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"

enum {
	SPIN_NS = 40000, /* what a sleep and a wake would take */
	SPINS_PER_CLOCK = 32,
	NAP_NS = 100000,
	/* longer than the first nap, because each costs some us to wake from */
	NEXT_NAP_NS = 400000,
	/* launches since the last lookout gave up that make another one worth while */
	BUSY_LAUNCHES = 4,
	/* so many prompt clients in a row, and rings wake no worker any more */
	TRUSTED = 4,
	DISTRUST = -16,
	PROMPT_TICKS = 1 << 15,  /* around 10 us from ring to service is prompt */
	OVERDUE_TICKS = 1 << 17, /* work that has waited for around 40 us is overdue */
};

/* ---- calling -------------------------------------------------------------------------------- */

static void set_state(struct rt_worker *w, enum rt_worker_state state)
{
	/* relaxed: a thread that sees the state change takes the lock before it looks at anything
	 * else */
	atomic_store_explicit(&w->state, state, memory_order_relaxed);
}

static enum rt_worker_state state_of(struct rt_worker *w)
{
	return (enum rt_worker_state)atomic_load_explicit(&w->state, memory_order_relaxed);
}

void rt_pressure_note(struct rt *rt)
{
	/* relaxed: see rt_turn_lasts() */
	unsigned is = atomic_load_explicit(&rt->pressure, memory_order_relaxed), now = 0;
	if (rt->ready != NULL && rt->idle == NULL)
		now |= RT_PRESSURE_RING;
	if (rt->active_queues > 1)
		now |= RT_PRESSURE_CROWD;
	if (now != 0 && rt->watcher != NULL && !rt->watching) {
		rt->watching = true;
		pthread_cond_signal(&rt->watcher->wake);
	}
	if (rt->watching || rt->stand_ins != 0)
		now |= RT_PRESSURE_WATCH;
	if (now != is)
		atomic_store_explicit(&rt->pressure, now, memory_order_relaxed);
}

static void enter_list(struct rt_worker *w)
{
	w->next_idle = w->rt->idle;
	w->rt->idle = w;
	set_state(w, WORKER_IDLE);
	rt_pressure_note(w->rt);
}

static void leave_list(struct rt_worker *w)
{
	struct rt_worker **link = &w->rt->idle;
	while (*link != w)
		link = &(*link)->next_idle;
	*link = w->next_idle;
	rt_pressure_note(w->rt);
}

/* Wakes the worker. It must be in no list. */
static void call(struct rt_worker *w)
{
	set_state(w, WORKER_CALLED);
	if (w->asleep && !w->has_client)
		pthread_cond_signal(&w->wake);
}

void rt_workers_wake_all(struct rt *rt)
{
	while (rt->idle != NULL) {
		struct rt_worker *w = rt->idle;
		rt->idle = w->next_idle;
		call(w);
	}
}

void rt_worker_call(struct rt_worker *w)
{
	if (state_of(w) != WORKER_IDLE)
		return;
	leave_list(w);
	call(w);
}

static bool runs(const struct rt_worker *w, const struct rt_queue *q)
{
	return rt_queue_runs_on(q, q->cu_count, w->index);
}

static bool is_awake(const struct rt_worker *w)
{
	return !w->asleep || w->has_client;
}

/* Calls up to `count` idle workers that run groups of the queue, or only those that are awake. */
static unsigned call_idle(const struct rt_queue *q, unsigned count, bool only_awake)
{
	struct rt_worker **link = &q->rt->idle, *w;
	unsigned called = 0;
	while (called < count && (w = *link) != NULL) {
		if (runs(w, q) && (!only_awake || is_awake(w))) {
			*link = w->next_idle;
			call(w);
			called++;
		} else {
			link = &w->next_idle;
		}
	}
	rt_pressure_note(q->rt);
	return called;
}

unsigned rt_workers_call_awake(const struct rt_queue *q, unsigned count)
{
	return call_idle(q, count, true);
}

unsigned rt_workers_wake(const struct rt_queue *q, unsigned count)
{
	unsigned called = call_idle(q, count, true);
	return called + call_idle(q, count - called, false);
}

void rt_worker_wake_to_look(const struct rt_queue *q)
{
	if (rt_workers_wake(q, 1) == 0 && q->rt->idle != NULL)
		rt_worker_call(q->rt->idle);
}

/* Returns whether there is a dispatch that has had groups for this worker for too long. */
static bool is_late(const struct rt_worker *w, uint64_t now)
{
	const struct rt_dispatch *d = rt_active_find(w);
	return d != NULL && now - d->start_ticks > OVERDUE_TICKS;
}

/* ---- lending -------------------------------------------------------------------------------- */

/* Returns the idle worker to lend, or NULL: one that runs groups of `q`, if there is one. Rather
 * one that sleeps than one that is awake, and the lookout last. */
static struct rt_worker *pick(struct rt *rt, const struct rt_queue *q)
{
	struct rt_worker *best = NULL;
	unsigned worth = 0;
	for (struct rt_worker *w = rt->idle; w != NULL && worth < 7; w = w->next_idle) {
		unsigned is = 1 + 4 * (q == NULL || runs(w, q)) + (w != rt->lookout) + w->asleep;
		if (!w->has_client && is > worth) {
			best = w;
			worth = is;
		}
	}
	return best;
}

struct rt_worker *rt_worker_borrow(struct rt *rt, const struct rt_queue *q)
{
	struct rt_worker *w = pick(rt, q);
	if (w != NULL) {
		leave_list(w);
		set_state(w, WORKER_LENT);
		return w;
	}
	/* a worker that was called and is not awake yet will serve, too: its thread sleeps again */
	for (unsigned i = 0; i < rt->worker_count; i++) {
		w = &rt->workers[i];
		if (state_of(w) == WORKER_CALLED && !w->has_client && !is_late(w, os_ticks())) {
			set_state(w, WORKER_LENT);
			return w;
		}
	}
	return NULL;
}

void rt_worker_give_back(struct rt_worker *w)
{
	bool dismissed = atomic_load_explicit(&w->dismissed, memory_order_relaxed);
	if (dismissed || w->rt->stopping || w->rt->ready != NULL || rt_active_find(w) != NULL)
		call(w);
	else
		enter_list(w);
}

/* ---- trust ---------------------------------------------------------------------------------- */

static bool trusts_clients(const struct rt *rt)
{
	return rt->trust >= TRUSTED;
}

void rt_ring_was_served(struct rt *rt, const struct rt_queue *q, bool by_client)
{
	if (!by_client)
		rt->trust -= rt->trust > DISTRUST;
	else if (os_ticks() - q->rung_ticks < PROMPT_TICKS)
		rt->trust += rt->trust < TRUSTED;
	else
		/* a worker had better have run beside this client, which was slow */
		rt->trust = rt->trust > 0 ? 0 : rt->trust;
}

void rt_announce(struct rt_queue *q)
{
	struct rt *rt = q->rt;
	if (rt_current_is_idle(rt))
		return; /* this thread looks at rt.ready itself before it rests */
	if (!q->rung_by_client || !trusts_clients(rt) || rt->lookout == NULL)
		rt_worker_wake_to_look(q);
}

/* ---- the lookout ---------------------------------------------------------------------------- */

static bool is_wanted(struct rt_worker *w)
{
	return state_of(w) == WORKER_CALLED && !w->has_client;
}

/* Returns an idle worker that is late, or NULL; `w` itself if possible, because it is awake. */
static struct rt_worker *find_late(struct rt_worker *w, uint64_t now)
{
	if (state_of(w) == WORKER_IDLE && is_late(w, now))
		return w;
	struct rt_worker *other = w->rt->idle;
	while (other != NULL && !is_late(other, now))
		other = other->next_idle;
	return other;
}

/* Starts the work that is overdue, because the thread that was trusted with it did not come. */
static void take_up_overdue(struct rt_worker *w)
{
	struct rt *rt = w->rt;
	uint64_t now = os_ticks();
	struct rt_worker *late = NULL;
	if (rt->ready != NULL && now - rt->ready->rung_ticks > OVERDUE_TICKS) {
		rt->trust = DISTRUST;
		/* if this worker's place is lent, another one is woken */
		late = state_of(w) == WORKER_IDLE ? w : rt->idle;
	} else {
		late = find_late(w, now);
	}
	if (late != NULL)
		rt_worker_call(late);
}

/* Sleeps for `ns`, or until the worker is woken. True when the time was up. */
static bool nap(struct rt_worker *w, uint64_t ns)
{
	struct timespec until = os_timespec(os_clock_ns() + ns);
	w->asleep = true;
	int result = pthread_cond_timedwait(&w->wake, &w->rt->lock, &until);
	w->asleep = false;
	return result == ETIMEDOUT;
}

static bool is_busy(const struct rt *rt)
{
	return rt->launches - rt->watched_launches >= BUSY_LAUNCHES;
}

static void look_out(struct rt_worker *w)
{
	struct rt *rt = w->rt;
	uint64_t ns = NAP_NS, seen = rt->launches;
	rt->lookout = w;
	while (!is_wanted(w)) {
		if (!nap(w, ns))
			continue;
		take_up_overdue(w);
		/* work that is not overdue yet must not be left lying */
		if (rt->launches == seen && rt->ready == NULL && rt_active_find(w) == NULL)
			break;
		ns = NEXT_NAP_NS;
		seen = rt->launches;
	}
	rt->lookout = NULL;
	rt->watched_launches = rt->launches;
}

/* ---- resting -------------------------------------------------------------------------------- */

/* Waits without sleeping, for a short time, for a call or until a wish holds; `wishes` is NULL on
 * the worker's own thread. Gives up the lock meanwhile. */
static void spin(struct rt_worker *w, const struct rt_wishes *wishes)
{
	pthread_mutex_unlock(&w->rt->lock);
	uint64_t until = os_clock_ns() + SPIN_NS;
	for (unsigned i = 1; state_of(w) == WORKER_IDLE; i++) {
		if (wishes != NULL && rt_any_wish_holds(wishes))
			break;
		_mm_pause();
		if (i % SPINS_PER_CLOCK != 0)
			continue;
		if (os_clock_ns() >= until)
			break;
		os_yield(); /* the thread that is about to call may need this CPU */
	}
	rt_lock_soon(w->rt);
}

static void sleep_until_woken(struct rt_worker *w)
{
	w->asleep = true;
	pthread_cond_wait(&w->wake, &w->rt->lock);
	w->asleep = false;
}

void rt_worker_rest(struct rt_worker *w)
{
	struct rt *rt = w->rt;
	enter_list(w);
	if (rt->spins)
		spin(w, NULL);
	while (!is_wanted(w)) {
		if (rt->lookout == NULL && is_busy(rt))
			look_out(w);
		if (!is_wanted(w))
			sleep_until_woken(w);
	}
	set_state(w, WORKER_RUNS);
}

bool rt_client_rests(struct rt_worker *w, const struct rt_wishes *wishes)
{
	if (!w->rt->spins)
		return false;
	enter_list(w);
	w->has_client = true;
	spin(w, wishes);
	w->has_client = false;
	bool called = state_of(w) == WORKER_CALLED;
	if (!called)
		leave_list(w);
	set_state(w, WORKER_LENT);
	return called;
}
