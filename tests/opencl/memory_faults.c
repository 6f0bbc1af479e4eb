/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that use memory of all kinds, and what is said of those that go beyond it. */
#define _GNU_SOURCE /* usleep() */
#include <pthread.h>
#include <unistd.h>
#include "cl_run.h"

static const char source[] =
	"kernel void put(global int *p, long at) { p[at] = 7; }\n"
	"kernel void sum(global const int *a, global int *b) { b[get_global_id(0)] += "
	"a[get_global_id(0)]; }\n"
	"kernel void follow(global ulong *p) { *(global int *)p[0] = 8; }\n";

static char said[4096];
static pthread_mutex_t said_lock = PTHREAD_MUTEX_INITIALIZER;

static void CL_CALLBACK note(const char *text, const void *data, size_t bytes, void *user_data)
{
	(void)data, (void)bytes, (void)user_data;
	pthread_mutex_lock(&said_lock);
	strncat(said, text, sizeof said - strlen(said) - 1);
	pthread_mutex_unlock(&said_lock);
}

static int has_said(const char *what)
{
	pthread_mutex_lock(&said_lock);
	int has = strstr(said, what) != NULL;
	pthread_mutex_unlock(&said_lock);
	return has;
}

static struct run open_noting(void)
{
	struct run r;
	cl_int error = 1;
	cl_device_id d = device();
	need_compiler();
	r.context = cl()->clCreateContext(NULL, 1, &d, note, NULL, &error);
	OK(error);
	r.queue = cl()->clCreateCommandQueue(r.context, d, 0, &error);
	OK(error);
	r.program = build(r.context, source, "");
	return r;
}

static cl_int run_once(const struct run *r, cl_kernel k, size_t items)
{
	cl_event e;
	cl_int status;
	OK(cl()->clEnqueueNDRangeKernel(r->queue, k, 1, NULL, &items, NULL, 0, NULL, &e));
	cl()->clWaitForEvents(1, &e);
	OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
		NULL));
	OK(cl()->clReleaseEvent(e));
	return status;
}

/* A sub-buffer of the host's memory is added to shared virtual memory. */
static void kinds(const struct run *r)
{
	enum { COUNT = 64 };
	static int host[2 * COUNT] __attribute__((aligned(128)));
	const cl_buffer_region region = {128, COUNT * sizeof(int)};
	cl_int error;
	cl_kernel k = kernel(r, "sum");
	int *svm = cl()->clSVMAlloc(r->context, 0, sizeof host, 0);
	cl_mem m = cl()->clCreateBuffer(r->context, CL_MEM_USE_HOST_PTR, sizeof host, host, &error);
	OK(error);
	cl_mem sub = cl()->clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
	OK(error);
	for (int i = 0; i < 2 * COUNT; i++) {
		host[i] = i;
		svm[i] = 1000 * i;
	}
	pass_buffer(k, 0, sub);
	OK(cl()->clSetKernelArgSVMPointer(k, 1, svm + 3));
	OK(cl()->clReleaseMemObject(m));
	IS(CL_COMPLETE, run_once(r, k, COUNT));
	for (int i = 0; i < COUNT; i++)
		EXPECT(svm[i + 3] == 1000 * (i + 3) + i + 32);
	OK(cl()->clReleaseMemObject(sub));
	OK(cl()->clReleaseKernel(k));
	cl()->clSVMFree(r->context, svm);
}

/* The fault is told with the object that is next to it. */
static void beyond(const struct run *r, size_t bytes, cl_long at, const char *told)
{
	cl_kernel k = kernel(r, "put");
	cl_mem m = buffer(r, bytes, NULL);
	said[0] = '\0';
	pass_buffer(k, 0, m);
	PASS(k, 1, cl_long, at);
	EXPECT(run_once(r, k, 1) < 0);
	for (int i = 0; i < 2000 && !has_said(told); i++)
		usleep(1000);
	if (!has_said(told))
		printf("%s\n", said);
	EXPECT(has_said(told));
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

/* What was freed is not there any more, but that is the client's error only. */
static void freed(const struct run *r)
{
	cl_int error;
	cl_kernel k = kernel(r, "follow");
	int *target = cl()->clSVMAlloc(r->context, 0, sizeof *target, 0);
	cl_ulong *p = cl()->clSVMAlloc(r->context, 0, sizeof *p, 0);
	p[0] = (uintptr_t)target;
	OK(cl()->clSetKernelArgSVMPointer(k, 0, p));
	cl_command_queue q = cl()->clCreateCommandQueue(r->context, device(), 0, &error);
	OK(error);
	const struct run own = {r->context, q, r->program};
	IS(CL_COMPLETE, run_once(&own, k, 1));
	EXPECT(*target == 8);
	cl()->clSVMFree(r->context, target);
	EXPECT(run_once(&own, k, 1) < 0);
	OK(cl()->clReleaseCommandQueue(q));
	OK(cl()->clReleaseKernel(k));
	cl()->clSVMFree(r->context, p);
}

int main(void)
{
	struct run r = open_noting();
	kinds(&r);
	beyond(&r, 400, 128,
		"112 bytes behind a buffer of 400 bytes, made by clCreateBuffer() number 2");
	beyond(&r, 4096, 1024,
		"0 bytes behind a buffer of 4096 bytes, made by clCreateBuffer() number 3");
	beyond(&r, 4096, -2,
		"8 bytes before a buffer of 4096 bytes, made by clCreateBuffer() number 4");
	freed(&r);
	run_close(&r);
	return 0;
}
