/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams that wait for numbers in memory and store them: each condition, order, two streams and
 * two processes that wait for each other, and what is refused. */
#include <time.h>
#include "two_processes.h"

enum { NUMBERS = 16 };

static CUfunction wait_f;
static CUstream stream;

static void start_up(void)
{
	begin();
	wait_f = kernel(module(), "wait_for");
	OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
}

static void pause_ms(long ms)
{
	nanosleep(&(struct timespec){0, ms * 1000000}, NULL);
}

static void set(CUdeviceptr p, uint64_t v)
{
	*(volatile uint64_t *)(uintptr_t)p = v;
}

static unsigned get(CUdeviceptr p, unsigned index)
{
	return ((volatile unsigned *)(uintptr_t)p)[index];
}

/* The stream waits while the value is `no`, and goes on when it is `yes`. */
static void check_condition(CUdeviceptr p, bool is_long, unsigned flags, uint64_t value,
	uint64_t no, uint64_t yes)
{
	CUdeviceptr done = p + 8;
	set(p, no);
	set(done, 0);
	if (is_long)
		OK(cuStreamWaitValue64(stream, p, value, flags));
	else
		OK(cuStreamWaitValue32(stream, p, (cuuint32_t)value, flags));
	OK(cuStreamWriteValue32(stream, done, 7, CU_STREAM_WRITE_VALUE_DEFAULT));
	pause_ms(3);
	IS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
	EXPECT(get(done, 0) == 0);
	set(p, yes);
	OK(cuStreamSynchronize(stream));
	EXPECT(get(done, 0) == 7);
}

static void check_conditions(CUdeviceptr p)
{
	const uint64_t high = UINT64_C(1) << 40;
	check_condition(p, false, CU_STREAM_WAIT_VALUE_GEQ, 5, 4, 6);
	check_condition(p, false, CU_STREAM_WAIT_VALUE_GEQ, 5, 0x80000006, 0x80000004);
	check_condition(p, false, CU_STREAM_WAIT_VALUE_EQ, 5, 6, 5);
	check_condition(p, false, CU_STREAM_WAIT_VALUE_AND, 6, 9, 2);
	check_condition(p, false, CU_STREAM_WAIT_VALUE_NOR, 0xfffffff0, 0xf, 0x7);
	check_condition(p, false, CU_STREAM_WAIT_VALUE_EQ | CU_STREAM_WAIT_VALUE_FLUSH, 5, high, 5);
	check_condition(p, true, CU_STREAM_WAIT_VALUE_GEQ, high, high - 1, high);
	check_condition(p, true, CU_STREAM_WAIT_VALUE_EQ, 5, high + 5, 5);
	check_condition(p, true, CU_STREAM_WAIT_VALUE_AND, high, 1, 3 * high);
	check_condition(p, true, CU_STREAM_WAIT_VALUE_NOR, ~high, high, 0);
	set(p, ~(uint64_t)0);
	OK(cuStreamWriteValue64(stream, p, high + 9, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER));
	OK(cuStreamSynchronize(stream));
	EXPECT(get(p, 0) == 9 && get(p, 1) == 1u << 8);
	OK(cuStreamWriteValue32(stream, p, 11, 0));
	OK(cuStreamSynchronize(stream));
	EXPECT(get(p, 0) == 11 && get(p, 1) == 1u << 8);
}

/* What the value was before the stream came there does not count. */
static void check_order(CUdeviceptr p)
{
	CUdeviceptr flag = p + 16;
	set(flag, 0);
	set(p, 1);
	OK(launch_with(wait_f, stream, flag));
	OK(cuStreamWaitValue32(stream, p, 1, CU_STREAM_WAIT_VALUE_EQ));
	pause_ms(3);
	set(p, 0);
	set(flag, 1);
	pause_ms(3);
	IS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
	set(p, 1);
	OK(cuStreamSynchronize(stream));
}

static void check_turns(CUdeviceptr p)
{
	CUstream other;
	OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
	set(p, 0);
	for (unsigned i = 0; i < 40; i += 2) {
		OK(cuStreamWaitValue32(other, p, i + 1, CU_STREAM_WAIT_VALUE_EQ));
		OK(cuStreamWriteValue32(other, p, i + 2, 0));
		OK(cuStreamWaitValue32(stream, p, i, CU_STREAM_WAIT_VALUE_EQ));
		OK(cuStreamWriteValue32(stream, p, i + 1, 0));
	}
	OK(cuStreamSynchronize(other));
	EXPECT(get(p, 0) == 40);
	OK(cuStreamDestroy(other));
}

