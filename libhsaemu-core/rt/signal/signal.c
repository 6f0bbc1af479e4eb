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

/* ---- pool ----------------------------------------------------------------------------------- */

hsa_status_t signal_pool_init(struct signal_pool *p)
{
	atomic_init(&p->slabs, NULL);
	p->free = NULL;
	return pthread_mutex_init(&p->lock, NULL) == 0 ? HSA_STATUS_SUCCESS
	                                               : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

void signal_pool_release(struct signal_pool *p)
{
	struct signal_slab *next;
	for (struct signal_slab *s = atomic_load(&p->slabs); s != NULL; s = next) {
		next = s->next;
		os_unmap(s->mapping, 2 * SLAB_BYTES);
	}
	atomic_store(&p->slabs, NULL);
	p->free = NULL;
	pthread_mutex_destroy(&p->lock);
}

/* Adds a slab. Called with the pool's lock; false when there is no memory. Pages of the mapping
 * stay untouched until they are used. */
static bool pool_grow(struct signal_pool *p, struct rt *rt)
{
	uint8_t *mapping = os_map(2 * SLAB_BYTES);
	if (mapping == NULL)
		return false;
	uint8_t *base = mapping + (align_up((uintptr_t)mapping, SLAB_BYTES) - (uintptr_t)mapping);
	struct signal_slab *slab = (struct signal_slab *)(void *)base;
	slab->rt = rt;
	slab->mapping = mapping;
	/* relaxed: the list changes only under the lock; release: a thread that finds the slab
	 * finds it complete */
	slab->next = atomic_load_explicit(&p->slabs, memory_order_relaxed);
	atomic_store_explicit(&p->slabs, slab, memory_order_release);
	for (size_t i = SLAB_SIGNALS; i-- > 0;) {
		slab->sides[i].next_free = p->free;
		p->free = &slab->sides[i];
	}
	return true;
}

hsa_status_t signal_new(struct rt *rt, hsa_signal_value_t initial, struct rt_queue *doorbell_of,
	hsa_signal_t *out)
{
	struct signal_pool *p = &rt->signals;
	struct signal_side *side = NULL;
	if (rt_is_bereft(rt))
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	pthread_mutex_lock(&p->lock);
	if (p->free != NULL || pool_grow(p, rt)) {
		side = p->free;
		p->free = side->next_free;
	}
	pthread_mutex_unlock(&p->lock);
	if (side == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	struct signal_slab *slab = slab_of_side(side);
	amd_signal_t *block = &slab->blocks[side - slab->sides];
	/* The kind is always USER, because clients that find DOORBELL go on to a hardware
	 * pointer. */
	__atomic_store_n(&block->kind, AMD_SIGNAL_KIND_USER, __ATOMIC_RELAXED);
	block->start_ts = block->end_ts = 0;
	block->queue_ptr = (amd_queue_t *)(void *)doorbell_of;
	__atomic_store_n(&block->value, initial, __ATOMIC_RELEASE);
	atomic_store_explicit(&side->refs, 1, memory_order_relaxed);
	out->handle = (uint64_t)(uintptr_t)block;
	return HSA_STATUS_SUCCESS;
}

bool signal_is_live(const struct signal_pool *p, uint64_t handle, const struct signal_slab **last)
{
	const struct signal_slab *slab = slab_of((hsa_signal_t){handle}), *known = *last;
	if (slab != known) {
		known = atomic_load_explicit(&p->slabs, memory_order_acquire);
		while (known != NULL && known != slab)
			known = known->next;
	}
	if (known == NULL)
		return false;
	*last = known;
	uint64_t at = handle - (uint64_t)(uintptr_t)slab->blocks;
	if (at >= sizeof slab->blocks || at % sizeof slab->blocks[0] != 0)
		return false;
	/* relaxed: using a signal while it is destroyed is the client's mistake, which need not be
	 * noticed */
	const amd_signal_t *block = &slab->blocks[at / sizeof slab->blocks[0]];
	return __atomic_load_n(&block->kind, __ATOMIC_RELAXED) == AMD_SIGNAL_KIND_USER;
}

hsa_status_t rt_signal_create(struct rt *rt, hsa_signal_value_t initial, hsa_signal_t *out)
{
	return signal_new(rt, initial, NULL, out);
}

void signal_ref(hsa_signal_t s)
{
	/* relaxed: the caller has a reference already, and taking another orders nothing */
	atomic_fetch_add_explicit(&side_of(s)->refs, 1, memory_order_relaxed);
}

void signal_unref(hsa_signal_t s)
{
	struct signal_side *side = side_of(s);
	/* acq_rel: all uses of the block come before it is used again */
	if (atomic_fetch_sub_explicit(&side->refs, 1, memory_order_acq_rel) != 1)
		return;
	if (rt_is_bereft(slab_of(s)->rt))
		return;
	__atomic_store_n(&((amd_signal_t *)(uintptr_t)s.handle)->kind, AMD_SIGNAL_KIND_INVALID,
		__ATOMIC_RELAXED);
	struct signal_pool *p = &slab_of(s)->rt->signals;
	pthread_mutex_lock(&p->lock);
	side->next_free = p->free;
	p->free = side;
	pthread_mutex_unlock(&p->lock);
}

void rt_signal_destroy(hsa_signal_t signal)
{
	signal_unref(signal);
}

/* ---- waking --------------------------------------------------------------------------------- */

static void look(struct rt_watch *w, hsa_signal_value_t v)
{
	if (w->value > 0 && v <= 0) {
		w->value = v;
		rt_queue_ring(w->queue);
	}
}

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
		look(w, v);
	pthread_mutex_unlock(&p->lock);
}

void signal_watch(struct rt_watch *w, hsa_signal_t s, struct rt_queue *queue)
{
	struct signal_side *side = side_of(s);
	struct signal_pool *p = &slab_of(s)->rt->signals;
	signal_ref(s);
	pthread_mutex_lock(&p->lock);
	w->signal = s;
	w->queue = queue;
	w->value = 1;
	w->next = side->watches;
	side->watches = w;
	atomic_fetch_add(&side->attention, 1);
	/* seq_cst, after attention++: an update that this misses will see the watch */
	hsa_signal_value_t v = __atomic_load_n(value_of(s), __ATOMIC_SEQ_CST);
	if (v <= 0)
		w->value = v;
	pthread_mutex_unlock(&p->lock);
}

void signal_unwatch(struct rt_watch *w)
{
	if (w->signal.handle == 0)
		return;
	struct signal_side *side = side_of(w->signal);
	struct signal_pool *p = &slab_of(w->signal)->rt->signals;
	pthread_mutex_lock(&p->lock);
	struct rt_watch **link = &side->watches;
	while (*link != w)
		link = &(*link)->next;
	*link = w->next;
	atomic_fetch_sub(&side->attention, 1);
	pthread_mutex_unlock(&p->lock);
	signal_unref(w->signal);
	w->signal.handle = 0;
}

hsa_signal_value_t signal_watch_value(struct rt_watch *w, struct signal_pool *p)
{
	pthread_mutex_lock(&p->lock);
	hsa_signal_value_t v = w->value;
	pthread_mutex_unlock(&p->lock);
	return v;
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

static void changed(hsa_signal_t s)
{
	amd_queue_t *queue = ((amd_signal_t *)(uintptr_t)s.handle)->queue_ptr;
	if (queue != NULL)
		rt_queue_doorbell((struct rt_queue *)(void *)queue, signal_load(s));
	wake(s);
}

hsa_signal_value_t rt_signal_update(hsa_signal_t signal, enum rt_signal_op op,
	hsa_signal_value_t operand)
{
	hsa_signal_value_t old = update(value_of(signal), op, operand);
	changed(signal);
	return old;
}

hsa_signal_value_t rt_signal_cas(hsa_signal_t signal, hsa_signal_value_t expected,
	hsa_signal_value_t desired)
{
	int64_t old = expected;
	if (__atomic_compare_exchange_n(value_of(signal), &old, desired, false, __ATOMIC_SEQ_CST,
		    __ATOMIC_ACQUIRE))
		changed(signal);
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
