/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What clEnqueueNDRangeKernel() and clEnqueueTask() refuse, and ranges in which there is
 * nothing. */
#include "cl_run.h"

static const char source[] = "kernel void one(global int *x, local int *l) { x[0] += 1; }\n"
			     "kernel void plain(global int *x) { x[0] += 1; }\n";

static cl_int run(const struct run *r, cl_kernel k, cl_uint dims, const size_t *global,
	const size_t *local)
{
	return cl()->clEnqueueNDRangeKernel(r->queue, k, dims, NULL, global, local, 0, NULL, NULL);
}

static void handles(const struct run *r, cl_kernel k)
{
	const cl_icd_dispatch *f = cl();
	const size_t one = 1;
	cl_int error = 1;
	cl_event event, none = NULL;
	cl_context other = f->clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, &error);
	OK(error);
	cl_command_queue foreign =
		f->clCreateCommandQueueWithProperties(other, device(), NULL, &error);
	OK(error);
	event = f->clCreateUserEvent(other, &error);
	OK(error);
	IS(CL_INVALID_COMMAND_QUEUE,
		f->clEnqueueNDRangeKernel(NULL, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	IS(CL_INVALID_COMMAND_QUEUE,
		f->clEnqueueTask((cl_command_queue)(void *)k, k, 0, NULL, NULL));
	IS(CL_INVALID_KERNEL,
		f->clEnqueueNDRangeKernel(r->queue, NULL, 1, NULL, &one, NULL, 0, NULL, NULL));
	IS(CL_INVALID_KERNEL,
		f->clEnqueueTask(r->queue, (cl_kernel)(void *)r->program, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT,
		f->clEnqueueNDRangeKernel(foreign, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT,
		f->clEnqueueNDRangeKernel(r->queue, k, 1, NULL, &one, NULL, 1, &event, NULL));
	IS(CL_INVALID_EVENT_WAIT_LIST,
		f->clEnqueueNDRangeKernel(r->queue, k, 1, NULL, &one, NULL, 1, NULL, NULL));
	IS(CL_INVALID_EVENT_WAIT_LIST,
		f->clEnqueueNDRangeKernel(r->queue, k, 1, NULL, &one, NULL, 0, &event, NULL));
	IS(CL_INVALID_EVENT_WAIT_LIST,
		f->clEnqueueNDRangeKernel(r->queue, k, 1, NULL, &one, NULL, 1, &none, NULL));
	OK(f->clReleaseEvent(event));
	OK(f->clReleaseCommandQueue(foreign));
	OK(f->clReleaseContext(other));
}

static void sizes(const struct run *r, cl_kernel k)
{
	const size_t cube[4] = {8, 8, 8, 8}, large[3] = {(size_t)1 << 33, 1, 1},
		     most[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX}, ones[3] = {1, 1, 1},
		     long_row[3] = {2048, 1, 1}, wide[3] = {64, 32, 1}, zero[3] = {4, 0, 1},
		     end = SIZE_MAX;
	IS(CL_INVALID_WORK_DIMENSION, run(r, k, 0, cube, NULL));
	IS(CL_INVALID_WORK_DIMENSION, run(r, k, 4, cube, NULL));
	IS(CL_INVALID_WORK_DIMENSION, run(r, k, UINT32_MAX, cube, NULL));
	IS(CL_INVALID_GLOBAL_WORK_SIZE, run(r, k, 1, large, NULL));
	IS(CL_INVALID_GLOBAL_WORK_SIZE, run(r, k, 3, most, ones));
	IS(CL_INVALID_GLOBAL_OFFSET,
		cl()->clEnqueueNDRangeKernel(r->queue, k, 1, &end, cube, NULL, 0, NULL, NULL));
	IS(CL_INVALID_WORK_ITEM_SIZE, run(r, k, 1, long_row, long_row));
	IS(CL_INVALID_WORK_GROUP_SIZE, run(r, k, 2, wide, wide));
	IS(CL_INVALID_WORK_GROUP_SIZE, run(r, k, 2, cube, zero));
}

static int value(const struct run *r, cl_mem m)
{
	int x;
	get(r, m, sizeof x, &x);
	return x;
}

/* Such commands wait, and then complete. */
static void nothing(const struct run *r, cl_kernel k, cl_mem m)
{
	const cl_icd_dispatch *f = cl();
	const size_t zero[3] = {0, 0, 0}, some[3] = {4, 0, 2}, local[3] = {2, 1, 1};
	cl_int error = 1, status = 1;
	cl_command_type type = 0;
	int before = value(r, m);
	OK(run(r, k, 1, zero, NULL));
	OK(run(r, k, 3, zero, NULL));
	OK(run(r, k, 3, some, NULL));
	OK(run(r, k, 3, some, local));
	OK(run(r, k, 2, NULL, NULL));
	cl_event gate = f->clCreateUserEvent(r->context, &error), event;
	OK(error);
	OK(f->clEnqueueNDRangeKernel(r->queue, k, 3, NULL, some, NULL, 1, &gate, &event));
	OK(f->clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
	EXPECT(type == CL_COMMAND_NDRANGE_KERNEL);
	OK(f->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
		NULL));
	EXPECT(status == CL_QUEUED || status == CL_SUBMITTED);
	OK(f->clSetUserEventStatus(gate, CL_COMPLETE));
	OK(f->clWaitForEvents(1, &event));
	OK(f->clReleaseEvent(event));
	OK(f->clReleaseEvent(gate));
	EXPECT(value(r, m) == before);
}

/* Without partial work-groups, the local size has to divide the global one. */
static void uniform(const struct run *r, cl_mem m)
{
	static const char *const options[] = {
		"-cl-std=CL1.2", "-cl-std=CL3.0 -cl-uniform-work-group-size"};
	const size_t global = 10, good = 5, bad = 4;
	for (int i = 0; i < 2; i++) {
		cl_int error = 1;
		cl_program p = build(r->context, source, options[i]);
		cl_kernel k = cl()->clCreateKernel(p, "plain", &error);
		OK(error);
		pass_buffer(k, 0, m);
		IS(CL_INVALID_WORK_GROUP_SIZE, run(r, k, 1, &global, &bad));
		OK(run(r, k, 1, &global, &good));
		OK(run(r, k, 1, &global, NULL));
		OK(cl()->clFinish(r->queue));
		OK(cl()->clReleaseKernel(k));
		OK(cl()->clReleaseProgram(p));
	}
}

int main(void)
{
	struct run r = run_open(source, "-cl-std=CL3.0");
	const size_t one = 1;
	int x = 0;
	cl_event event = NULL;
	cl_kernel k = kernel(&r, "one");
	cl_mem m = buffer(&r, sizeof x, &x);
	IS(CL_INVALID_KERNEL_ARGS, run(&r, k, 1, &one, NULL));
	pass_buffer(k, 0, m);
	IS(CL_INVALID_KERNEL_ARGS, run(&r, k, 1, &one, NULL));
	OK(cl()->clSetKernelArg(k, 1, SIZE_MAX, NULL));
	IS(CL_OUT_OF_RESOURCES, run(&r, k, 1, &one, NULL));
	OK(cl()->clSetKernelArg(k, 1, (64 << 10) + 1, NULL));
	IS(CL_OUT_OF_RESOURCES, run(&r, k, 1, &one, NULL));
	OK(cl()->clSetKernelArg(k, 1, 64 << 10, NULL));
	OK(cl()->clEnqueueNDRangeKernel(r.queue, k, 1, NULL, &one, &one, 0, NULL, &event));
	EXPECT(event != NULL);
	OK(cl()->clReleaseEvent(event));
	EXPECT(value(&r, m) == 1);
	handles(&r, k);
	sizes(&r, k);
	nothing(&r, k, m);
	uniform(&r, m);
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
	run_close(&r);
	return 0;
}
