/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A platform of several devices: handles, contexts, queues, events that go from one to another,
 * programs, memory that migrates. */
#include "cl_run.h"

enum { DEVICES = 3, N = 1000 };

static cl_device_id all[DEVICES];
static cl_context context;
static cl_command_queue queues[DEVICES];

static void handles(void)
{
	const cl_icd_dispatch *f = cl();
	cl_device_id some[DEVICES + 1] = {NULL}, parent;
	const cl_device_partition_property ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	cl_uint count = 0, cus[2];
	OK(f->clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, DEVICES, all, &count));
	EXPECT(count == DEVICES && all[0] != all[1] && all[1] != all[2] && all[0] != all[2]);
	OK(f->clGetDeviceIDs(platform(), CL_DEVICE_TYPE_CPU, 2, some, &count));
	EXPECT(count == DEVICES && some[0] == all[0] && some[1] == all[1] && some[2] == NULL);
	some[1] = NULL;
	OK(f->clGetDeviceIDs(platform(), CL_DEVICE_TYPE_DEFAULT, 2, some, &count));
	EXPECT(count == 1 && some[0] == all[0] && some[1] == NULL);
	OK(f->clGetDeviceIDs(platform(), CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_GPU, 2, some,
		&count));
	EXPECT(count == 1);
	for (int i = 0; i < 2; i++)
		OK(f->clGetDeviceInfo(all[i], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof cus[i], &cus[i],
			NULL));
	EXPECT(cus[0] == 4 && cus[1] == 4);
	OK(f->clCreateSubDevices(all[1], ones, 4, some, &count));
	EXPECT(count == 4);
	OK(f->clGetDeviceInfo(some[3], CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL));
	EXPECT(parent == all[1]);
	for (int i = 0; i < 4; i++)
		OK(f->clReleaseDevice(some[i]));
}

static void contexts(void)
{
	const cl_icd_dispatch *f = cl();
	cl_uint count = 0;
	cl_int error = 1;
	cl_context one = f->clCreateContext(NULL, 1, &all[1], NULL, NULL, &error);
	OK(error);
	EXPECT(f->clCreateCommandQueueWithProperties(one, all[2], NULL, &error) == NULL);
	EXPECT(error == CL_INVALID_DEVICE);
	OK(f->clReleaseContext(one));
	one = f->clCreateContextFromType(NULL, CL_DEVICE_TYPE_DEFAULT, NULL, NULL, &error);
	OK(f->clGetContextInfo(one, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, NULL));
	EXPECT(count == 1);
	OK(f->clReleaseContext(one));
	context = f->clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, &error);
	OK(error);
	OK(f->clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, NULL));
	EXPECT(count == DEVICES);
	for (int i = 0; i < DEVICES; i++) {
		cl_device_id d;
		queues[i] = f->clCreateCommandQueueWithProperties(context, all[i], NULL, &error);
		OK(error);
		OK(f->clGetCommandQueueInfo(queues[i], CL_QUEUE_DEVICE, sizeof d, &d, NULL));
		EXPECT(d == all[i]);
	}
}

static cl_program program_of(const char *source)
{
	cl_int error = 1;
	cl_program p = cl()->clCreateProgramWithSource(context, 1, &source, NULL, &error);
	OK(error);
	return p;
}

static cl_kernel kernel_of(cl_program p, const char *name)
{
	cl_int error = 1;
	cl_kernel k = cl()->clCreateKernel(p, name, &error);
	OK(error);
	return k;
}

/* A buffer goes through all devices, each of which waits for the one before. */
static void ring(void)
{
	static const char source[] = "kernel void step(global int *b, int d)\n"
				     "{ b[get_global_id(0)] = 3 * b[get_global_id(0)] + d; }\n";
	static int data[N];
	const cl_icd_dispatch *f = cl();
	const size_t n = N;
	cl_int error = 1;
	cl_event before = NULL, done, moved;
	cl_program p = program_of(source);
	OK(f->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	cl_kernel k = kernel_of(p, "step");
	for (int i = 0; i < N; i++)
		data[i] = i;
	cl_mem m = f->clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, &error);
	OK(error);
	OK(f->clSetKernelArg(k, 0, sizeof m, &m));
	for (int i = 0; i < 2 * DEVICES; i++) {
		cl_command_queue q = queues[i % DEVICES];
		OK(f->clSetKernelArg(k, 1, sizeof i, &i));
		OK(f->clEnqueueMigrateMemObjects(q, 1, &m, 0, before != NULL ? 1 : 0,
			before != NULL ? &before : NULL, &moved));
		OK(f->clEnqueueNDRangeKernel(q, k, 1, NULL, &n, NULL, 1, &moved, &done));
		OK(f->clReleaseEvent(moved));
		if (before != NULL)
			OK(f->clReleaseEvent(before));
		before = done;
	}
	OK(f->clEnqueueReadBuffer(queues[0], m, CL_TRUE, 0, sizeof data, data, 1, &before, NULL));
	OK(f->clReleaseEvent(before));
	for (int i = 0; i < N; i++) {
		int wanted = i;
		for (int s = 0; s < 2 * DEVICES; s++)
			wanted = 3 * wanted + s;
		EXPECT(data[i] == wanted);
	}
	OK(f->clReleaseKernel(k));
	OK(f->clReleaseMemObject(m));
	OK(f->clReleaseProgram(p));
}

static int counted(cl_kernel k, cl_command_queue q)
{
	const cl_icd_dispatch *f = cl();
	const size_t one = 1;
	int value = 0;
	cl_int error = 1;
	cl_mem m = f->clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof value, NULL, &error);
	OK(error);
	OK(f->clSetKernelArg(k, 0, sizeof m, &m));
	OK(f->clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	OK(f->clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL));
	OK(f->clReleaseMemObject(m));
	return value;
}

/* Each device has variables of its own; a program runs on the devices that it is built for. */
static void programs(void)
{
	static const char source[] = "global int count = 10;\n"
				     "kernel void k(global int *o) { *o = ++count; }\n";
	const cl_icd_dispatch *f = cl();
	const size_t one = 1;
	cl_program p = program_of(source);
	OK(f->clBuildProgram(p, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
	cl_kernel k = kernel_of(p, "k");
	EXPECT(counted(k, queues[0]) == 11);
	EXPECT(counted(k, queues[0]) == 12);
	EXPECT(counted(k, queues[2]) == 11);
	EXPECT(counted(k, queues[1]) == 11);
	EXPECT(counted(k, queues[2]) == 12);
	OK(f->clReleaseKernel(k));
	OK(f->clReleaseProgram(p));

	p = program_of(source);
	OK(f->clBuildProgram(p, 1, &all[1], "-cl-std=CL3.0", NULL, NULL));
	k = kernel_of(p, "k");
	EXPECT(counted(k, queues[1]) == 11);
	IS(CL_INVALID_PROGRAM_EXECUTABLE,
		f->clEnqueueNDRangeKernel(queues[0], k, 1, NULL, &one, NULL, 0, NULL, NULL));
	OK(f->clReleaseKernel(k));
	OK(f->clReleaseProgram(p));
}

int main(void)
{
	setenv("HSAEMU_OCL_DEVICES", "3", 1);
	setenv("HSAEMU_CUS", "4", 1);
	handles();
	contexts();
	need_compiler();
	ring();
	programs();
	for (int i = 0; i < DEVICES; i++)
		OK(cl()->clReleaseCommandQueue(queues[i]));
	OK(cl()->clReleaseContext(context));
	return 0;
}
