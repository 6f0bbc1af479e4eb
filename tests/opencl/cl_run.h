/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What tests share that run kernels from OpenCL C: a context, an in-order queue and a program. */
#ifndef HSAEMU_TESTS_CL_RUN_H
#define HSAEMU_TESTS_CL_RUN_H

#include "cl_client.h"

struct run {
	cl_context context;
	cl_command_queue queue;
	cl_program program;
};

/* Ends the test as skipped if no OpenCL C can be compiled. */
static inline void need_compiler(void)
{
	cl_bool available;
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_COMPILER_AVAILABLE, sizeof available,
		&available, NULL));
	if (available)
		return;
	puts("clang is not installed");
	exit(77);
}

static inline cl_program build(cl_context c, const char *source, const char *options)
{
	static char log[1 << 16];
	cl_int error = 1;
	cl_device_id d = device();
	cl_program p = cl()->clCreateProgramWithSource(c, 1, &source, NULL, &error);
	OK(error);
	error = cl()->clBuildProgram(p, 1, &d, options, NULL, NULL);
	if (error != CL_SUCCESS) {
		cl()->clGetProgramBuildInfo(p, d, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
		printf("%s\n", log);
	}
	OK(error);
	return p;
}

static inline struct run run_open(const char *source, const char *options)
{
	struct run r;
	cl_int error = 1;
	cl_device_id d = device();
	need_compiler();
	r.context = cl()->clCreateContext(NULL, 1, &d, NULL, NULL, &error);
	OK(error);
	r.queue = cl()->clCreateCommandQueueWithProperties(r.context, d, NULL, &error);
	OK(error);
	r.program = build(r.context, source, options);
	return r;
}

static inline void run_close(struct run *r)
{
	OK(cl()->clReleaseProgram(r->program));
	OK(cl()->clReleaseCommandQueue(r->queue));
	OK(cl()->clReleaseContext(r->context));
}

static inline cl_kernel kernel(const struct run *r, const char *name)
{
	cl_int error = 1;
	cl_kernel k = cl()->clCreateKernel(r->program, name, &error);
	OK(error);
	EXPECT(k != NULL);
	return k;
}

/* A buffer with a copy of `from`, which may be NULL. */
static inline cl_mem buffer(const struct run *r, size_t bytes, void *from)
{
	cl_int error = 1;
	cl_mem m = cl()->clCreateBuffer(r->context,
		CL_MEM_READ_WRITE | (from != NULL ? CL_MEM_COPY_HOST_PTR : 0u), bytes, from,
		&error);
	OK(error);
	return m;
}

static inline void get(const struct run *r, cl_mem m, size_t bytes, void *to)
{
	OK(cl()->clEnqueueReadBuffer(r->queue, m, CL_TRUE, 0, bytes, to, 0, NULL, NULL));
}

static inline void pass_buffer(cl_kernel k, cl_uint index, cl_mem m)
{
	OK(cl()->clSetKernelArg(k, index, sizeof(cl_mem), &m));
}

#define PASS(k, index, type, ...) \
	OK(cl()->clSetKernelArg((k), (index), sizeof(type), &(type){__VA_ARGS__}))

#endif
