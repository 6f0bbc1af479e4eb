/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contexts (OpenCL 3.0 API, 4.4). */
#ifndef HSAEMU_OPENCL_CONTEXT_IMPL_H
#define HSAEMU_OPENCL_CONTEXT_IMPL_H

#include <pthread.h>
#include "device_impl.h"
#include "hsaemu/gcn_device.h"

typedef void CL_CALLBACK ocl_context_destructor(cl_context context, void *user_data);
typedef void CL_CALLBACK ocl_context_notify(const char *errinfo, const void *private_info,
	size_t cb, void *user_data);

struct ocl_context_end {
	struct ocl_context_end *next; /* the one that was registered before */
	ocl_context_destructor *function;
	void *user_data;
};

struct _cl_context {
	struct ocl_object base;
	struct rt *rt;
	cl_context_properties *properties; /* as the client gave them, up to the 0; NULL: none */
	size_t property_count;             /* with the 0 */
	cl_uint device_count;
	cl_device_id *devices; /* each is used */
	ocl_context_notify *notify;
	void *notify_data;
	pthread_mutex_t lock;
	struct ocl_context_end *ends; /* guarded by `lock`; the last one first */
	pthread_mutex_t commands;     /* guards the stages of commands, and queues */
};

/* Returns whether this is a device that the context has, or a part of one. */
bool ocl_context_has(const struct _cl_context *c, const struct _cl_device_id *d);
/* Tells the client, by the function that it gave to clCreateContext() or else on stderr, what went
 * wrong. No lock may be held. */
void ocl_context_report(struct _cl_context *c, const char *what);

/* Returns the runtime that all contexts share, which lives to the process's end; NULL when it
 * cannot be started. */
struct rt *ocl_runtime(void);
/* Returns the GPU as which kernels run, when there is a runtime; NULL: they run as the host's. */
struct gcn_device *ocl_gpu(void);

#endif
