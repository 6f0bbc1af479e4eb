/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Barrier-AND and barrier-OR packets. The queue looks at no further packet until its barrier has
 * completed. Dependencies ring the queue when they change, so nothing polls. A dependency is
 * satisfied once it has been seen to be 0; handle 0 is no dependency. A negative value makes the
 * packet complete in error, and the value is passed on to the completion signal. */
#include <string.h>
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/signal/signal_impl.h"

static void look(struct rt_watch *w, hsa_signal_value_t v)
{
	struct rt_dependency *d = (struct rt_dependency *)(void *)w; /* its first member */
	if (d->value > 0 && v <= 0) {
		d->value = v;
		if (d->watched)
			rt_queue_ring(d->queue);
	}
	d->watched = true;
}

static const struct rt_watch_kind dependency = {look};

static void watch(struct rt_dependency *d, hsa_signal_t s, struct rt_queue *q)
{
	d->queue = q;
	d->value = 1;
	d->watched = false;
	if (!signal_watch(&d->watch, s, &dependency))
		d->value = RT_ERROR_VALUE; /* it was destroyed after the packet was checked */
}

static hsa_signal_value_t value_of(const struct rt_dependency *d)
{
	struct signal_pool *p = &d->queue->rt->signals;
	pthread_mutex_lock(&p->lock);
	hsa_signal_value_t v = d->value;
	pthread_mutex_unlock(&p->lock);
	return v;
}

void rt_barrier_start(struct rt_queue *q, const void *packet, bool any)
{
	hsa_barrier_and_packet_t p; /* barrier-OR has the same layout */
	memcpy(&p, packet, sizeof p);
	struct rt_barrier *b = &q->barrier;
	b->active = true;
	b->any = any;
	b->count = 0;
	b->completion = p.completion_signal;
	b->start_ns = os_clock_ns();
	if (b->completion.handle != 0 && !signal_ref(b->completion))
		b->completion.handle = 0; /* as above */
	for (size_t i = 0; i < RT_BARRIER_DEPS; i++) {
		if (p.dep_signal[i].handle != 0)
			watch(&b->deps[b->count++], p.dep_signal[i], q);
	}
}

void rt_barrier_cancel(struct rt_queue *q)
{
	struct rt_barrier *b = &q->barrier;
	if (!b->active)
		return;
	for (unsigned i = 0; i < b->count; i++)
		signal_unwatch(&b->deps[i].watch);
	if (b->completion.handle != 0)
		signal_unref(b->completion);
	b->active = false;
}

bool rt_barrier_poll(struct rt_queue *q, bool failed)
{
	struct rt_barrier *b = &q->barrier;
	unsigned zeros = 0;
	hsa_signal_value_t error = failed ? RT_ERROR_VALUE : 0;
	for (unsigned i = 0; i < b->count; i++) {
		hsa_signal_value_t v = value_of(&b->deps[i]);
		zeros += v == 0;
		if (v < 0 && error == 0)
			error = v;
	}
	if (b->any ? b->count != 0 && zeros == 0 && error == 0 : zeros != b->count && error == 0)
		return false;
	if (b->any && zeros != 0 && !failed)
		error = 0;
	/* Acquire and release fence of the packet, between the dependencies and the completion. */
	atomic_thread_fence(memory_order_seq_cst);
	hsa_signal_t completion = b->completion;
	if (completion.handle != 0 && error < 0)
		signal_fail(completion, error);
	else if (completion.handle != 0)
		signal_complete(completion, b->start_ns, os_clock_ns());
	rt_barrier_cancel(q);
	return true;
}
