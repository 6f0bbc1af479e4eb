/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The thread that calls the callbacks of events, in order. They are the client's code and may take
 * locks that the client's threads have while they wait for events.
 *
 * Many programs expect that the callbacks of what they have waited for have been called, as other
 * implementations do it before they wake who waits; some of them write to the stack of who does.
 * So who waits stays a little longer, if need be: not for ever, because of those locks. */
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include "thread_impl.h"
#include "turn_impl.h"

enum { GRACE_NS = 10000000 }; /* long enough to wake a thread where others have the CPUs */

static struct {
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct ocl_event_callback *first, *last;
	bool has_thread, has_done;
	pthread_t thread;
	pthread_cond_t done;              /* `called` is one more */
	atomic_uint_fast64_t due, called; /* read without the lock, too */
} calls = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};

static struct ocl_event_callback *next_call(void)
{
	pthread_mutex_lock(&calls.lock);
	while (calls.first == NULL)
		pthread_cond_wait(&calls.more, &calls.lock);
	struct ocl_event_callback *c = calls.first;
	calls.first = c->next;
	pthread_mutex_unlock(&calls.lock);
	return c;
}

static void *call_all(void *arg)
{
	pthread_mutex_lock(&calls.lock);
	calls.thread = pthread_self();
	pthread_mutex_unlock(&calls.lock);
	for (;;) {
		struct ocl_event_callback *c = next_call();
		c->function(c->event, c->status, c->user_data);
		ocl_object_release(&c->event->base);
		free(c);
		pthread_mutex_lock(&calls.lock);
		atomic_fetch_add(&calls.called, 1);
		pthread_cond_broadcast(&calls.done);
		pthread_mutex_unlock(&calls.lock);
	}
	return arg;
}

static struct timespec after_grace(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_nsec += GRACE_NS;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

void ocl_calls_wait(void)
{
	uint_fast64_t due = atomic_load(&calls.due);
	if (atomic_load(&calls.called) >= due)
		return;
	const struct timespec until = after_grace();
	pthread_mutex_lock(&calls.lock);
	/* a callback does not wait for itself */
	bool may_wait = calls.has_thread && !pthread_equal(calls.thread, pthread_self());
	while (may_wait && atomic_load(&calls.called) < due)
		may_wait = pthread_cond_timedwait(&calls.done, &calls.lock, &until) == 0;
	pthread_mutex_unlock(&calls.lock);
}

void ocl_call_later(struct _cl_event *e, struct ocl_event_callback *callback, cl_int status)
{
	if (e->queue == NULL)
		ocl_object_retain(&e->base); /* the client has it now, but maybe not until then */
	callback->event = e;
	callback->status = status;
	callback->next = NULL;
	pthread_mutex_lock(&calls.lock);
	if (calls.first == NULL)
		calls.first = callback;
	else
		calls.last->next = callback;
	calls.last = callback;
	atomic_fetch_add(&calls.due, 1);
	if (!calls.has_done)
		calls.has_done = ocl_condition_init(&calls.done);
	if (!calls.has_thread && calls.has_done) /* without one, the next call tries again */
		calls.has_thread = ocl_thread_start(call_all, NULL);
	pthread_cond_signal(&calls.more);
	pthread_mutex_unlock(&calls.lock);
}