static void check_batch(CUdeviceptr p)
{
	CUstreamBatchMemOpParams ops[5] = {{0}};
	set(p, 0);
	set(p + 8, 0);
	ops[0].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_64;
	ops[0].waitValue.address = p;
	ops[0].waitValue.value64 = UINT64_C(1) << 33;
	ops[1].memoryBarrier.operation = CU_STREAM_MEM_OP_BARRIER;
	ops[1].memoryBarrier.flags = CU_STREAM_MEMORY_BARRIER_TYPE_GPU;
	ops[2].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
	ops[2].writeValue.address = p + 8;
	ops[2].writeValue.value = 12;
	ops[3].flushRemoteWrites.operation = CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES;
	ops[4].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
	ops[4].writeValue.address = p + 16;
	ops[4].writeValue.value64 = UINT64_C(13) << 32;
	OK(cuStreamBatchMemOp(stream, 5, ops, 0));
	pause_ms(3);
	EXPECT(get(p, 2) == 0);
	set(p, UINT64_C(1) << 33);
	OK(cuStreamSynchronize(stream));
	EXPECT(get(p, 2) == 12 && get(p, 5) == 13);
	OK(cuStreamBatchMemOp(stream, 0, NULL, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 256, ops, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 1, NULL, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 1, ops, 1));
	ops[2].writeValue.value = 14;
	ops[4].operation = (CUstreamBatchMemOpType)17;
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 5, ops, 0));
	OK(cuStreamSynchronize(stream));
	EXPECT(get(p, 2) == 12); /* none was done */
}

static void check_refused(CUdeviceptr p)
{
	CUgraph g;
	int can;
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(stream, p + 2, 0, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue64(stream, p + 4, 0, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(stream, 0, 0, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(stream, 4096, 0, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(stream, p, 0, 4));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(stream, p, 0, 2));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue64(stream, 4096, 0, 0));
	IS(CUDA_ERROR_INVALID_HANDLE, cuStreamWriteValue64((CUstream)(uintptr_t)p, p, 0, 0));
	OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
	IS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamWriteValue32(stream, p, 0, 0));
	IS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &g));
	OK(cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 0));
	EXPECT(can == 1);
	OK(cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR, 0));
	EXPECT(can == 1);
}

/* A context ends while its stream waits; others go on. */
static void check_ended_context(CUdeviceptr p)
{
	CUcontext before, c;
	CUstream s;
	OK(cuCtxGetCurrent(&before));
	OK(cuCtxCreate(&c, 0, 0));
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	set(p, 0);
	OK(cuStreamWaitValue32(s, p, 1, CU_STREAM_WAIT_VALUE_EQ));
	OK(cuStreamWriteValue32(s, p + 8, 1, 0));
	pause_ms(2);
	OK(cuCtxDestroy(c));
	OK(cuCtxSetCurrent(before));
	check_condition(p, false, CU_STREAM_WAIT_VALUE_EQ, 5, 6, 5);
}

/* ---- two processes --------------------------------------------------------------------------- */

static int answer(int parent)
{
	CUipcMemHandle h;
	CUdeviceptr p;
	start_up();
	hear(parent, &h, sizeof h);
	OK(cuIpcOpenMemHandle(&p, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
	for (unsigned i = 0; i < 20; i += 2) {
		OK(cuStreamWaitValue32(stream, p, i + 1, CU_STREAM_WAIT_VALUE_EQ));
		OK(cuStreamWriteValue32(stream, p, i + 2, 0));
	}
	OK(cuStreamSynchronize(stream));
	OK(cuIpcCloseMemHandle(p));
	return 0;
}

static void check_processes(CUdeviceptr p)
{
	CUipcMemHandle h;
	struct peer other = start("answer");
	set(p, 0);
	OK(cuIpcGetMemHandle(&h, p));
	tell(other.socket, &h, sizeof h);
	for (unsigned i = 0; i < 20; i += 2) {
		OK(cuStreamWaitValue32(stream, p, i, CU_STREAM_WAIT_VALUE_EQ));
		OK(cuStreamWriteValue32(stream, p, i + 1, 0));
	}
	OK(cuStreamWaitValue32(stream, p, 20, CU_STREAM_WAIT_VALUE_EQ));
	OK(cuStreamSynchronize(stream));
	EXPECT(get(p, 0) == 20);
	end(other);
}

int main(int argc, char **argv)
{
	if (argc == 3)
		return answer(atoi(argv[2]));
	start_up();
	CUdeviceptr p = numbers(NUMBERS);
	check_conditions(p);
	check_order(p);
	check_turns(p);
	check_batch(p);
	check_refused(p);
	check_ended_context(p);
	check_processes(p);
	return 0;
}
