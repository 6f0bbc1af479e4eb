/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What tests of command buffers share: the functions of cl_khr_command_buffer, which are found by
 * their names. */
#ifndef HSAEMU_TESTS_CL_COMMAND_BUFFER_H
#define HSAEMU_TESTS_CL_COMMAND_BUFFER_H

#include "cl_run.h"
#include <CL/cl_ext.h>

#define FUNCTIONS(F) \
	F(clCreateCommandBufferKHR) \
	F(clRetainCommandBufferKHR) \
	F(clReleaseCommandBufferKHR) \
	F(clFinalizeCommandBufferKHR) \
	F(clEnqueueCommandBufferKHR) \
	F(clCommandBarrierWithWaitListKHR) \
	F(clCommandCopyBufferKHR) \
	F(clCommandCopyBufferRectKHR) \
	F(clCommandCopyBufferToImageKHR) \
	F(clCommandCopyImageKHR) \
	F(clCommandCopyImageToBufferKHR) \
	F(clCommandFillBufferKHR) \
	F(clCommandFillImageKHR) \
	F(clCommandNDRangeKernelKHR) \
	F(clGetCommandBufferInfoKHR)

static struct {
#define MEMBER(name) name##_fn name;
	FUNCTIONS(MEMBER)
} kh;

static inline void find_functions(void)
{
	void *address;
#define FIND(function) \
	address = cl()->clGetExtensionFunctionAddressForPlatform(platform(), #function); \
	EXPECT(address != NULL); \
	memcpy(&kh.function, &address, sizeof address);
	FUNCTIONS(FIND)
}

static inline cl_command_buffer_khr command_buffer(cl_command_queue q,
	cl_command_buffer_flags_khr flags)
{
	const cl_command_buffer_properties_khr p[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
	cl_int error = 1;
	cl_command_buffer_khr b = kh.clCreateCommandBufferKHR(1, &q, flags != 0 ? p : NULL, &error);
	OK(error);
	EXPECT(b != NULL);
	return b;
}

static inline cl_command_buffer_state_khr state_of(cl_command_buffer_khr b)
{
	cl_command_buffer_state_khr state = 99;
	OK(kh.clGetCommandBufferInfoKHR(b, CL_COMMAND_BUFFER_STATE_KHR, sizeof state, &state,
		NULL));
	return state;
}

/* Records a kernel in one dimension. */
static inline void record(cl_command_buffer_khr b, cl_kernel k, size_t items)
{
	OK(kh.clCommandNDRangeKernelKHR(b, NULL, NULL, k, 1, NULL, &items, NULL, 0, NULL, NULL,
		NULL));
}

static inline void replay(cl_command_buffer_khr b, cl_event *event)
{
	OK(kh.clEnqueueCommandBufferKHR(0, NULL, b, 0, NULL, event));
}

static inline cl_command_queue new_queue(const struct run *r, cl_command_queue_properties p)
{
	cl_int error = 1;
	cl_command_queue q = cl()->clCreateCommandQueue(r->context, device(), p, &error);
	OK(error);
	return q;
}

#endif
