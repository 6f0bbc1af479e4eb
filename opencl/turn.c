/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How commands go on: from waiting to ready, and to their end. */
#include <stdlib.h>
#include "hsaemu/buf.h"
#include "hsaemu/unwind.h"
#include "command_buffer_impl.h"
#include "turn_impl.h"

void ocl_turn_begin(struct ocl_turn *t, struct _cl_context *c, const struct _cl_event *waited)
{
	*t = (struct ocl_turn){.context = c, .waited = waited};
	t->last_ended = &t->ended;
	pthread_mutex_lock(&c->commands);
}

/* ---- ends ------------------------------------------------------------------------------------ */

void ocl_turn_call_back(struct _cl_event *e, cl_int status)
{
	for (struct ocl_event_callback **link = &e->callbacks; *link != NULL;) {
		struct ocl_event_callback *c = *link;
		if (status > c->type) {
			link = &c->next;
			continue;
		}
		*link = c->next;
		ocl_call_later(e, c, status < 0 ? status : c->type);
	}
}

static void unlink_from_queue(struct _cl_event *e)
{
	struct _cl_command_queue *q = e->queue;
	if (q == NULL)
		return;
	if (e->previous != NULL)
		e->previous->next = e->next;
	else
		q->first = e->next;
	if (e->next != NULL)
		e->next->previous = e->previous;
	else
		q->last = e->previous;
	if (q->barrier == e)
		q->barrier = NULL;
}

static void tell_dependents(struct ocl_turn *t, struct _cl_event *e)
{
	for (struct ocl_dependency *d = e->dependents; d != NULL; d = d->next) {
		struct _cl_event *other = d->waits;
		if (d->by_list && e->status < 0)
			other->inherited = e->status;
		if (--other->pending == 0)
			ocl_turn_ready(t, other);
	}
	e->dependents = NULL;
}

bool ocl_turn_is_doomed(const struct _cl_event *e)
{
	const struct _cl_event *whole = e->whole != NULL ? e->whole : e;
	return e->inherited < 0 || whole->part_error < 0;
}

static void tell_whole(const struct _cl_event *part)
{
	struct _cl_event *w = part->whole;
	if (part->status < 0 && w->part_error == CL_SUCCESS)
		w->part_error = part->status;
	if (w->parts_start_ns == 0 || part->start_ns < w->parts_start_ns)
		w->parts_start_ns = part->start_ns;
}

static void leave_pending(struct _cl_event *whole)
{
	struct _cl_command_buffer_khr *b = whole->buffer;
	struct _cl_event **link = &b->first_pending, *before = NULL;
	for (; *link != whole; link = &(*link)->next_pending)
		before = *link;
	*link = whole->next_pending;
	if (b->last_pending == whole)
		b->last_pending = before;
	b->pending_count--;
}

/* Returns the status of a whole that would end with `status`. */
static cl_int end_whole(struct _cl_event *e, cl_int status)
{
	leave_pending(e);
	if (e->parts_start_ns != 0 && e->parts_start_ns < e->start_ns)
		e->start_ns = e->parts_start_ns;
	return e->part_error < 0 ? e->part_error : status;
}

void ocl_turn_ended(struct ocl_turn *t, struct _cl_event *e, cl_int status)
{
	if (e->buffer != NULL)
		status = end_whole(e, status);
	e->stage = OCL_ENDED;
	e->status = status;
	if (e->whole != NULL)
		tell_whole(e);
	unlink_from_queue(e);
	if (rt_signal_load(e->signal) > 0)
		rt_signal_update(e->signal, RT_SIGNAL_STORE, status);
	ocl_turn_call_back(e, status);
	tell_dependents(t, e);
	e->next_ready = NULL;
	*t->last_ended = e;
	t->last_ended = &e->next_ready;
}

/* ---- commands that are ready ----------------------------------------------------------------- */

void ocl_turn_advance(struct _cl_event *e, cl_int status)
{
	for (; e != NULL; e = e->whole)
		if (e->status > status) {
			e->status = status;
			ocl_turn_call_back(e, status);
		}
}

