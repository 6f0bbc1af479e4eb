/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands (OpenCL 3.0 API, 3.2.1 and 5.11). A command is its event: there is one whether the
 * client asks for it or not, and user events are commands of no queue.
 *
 * A command waits for the commands that its wait list names and, in an in-order queue, for the one
 * before it. It is ready when all have ended, and terminates unrun when one of the wait list has
 * failed. A ready dispatch is a packet of the queue's HSA queue; other work is done on the host, by
 * the client's thread if it waits for it, else by a thread of the queue. */
#ifndef HSAEMU_OPENCL_COMMAND_IMPL_H
#define HSAEMU_OPENCL_COMMAND_IMPL_H

#include "queue_impl.h"

typedef void CL_CALLBACK ocl_event_notify(cl_event event, cl_int status, void *user_data);

enum ocl_work {
	OCL_WORK_NONE,     /* it is complete when it is ready: markers, user events */
	OCL_WORK_HOST,     /* run() */
	OCL_WORK_DISPATCH, /* `packet` */
};

/* The place of a command on its way. */
enum ocl_stage {
	OCL_NEW,   /* not enqueued */
	OCL_WAITS, /* for other commands; a user event, for the client */
	OCL_READY, /* nobody does its work yet */
	OCL_RUNS,  /* somebody does its work, or the HSA queue has it */
	OCL_ENDED,
};

/* One command waits for another one. */
struct ocl_dependency {
	struct ocl_dependency *next; /* of those that wait for the same one */
	struct _cl_event *waits;
	struct _cl_event *awaited; /* used */
	bool by_list;              /* the wait list names it, so its failure is passed on */
};

struct ocl_event_callback {
	struct ocl_event_callback *next;
	ocl_event_notify *function;
	void *user_data;
	cl_int type;             /* CL_SUBMITTED, CL_RUNNING, CL_COMPLETE */
	struct _cl_event *event; /* with `status`: of callback.c */
	cl_int status;
};

struct _cl_event {
	struct ocl_object base;
	struct _cl_context *context;     /* used */
	struct _cl_command_queue *queue; /* used; NULL: a user event */
	cl_command_type type;
	enum ocl_work work;
	/* Does the work on the host, and returns CL_SUCCESS or the command's error. */
	cl_int (*run)(struct _cl_event *e);
	bool is_brief; /* run() takes about as long as it takes to wake a thread */
	/* Frees what the payload has, once, when the command has ended or is discarded; may be
	 * NULL. */
	void (*release)(struct _cl_event *e);
	void *payload;            /* zeroed at first, aligned to 64 bytes */
	struct ocl_object **kept; /* objects that live at least until the command has ended */
	size_t kept_count, kept_room;
	/* Of a dispatch: all of the packet but its header and completion signal, the global offset,
	 * and what tells of a failure. explain() may be NULL. */
	hsa_kernel_dispatch_packet_t packet;
	uint64_t first[3];
	void (*explain)(struct _cl_event *e, const struct rt_report *r, struct buf *out);
	/* Of a part with dispatches: the recorded commands whose packets follow each other in the
	 * HSA queue; NULL: `packet` is the only one. */
	struct _cl_event *const *recorded;
	size_t packet_count;
	/* What enqueues a command buffer are several commands, the last of which is the whole: it
	 * ends when all have. The others are its parts. */
	struct _cl_event *whole;               /* of a part: kept; else NULL */
	struct _cl_command_buffer_khr *buffer; /* of the whole: kept; else NULL */
	bool waits_for_all;                    /* of the queue's commands before it */
	bool is_barrier;                       /* the queue's later commands wait for it */

	/* 1 until the command has ended, then its final status, which is at most 0 */
	hsa_signal_t signal;
	cl_ulong queued_ns, submit_ns, start_ns, end_ns;
	/* the following are guarded by the context's lock of commands */
	enum ocl_stage stage;
	cl_int status;    /* CL_QUEUED to CL_COMPLETE, or an error */
	cl_int inherited; /* CL_SUCCESS, or the error of one that the wait list names */
	size_t pending;   /* dependencies whose commands have not ended */
	struct ocl_dependency *dependencies; /* its own; the wait list's are first */
	size_t dependency_count;
	struct ocl_dependency *dependents;    /* those of the commands that wait for it */
	struct ocl_event_callback *callbacks; /* in the order of registration */
	bool is_wanted;  /* somebody is to learn when it has ended, although nobody waits */
	bool is_watched; /* the signal's handler will do so */
	uint64_t packet_id, number;        /* the first one's in the HSA queue; in the queue */
	struct _cl_event *next, *previous; /* of the queue's commands that have not ended */
	struct _cl_event *next_ready;      /* of the queue's ready commands, or of a turn's lists */
	/* of the whole: the first error of a part, the first start, and what else is pending of the
	 * command buffer */
	cl_int part_error;
	cl_ulong parts_start_ns;
	struct _cl_event *next_pending;
};

