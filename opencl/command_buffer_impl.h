/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command buffers (cl_khr_command_buffer 0.9.1). What is recorded is a command that was checked and
 * made as if it were to be enqueued, and never is; it keeps the objects that it uses. To enqueue
 * the buffer is to make a few commands that do the work of the recorded ones, and to put them into
 * the graph of commands in one turn (command_impl.h). */
#ifndef HSAEMU_OPENCL_COMMAND_BUFFER_IMPL_H
#define HSAEMU_OPENCL_COMMAND_BUFFER_IMPL_H

#include "command_impl.h"
#include <CL/cl_ext.h>

/* How a recorded command depends on others; they have numbers in the order of recording. */
struct ocl_recorded {
	struct _cl_event *command;
	size_t *awaited; /* of an out-of-order queue: what must end before it begins */
	size_t awaited_count;
	bool has_sync_point; /* the client got one: the number, and 1 */
	bool is_awaited;     /* by another one */
};

/* Recorded commands that one command does, from plan[first] on. */
struct ocl_plan_step {
	size_t first, count;
};

struct _cl_command_buffer_khr {
	struct ocl_object base;
	struct _cl_command_queue *queue;              /* has a reference */
	cl_command_queue_properties queue_properties; /* when the buffer was made */
	cl_command_buffer_properties_khr *properties; /* as the client gave them, with the 0 */
	size_t property_count;
	bool is_simultaneous; /* it may be pending more than once */
	pthread_mutex_t lock;
	/* the following are guarded by `lock` and do not change once the buffer is final */
	bool is_final;
	struct ocl_recorded *commands;
	size_t count, room;
	size_t barrier; /* the number of commands up to the last barrier */
	/* made when it becomes final */
	struct _cl_event **plan;
	struct ocl_plan_step *steps;
	size_t step_count;
	/* guarded by the context's lock of commands: those that have not ended, by next_pending */
	struct _cl_event *first_pending, *last_pending;
	size_t pending_count;
};

/* ---- recording ------------------------------------------------------------------------------- */

/* How the client wants a command to be recorded. */
struct ocl_recording {
	cl_command_buffer_khr buffer;
	cl_uint count; /* of the sync points that the command waits for */
	const cl_sync_point_khr *list;
	cl_sync_point_khr *sync_point; /* may be NULL */
};

/* Checks what all functions that record have in common: INVALID_COMMAND_BUFFER_KHR,
 * INVALID_COMMAND_QUEUE (the parameter must be NULL), INVALID_OPERATION (the buffer is final),
 * INVALID_VALUE (`handle` must be NULL), INVALID_SYNC_POINT_WAIT_LIST_KHR. */
cl_int ocl_check_recording(const struct ocl_recording *r, const struct _cl_command_queue *queue,
	const cl_mutable_command_khr *handle);
/* Records a command that was made for the buffer's queue, without a wait list, and takes it in any
 * case: INVALID_OPERATION, OUT_OF_HOST_MEMORY. */
cl_int ocl_record(const struct ocl_recording *r, struct _cl_event *e);

/* Makes the steps of a buffer that becomes final. False: there is no memory. */
bool ocl_command_buffer_plan(struct _cl_command_buffer_khr *b) NODISCARD;

#endif
