/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command buffers while the n-th allocation fails, for n = 1, 2, 3 and so on: each time there is an
 * error, what was recorded before it stays as it was, and nothing is lost, which is LSan's to
 * say. */
#include <stdbool.h>
#include "cl_command_buffer.h"
#include "starve.h"

static const char source[] = "kernel void add(global int *x) { x[0] += 1; }\n";

static struct run r;
static cl_mem m, copy;
static cl_kernel add;

/* Makes one command; the number of the kernels that were recorded goes up if it is one. */
static cl_int record_one(cl_command_buffer_khr b, int which, int *kernels)
{
	const size_t one = 1;
	cl_sync_point_khr s;
	cl_int error;
	switch (which % 3) {
	case 0:
		error = kh.clCommandNDRangeKernelKHR(b, NULL, NULL, add, 1, NULL, &one, NULL, 0,
			NULL, &s, NULL);
		*kernels += error == CL_SUCCESS;
		return error;
	case 1:
		return kh.clCommandBarrierWithWaitListKHR(b, NULL, 0, NULL, &s, NULL);
	default:
		return kh.clCommandCopyBufferKHR(b, NULL, m, copy, 0, 0, sizeof(int), 0, NULL, &s,
			NULL);
	}
}

/* Goes on after each error, fed. Returns whether there was one. */
static bool buffers(cl_command_queue q, long n)
{
	cl_int error = 1;
	int kernels = 0, x, zero = 0;
	bool failed = false;
	starve(n, false);
	cl_command_buffer_khr b = kh.clCreateCommandBufferKHR(1, &q, NULL, &error);
	EXPECT((b != NULL) == (error == CL_SUCCESS));
	for (int i = 0; i < 20 && error == CL_SUCCESS; i++)
		error = record_one(b, i, &kernels);
	if (error == CL_SUCCESS)
		error = kh.clFinalizeCommandBufferKHR(b);
	if (error == CL_SUCCESS)
		error = kh.clEnqueueCommandBufferKHR(0, NULL, b, 0, NULL, NULL);
	failed = feed();
	EXPECT(error == CL_SUCCESS || (failed && error == CL_OUT_OF_HOST_MEMORY));
	if (b == NULL)
		return failed;
	OK(cl()->clFinish(q));
	if (state_of(b) == CL_COMMAND_BUFFER_STATE_RECORDING_KHR)
		OK(kh.clFinalizeCommandBufferKHR(b));
	OK(cl()->clEnqueueWriteBuffer(q, m, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL));
	replay(b, NULL);
	OK(cl()->clFinish(q));
	OK(cl()->clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof x, &x, 0, NULL, NULL));
	EXPECT(x == kernels);
	OK(kh.clReleaseCommandBufferKHR(b));
	return failed;
}

int main(void)
{
	static const cl_command_queue_properties orders[] = {
		0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
	r = run_open(source, "");
	find_functions();
	m = buffer(&r, sizeof(int), NULL);
	copy = buffer(&r, sizeof(int), NULL);
	add = kernel(&r, "add");
	pass_buffer(add, 0, m);
	for (int i = 0; i < 2; i++) {
		cl_command_queue q = new_queue(&r, orders[i]);
		EXPECT(!buffers(q, 1000000)); /* the queue and the kernel's code are made */
		long n = 0;
		while (buffers(q, n))
			n++;
		EXPECT(n > 20);
		OK(cl()->clReleaseCommandQueue(q));
	}
	OK(cl()->clReleaseKernel(add));
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseMemObject(copy));
	run_close(&r);
	return 0;
}
