/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Enqueues command buffers (cl_khr_command_buffer 0.9.1, 5.X.2). Each step of the plan becomes a
 * command. The whole, whose event the client gets, is the command of the last step where that ends
 * after all others; else it is one more, without work. When a part fails, or what the wait list
 * names, no other part begins, and the whole fails with the first error. */
#include <stdlib.h>
#include "command_buffer_impl.h"

static const struct ocl_wait_list no_list = {0, NULL};

/* ---- checks ---------------------------------------------------------------------------------- */

static bool is_final(struct _cl_command_buffer_khr *b)
{
	pthread_mutex_lock(&b->lock);
	bool final = b->is_final;
	pthread_mutex_unlock(&b->lock);
	return final;
}

/* Takes the queue that is to run the buffer. */
static cl_int take_queue(const struct _cl_command_buffer_khr *b, cl_uint count,
	const cl_command_queue *queues, struct _cl_command_queue **out)
{
	if ((count == 0) != (queues == NULL) || count > 1)
		return CL_INVALID_VALUE;
	struct _cl_command_queue *q = *out = count == 0 ? b->queue : queues[0];
	if (!ocl_is_valid(OCL_QUEUE, q))
		return CL_INVALID_COMMAND_QUEUE;
	if (q->context != b->queue->context)
		return CL_INVALID_CONTEXT;
	return q->device == b->queue->device && q->properties == b->queue_properties
	               ? CL_SUCCESS
	               : CL_INCOMPATIBLE_COMMAND_QUEUE_KHR;
}

/* ---- commands -------------------------------------------------------------------------------- */

/* The commands of one replay. */
struct replay {
	struct _cl_command_buffer_khr *buffer;
	struct _cl_command_queue *queue;
	const struct ocl_wait_list *list;
	bool in_order;
	struct _cl_event **parts; /* room for one more than there are steps */
	size_t count;
};

/* Makes the command of a step. In an in-order queue, only the first one has to wait. */
static bool make_step(struct replay *r, size_t number)
{
	const struct ocl_plan_step *s = &r->buffer->steps[number];
	const struct ocl_recorded *c = &r->buffer->commands[number]; /* if it is not in order */
	size_t awaited = r->in_order ? 0 : c->awaited_count;
	bool is_first = r->in_order ? number == 0 : awaited == 0;
	struct _cl_event *e = ocl_part_new(r->queue, is_first ? r->list : &no_list, awaited,
		r->buffer->plan + s->first, s->count);
	if (e == NULL)
		return false;
	for (size_t i = 0; i < awaited; i++)
		ocl_command_await(e, r->parts[c->awaited[i]]);
	r->parts[r->count++] = e;
	return true;
}

/* Makes a whole that waits for all that no other part waits for. */
static bool make_whole(struct replay *r)
{
	struct _cl_event *e =
		ocl_part_new(r->queue, r->count == 0 ? r->list : &no_list, r->count, NULL, 0);
	if (e == NULL)
		return false;
	for (size_t i = 0; i < r->count; i++)
		if (!r->buffer->commands[i].is_awaited)
			ocl_command_await(e, r->parts[i]);
	e->work = OCL_WORK_NONE;
	r->parts[r->count++] = e;
	return true;
}

static void connect(const struct replay *r)
{
	struct _cl_event *whole = r->parts[r->count - 1];
	whole->type = CL_COMMAND_COMMAND_BUFFER_KHR;
	whole->buffer = r->buffer;
	for (size_t i = 0; i < r->count; i++)
		ocl_command_keep(r->parts[i], &r->buffer->base);
	for (size_t i = 0; i < r->count - 1; i++) {
		r->parts[i]->whole = whole;
		ocl_command_keep(r->parts[i], &whole->base);
	}
}

static bool make_commands(struct replay *r)
{
	size_t steps = r->buffer->step_count;
	bool has_last = steps == 1 || (r->in_order && steps != 0);
	while (r->count < steps)
		if (!make_step(r, r->count))
			return false;
	if (!has_last && !make_whole(r))
		return false;
	connect(r);
	return true;
}

static cl_int replay(struct replay *r, cl_event *event)
{
	r->parts = mem_try_new(r->buffer->step_count + 1, sizeof(struct _cl_event *));
	if (r->parts == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	cl_int error = CL_OUT_OF_HOST_MEMORY;
	if (make_commands(r))
		error = ocl_parts_enqueue(r->parts, r->count, event);
	else
		while (r->count-- > 0)
			ocl_command_discard(r->parts[r->count]);
	free(r->parts);
	return error;
}

cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues,
	cl_command_buffer_khr command_buffer, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event)
{
	const struct ocl_wait_list list = {num_events_in_wait_list, event_wait_list};
	struct replay r = {.buffer = command_buffer, .list = &list};
	if (!ocl_is_valid(OCL_COMMAND_BUFFER, command_buffer))
		return CL_INVALID_COMMAND_BUFFER_KHR;
	if (!is_final(command_buffer))
		return CL_INVALID_OPERATION;
	cl_int error = take_queue(command_buffer, num_queues, queues, &r.queue);
	if (error == CL_SUCCESS)
		error = ocl_check_wait_list(r.queue->context, &list);
	if (error != CL_SUCCESS)
		return error;
	r.in_order = ocl_queue_flags_are_in_order(command_buffer->queue_properties);
	return replay(&r, event);
}
