/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waits that leave the work to other threads: they spin, then sleep on a futex until the value
 * changes. */
#include <immintrin.h>
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
};

static void spin_until(const struct rt_wish *w, uint64_t deadline)
{
	for (unsigned i = 1; !rt_wish_holds(w); i++) {
		_mm_pause();
		if (i % SPINS_PER_CLOCK != 0)
			continue;
		if (os_clock_ns() >= deadline)
			return;
		os_yield(); /* the thread that will complete the signal may need this CPU */
	}
}

/* Sleeps once, until the value changes or the deadline passes, or for less time. */
static void sleep_once(const struct rt_wish *w, uint64_t deadline)
{
	struct signal_side *side = side_of(w->signal);
	unsigned sequence = atomic_load(&side->sequence);
	atomic_fetch_add(&side->attention, 1);
	int64_t v = __atomic_load_n(value_of(w->signal), __ATOMIC_SEQ_CST);
	if (!signal_value_holds(v, w->condition, w->compare))
		os_futex_wait(&side->sequence, sequence, deadline);
	atomic_fetch_sub(&side->attention, 1);
}

static hsa_signal_value_t wait_until(struct rt *rt, const struct rt_wish *w, uint64_t timeout_ns,
	hsa_wait_state_t state)
{
	uint64_t now = os_clock_ns();
	uint64_t deadline = timeout_ns > UINT64_MAX - now ? UINT64_MAX : now + timeout_ns;
	/* A client that forgot a doorbell, or rang it for the first packet of a batch, would sleep
	 * for ever: look at the queues before sleeping. */
	rt_queues_rescan(rt);
	uint64_t spin = state == HSA_WAIT_STATE_ACTIVE ? SPIN_NS : rt->spins ? BLOCKED_SPIN_NS : 0;
	spin_until(w, now + spin < deadline ? now + spin : deadline);
	for (;;) {
		hsa_signal_value_t v = signal_load(w->signal);
		if (signal_value_holds(v, w->condition, w->compare) || os_clock_ns() >= deadline)
			return v;
		sleep_once(w, deadline);
	}
}

hsa_signal_value_t rt_signal_wait_idly(const struct rt_wish *w, uint64_t timeout_ns,
	hsa_wait_state_t state)
{
	struct rt *rt = slab_of(w->signal)->rt;
	hsa_signal_value_t v = signal_load(w->signal);
	if (signal_value_holds(v, w->condition, w->compare) || rt_is_bereft(rt))
		return v;
	signal_ref(w->signal);
	v = wait_until(rt, w, timeout_ns, state);
	signal_unref(w->signal);
	return v;
}