/* Notes when the command was submitted, and the whole, with its first part. */
static void note_submission(struct _cl_event *e)
{
	cl_ulong now = rt_clock_ns();
	for (; e != NULL; e = e->whole)
		if (e->submit_ns == 0)
			e->submit_ns = now;
}

void ocl_turn_ready(struct ocl_turn *t, struct _cl_event *e)
{
	e->next_ready = t->ready;
	t->ready = e;
}

static void start(struct ocl_turn *t, struct _cl_event *e)
{
	if (ocl_turn_is_doomed(e)) {
		e->submit_ns = e->start_ns = e->end_ns = rt_clock_ns();
		ocl_turn_ended(t, e, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
		return;
	}
	e->stage = OCL_READY;
	note_submission(e);
	if (e->work != OCL_WORK_NONE)
		ocl_turn_advance(e, CL_SUBMITTED);
	switch (e->work) {
	case OCL_WORK_NONE:
		e->start_ns = e->end_ns = e->buffer != NULL ? rt_clock_ns() : e->submit_ns;
		ocl_turn_ended(t, e, CL_COMPLETE);
		break;
	case OCL_WORK_HOST:
		ocl_host_start(t, e);
		break;
	case OCL_WORK_DISPATCH:
		ocl_dispatch_start(t, e);
		break;
	}
}

/* Starts in the order of becoming ready. */
void ocl_turn_start_ready(struct ocl_turn *t)
{
	while (t->ready != NULL) {
		struct _cl_event *first = NULL;
		while (t->ready != NULL) { /* the list has the last one first */
			struct _cl_event *e = t->ready;
			t->ready = e->next_ready;
			e->next_ready = first;
			first = e;
		}
		while (first != NULL) {
			struct _cl_event *e = first;
			first = e->next_ready;
			start(t, e);
		}
	}
}

/* ---- the turn's end -------------------------------------------------------------------------- */

void ocl_turn_let_go(struct _cl_event *e)
{
	if (e->release != NULL)
		e->release(e);
	for (size_t i = 0; i < e->kept_count; i++)
		ocl_object_drop(e->kept[i]);
	for (size_t i = 0; i < e->dependency_count; i++)
		ocl_object_drop(&e->dependencies[i].awaited->base);
	e->kept_count = e->dependency_count = 0;
}

struct explanation {
	struct ocl_turn *turn;
	struct buf text;
};

static void explain(void *arg)
{
	struct explanation *x = arg;
	struct _cl_event *e = x->turn->culprit;
	if (e->recorded != NULL)
		e = e->recorded[x->turn->report.packet_id - e->packet_id];
	if (e->explain != NULL)
		e->explain(e, &x->turn->report, &x->text);
	else
		buf_puts(&x->text, x->turn->report.detail);
	buf_append(&x->text, "", 1);
}

static void tell_failure(struct ocl_turn *t)
{
	struct explanation x = {t, BUF_INIT};
	struct unwind_report why;
	if (unwind_run(explain, &x, &why) == UNWIND_DONE) {
		ocl_context_report(t->context, (const char *)x.text.data);
		buf_release(&x.text);
	} else {
		ocl_context_report(t->context,
			"a kernel failed, and there is no memory to say how");
	}
	ocl_object_drop(&t->culprit->base);
}

void ocl_turn_end(struct ocl_turn *t)
{
	ocl_turn_start_ready(t);
	pthread_mutex_unlock(&t->context->commands);
	if (t->dead != NULL)
		rt_queue_destroy(t->dead);
	if (t->culprit != NULL)
		tell_failure(t);
	while (t->orphan != NULL) {
		struct _cl_event *e = t->orphan;
		t->orphan = e->next_ready;
		ocl_host_run(e, NULL);
	}
	while (t->ended != NULL) {
		struct _cl_event *e = t->ended;
		t->ended = e->next_ready;
		ocl_turn_let_go(e);
		ocl_object_drop(&e->base);
	}
}
