/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Signals: AMD's 64-byte blocks in slabs, futex sleep, wake by whoever changes the value.
 *
 * Beside each block lies a signal_side with what AMD's layout has no room for. Sleepers wait on its
 * `sequence`, not on the value: a futex word has 32 bits, and an update that changes only the upper
 * half of the value must not be missed. The protocol (all seq_cst, as in Dekker's algorithm):
 *
 *     waiter: s = sequence; attention++; look at value; futex_wait(sequence, s)
 *     update: change value; if (attention != 0) { sequence++; futex_wake; look at watches }
 *
 * Either the waiter sees the new value or the update sees the waiter. */
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/signal/signal_block_impl.h"
#include "rt/signal/signal_impl.h"

/* ---- waking --------------------------------------------------------------------------------- */

/* Called when somebody attends to the signal, after its value has changed. */
static void wake(hsa_signal_t s)
{
	struct signal_side *side = side_of(s);
	if (atomic_load(&side->attention) == 0 || rt_is_bereft(slab_of(s)->rt))
		return;
	atomic_fetch_add(&side->sequence, 1);
	os_futex_wake_all(&side->sequence);
	struct signal_pool *p = &slab_of(s)->rt->signals;
	pthread_mutex_lock(&p->lock);
	hsa_signal_value_t v = signal_load(s);
	for (struct rt_watch *w = side->watches; w != NULL; w = w->next)
		w->kind->look(w, v);
	pthread_mutex_unlock(&p->lock);
}

bool signal_watch(struct rt_watch *w, hsa_signal_t s, const struct rt_watch_kind *kind)
{
	struct signal_side *side = side_of(s);
	struct signal_pool *p = &slab_of(s)->rt->signals;
	if (!signal_ref(s)) {
		w->signal.handle = 0;
		return false;
	}
	pthread_mutex_lock(&p->lock);
	w->signal = s;
	w->kind = kind;
	w->next = side->watches;
	side->watches = w;
	atomic_fetch_add(&side->attention, 1);
	/* seq_cst, after attention++: an update that this misses will see the watch */
	kind->look(w, __atomic_load_n(value_of(s), __ATOMIC_SEQ_CST));
	pthread_mutex_unlock(&p->lock);
	return true;
}

/* Called with the pool's lock. */
static void unlink_watch(struct rt_watch *w)
{
	struct signal_side *side = side_of(w->signal);
	struct rt_watch **link = &side->watches;
	while (*link != w)
		link = &(*link)->next;
	*link = w->next;
	atomic_fetch_sub(&side->attention, 1);
}

void signal_unwatch(struct rt_watch *w)
{
	if (w->signal.handle == 0)
		return;
	struct signal_pool *p = &slab_of(w->signal)->rt->signals;
	pthread_mutex_lock(&p->lock);
	unlink_watch(w);
	pthread_mutex_unlock(&p->lock);
	signal_unref(w->signal);
	w->signal.handle = 0;
}

void signal_end(hsa_signal_t s)
{
	amd_signal_t *block = (amd_signal_t *)(uintptr_t)s.handle;
	/* seq_cst: a waiter that does not see it is seen by wake() */
	__atomic_store_n(&block->kind, AMD_SIGNAL_KIND_INVALID, __ATOMIC_SEQ_CST);
	wake(s);
	signal_unref(s);
}

void rt_signal_destroy(hsa_signal_t signal)
{
	if (((amd_signal_t *)(uintptr_t)signal.handle)->queue_ptr == NULL)
		signal_end(signal);
}

/* ---- values --------------------------------------------------------------------------------- */

hsa_signal_value_t rt_signal_load(hsa_signal_t signal)
{
	return signal_load(signal);
}

bool rt_signal_holds(hsa_signal_value_t value, hsa_signal_condition_t condition,
	hsa_signal_value_t compare)
{
	return signal_value_holds(value, condition, compare);
}

void rt_signal_silent_store(hsa_signal_t signal, hsa_signal_value_t value)
{
	__atomic_store_n(value_of(signal), value, __ATOMIC_RELEASE);
}

static hsa_signal_value_t update_extreme(volatile int64_t *value, enum rt_signal_op op,
	hsa_signal_value_t v)
{
	int64_t old = __atomic_load_n(value, __ATOMIC_RELAXED);
	while ((op == RT_SIGNAL_MIN ? v < old : v > old) &&
		!__atomic_compare_exchange_n(value, &old, v, true, __ATOMIC_SEQ_CST,
			__ATOMIC_RELAXED))
		;
	return old;
}

/* seq_cst although callers need less: the wake protocol orders the update before the load of
 * `attention`. On x86 each of these is one locked instruction whatever the order. */
static hsa_signal_value_t update(volatile int64_t *value, enum rt_signal_op op,
	hsa_signal_value_t v)
{
	switch (op) {
	case RT_SIGNAL_STORE:
		return __atomic_exchange_n(value, v, __ATOMIC_SEQ_CST);
	case RT_SIGNAL_ADD:
		return __atomic_fetch_add(value, v, __ATOMIC_SEQ_CST);
	case RT_SIGNAL_SUBTRACT:
		return __atomic_fetch_sub(value, v, __ATOMIC_SEQ_CST);
	case RT_SIGNAL_AND:
		return __atomic_fetch_and(value, v, __ATOMIC_SEQ_CST);
	case RT_SIGNAL_OR:
		return __atomic_fetch_or(value, v, __ATOMIC_SEQ_CST);
	case RT_SIGNAL_XOR:
		return __atomic_fetch_xor(value, v, __ATOMIC_SEQ_CST);
	case RT_SIGNAL_MIN:
	case RT_SIGNAL_MAX:
		return update_extreme(value, op, v);
	case RT_SIGNAL_OP_COUNT:
		break;
	}
	BUG("signal operation %d", (int)op);
}

/* Returns the queue whose doorbell the signal is, or NULL. It is asked before the value changes,
 * because the change may be what another thread waits for to destroy the signal, whose block may
 * then be a new one's. */
static struct rt_queue *doorbell_of(hsa_signal_t s)
{
	return (struct rt_queue *)(void *)((amd_signal_t *)(uintptr_t)s.handle)->queue_ptr;
}

/* Called when the value was changed to `v`. To wake a new signal's waiters does no harm. */
static void changed(hsa_signal_t s, struct rt_queue *queue, hsa_signal_value_t v)
{
	if (queue != NULL)
		rt_queue_doorbell(queue, v);
	wake(s);
}

hsa_signal_value_t rt_signal_update(hsa_signal_t signal, enum rt_signal_op op,
	hsa_signal_value_t operand)
{
	struct rt_queue *queue = doorbell_of(signal);
	hsa_signal_value_t old = update(value_of(signal), op, operand);
	/* A value that was stored is passed on even if another store has replaced it at once, as
	 * the doorbells of two producers may. */
	changed(signal, queue, op == RT_SIGNAL_STORE ? operand : signal_load(signal));
	return old;
}

hsa_signal_value_t rt_signal_cas(hsa_signal_t signal, hsa_signal_value_t expected,
	hsa_signal_value_t desired)
{
	struct rt_queue *queue = doorbell_of(signal);
	int64_t old = expected;
	if (__atomic_compare_exchange_n(value_of(signal), &old, desired, false, __ATOMIC_SEQ_CST,
		    __ATOMIC_ACQUIRE))
		changed(signal, queue, desired);
	return old;
}

void signal_complete(hsa_signal_t s, uint64_t start_ns, uint64_t end_ns)
{
	amd_signal_t *block = (amd_signal_t *)(uintptr_t)s.handle;
	/* atomic, because dispatches may share a completion signal; readers come after the
	 * update */
	__atomic_store_n(&block->start_ts, start_ns, __ATOMIC_RELAXED);
	__atomic_store_n(&block->end_ts, end_ns, __ATOMIC_RELAXED);
	rt_signal_update(s, RT_SIGNAL_SUBTRACT, 1);
}

void signal_fail(hsa_signal_t s, hsa_signal_value_t error)
{
	rt_signal_update(s, RT_SIGNAL_STORE, error);
}

void rt_signal_times(hsa_signal_t signal, uint64_t *start_ns, uint64_t *end_ns)
{
	amd_signal_t *block = (amd_signal_t *)(uintptr_t)signal.handle;
	*start_ns = __atomic_load_n(&block->start_ts, __ATOMIC_RELAXED);
	*end_ns = __atomic_load_n(&block->end_ts, __ATOMIC_RELAXED);
}
