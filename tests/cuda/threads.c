/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sixteen threads with four streams each: launches, copies, events between their streams, pools,
 * and streams that come and go. */
#include <pthread.h>
#include "cuda_client.h"

enum { THREADS = 16, STREAMS = 4, ROUNDS = 40, ITEMS = 64 };

static CUcontext context;
static CUfunction add_f;

static void *run(void *arg)
{
	CUstream s[STREAMS];
	CUevent e;
	unsigned got[ITEMS], number = *(unsigned *)arg;
	OK(cuCtxSetCurrent(context));
	CUdeviceptr p, q;
	OK(cuMemAlloc(&p, sizeof got));
	OK(cuMemsetD32Async(p, number, ITEMS, CU_STREAM_PER_THREAD));
	OK(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
	OK(cuEventRecord(e, CU_STREAM_PER_THREAD));
	for (int i = 0; i < STREAMS; i++)
		OK(cuStreamCreate(&s[i], i % 2 == 0 ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT));
	for (unsigned r = 0; r < ROUNDS; r++)
		for (int i = 0; i < STREAMS; i++) {
			OK(cuStreamWaitEvent(s[i], e, 0));
			OK(add(add_f, s[i], p, 1, ITEMS));
			OK(cuEventRecord(e, s[i]));
			OK(cuMemAllocAsync(&q, 256 * (1 + r % 3), s[i]));
			OK(cuMemcpyDtoDAsync(q, p, 256, s[i]));
			OK(cuMemFreeAsync(q, s[i]));
			if (r % 8 == 7) {
				OK(cuStreamDestroy(s[i]));
				OK(cuStreamCreate(&s[i], CU_STREAM_NON_BLOCKING));
			}
		}
	OK(cuEventSynchronize(e));
	OK(cuMemcpyDtoH(got, p, sizeof got));
	for (int i = 0; i < ITEMS; i++)
		EXPECT(got[i] == number + ROUNDS * STREAMS);
	for (int i = 0; i < STREAMS; i++)
		OK(cuStreamDestroy(s[i]));
	OK(cuEventDestroy(e));
	OK(cuMemFree(p));
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	unsigned numbers_[THREADS];
	context = begin();
	CUmodule m = module();
	add_f = kernel(m, "add");
	for (unsigned i = 0; i < THREADS; i++) {
		numbers_[i] = 1000 * i;
		EXPECT(pthread_create(&threads[i], NULL, run, &numbers_[i]) == 0);
	}
	for (unsigned i = 0; i < THREADS; i++)
		EXPECT(pthread_join(threads[i], NULL) == 0);
	OK(cuCtxSynchronize());
	OK(cuModuleUnload(m));
	OK(cuDevicePrimaryCtxRelease(0));
	return 0;
}
