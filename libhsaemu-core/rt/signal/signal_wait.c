/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waits that leave the work to other threads: they spin, then sleep on a futex until a value
 * changes. Who waits for one signal sleeps on the signal's own futex; who waits for several has a
 * futex of its own, and a watch on each signal. */
#include <immintrin.h>
#include <stdlib.h>
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/signal/signal_block_impl.h"
#include "rt/signal/signal_impl.h"

enum {
	SPINS_PER_CLOCK = 32,
	/* with HSA_WAIT_STATE_ACTIVE; bounded, so that nobody spins for ever */
	SPIN_NS = 50000,
	BLOCKED_SPIN_NS = 5000, /* with HSA_WAIT_STATE_BLOCKED; a sleep and a wake take longer */
	NAP_NS = 1000000,       /* between looks at signals for whose watches there is no memory */
};

static void spin_until(const struct rt_wishes *w, uint64_t deadline)
{
	for (unsigned i = 1; !rt_any_wish_holds(w); i++) {
		_mm_pause();
		if (i % SPINS_PER_CLOCK != 0)
			continue;
		if (os_clock_ns() >= deadline)
			return;
		os_yield(); /* the thread that will complete the signal may need this CPU */
	}
}

/* Returns whether there is no use in waiting: a signal was destroyed, or the runtime is about to
 * end. */
static bool is_over(const struct rt_wishes *w)
{
	if (atomic_load(&slab_of(w->signals[0])->rt->waits_end))
		return true;
	for (size_t i = 0; i < w->count; i++)
		if (signal_is_gone(w->signals[i]))
			return true;
	return false;
}

/* The type of a function that sleeps until a value of the wishes changes or the deadline passes, or
 * for less time. */
typedef void sleep_function(void *arg, const struct rt_wishes *w, uint64_t deadline);

static void wait_until(struct rt *rt, const struct rt_wishes *w, uint64_t timeout_ns,
	hsa_wait_state_t state, sleep_function *sleep, void *arg)
{
	uint64_t now = os_clock_ns();
	uint64_t deadline = timeout_ns > UINT64_MAX - now ? UINT64_MAX : now + timeout_ns;
	uint64_t spin = state == HSA_WAIT_STATE_ACTIVE ? SPIN_NS : rt->spins ? BLOCKED_SPIN_NS : 0;
	spin_until(w, now + spin < deadline ? now + spin : deadline);
	while (!rt_any_wish_holds(w) && !is_over(w) && (now = os_clock_ns()) < deadline) {
		/* A client that forgot a doorbell, or rang it for the first packet of a batch,
		 * would sleep for ever: look at the queues before sleeping. */
		uint64_t rescan = rt_queues_rescan(rt, now);
		sleep(arg, w, rescan < deadline ? rescan : deadline);
	}
}

/* ---- for one signal ------------------------------------------------------------------------- */

static void sleep_for_one(void *arg, const struct rt_wishes *w, uint64_t deadline)
{
	struct signal_side *side = arg;
	unsigned sequence = atomic_load(&side->sequence);
	atomic_fetch_add(&side->attention, 1);
	/* these loads are seq_cst, after attention++: an update that they miss changes the
	 * sequence */
	atomic_thread_fence(memory_order_seq_cst);
	if (!rt_any_wish_holds(w) && !is_over(w))
		os_futex_wait(&side->sequence, sequence, deadline);
	atomic_fetch_sub(&side->attention, 1);
}

hsa_signal_value_t rt_signal_wait_idly(const struct rt_wish *w, uint64_t timeout_ns,
	hsa_wait_state_t state)
{
	struct rt_wishes one = {1, &w->signal, &w->condition, &w->compare};
	struct rt *rt = slab_of(w->signal)->rt;
	hsa_signal_value_t v = signal_load(w->signal);
	if (signal_value_holds(v, w->condition, w->compare) || rt_is_bereft(rt) ||
		!signal_ref(w->signal))
		return v;
	wait_until(rt, &one, timeout_ns, state, sleep_for_one, side_of(w->signal));
	v = signal_load(w->signal);
	signal_unref(w->signal);
	return v;
}

/* ---- for several ---------------------------------------------------------------------------- */

struct alarm {
	struct rt_watch watch;
	atomic_uint *changes; /* number of changes of all signals */
};

static void raise_alarm(struct rt_watch *w, hsa_signal_value_t v)
{
	const struct alarm *a = (const struct alarm *)(void *)w; /* its first member */
	(void)v;
	atomic_fetch_add(a->changes, 1);
	os_futex_wake_all(a->changes);
}

static void sleep_for_any(void *arg, const struct rt_wishes *w, uint64_t deadline)
{
	atomic_uint *changes = arg;
	unsigned seen = atomic_load(changes);
	if (!rt_any_wish_holds(w) && !is_over(w))
		os_futex_wait(changes, seen, deadline);
}

static void sleep_a_nap(void *arg, const struct rt_wishes *w, uint64_t deadline)
{
	/* nobody wakes this; a sleep of the C library's would be a cancellation point */
	atomic_uint never = 0;
	uint64_t until = os_clock_ns() + NAP_NS;
	(void)arg, (void)w;
	os_futex_wait(&never, 0, until < deadline ? until : deadline);
}

void rt_signal_sleep_any(struct rt *rt, const struct rt_wishes *w, uint64_t timeout_ns,
	hsa_wait_state_t state)
{
	static const struct rt_watch_kind kind = {raise_alarm};
	struct alarm few[8], *alarms = few;
	atomic_uint changes = 0;
	if (w->count > ARRAY_LEN(few))
		alarms = mem_try_new(w->count, sizeof *alarms);
	if (alarms == NULL) {
		wait_until(rt, w, timeout_ns, state, sleep_a_nap, NULL);
		return;
	}
	for (size_t i = 0; i < w->count; i++) {
		alarms[i].changes = &changes;
		if (!signal_watch(&alarms[i].watch, w->signals[i], &kind))
			BUG("a signal is gone to which there is a reference");
	}
	wait_until(rt, w, timeout_ns, state, sleep_for_any, &changes);
	for (size_t i = 0; i < w->count; i++)
		signal_unwatch(&alarms[i].watch);
	if (alarms != few)
		free(alarms);
}

/* ---- the end of all waits -------------------------------------------------------------------- */

/* Called with the pool's lock. */
static void wake_sleepers(struct signal_side *side)
{
	if (atomic_load(&side->attention) == 0)
		return;
	/* as after an update, see signal.c */
	atomic_fetch_add(&side->sequence, 1);
	os_futex_wake_all(&side->sequence);
	for (struct rt_watch *w = side->watches; w != NULL; w = w->next)
		w->kind->look(w, signal_load(w->signal));
}

void rt_end_waits(struct rt *rt)
{
	if (rt_is_bereft(rt))
		return;
	/* seq_cst: a thread that does not see it is seen by wake_sleepers() */
	atomic_store(&rt->waits_end, true);
	pthread_mutex_lock(&rt->signals.lock);
	signal_pool_each(&rt->signals, wake_sleepers);
	pthread_mutex_unlock(&rt->signals.lock);
}
