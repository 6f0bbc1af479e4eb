/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes and enqueues commands. */
#include <stdlib.h>
#include "turn_impl.h"

enum { PAYLOAD_ALIGN = 64 };

/* ---- a new command --------------------------------------------------------------------------- */

cl_int ocl_check_wait_list(const struct _cl_context *c, const struct ocl_wait_list *list)
{
	if ((list->count == 0) != (list->events == NULL))
		return CL_INVALID_EVENT_WAIT_LIST;
	for (cl_uint i = 0; i < list->count; i++) {
		if (!ocl_is_valid(OCL_EVENT, list->events[i]))
			return CL_INVALID_EVENT_WAIT_LIST;
		if (list->events[i]->context != c)
			return CL_INVALID_CONTEXT;
	}
	return CL_SUCCESS;
}

static void event_free(struct ocl_object *o)
{
	struct _cl_event *e = (struct _cl_event *)(void *)o;
	if (e->signal.handle != 0)
		rt_signal_destroy(e->signal);
	while (e->callbacks != NULL) {
		struct ocl_event_callback *c = e->callbacks;
		e->callbacks = c->next;
		free(c);
	}
	free(e->dependencies);
	if (e->queue != NULL)
		ocl_object_drop(&e->queue->base);
	ocl_object_drop(&e->context->base);
	ocl_object_forget(o);
}

/* Makes an event of `bytes`. */
static struct _cl_event *event_new(struct _cl_context *c, size_t bytes)
{
	struct _cl_event *e = ocl_object_new(OCL_EVENT, &c->base, bytes, event_free);
	if (e == NULL)
		return NULL;
	ocl_object_use(&c->base);
	e->context = c;
	e->status = CL_QUEUED;
	e->packet_count = 1;
	if (rt_signal_create(c->rt, 1, &e->signal) == HSA_STATUS_SUCCESS)
		return e;
	ocl_object_release(&e->base);
	return NULL;
}

static struct ocl_dependency *add_dependency(struct _cl_event *e, struct _cl_event *awaited,
	bool by_list)
{
	struct ocl_dependency *d = &e->dependencies[e->dependency_count++];
	d->waits = e;
	d->awaited = awaited;
	d->by_list = by_list;
	ocl_object_use(&awaited->base);
	return d;
}

/* Takes the wait list, and has room for `room` dependencies more, and for that on the queue. */
static bool take_list(struct _cl_event *e, const struct ocl_wait_list *list, size_t room)
{
	e->dependencies = mem_try_new(list->count + room + 1, sizeof *e->dependencies);
	if (e->dependencies == NULL)
		return false;
	for (cl_uint i = 0; i < list->count; i++)
		add_dependency(e, list->events[i], true);
	return true;
}

/* Makes a command that can wait for `awaited_room` others beside those of the list; NULL: there is
 * no memory. */
static struct _cl_event *command_new(struct _cl_command_queue *q, const struct ocl_wait_list *list,
	size_t awaited_room, size_t payload_bytes, size_t used_room)
{
	size_t kept_bytes, bytes;
	if (__builtin_mul_overflow(used_room, sizeof(struct ocl_object *), &kept_bytes) ||
		__builtin_add_overflow(payload_bytes, kept_bytes, &bytes) ||
		__builtin_add_overflow(bytes, sizeof(struct _cl_event) + PAYLOAD_ALIGN, &bytes))
		return NULL;
	struct _cl_event *e = event_new(q->context, bytes);
	if (e == NULL)
		return NULL;
	ocl_object_use(&q->base);
	e->queue = q;
	e->kept = (struct ocl_object **)(void *)(e + 1);
	e->kept_room = used_room;
	uintptr_t end = (uintptr_t)(e->kept + used_room);
	e->payload = (char *)(e->kept + used_room) + (-end & (PAYLOAD_ALIGN - 1));
	if (take_list(e, list, awaited_room))
		return e;
	ocl_command_discard(e);
	return NULL;
}

