/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How clients wait. Their threads do the work on the host that has to be done first, and run
 * work-groups of the kernels that they wait for. */
#include "turn_impl.h"

static bool may_run(const struct _cl_event *e)
{
	return e->work == OCL_WORK_HOST && e->stage == OCL_READY;
}

static bool is_in_ring(const struct _cl_event *e)
{
	return e->work == OCL_WORK_DISPATCH && e->stage == OCL_RUNS;
}

/* Returns what the last command of an in-order queue waits for: the first one, or the last of the
 * dispatches that the HSA queue has. */
static struct _cl_event *first_of(const struct _cl_command_queue *q)
{
	struct _cl_event *e = q->first;
	while (is_in_ring(e) && e->next != NULL && is_in_ring(e->next))
		e = e->next;
	return e;
}

/* Returns a dispatch that runs, of a queue whose ring is full; `e` if there is none. */
static struct _cl_event *running(struct _cl_event *e)
{
	struct _cl_event *r = e->queue->first;
	while (r != e && !is_in_ring(r))
		r = r->next;
	return r;
}

/* Returns a command that has to go on before `e` can: one that runs or is ready, or that the
 * client has to end. */
static struct _cl_event *obstacle(struct _cl_event *e)
{
	while (e->stage == OCL_WAITS && e->pending != 0) {
		if (ocl_queue_is_in_order(e->queue) && first_of(e->queue) != e) {
			e = first_of(e->queue);
			continue;
		}
		struct ocl_dependency *d = e->dependencies;
		while (d->awaited->stage == OCL_ENDED)
			d++;
		e = d->awaited;
	}
	return e->work == OCL_WORK_DISPATCH && e->stage == OCL_READY ? running(e) : e;
}

/* Goes one step towards the end of the command. Returns true at its end. */
static bool step(struct _cl_event *e, cl_int *status)
{
	struct ocl_turn t;
	ocl_turn_begin(&t, e->context, e);
	struct _cl_event *o = obstacle(e);
	if (is_in_ring(o))
		ocl_dispatch_collect(&t, o->queue, o);
	bool ended = e->stage == OCL_ENDED;
	bool run = !ended && may_run(o) && ocl_host_take(o);
	bool wait = !ended && !run && o->stage != OCL_ENDED;
	*status = e->status;
	ocl_object_use(&o->base);
	ocl_turn_end(&t);
	if (run)
		ocl_host_run(o, e);
	if (wait)
		rt_signal_wait(o->signal, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER,
			HSA_WAIT_STATE_BLOCKED);
	ocl_object_drop(&o->base);
	return ended;
}

cl_int ocl_command_wait(struct _cl_event *e)
{
	cl_int status;
	while (!step(e, &status))
		;
	return status;
}

/* Returns whether nothing is before the command, or part of it, in the queue. */
static bool is_first(const struct _cl_event *e)
{
	const struct _cl_event *first = e->queue->first;
	return first == e || first->whole == e;
}

cl_int ocl_command_status(struct _cl_event *e)
{
	struct ocl_turn t;
	ocl_turn_begin(&t, e->context, NULL);
	if (e->buffer != NULL)
		ocl_dispatch_look(&t, e);
	if (e->work == OCL_WORK_DISPATCH && e->stage == OCL_RUNS) {
		ocl_dispatch_collect(&t, e->queue, e);
		if (e->stage == OCL_RUNS && is_first(e))
			e->status = CL_RUNNING;
	}
	cl_int status = e->status;
	ocl_turn_end(&t);
	return status;
}

/* Takes the command that has to end next, and uses it. NULL: all have that are older than `end`. */
static struct _cl_event *next_to_wait_for(struct _cl_command_queue *q, uint64_t end)
{
	pthread_mutex_lock(&q->context->commands);
	/* of an in-order queue, the last one is the last to end */
	struct _cl_event *e = ocl_queue_is_in_order(q) ? q->last : q->first;
	if (e != NULL && (q->first->number >= end))
		e = NULL;
	if (e != NULL)
		ocl_object_use(&e->base);
	pthread_mutex_unlock(&q->context->commands);
	return e;
}

void ocl_queue_wait(struct _cl_command_queue *q)
{
	struct _cl_event *e;
	pthread_mutex_lock(&q->context->commands);
	uint64_t end = q->next_number;
	pthread_mutex_unlock(&q->context->commands);
	while ((e = next_to_wait_for(q, end)) != NULL) {
		ocl_command_wait(e);
		ocl_object_drop(&e->base);
	}
}

void ocl_queue_flush(struct _cl_command_queue *q)
{
	pthread_mutex_lock(&q->context->commands);
	struct _cl_event *e = ocl_queue_is_in_order(q) ? q->last : q->first;
	for (; e != NULL; e = e->next) {
		e->is_wanted = true;
		if (e->work == OCL_WORK_DISPATCH && e->stage == OCL_RUNS)
			ocl_dispatch_watch(e);
	}
	pthread_mutex_unlock(&q->context->commands);
}
