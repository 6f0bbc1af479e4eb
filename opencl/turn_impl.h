/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A turn: the time in which a thread has the lock of a context's commands. What ends in a turn may
 * make other commands ready, which end or start in the same turn; callbacks are called, and objects
 * dropped, when the lock is open again. */
#ifndef HSAEMU_OPENCL_TURN_IMPL_H
#define HSAEMU_OPENCL_TURN_IMPL_H

#include "command_impl.h"

struct ocl_turn {
	struct _cl_context *context;
	/* The thread waits for this command, so it does work for which it would otherwise wake
	 * another thread. NULL: for none. */
	const struct _cl_event *waited;
	struct _cl_event *ready; /* have become ready, and are not looked at; last first */
	struct _cl_event *ended, **last_ended;
	hsa_queue_t *dead;         /* has failed, and is empty */
	struct _cl_event *culprit; /* used: its dispatch has failed as `report` says */
	struct rt_report report;
	struct _cl_event *orphan; /* host work for which no thread could be had */
};

void ocl_turn_begin(struct ocl_turn *t, struct _cl_context *c, const struct _cl_event *waited);
void ocl_turn_end(struct ocl_turn *t);

/* Drops what a command has that has ended, or is discarded; not in a turn. */
void ocl_turn_let_go(struct _cl_event *e);

/* The following are called in a turn. */

/* The command's last dependency has ended. */
void ocl_turn_ready(struct ocl_turn *t, struct _cl_event *e);
/* The command has ended with a status of at most 0. */
void ocl_turn_ended(struct ocl_turn *t, struct _cl_event *e, cl_int status);
/* Schedules the callbacks for a status that the command has come to. */
void ocl_turn_call_back(struct _cl_event *e, cl_int status);
/* The command, and the whole that it is a part of, are CL_SUBMITTED or CL_RUNNING, or further. */
void ocl_turn_advance(struct _cl_event *e, cl_int status);
/* Returns whether the command must not begin, since one has failed that its wait list names, or
 * another part of the whole. */
bool ocl_turn_is_doomed(const struct _cl_event *e);
/* Starts what has become ready. */
void ocl_turn_start_ready(struct ocl_turn *t);

/* pending.c: returns whether a replay of the buffer has not ended, after it has ended those whose
 * work has */
bool ocl_is_pending(struct ocl_turn *t, struct _cl_command_buffer_khr *b);
/* notes that the whole is pending. CL_INVALID_OPERATION: another one is, and the buffer must not be
 * twice. */
cl_int ocl_pending_enter(struct ocl_turn *t, struct _cl_event *whole);

/* dispatch.c: hands a ready dispatch to the HSA queue, or keeps it until there is room */
void ocl_dispatch_start(struct ocl_turn *t, struct _cl_event *e);
/* ends those whose dispatches have: the queue's first ones, and `e` (may be NULL) */
void ocl_dispatch_collect(struct ocl_turn *t, struct _cl_command_queue *q, struct _cl_event *e);
/* ends the command if its dispatches have ended, or those of the parts that it waits for */
void ocl_dispatch_look(struct ocl_turn *t, struct _cl_event *e);
/* has a dispatch that runs end although nobody waits */
void ocl_dispatch_watch(struct _cl_event *e);

/* host_work.c: has a thread do ready work */
void ocl_host_start(struct ocl_turn *t, struct _cl_event *e);
/* takes a ready command, if nobody has */
bool ocl_host_take(struct _cl_event *e);
/* does the work of a command that was taken; not in a turn */
void ocl_host_run(struct _cl_event *e, const struct _cl_event *waited);

/* callback.c: has the function called on a thread of the library's own, on which no lock is held;
 * calls come in order. Takes the callback. */
void ocl_call_later(struct _cl_event *e, struct ocl_event_callback *callback, cl_int status);

#endif
