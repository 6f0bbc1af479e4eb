/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A client's thread that waits for a signal does the work that it waits for itself, if there is an
 * idle worker whose place it can take. That saves waking the worker, and being woken by it.
 *
 * Such a client looks at queues and runs groups, but only of dispatches that are known to end and
 * on which its wait depends: dispatches without fibers, in a queue where a dispatch in flight
 * completes into the signal. It runs them on its own stack, so the finalizer must have said how
 * much stack the code needs. The client uses the worker's number, memory and guard. So all else
 * stays the same: a CU runs one group at a time, and no more threads work than the runtime was
 * told. A client that waits with a timeout does not help, because it could not leave a group when
 * the time is up. One that waits for several signals helps with dispatches only that were brief the
 * last time. */
#include "rt/dispatch/active_dispatches_impl.h"
#include "rt/dispatch/brief_dispatches_impl.h"
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/os/os_impl.h"
#include "rt/os/os_signal_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/signal/signal_block_impl.h"
#include "rt/worker/worker_impl.h"

/* stack for the runtime, for helpers, and for handlers of the client */
enum { STACK_MARGIN = 64 << 10 };

/* for around 0.3 ms the thread's signal mask is taken to be the same */
enum { KNOWN_TICKS = 1 << 20 };

/* The properties of a client's thread, which are costly to find out. */
static _Thread_local struct {
	bool known, takes_faults;
	unsigned forks, id;  /* thread id, and the number of forks when it was read */
	uint64_t mask_ticks; /* when the thread's signal mask was last read */
	uintptr_t stack_low, stack_high;
} self;

static void get_to_know(const struct rt *rt)
{
	self.known = true;
	self.forks = rt->forks;
	self.id = os_thread_id();
	if (!os_stack_bounds(&self.stack_low, &self.stack_high))
		self.stack_low = self.stack_high = 0;
}

/* Called with the lock. Returns whether this thread gets the signals of faults. If it blocks them,
 * it must not help, because a fault would end the process. Reading the mask takes as long as a
 * short dispatch, so a thread that waits for one dispatch after the other reads it only now and
 * then. */
static bool takes_faults(const struct rt *rt)
{
	uint64_t now = rt->ready != NULL ? rt->ready->rung_ticks : rt->active->start_ticks;
	if (now - self.mask_ticks > KNOWN_TICKS) {
		self.takes_faults = rt_handlers_reached(rt_trap_know_mask());
		self.mask_ticks = now;
	}
	return self.takes_faults;
}

void rt_client_forget(void)
{
	self.mask_ticks = 0;
}

/* Returns how many bytes are left of this thread's stack. */
static size_t stack_left(void)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	return here > self.stack_low && here <= self.stack_high ? here - self.stack_low : 0;
}

static bool has_room_for(const struct rt_dispatch *d)
{
	return d->fiber_items == 0 && d->stack_kib != 0 &&
	       stack_left() >= ((size_t)d->stack_kib << 10) + STACK_MARGIN;
}

static bool is_among(hsa_signal_t s, const struct rt_wishes *wishes)
{
	for (size_t i = 0; i < wishes->count; i++)
		if (wishes->signals[i].handle == s.handle)
			return true;
	return false;
}

/* Called with the lock. Returns whether a dispatch in flight of the same queue completes into one
 * of the signals. */
static bool leads_to(const struct rt_dispatch *d, const struct rt_wishes *wishes)
{
	for (const struct rt_dispatch *e = d->queue->rt->active; e != NULL; e = e->next)
		if (e->queue == d->queue && is_among(e->packet.completion_signal, wishes))
			return true;
	return false;
}

/* Called with the lock. Returns whether the dispatch will not keep this thread for long when
 * another of the wishes holds meanwhile. */
static bool is_short_for(const struct rt_dispatch *d, const struct rt_wishes *wishes)
{
	return wishes->count == 1 || rt_dispatch_is_brief(d->queue->rt, d);
}

static struct rt_dispatch *find(const struct rt_worker *w, const struct rt_wishes *wishes)
{
	struct rt_dispatch *d = w->rt->active;
	while (d != NULL && !(rt_dispatch_has_share(d, w->index) && has_room_for(d) &&
				    is_short_for(d, wishes) && leads_to(d, wishes) &&
				    (d->device == NULL || rt_active_find(w) == d)))
		d = d->next;
	return d;
}

/* Called with the lock. Returns a queue on which the wishes may depend, or NULL. */
static const struct rt_queue *wanted_queue(const struct rt *rt, const struct rt_wishes *wishes)
{
	const struct rt_dispatch *d = rt->active;
	if (rt->ready != NULL)
		return rt->ready;
	while (d != NULL && !leads_to(d, wishes))
		d = d->next;
	return d != NULL ? d->queue : NULL;
}

/* Returns whether the dispatch has not waited for long. */
static bool is_new(const struct rt_dispatch *d)
{
	return os_ticks() - d->start_ticks < RT_WORTH_TICKS;
}

