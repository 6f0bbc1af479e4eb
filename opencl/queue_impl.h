/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command queues (OpenCL 3.0 API, 5.1). */
#ifndef HSAEMU_OPENCL_QUEUE_IMPL_H
#define HSAEMU_OPENCL_QUEUE_IMPL_H

#include "context_impl.h"

struct _cl_event;

enum { OCL_QUEUE_PACKETS = 1024 }; /* dispatches that an HSA queue has at once */

struct _cl_command_queue {
	struct ocl_object base;
	struct _cl_context *context;                    /* used */
	struct _cl_device_id *device;                   /* used */
	_Atomic cl_command_queue_properties properties; /* of one call at a time, but read at any */
	cl_queue_properties *list; /* as the client gave them, with the 0; NULL: none */
	size_t list_count;
	/* the following are guarded by the context's lock of commands */
	hsa_queue_t *hsa;      /* NULL until the first dispatch, and after a failure */
	size_t dispatch_count; /* that `hsa` has and that have not ended */
	bool has_failed;       /* `hsa` is in the error state */
	cl_int error;          /* of a dispatch since the last clFinish(); else CL_SUCCESS */
	uint64_t next_number;
	struct _cl_event *first, *last; /* the commands that have not ended, in order */
	/* of an out-of-order queue: the last barrier, if it has not ended */
	struct _cl_event *barrier;
	struct _cl_event *first_ready, *last_ready; /* work for the host */
	/* dispatches for which `hsa` has no room */
	struct _cl_event *first_dispatch, *last_dispatch;
	bool has_thread;
	pthread_cond_t more_work; /* for the thread */
};

static inline bool ocl_queue_flags_are_in_order(cl_command_queue_properties flags)
{
	return (flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
}

static inline bool ocl_queue_is_in_order(const struct _cl_command_queue *q)
{
	return ocl_queue_flags_are_in_order(q->properties);
}

#endif
