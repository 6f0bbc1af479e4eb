/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work that is done on the host: copies, fills, native kernels. Each queue has a thread for it
 * while there is some. A client that waits does the work itself. */
#include <time.h>
#include "turn_impl.h"
#include "thread_impl.h"

enum { IDLE_SECONDS = 1 }; /* then the thread ends */

void ocl_host_run(struct _cl_event *e, const struct _cl_event *waited)
{
	struct ocl_turn t;
	e->start_ns = rt_clock_ns();
	cl_int status = e->run(e);
	e->end_ns = rt_clock_ns();
	ocl_turn_begin(&t, e->context, waited);
	ocl_turn_ended(&t, e, status);
	ocl_turn_end(&t);
}

/* ---- lists of ready work --------------------------------------------------------------------- */

static void append(struct _cl_command_queue *q, struct _cl_event *e)
{
	e->next_ready = NULL;
	if (q->first_ready == NULL)
		q->first_ready = e;
	else
		q->last_ready->next_ready = e;
	q->last_ready = e;
}

static void take(struct _cl_command_queue *q, struct _cl_event *e)
{
	struct _cl_event *before = NULL;
	for (struct _cl_event *r = q->first_ready; r != e; r = r->next_ready)
		before = r;
	if (before != NULL)
		before->next_ready = e->next_ready;
	else
		q->first_ready = e->next_ready;
	if (q->last_ready == e)
		q->last_ready = before;
	e->stage = OCL_RUNS;
	ocl_turn_advance(e, CL_RUNNING);
}

bool ocl_host_take(struct _cl_event *e)
{
	if (e->work != OCL_WORK_HOST || e->stage != OCL_READY)
		return false;
	take(e->queue, e);
	return true;
}

/* ---- the thread ------------------------------------------------------------------------------ */

/* Waits for more work. Returns false when there was none for long. Called with the lock. */
static bool wait_for_more(struct _cl_command_queue *q)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += IDLE_SECONDS;
	while (q->first_ready == NULL)
		if (pthread_cond_timedwait(&q->more_work, &q->context->commands, &until) != 0)
			break;
	return q->first_ready != NULL;
}

static void *work(void *arg)
{
	struct _cl_command_queue *q = arg;
	pthread_mutex_lock(&q->context->commands);
	while (wait_for_more(q)) {
		struct _cl_event *e = q->first_ready;
		take(q, e);
		pthread_mutex_unlock(&q->context->commands);
		ocl_host_run(e, NULL);
		pthread_mutex_lock(&q->context->commands);
	}
	q->has_thread = false;
	pthread_mutex_unlock(&q->context->commands);
	ocl_object_drop(&q->base);
	return NULL;
}

/* Has the queue's thread look for work. Returns false if there is no thread and none can be had. */
static bool wake(struct _cl_command_queue *q)
{
	if (q->has_thread) {
		pthread_cond_signal(&q->more_work);
		return true;
	}
	ocl_object_use(&q->base);
	q->has_thread = ocl_thread_start(work, q);
	if (!q->has_thread)
		ocl_object_drop(&q->base);
	return q->has_thread;
}

/* Returns whether the thread that has the turn will come to this command itself: it waits for this
 * one or, in an in-order queue, for a later one. */
static bool will_be_taken(const struct ocl_turn *t, const struct _cl_event *e)
{
	const struct _cl_event *w = t->waited;
	return w != NULL && w->stage != OCL_ENDED &&
	       (w == e || (w->queue == e->queue && ocl_queue_is_in_order(e->queue) &&
				  e->number < w->number));
}

void ocl_host_start(struct ocl_turn *t, struct _cl_event *e)
{
	struct _cl_command_queue *q = e->queue;
	append(q, e);
	if (will_be_taken(t, e) || wake(q))
		return;
	take(q, e);
	e->next_ready = t->orphan;
	t->orphan = e;
}
