/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The thread that calls the callbacks of events, in order. They are the client's code and may take
 * locks that the client's threads have while they wait for events. */
#include <stdlib.h>
#include "thread_impl.h"
#include "turn_impl.h"

static struct {
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct ocl_event_callback *first, *last;
	bool has_thread;
} calls = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, NULL, false};

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
	for (;;) {
		struct ocl_event_callback *c = next_call();
		c->function(c->event, c->status, c->user_data);
		ocl_object_release(&c->event->base);
		free(c);
	}
	return arg;
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
	if (!calls.has_thread) /* without one, the next call tries again */
		calls.has_thread = ocl_thread_start(call_all, NULL);
	pthread_cond_signal(&calls.more);
	pthread_mutex_unlock(&calls.lock);
}
