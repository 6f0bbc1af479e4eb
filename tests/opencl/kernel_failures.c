/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that fault: the command fails, the context's function is told of the kernel and the
 * buffer, and later commands run. Also one program with different code for two devices. */
#include "cl_run.h"

static const char source[] =
	"kernel void stray(global int *x, ulong at)\n"
	"{\n"
	"	x[at] = 1;\n"
	"}\n"
	"#ifndef MORE\n"
	"#define MORE 1\n"
	"#endif\n"
	"kernel void add(global int *x) { local int part[MORE]; part[MORE - 1] = MORE;\n"
	"	barrier(CLK_LOCAL_MEM_FENCE); x[0] += part[MORE - 1]; }\n";

/* what the context said last */
static char told[1000];

static void CL_CALLBACK notify(const char *info, const void *data, size_t bytes, void *user_data)
{
	(void)data, (void)bytes, (void)user_data;
	strncpy(told, info, sizeof told - 1);
}

static void faults(void)
{
	const cl_icd_dispatch *f = cl();
	const size_t one = 1;
	const cl_device_id d = device();
	cl_int error = 1, status = 1, x = 0;
	struct run r;
	cl_event event;
	r.context = f->clCreateContext(NULL, 1, &d, notify, NULL, &error);
	OK(error);
	r.queue = f->clCreateCommandQueueWithProperties(r.context, d, NULL, &error);
	OK(error);
	r.program = build(r.context, source, "-g");
	cl_kernel k = kernel(&r, "stray");
	cl_mem m = buffer(&r, 4000, NULL), good = buffer(&r, sizeof x, &x);
	pass_buffer(k, 0, m);
	PASS(k, 1, cl_ulong, 1 << 12); /* in the page behind the buffer's */
	OK(f->clEnqueueNDRangeKernel(r.queue, k, 1, NULL, &one, NULL, 0, NULL, &event));
	f->clFinish(r.queue);
	OK(f->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
		NULL));
	EXPECT(status < 0);
	if (strstr(told, "stray") == NULL || strstr(told, "a buffer of 4000 bytes") == NULL ||
		strstr(told, ":3") == NULL)
		printf("%s\n", told);
	EXPECT(strstr(told, "stray") != NULL && strstr(told, "a buffer of 4000 bytes") != NULL);
	EXPECT(strstr(told, ":3") != NULL);
	OK(f->clReleaseEvent(event));
	OK(f->clReleaseKernel(k));
	k = kernel(&r, "add");
	pass_buffer(k, 0, good);
	OK(f->clEnqueueTask(r.queue, k, 0, NULL, NULL));
	get(&r, good, sizeof x, &x);
	EXPECT(x == 1);
	OK(f->clReleaseKernel(k));
	OK(f->clReleaseMemObject(m));
	OK(f->clReleaseMemObject(good));
	run_close(&r);
}

static void two_devices(void)
{
	const cl_icd_dispatch *f = cl();
	const cl_device_partition_property halves[] = {
		CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
	static const char *const options[] = {"-DMORE=10", "-DMORE=100"};
	const char *text = source;
	cl_device_id part[2];
	cl_int error = 1, x = 0;
	if (f->clCreateSubDevices(device(), halves, 2, part, NULL) != CL_SUCCESS)
		return; /* there is one CU only */
	struct run r;
	r.context = f->clCreateContext(NULL, 2, part, NULL, NULL, &error);
	OK(error);
	r.program = f->clCreateProgramWithSource(r.context, 1, &text, NULL, &error);
	OK(error);
	OK(f->clBuildProgram(r.program, 1, &part[1], options[1], NULL, NULL));
	cl_kernel k = kernel(&r, "add");
	cl_mem m = buffer(&r, sizeof x, &x);
	pass_buffer(k, 0, m);
	r.queue = f->clCreateCommandQueueWithProperties(r.context, part[0], NULL, &error);
	OK(error);
	IS(CL_INVALID_PROGRAM_EXECUTABLE, f->clEnqueueTask(r.queue, k, 0, NULL, NULL));
	IS(CL_INVALID_DEVICE,
		f->clGetKernelWorkGroupInfo(k, device(), CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, NULL));
	IS(CL_INVALID_DEVICE,
		f->clGetKernelWorkGroupInfo(k, NULL, CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, NULL));
	OK(f->clReleaseKernel(k));
	OK(f->clBuildProgram(r.program, 1, &part[0], options[0], NULL, NULL));
	k = kernel(&r, "add");
	pass_buffer(k, 0, m);
	for (int i = 0; i < 2; i++) {
		OK(f->clReleaseCommandQueue(r.queue));
		r.queue = f->clCreateCommandQueueWithProperties(r.context, part[i], NULL, &error);
		OK(error);
		OK(f->clEnqueueTask(r.queue, k, 0, NULL, NULL));
		OK(f->clFinish(r.queue));
	}
	get(&r, m, sizeof x, &x);
	EXPECT(x == 110);
	OK(f->clReleaseKernel(k));
	OK(f->clReleaseMemObject(m));
	run_close(&r);
	OK(f->clReleaseDevice(part[0]));
	OK(f->clReleaseDevice(part[1]));
}

int main(void)
{
	need_compiler();
	faults();
	two_devices();
	return 0;
}
