/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Clients' functions that are called when a signal's value satisfies a condition. Such a handler is
 * a watch on the signal and an event of the thread for callbacks. It stays on the signal's list
 * until its function returns false or the signal is destroyed; the event then frees it. */
#include <stdlib.h>
#include "rt/queue/event_thread_impl.h"
#include "rt/rt_impl.h"
#include "rt/signal/signal_block_impl.h"
#include "rt/signal/signal_impl.h"

struct handler {
	struct rt_watch watch; /* first: looks get its address */
	struct rt_event event;
	hsa_signal_condition_t condition;
	hsa_signal_value_t compare;
	rt_signal_handler *function;
	void *arg;
	hsa_signal_value_t value; /* the value that satisfied the condition */
	bool called;              /* the event is wanted or runs; guarded by the pool's lock */
};

static struct rt *runtime_of(const struct handler *h)
{
	return slab_of(h->watch.signal)->rt;
}

static void look(struct rt_watch *w, hsa_signal_value_t v)
{
	struct handler *h = (struct handler *)(void *)w;
	struct rt *rt = runtime_of(h);
	if (h->called ||
		!(signal_value_holds(v, h->condition, h->compare) || signal_is_gone(w->signal)))
		return;
	h->called = true;
	h->value = v;
	pthread_mutex_lock(&rt->lock);
	rt_event_want(rt, &h->event);
	pthread_mutex_unlock(&rt->lock);
}

static const struct rt_watch_kind kind = {look};

static void run(struct rt_event *e)
{
	struct handler *h =
		(struct handler *)(void *)((uint8_t *)e - offsetof(struct handler, event));
	struct signal_pool *p = &runtime_of(h)->signals;
	hsa_signal_t s = h->watch.signal;
	if (signal_is_gone(s) || !h->function(h->value, h->arg)) {
		signal_unwatch(&h->watch);
		free(h);
		return;
	}
	pthread_mutex_lock(&p->lock);
	h->called = false;
	look(&h->watch, signal_load(s));
	pthread_mutex_unlock(&p->lock);
}

hsa_status_t rt_signal_watch(struct rt *rt, hsa_signal_t signal, hsa_signal_condition_t condition,
	hsa_signal_value_t compare, rt_signal_handler *handler, void *arg)
{
	if (rt_is_bereft(rt))
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	hsa_status_t status = rt_event_thread_start(rt);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	struct handler *h = mem_try_new(1, sizeof *h);
	if (h == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	h->event.run = run;
	h->condition = condition;
	h->compare = compare;
	h->function = handler;
	h->arg = arg;
	if (signal_watch(&h->watch, signal, &kind))
		return HSA_STATUS_SUCCESS;
	free(h);
	return HSA_STATUS_ERROR_INVALID_SIGNAL;
}

static void free_handlers(struct signal_side *side)
{
	for (struct rt_watch *w = side->watches, *next; w != NULL; w = next) {
		next = w->next;
		if (w->kind == &kind)
			free(w);
	}
}

void signal_handlers_release(struct signal_pool *p)
{
	signal_pool_each(p, free_handlers);
}
