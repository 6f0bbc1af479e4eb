/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams and events: order within a stream, between streams by events, and what the default stream
 * waits for and is waited for. A kernel that waits for a flag shows what has not run. */
#include <time.h>
#include "cuda_client.h"

static CUfunction add_f, wait_f;

static CUstream stream(unsigned flags)
{
	CUstream s;
	OK(cuStreamCreate(&s, flags));
	return s;
}

static void check_order(void)
{
	CUdeviceptr p = numbers(64);
	CUstream s = stream(CU_STREAM_DEFAULT);
	for (unsigned i = 0; i < 5000; i++) /* more than the ring has */
		OK(add(add_f, s, p, i, 64));
	OK(cuStreamSynchronize(s));
	EXPECT(number_at(p, 0) == 5000 * 4999 / 2 && number_at(p, 63) == 5000 * 4999 / 2);
	OK(cuStreamDestroy(s));
	OK(cuMemFree(p));
}

static void check_events(void)
{
	volatile unsigned *flag;
	CUdeviceptr p = numbers(1);
	CUstream a = stream(CU_STREAM_NON_BLOCKING), b = stream(CU_STREAM_NON_BLOCKING);
	CUevent e, unused;
	float ms = -1;
	OK(cuEventCreate(&e, 0));
	OK(cuEventCreate(&unused, CU_EVENT_DISABLE_TIMING));
	OK(cuMemHostAlloc((void **)(uintptr_t)&flag, 4, CU_MEMHOSTALLOC_DEVICEMAP));
	OK(cuEventQuery(unused)); /* nothing was recorded */
	OK(cuStreamWaitEvent(b, unused, 0));
	OK(launch_with(wait_f, a, (CUdeviceptr)(uintptr_t)flag));
	OK(cuEventRecord(e, a));
	OK(cuStreamWaitEvent(b, e, 0));
	OK(add(add_f, b, p, 5, 1));
	IS(CUDA_ERROR_NOT_READY, cuEventQuery(e));
	IS(CUDA_ERROR_NOT_READY, cuStreamQuery(a));
	IS(CUDA_ERROR_NOT_READY, cuStreamQuery(b));
	IS(CUDA_ERROR_NOT_READY, cuEventElapsedTime(&ms, e, e));
	/* recorded again, the event is another place; who waits, waits for the former one */
	OK(cuEventRecord(e, a));
	OK(cuEventDestroy(e));
	nanosleep(&(struct timespec){0, 2000000}, NULL);
	EXPECT(*(volatile unsigned *)(uintptr_t)p == 0);
	*flag = 1;
	OK(cuStreamSynchronize(b));
	EXPECT(number_at(p, 0) == 5);
	OK(cuStreamQuery(a));
	OK(cuEventCreate(&e, 0));
	OK(cuEventRecord(e, a));
	OK(cuEventSynchronize(e));
	OK(cuEventElapsedTime(&ms, e, e));
	EXPECT(ms == 0);
	IS(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&ms, unused, e));
	OK(cuEventDestroy(e));
	OK(cuEventDestroy(unused));
	IS(CUDA_ERROR_INVALID_HANDLE, cuEventDestroy(unused));
	OK(cuStreamDestroy(a));
	OK(cuStreamDestroy(b));
	OK(cuMemFreeHost((void *)(uintptr_t)flag));
	OK(cuMemFree(p));
}

