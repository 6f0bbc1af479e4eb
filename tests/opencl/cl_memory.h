/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What tests of memory objects share: a context with a queue, another one, and buffers. */
#ifndef HSAEMU_TESTS_CL_MEMORY_H
#define HSAEMU_TESTS_CL_MEMORY_H

#include "cl_client.h"

static const cl_icd_dispatch *f;
static cl_context context, other_context;
static cl_command_queue queue, other_queue; /* in-order, of the two contexts */

static inline void memory_open(void)
{
	const cl_device_id d = device();
	cl_int error = 1;
	f = cl();
	context = f->clCreateContext(NULL, 1, &d, NULL, NULL, &error);
	OK(error);
	other_context = f->clCreateContext(NULL, 1, &d, NULL, NULL, &error);
	OK(error);
	queue = f->clCreateCommandQueue(context, d, 0, &error);
	OK(error);
	other_queue = f->clCreateCommandQueue(other_context, d, 0, &error);
	OK(error);
}

static inline void memory_close(void)
{
	OK(f->clReleaseCommandQueue(queue));
	OK(f->clReleaseCommandQueue(other_queue));
	OK(f->clReleaseContext(context));
	OK(f->clReleaseContext(other_context));
}

static inline cl_mem buffer(cl_mem_flags flags, size_t bytes, void *host_ptr)
{
	cl_int error = 1;
	cl_mem m = f->clCreateBuffer(context, flags, bytes, host_ptr, &error);
	OK(error);
	return m;
}

/* Returns the error of making a buffer. */
static inline cl_int no_buffer(cl_mem_flags flags, size_t bytes, void *host_ptr)
{
	cl_int error = 1;
	cl_mem m = f->clCreateBuffer(context, flags, bytes, host_ptr, &error);
	EXPECT((m == NULL) == (error != CL_SUCCESS));
	if (m != NULL)
		OK(f->clReleaseMemObject(m));
	return error;
}

static inline cl_mem sub_buffer(cl_mem parent, cl_mem_flags flags, size_t origin, size_t bytes)
{
	const cl_buffer_region region = {origin, bytes};
	cl_int error = 1;
	cl_mem m =
		f->clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
	OK(error);
	return m;
}

static inline void release(cl_mem m)
{
	OK(f->clReleaseMemObject(m));
}

/* What must be refused of wait lists, by any command: it is enqueued as `call`, which uses `count`
 * and `list`. */
#define IS_WAITING(call) \
	do { \
		const cl_event invalid_ = (cl_event)(void *)queue; \
		const cl_event foreign_ = user_event(other_context); \
		cl_uint count = 1; \
		const cl_event *list = NULL; \
		IS(CL_INVALID_EVENT_WAIT_LIST, call); \
		list = &invalid_; \
		IS(CL_INVALID_EVENT_WAIT_LIST, call); \
		count = 0; \
		IS(CL_INVALID_EVENT_WAIT_LIST, call); \
		count = 1; \
		list = &foreign_; \
		IS(CL_INVALID_CONTEXT, call); \
		OK(f->clSetUserEventStatus(foreign_, CL_COMPLETE)); \
		OK(f->clReleaseEvent(foreign_)); \
	} while (0)

static inline cl_event user_event(cl_context c)
{
	cl_int error = 1;
	cl_event e = f->clCreateUserEvent(c, &error);
	OK(error);
	return e;
}

/* Waits for the event, whose command must be of the type, and releases it. */
static inline void await(cl_event e, cl_command_type expected)
{
	cl_command_type type;
	OK(f->clWaitForEvents(1, &e));
	OK(f->clGetEventInfo(e, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
	EXPECT(type == expected);
	OK(f->clReleaseEvent(e));
}

static inline unsigned next_random(unsigned below)
{
	static unsigned long long state = 20;
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % below;
}

static inline void fill_randomly(unsigned char *at, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		at[i] = (unsigned char)next_random(256);
}

#endif