/* ---- making commands ------------------------------------------------------------------------- */

/* Makes a command with `payload_bytes` of payload and room for `used_room` objects, after it has
 * checked the queue and the wait list: INVALID_COMMAND_QUEUE, INVALID_CONTEXT,
 * INVALID_EVENT_WAIT_LIST, OUT_OF_HOST_MEMORY. The command's list is taken; the caller then fills
 * `work`, `run`, `release` and the payload, and calls ocl_command_enqueue() or
 * ocl_command_discard(). */
struct ocl_wait_list {
	cl_uint count;
	const cl_event *events;
};
cl_int ocl_command_new(struct _cl_command_queue *q, cl_command_type type,
	const struct ocl_wait_list *list, size_t payload_bytes, size_t used_room,
	struct _cl_event **out) NODISCARD;
/* Has the command keep an object until it has ended. There must be room. */
void ocl_command_keep(struct _cl_event *e, struct ocl_object *o);
/* Frees a command that is not enqueued. */
void ocl_command_discard(struct _cl_event *e);
/* Enqueues the command, whose pointer is then the library's. If `event` is not NULL, it gets the
 * event with a reference for the client. If `blocking`, returns when the command has ended, and
 * returns its error; CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the wait list had failed. */
cl_int ocl_command_enqueue(struct _cl_event *e, bool blocking, cl_event *event);

/* Makes a command that does the work of `count` recorded ones, which are dispatches if there is
 * more than one; NULL: there is no memory. They stay the caller's, and as they are until the
 * command has ended. The list was checked; the command can wait for `awaited_room` others, too. */
struct _cl_event *ocl_part_new(struct _cl_command_queue *q, const struct ocl_wait_list *list,
	size_t awaited_room, struct _cl_event *const *recorded, size_t count) NODISCARD;
/* Has a command wait for another one, as if the wait list named it. */
void ocl_command_await(struct _cl_event *e, struct _cl_event *awaited);
/* Enqueues the parts of a command buffer and, as the last one, the whole, which `event` gets if it
 * is not NULL. CL_INVALID_OPERATION: the buffer is pending, and must not be twice; then nothing is
 * enqueued. Takes the commands in any case. */
cl_int ocl_parts_enqueue(struct _cl_event *const *parts, size_t count, cl_event *event);

/* Checks a wait list for a context: INVALID_EVENT_WAIT_LIST, INVALID_CONTEXT. */
cl_int ocl_check_wait_list(const struct _cl_context *c, const struct ocl_wait_list *list);

/* ---- waiting --------------------------------------------------------------------------------- */

/* Waits until the command has ended, and does work on the host, or of its kernels, meanwhile.
 * Returns CL_COMPLETE or its error. */
cl_int ocl_command_wait(struct _cl_event *e);
/* Looks whether the command has ended, and returns its status. */
cl_int ocl_command_status(struct _cl_event *e);
/* Waits until all commands have ended that the queue has now. */
void ocl_queue_wait(struct _cl_command_queue *q);
/* Waits for the callbacks that were to be called when this is called, but not for long. */
void ocl_calls_wait(void);
/* Has the queue's commands end when their work does, although nobody waits. */
void ocl_queue_flush(struct _cl_command_queue *q);

/* Makes a user event. NULL: there is no memory. */
struct _cl_event *ocl_user_event_new(struct _cl_context *c);
/* Ends a user event with a status of at most 0; false if it has ended. */
bool ocl_user_event_end(struct _cl_event *e, cl_int status);
/* Has a function called when the command's status has come to the callback's type. The callback is
 * the command's then. */
void ocl_command_call(struct _cl_event *e, struct ocl_event_callback *callback);

#endif