/* Called with the lock. Returns whether the worker should rather go on without the client: it is
 * the turn of another dispatch, which the client would not run and no other worker can. */
static bool is_missed(const struct rt_worker *w, const struct rt_dispatch *d)
{
	const struct rt_dispatch *next = w->rt->active_queues > 1 ? rt_active_find(w) : d;
	if (next->queue == d->queue || next->running != 0 ||
		(rt_dispatch_is_brief(w->rt, d) && is_new(next)))
		return false;
	const struct rt_worker *idle = w->rt->idle;
	while (idle != NULL && !rt_dispatch_has_share(next, idle->index))
		idle = idle->next_idle;
	return idle == NULL;
}

static bool serve_dispatch(struct rt_worker *w, const struct rt_wishes *wishes)
{
	struct rt_dispatch *d = find(w, wishes);
	return d != NULL && !is_missed(w, d) && rt_worker_serve_dispatch(w, d);
}

/* Called with the lock. Returns whether there was something for this client to do. */
static bool serve(struct rt_worker *w, const struct rt_wishes *wishes)
{
	return rt_worker_serve_queue(w, true) || serve_dispatch(w, wishes);
}

/* Works until a wish holds or there is nothing to do, for a moment at least: others that run the
 * last groups of a dispatch may launch the next one. */
static void work(struct rt_worker *w, const struct rt_wishes *wishes)
{
	/* relaxed: it was set under the lock, which this thread has taken since */
	while (!rt_any_wish_holds(wishes) &&
		!atomic_load_explicit(&w->dismissed, memory_order_relaxed) &&
		(serve(w, wishes) || (rt_active_find(w) == NULL && rt_client_rests(w, wishes))))
		;
}

/* Does the work on which the wishes depend, as far as it can, until one of them holds. */
static void help_workers(struct rt *rt, const struct rt_wishes *wishes)
{
	if (rt_current_worker() != NULL || rt_guard_armed() != NULL)
		return; /* this is a worker that waits, in a kernel or its services */
	if (!self.known || self.forks != rt->forks)
		get_to_know(rt);
	pthread_mutex_lock(&rt->lock);
	struct rt_worker *w = NULL;
	if ((rt->ready != NULL || rt->active != NULL) && takes_faults(rt) &&
		(w = rt_worker_borrow(rt, wanted_queue(rt, wishes))) != NULL) {
		/* relaxed: the lock is taken before the first kernel runs */
		atomic_store_explicit(&w->client_id, self.id, memory_order_relaxed);
		rt_current_set(w);
		work(w, wishes);
		rt_current_set(NULL);
		atomic_store_explicit(&w->client_id, 0, memory_order_relaxed);
		rt_worker_give_back(w);
	}
	pthread_mutex_unlock(&rt->lock);
}

hsa_signal_value_t rt_signal_wait(hsa_signal_t signal, hsa_signal_condition_t condition,
	hsa_signal_value_t compare, uint64_t timeout_ns, hsa_wait_state_t state)
{
	struct rt *rt = slab_of(signal)->rt;
	hsa_signal_value_t v = signal_load(signal);
	if (signal_value_holds(v, condition, compare) || rt_is_bereft(rt) || !signal_ref(signal))
		return v;
	if (timeout_ns == RT_FOREVER)
		help_workers(rt, &(struct rt_wishes){1, &signal, &condition, &compare});
	v = signal_load(signal);
	if (!signal_value_holds(v, condition, compare))
		v = rt_signal_wait_idly(&(struct rt_wish){signal, condition, compare}, timeout_ns,
			state);
	signal_unref(signal);
	return v;
}

static void drop(const hsa_signal_t *signals, size_t count)
{
	for (size_t i = 0; i < count; i++)
		signal_unref(signals[i]);
}

/* Takes references of all the signals, or of none. */
static bool hold(const hsa_signal_t *signals, size_t count)
{
	size_t held = 0;
	while (held < count && signal_ref(signals[held]))
		held++;
	if (held != count)
		drop(signals, held);
	return held == count;
}

bool rt_signal_wait_any(struct rt *rt, size_t count, const hsa_signal_t *signals,
	const hsa_signal_condition_t *conditions, const hsa_signal_value_t *compare,
	uint64_t timeout_ns, hsa_wait_state_t state, size_t *index, hsa_signal_value_t *value)
{
	struct rt_wishes wishes = {count, signals, conditions, compare};
	*index = rt_wishes_find(&wishes, value);
	if (*index != count || count == 0 || rt_is_bereft(rt) || !hold(signals, count))
		return *index != count;
	if (timeout_ns == RT_FOREVER)
		help_workers(rt, &wishes);
	if (!rt_any_wish_holds(&wishes))
		rt_signal_sleep_any(rt, &wishes, timeout_ns, state);
	*index = rt_wishes_find(&wishes, value);
	drop(signals, count);
	return *index != count;
}
