/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contexts: events of all of their streams, flags, and uses; and older functions on devices. */
#include <time.h>
#include "cuda_client.h"

static CUfunction add_f, wait_f;

static CUstream stream(void)
{
	CUstream s;
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	return s;
}

static void pause_ms(long ms)
{
	nanosleep(&(struct timespec){0, ms * 1000000}, NULL);
}

static volatile unsigned *at(CUdeviceptr p, unsigned index)
{
	return (volatile unsigned *)(uintptr_t)(p + 4 * index);
}

/* An event of the context is reached when all of its streams are. */
static void check_record(CUcontext c)
{
	CUdeviceptr p = numbers(4);
	CUstream a = stream(), b = stream();
	CUevent e, other;
	CUcontext another;
	OK(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
	OK(cuCtxRecordEvent(c, e)); /* nothing is in the streams */
	OK(cuEventSynchronize(e));
	OK(launch_with(wait_f, a, p));
	OK(launch_with(wait_f, b, p + 4));
	OK(add(add_f, b, p + 8, 5, 1));
	OK(cuCtxRecordEvent(c, e));
	OK(launch_with(wait_f, b, p + 12)); /* is behind it */
	*at(p, 0) = 1;
	pause_ms(3);
	IS(CUDA_ERROR_NOT_READY, cuEventQuery(e));
	*at(p, 1) = 1;
	OK(cuEventSynchronize(e));
	EXPECT(*at(p, 2) == 5);
	IS(CUDA_ERROR_NOT_READY, cuStreamQuery(b));
	*at(p, 3) = 1;
	OK(cuCtxSynchronize());
	OK(cuCtxCreate(&another, 0, 0));
	OK(cuEventCreate(&other, 0));
	IS(CUDA_ERROR_INVALID_HANDLE, cuCtxRecordEvent(c, other));
	IS(CUDA_ERROR_INVALID_HANDLE, cuCtxRecordEvent(c, (CUevent)(uintptr_t)p));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxRecordEvent((CUcontext)(uintptr_t)p, e));
	OK(cuEventDestroy(other));
	OK(cuCtxDestroy(another));
	OK(cuCtxSetCurrent(c));
	OK(cuEventDestroy(e));
	OK(cuStreamDestroy(a));
	OK(cuStreamDestroy(b));
	OK(cuMemFree(p));
}

/* All streams wait for an event, those that are made later, too. */
static void check_wait(CUcontext c)
{
	CUdeviceptr p = numbers(4);
	CUstream a = stream(), b = stream();
	CUevent e;
	OK(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
	OK(cuCtxWaitEvent(c, e)); /* nothing was recorded */
	OK(launch_with(wait_f, a, p));
	OK(cuEventRecord(e, a));
	OK(cuCtxWaitEvent(c, e));
	CUstream later = stream();
	OK(add(add_f, b, p + 4, 5, 1));
	OK(add(add_f, later, p + 8, 6, 1));
	OK(add(add_f, NULL, p + 12, 7, 1));
	pause_ms(3);
	EXPECT(*at(p, 1) == 0 && *at(p, 2) == 0 && *at(p, 3) == 0);
	*at(p, 0) = 1;
	OK(cuCtxSynchronize());
	EXPECT(*at(p, 1) == 5 && *at(p, 2) == 6 && *at(p, 3) == 7);
	IS(CUDA_ERROR_INVALID_HANDLE, cuCtxWaitEvent(c, NULL));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxWaitEvent(NULL, e));
	OK(cuEventDestroy(e));
	OK(cuStreamDestroy(a));
	OK(cuStreamDestroy(b));
	OK(cuStreamDestroy(later));
	OK(cuMemFree(p));
}

static void check_captures(CUcontext c)
{
	CUstream s = stream();
	CUevent e;
	CUgraph g;
	OK(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
	OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
	IS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuCtxRecordEvent(c, e));
	IS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(s, &g));
	OK(cuEventDestroy(e));
	OK(cuStreamDestroy(s));
}

static void check_flags(CUcontext first)
{
	CUcontext c, same;
	unsigned flags;
	OK(cuCtxCreate(&c, CU_CTX_SCHED_SPIN, 0));
	OK(cuCtxSetFlags(CU_CTX_SCHED_YIELD | CU_CTX_LMEM_RESIZE_TO_MAX));
	OK(cuCtxGetFlags(&flags));
	EXPECT(flags == (CU_CTX_SCHED_YIELD | CU_CTX_LMEM_RESIZE_TO_MAX));
	IS(CUDA_ERROR_INVALID_VALUE, cuCtxSetFlags(CU_CTX_SCHED_SPIN | CU_CTX_SCHED_YIELD));
	IS(CUDA_ERROR_INVALID_VALUE, cuCtxSetFlags(1u << 20));
	OK(cuCtxAttach(&same, 0));
	EXPECT(same == c);
	IS(CUDA_ERROR_INVALID_VALUE, cuCtxAttach(&same, 1));
	IS(CUDA_ERROR_INVALID_VALUE, cuCtxAttach(NULL, 0));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxDetach(first));
	OK(cuCtxDetach(c));
	OK(cuCtxGetFlags(&flags)); /* it is there */
	OK(cuCtxDetach(c));
	OK(cuCtxGetCurrent(&same));
	EXPECT(same == first);
	OK(cuCtxAttach(&same, 0));
	OK(cuCtxDetach(same));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxDetach(same)); /* it is the device's */
}

static void check_device(void)
{
	CUdevprop p;
	size_t width;
	int value;
	char luid[8];
	unsigned mask;
	OK(cuDeviceGetProperties(&p, 0));
	EXPECT(p.maxThreadsPerBlock == 1024 && p.maxThreadsDim[2] == 64 && p.SIMDWidth == 32);
	EXPECT(p.maxGridSize[0] == INT32_MAX && p.maxGridSize[1] == UINT16_MAX);
	IS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetProperties(&p, 99));
	IS(CUDA_ERROR_INVALID_VALUE, cuDeviceGetProperties(NULL, 0));
	OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, 0));
	OK(cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_FLOAT, 4, 0));
	EXPECT(width == (size_t)value);
	IS(CUDA_ERROR_INVALID_VALUE,
		cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_FLOAT, 3, 0));
	IS(CUDA_ERROR_INVALID_DEVICE,
		cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_HALF, 1, 99));
	IS(CUDA_ERROR_NOT_SUPPORTED, cuDeviceGetLuid(luid, &mask, 0));
}

int main(void)
{
	CUcontext c = begin();
	CUmodule m = module();
	add_f = kernel(m, "add");
	wait_f = kernel(m, "wait_for");
	check_record(c);
	check_wait(c);
	check_captures(c);
	check_flags(c);
	check_device();
	return 0;
}
