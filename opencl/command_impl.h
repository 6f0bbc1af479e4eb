/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands (OpenCL 3.0 API, 3.2.1 and 5.11). A command is its event: there is one whether the client
 * asks for it or not, and user events are commands of no queue.
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
	OCL_NEW,     /* not enqueued */
	OCL_WAITS,   /* for other commands, or for somebody to end a user event */
	OCL_READY,   /* host work that nobody does yet */
	OCL_RUNS,    /* on the host, or handed to the HSA queue */
	OCL_ENDED,
};

struct ocl_dependent {
	struct ocl_dependent *next;
	struct _cl_event *command;
	bool by_list; /* it names the event in its wait list, so a failure is its, too */
};

struct ocl_event_callback {
	struct ocl_event_callback *next;
	ocl_event_notify *function;
	void *user_data;
	cl_int type; /* CL_SUBMITTED, CL_RUNNING, CL_COMPLETE */
};

struct _cl_event {
	struct ocl_object base;
	struct _cl_context *context;    /* used */
	struct _cl_command_queue *queue; /* used; NULL: a user event */
	cl_command_type type;
	enum ocl_work work;
	/* Does the work on the host, and returns CL_SUCCESS or the command's error. */
	cl_int (*run)(struct _cl_event *e);
	/* Frees what the payload has, once, when the command has ended or is discarded; may be NULL. */
	void (*release)(struct _cl_event *e);
	void *payload; /* zeroed at first, aligned to 64 bytes */
	struct ocl_object **used; /* objects that live at least until the command has ended */
	size_t used_count, used_room;
	/* of a dispatch: all but the header, which is written at last, and the completion signal;
	 * `first` is the global offset */
	hsa_kernel_dispatch_packet_t packet;
	uint64_t first[3];

	/* 1 until the command has ended, then its final status, which is at most 0 */
	hsa_signal_t signal;
	cl_ulong queued_ns, submit_ns, start_ns, end_ns;
	/* the following are guarded by the context's lock of commands */
	enum ocl_stage stage;
	cl_int status;   /* CL_QUEUED to CL_COMPLETE, or an error */
	size_t pending;  /* commands that it still waits for */
	cl_int inherited; /* an error of the wait list; else CL_SUCCESS */
	struct ocl_dependent *dependents;
	struct ocl_dependent *own; /* its entries in others' lists, one array */
	struct _cl_event **awaited; /* the commands of `own`; each is used */
	size_t awaited_count;
	struct ocl_event_callback *callbacks; /* in the order of registration */
	bool is_watched; /* somebody will be told when the dispatch ends */
	uint64_t packet_id;
	struct _cl_event *next, *previous; /* of the queue's commands that have not ended */
	struct _cl_event *next_ready;      /* of the queue's host work */
};

/* ---- making commands ------------------------------------------------------------------------ */

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

/* Checks a wait list for a context: INVALID_EVENT_WAIT_LIST, INVALID_CONTEXT. */
cl_int ocl_check_wait_list(const struct _cl_context *c, const struct ocl_wait_list *list);

/* ---- waiting -------------------------------------------------------------------------------- */

/* Waits until the command has ended, and does work on the host, or of its kernels, meanwhile.
 * Returns CL_COMPLETE or its error. */
cl_int ocl_command_wait(struct _cl_event *e);
/* Looks whether the command has ended, and returns its status. */
cl_int ocl_command_status(struct _cl_event *e);
/* Has a command end when its dispatch does, although nobody waits. */
void ocl_command_watch(struct _cl_event *e);

/* ---- of the library's own files ------------------------------------------------------------- */

/* Ends a command that waits (a user event) with a status of at most 0; false if it has ended. */
bool ocl_command_end(struct _cl_event *e, cl_int status);
/* Does the work of a command that is OCL_READY and was taken (stage OCL_RUNS). */
void ocl_command_run_host(struct _cl_event *e);
/* Makes a user event: a command of no queue. */
struct _cl_event *ocl_user_event_new(struct _cl_context *c);
/* Has `function` called on a thread of the library's own, on which no lock is held. The event is
 * used meanwhile. Calls come in order. */
void ocl_call_later(struct _cl_event *e, const struct ocl_event_callback *callback, cl_int status);

#endif