static void check_default_stream(void)
{
	volatile unsigned *flag;
	CUdeviceptr p = numbers(4);
	CUstream blocking = stream(CU_STREAM_DEFAULT), apart = stream(CU_STREAM_NON_BLOCKING);
	OK(cuMemHostAlloc((void **)(uintptr_t)&flag, 4, CU_MEMHOSTALLOC_DEVICEMAP));
	OK(launch_with(wait_f, blocking, (CUdeviceptr)(uintptr_t)flag));
	OK(add(add_f, NULL, p, 1, 1));                 /* behind it */
	OK(add(add_f, blocking, p, 1, 1));             /* behind the default stream */
	OK(add(add_f, CU_STREAM_PER_THREAD, p, 1, 1)); /* likewise */
	OK(add(add_f, apart, p + 4, 1, 1));
	OK(cuStreamSynchronize(apart));
	EXPECT(*(volatile unsigned *)(uintptr_t)p == 0);
	EXPECT(*(volatile unsigned *)(uintptr_t)(p + 4) == 1);
	IS(CUDA_ERROR_NOT_READY, cuStreamQuery(CU_STREAM_LEGACY));
	IS(CUDA_ERROR_NOT_READY, cuStreamQuery(CU_STREAM_PER_THREAD));
	*flag = 1;
	OK(cuCtxSynchronize());
	EXPECT(number_at(p, 0) == 3);
	OK(cuStreamDestroy(blocking));
	OK(cuStreamDestroy(apart));
	OK(cuMemFreeHost((void *)(uintptr_t)flag));
	OK(cuMemFree(p));
}

static unsigned calls;
static CUresult seen;

static void CUDA_CB call(void *data)
{
	CUdeviceptr p;
	calls += *(unsigned *)data;
	seen = cuMemAlloc(&p, 4); /* is not permitted */
}

static void CUDA_CB callback(CUstream s, CUresult status, void *data)
{
	(void)s;
	EXPECT(status == CUDA_SUCCESS);
	calls += *(unsigned *)data;
}

static void check_host_functions(void)
{
	unsigned one = 1, ten = 10;
	CUdeviceptr p = numbers(1);
	CUstream s = stream(CU_STREAM_DEFAULT);
	for (unsigned i = 0; i < 100; i++) {
		OK(add(add_f, s, p, 1, 1));
		OK(cuLaunchHostFunc(s, call, &one));
		OK(cuStreamAddCallback(s, callback, &ten, 0));
	}
	OK(cuStreamSynchronize(s));
	EXPECT(calls == 1100 && seen == CUDA_ERROR_NOT_PERMITTED);
	IS(CUDA_ERROR_INVALID_VALUE, cuLaunchHostFunc(s, NULL, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamAddCallback(s, callback, NULL, 1));
	OK(cuStreamDestroy(s));
	IS(CUDA_ERROR_INVALID_HANDLE, cuStreamSynchronize(s));
	OK(cuMemFree(p));
}

static void check_destroyed(void)
{
	volatile unsigned *flag;
	CUdeviceptr p = numbers(1);
	CUstream s = stream(CU_STREAM_NON_BLOCKING);
	OK(cuMemHostAlloc((void **)(uintptr_t)&flag, 4, CU_MEMHOSTALLOC_DEVICEMAP));
	OK(launch_with(wait_f, s, (CUdeviceptr)(uintptr_t)flag));
	OK(add(add_f, s, p, 3, 1));
	OK(cuStreamDestroy(s)); /* does not wait, and what is in it runs */
	*flag = 1;
	OK(cuCtxSynchronize());
	EXPECT(number_at(p, 0) == 3);
	OK(cuMemFreeHost((void *)(uintptr_t)flag));
	OK(cuMemFree(p));
}

int main(void)
{
	int least, greatest, priority;
	unsigned flags;
	CUstream s;
	begin();
	CUmodule m = module();
	add_f = kernel(m, "add");
	wait_f = kernel(m, "wait_for");
	check_order();
	check_events();
	check_default_stream();
	check_host_functions();
	check_destroyed();
	OK(cuCtxGetStreamPriorityRange(&least, &greatest));
	OK(cuStreamCreateWithPriority(&s, CU_STREAM_NON_BLOCKING, greatest - 1));
	OK(cuStreamGetPriority(s, &priority));
	OK(cuStreamGetFlags(s, &flags));
	EXPECT(least == 0 && priority == greatest && flags == CU_STREAM_NON_BLOCKING);
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamCreate(&s, 2));
	OK(cuModuleUnload(m));
	return 0;
}