cl_int ocl_command_new(struct _cl_command_queue *q, cl_command_type type,
	const struct ocl_wait_list *list, size_t payload_bytes, size_t used_room,
	struct _cl_event **out)
{
	if (!ocl_is_valid(OCL_QUEUE, q))
		return CL_INVALID_COMMAND_QUEUE;
	cl_int error = ocl_check_wait_list(q->context, list);
	if (error != CL_SUCCESS)
		return error;
	struct _cl_event *e = command_new(q, list, 0, payload_bytes, used_room);
	if (e == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	e->type = type;
	*out = e;
	return CL_SUCCESS;
}

struct _cl_event *ocl_part_new(struct _cl_command_queue *q, const struct ocl_wait_list *list,
	size_t awaited_room, struct _cl_event *const *recorded, size_t count)
{
	enum { KEPT = 2 }; /* the buffer, and the whole */
	struct _cl_event *e = command_new(q, list, awaited_room, 0, KEPT);
	if (e == NULL || count == 0)
		return e;
	e->type = recorded[0]->type;
	e->work = recorded[0]->work;
	e->run = recorded[0]->run;
	e->payload = recorded[0]->payload;
	e->recorded = recorded;
	e->packet_count = count;
	return e;
}

void ocl_command_await(struct _cl_event *e, struct _cl_event *awaited)
{
	add_dependency(e, awaited, true);
}

void ocl_command_keep(struct _cl_event *e, struct ocl_object *o)
{
	if (e->kept_count == e->kept_room)
		BUG("a command of type %#x keeps too many objects", (unsigned)e->type);
	ocl_object_use(o);
	e->kept[e->kept_count++] = o;
}

void ocl_command_discard(struct _cl_event *e)
{
	ocl_turn_let_go(e);
	ocl_object_release(&e->base);
}

/* ---- enqueueing ------------------------------------------------------------------------------ */

static void want_one(struct _cl_event *e)
{
	e->is_wanted = true;
	if (e->work == OCL_WORK_DISPATCH && e->stage == OCL_RUNS)
		ocl_dispatch_watch(e);
}

/* Has a command end although nobody waits for it. Of a whole that is one more command, the parts
 * have to end first, which nobody else wants. */
static void want(struct _cl_event *e)
{
	want_one(e);
	for (size_t i = 0; e->stage == OCL_WAITS && i < e->dependency_count; i++)
		if (e->dependencies[i].awaited->whole == e)
			want_one(e->dependencies[i].awaited);
}

/* Makes room for dependencies on all commands of the queue. */
static bool make_room(struct _cl_event *e)
{
	size_t count = e->dependency_count;
	for (struct _cl_event *c = e->queue->first; c != NULL; c = c->next)
		count++;
	struct ocl_dependency *all = mem_try_new(count + 1, sizeof *all);
	if (all == NULL)
		return false;
	for (size_t i = 0; i < e->dependency_count; i++)
		all[i] = e->dependencies[i];
	free(e->dependencies);
	e->dependencies = all;
	return true;
}

/* Returns whether the barrier bit of its packet is enough for `e` to run after `before`. */
static bool ring_keeps_order(const struct _cl_event *e, const struct _cl_event *before)
{
	return e->work == OCL_WORK_DISPATCH && before->work == OCL_WORK_DISPATCH &&
	       before->stage >= OCL_READY;
}

static void depend_on_queue(struct _cl_event *e)
{
	struct _cl_command_queue *q = e->queue;
	if (ocl_queue_is_in_order(q)) {
		if (q->last != NULL && !ring_keeps_order(e, q->last))
			add_dependency(e, q->last, false);
	} else if (e->waits_for_all) {
		for (struct _cl_event *c = q->first; c != NULL; c = c->next)
			add_dependency(e, c, false);
	} else if (q->barrier != NULL) {
		add_dependency(e, q->barrier, false);
	}
}

/* Enters the command with those that it waits for. */
static void await(struct _cl_event *e, bool driven)
{
	for (size_t i = 0; i < e->dependency_count; i++) {
		struct ocl_dependency *d = &e->dependencies[i];
		struct _cl_event *a = d->awaited;
		if (a->stage == OCL_ENDED) {
			if (d->by_list && a->status < 0)
				e->inherited = a->status;
			continue;
		}
		d->next = a->dependents;
		a->dependents = d;
		e->pending++;
		if (!driven && a->whole != e)
			want(a);
	}
}

static void append(struct _cl_command_queue *q, struct _cl_event *e)
{
	e->number = q->next_number++;
	e->previous = q->last;
	if (q->last != NULL)
		q->last->next = e;
	else
		q->first = e;
	q->last = e;
	if (e->is_barrier && !ocl_queue_is_in_order(q))
		q->barrier = e;
}

/* Enqueues in a turn. `driven`: the client's thread will see to its work. */
static cl_int enqueue(struct ocl_turn *t, struct _cl_event *e, bool driven)
{
	struct _cl_command_queue *q = e->queue;
	ocl_dispatch_collect(t, q, NULL);
	if (e->waits_for_all && !ocl_queue_is_in_order(q) && !make_room(e))
		return CL_OUT_OF_HOST_MEMORY;
	if (e->queued_ns == 0)
		e->queued_ns = rt_clock_ns();
	e->stage = OCL_WAITS;
	depend_on_queue(e);
	await(e, driven);
	append(q, e);
	if (e->pending == 0)
		ocl_turn_ready(t, e);
	return CL_SUCCESS;
}

/* Does brief work at once, if it can be. */
static void run_briefly(struct _cl_event *e)
{
	pthread_mutex_lock(&e->context->commands);
	bool taken = ocl_host_take(e);
	pthread_mutex_unlock(&e->context->commands);
	if (taken)
		ocl_host_run(e, NULL);
}

cl_int ocl_command_enqueue(struct _cl_event *e, bool blocking, cl_event *event)
{
	struct ocl_turn t;
	ocl_object_use(&e->base); /* until the command has ended */
	ocl_object_use(&e->base); /* this function's */
	ocl_turn_begin(&t, e->context, blocking || e->is_brief ? e : NULL);
	cl_int error = enqueue(&t, e, blocking);
	if (!blocking && e->pending != 0)
		t.waited = NULL;
	ocl_turn_end(&t);
	if (error != CL_SUCCESS) {
		ocl_object_drop(&e->base);
		ocl_object_drop(&e->base);
		ocl_command_discard(e);
		return error;
	}
	if (event != NULL)
		*event = e;
	else
		ocl_object_release(&e->base);
	if (blocking)
		error = ocl_command_wait(e);
	else if (e->is_brief)
		run_briefly(e);
	ocl_object_drop(&e->base);
	return error;
}

/* Enqueues in a turn. What can begin does so before the next one is enqueued, so that dispatches
 * that follow each other are in the ring at once. */
static void enqueue_parts(struct ocl_turn *t, struct _cl_event *const *parts, size_t count)
{
	cl_ulong now = rt_clock_ns();
	for (size_t i = 0; i < count; i++)
		parts[i]->queued_ns = now;
	for (size_t i = 0; i < count; i++) {
		ocl_object_use(&parts[i]->base); /* until it has ended */
		if (enqueue(t, parts[i], false) != CL_SUCCESS)
			BUG("a part of a command buffer is not enqueued");
		ocl_turn_start_ready(t);
	}
}

cl_int ocl_parts_enqueue(struct _cl_event *const *parts, size_t count, cl_event *event)
{
	struct _cl_event *whole = parts[count - 1];
	struct ocl_turn t;
	ocl_turn_begin(&t, whole->context, NULL);
	cl_int error = ocl_pending_enter(&t, whole);
	if (error == CL_SUCCESS)
		enqueue_parts(&t, parts, count);
	ocl_turn_end(&t);
	for (size_t i = 0; i < count && error != CL_SUCCESS; i++)
		ocl_command_discard(parts[i]);
	if (error != CL_SUCCESS)
		return error;
	for (size_t i = 0; i < count - 1; i++)
		ocl_object_release(&parts[i]->base);
	if (event != NULL)
		*event = whole;
	else
		ocl_object_release(&whole->base);
	return CL_SUCCESS;
}

/* ---- user events ----------------------------------------------------------------------------- */

struct _cl_event *ocl_user_event_new(struct _cl_context *c)
{
	struct _cl_event *e = event_new(c, sizeof *e);
	if (e == NULL)
		return NULL;
	e->type = CL_COMMAND_USER;
	e->stage = OCL_WAITS;
	e->status = CL_SUBMITTED;
	return e;
}

bool ocl_user_event_end(struct _cl_event *e, cl_int status)
{
	struct ocl_turn t;
	ocl_turn_begin(&t, e->context, NULL);
	bool ends = e->stage != OCL_ENDED;
	if (ends) {
		ocl_object_use(&e->base); /* the turn's */
		ocl_turn_ended(&t, e, status);
	}
	ocl_turn_end(&t);
	return ends;
}

/* ---- callbacks ------------------------------------------------------------------------------- */

/* The event stays valid for the function, although the client may release it before that. A user
 * event that it has released may never end, and then has no call to stay for. */
void ocl_command_call(struct _cl_event *e, struct ocl_event_callback *callback)
{
	struct ocl_event_callback **link = &e->callbacks;
	struct ocl_turn t;
	if (e->queue != NULL)
		ocl_object_retain(&e->base);
	ocl_turn_begin(&t, e->context, NULL);
	while (*link != NULL)
		link = &(*link)->next;
	*link = callback;
	ocl_turn_call_back(e, e->status);
	want(e);
	ocl_turn_end(&t);
}
