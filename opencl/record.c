/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recorded commands, what they wait for, and their plan (cl_khr_command_buffer 0.9.1, 5.X.3).
 *
 * In an in-order queue, each command comes after the one before it, so sync points say nothing new,
 * and a row of kernels is one command. In an out-of-order queue, each is a command of its own,
 * which waits for what its sync points say and for the last barrier. */
#include <stdlib.h>
#include <string.h>
#include "command_buffer_impl.h"

/* of a row: the ring has room for several */
enum { ROW_PACKETS = OCL_QUEUE_PACKETS / 4 };

/* ---- checks ---------------------------------------------------------------------------------- */

static cl_int check_sync_points(const struct _cl_command_buffer_khr *b,
	const struct ocl_recording *r)
{
	if ((r->count == 0) != (r->list == NULL))
		return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
	for (cl_uint i = 0; i < r->count; i++) {
		size_t number = (size_t)r->list[i] - 1; /* 0 is none: too large */
		if (number >= b->count || !b->commands[number].has_sync_point)
			return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
	}
	return CL_SUCCESS;
}

cl_int ocl_check_recording(const struct ocl_recording *r, const struct _cl_command_queue *queue,
	const cl_mutable_command_khr *handle)
{
	struct _cl_command_buffer_khr *b = r->buffer;
	cl_int error;
	if (!ocl_is_valid(OCL_COMMAND_BUFFER, b))
		return CL_INVALID_COMMAND_BUFFER_KHR;
	if (queue != NULL)
		return CL_INVALID_COMMAND_QUEUE;
	pthread_mutex_lock(&b->lock);
	if (b->is_final)
		error = CL_INVALID_OPERATION;
	else if (handle != NULL)
		error = CL_INVALID_VALUE;
	else
		error = check_sync_points(b, r);
	pthread_mutex_unlock(&b->lock);
	return error;
}

/* ---- recording ------------------------------------------------------------------------------- */

static bool has_room(struct _cl_command_buffer_khr *b)
{
	if (b->count < b->room)
		return true;
	size_t room = b->room == 0 ? 16 : 2 * b->room;
	struct ocl_recorded *more = mem_try_new(room, sizeof *more);
	if (more == NULL)
		return false;
	if (b->count != 0)
		memcpy(more, b->commands, b->count * sizeof *more);
	free(b->commands);
	b->commands = more;
	b->room = room;
	return true;
}

static void await(struct _cl_command_buffer_khr *b, struct ocl_recorded *c, size_t number)
{
	c->awaited[c->awaited_count++] = number;
	b->commands[number].is_awaited = true;
}

/* Notes what the command, which will be the last one, waits for. */
static bool note_awaited(struct _cl_command_buffer_khr *b, const struct ocl_recording *r,
	struct ocl_recorded *c)
{
	bool waits_for_all = c->command->is_barrier && r->count == 0;
	size_t since = b->barrier == 0 ? 0 : b->barrier - 1; /* with the last barrier */
	c->awaited = mem_try_new(waits_for_all ? b->count - since + 1 : r->count + (size_t)1,
		sizeof *c->awaited);
	if (c->awaited == NULL)
		return false;
	for (size_t i = since; i < b->count && waits_for_all; i++)
		await(b, c, i);
	for (cl_uint i = 0; i < r->count; i++)
		await(b, c, r->list[i] - 1);
	if (b->barrier != 0 && !waits_for_all)
		await(b, c, b->barrier - 1);
	return true;
}

static cl_int append(struct _cl_command_buffer_khr *b, const struct ocl_recording *r,
	struct _cl_event *e)
{
	struct ocl_recorded c = {.command = e, .has_sync_point = r->sync_point != NULL};
	if (b->is_final)
		return CL_INVALID_OPERATION;
	if (b->count == UINT32_MAX)
		return CL_OUT_OF_RESOURCES; /* there is no sync point left */
	if (!has_room(b))
		return CL_OUT_OF_HOST_MEMORY;
	if (!ocl_queue_flags_are_in_order(b->queue_properties) && !note_awaited(b, r, &c))
		return CL_OUT_OF_HOST_MEMORY;
	b->commands[b->count++] = c;
	if (e->is_barrier)
		b->barrier = b->count;
	if (r->sync_point != NULL)
		*r->sync_point = (cl_sync_point_khr)b->count;
	return CL_SUCCESS;
}

cl_int ocl_record(const struct ocl_recording *r, struct _cl_event *e)
{
	ocl_object_hide(&e->base);
	pthread_mutex_lock(&r->buffer->lock);
	cl_int error = append(r->buffer, r, e);
	pthread_mutex_unlock(&r->buffer->lock);
	if (error != CL_SUCCESS)
		ocl_command_discard(e);
	return error;
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* Returns whether the command goes on the last step's row. The first one of all is alone, since its
 * start is that of the buffer. */
static bool continues(const struct _cl_command_buffer_khr *b, const struct _cl_event *e)
{
	const struct ocl_plan_step *last = &b->steps[b->step_count - 1];
	return b->step_count > 1 && e->work == OCL_WORK_DISPATCH &&
	       b->plan[last->first]->work == OCL_WORK_DISPATCH && last->count < ROW_PACKETS;
}

bool ocl_command_buffer_plan(struct _cl_command_buffer_khr *b)
{
	bool in_order = ocl_queue_flags_are_in_order(b->queue_properties);
	size_t planned = 0;
	b->plan = mem_try_new(b->count + 1, sizeof(struct _cl_event *));
	b->steps = mem_try_new(b->count + 1, sizeof *b->steps);
	if (b->plan == NULL || b->steps == NULL) {
		free(b->plan);
		free(b->steps);
		b->plan = NULL;
		b->steps = NULL;
		return false;
	}
	for (size_t i = 0; i < b->count; i++) {
		struct _cl_event *e = b->commands[i].command;
		if (in_order && e->work == OCL_WORK_NONE)
			continue; /* the order is all that it asks for */
		b->plan[planned] = e;
		if (in_order && continues(b, e))
			b->steps[b->step_count - 1].count++;
		else
			b->steps[b->step_count++] = (struct ocl_plan_step){planned, 1};
		planned++;
	}
	return true;
}
