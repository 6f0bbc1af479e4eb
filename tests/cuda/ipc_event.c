/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events of two processes: each records them and waits for the other one's records, on the host and
 * in streams; processes that end before what they have recorded. */
#include <time.h>
#include "two_processes.h"

/* Numbers in memory that both have. */
enum { VALUE, COPY, FLAG, NUMBERS };

static CUfunction add_f, wait_f;
static CUstream stream;

static void start_up(void)
{
	begin();
	CUmodule m = module();
	add_f = kernel(m, "add");
	wait_f = kernel(m, "wait_for");
	OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
}

static void pause_ms(long ms)
{
	nanosleep(&(struct timespec){0, ms * 1000000}, NULL);
}

static volatile unsigned *at(CUdeviceptr p, unsigned index)
{
	return (volatile unsigned *)(uintptr_t)(p + 4 * index);
}

static CUevent shared_event(void)
{
	CUevent e;
	OK(cuEventCreate(&e, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
	return e;
}

/* Adds to the value when the flag is set, and records that. */
static void add_later(CUdeviceptr p, unsigned value, CUevent e)
{
	*at(p, FLAG) = 0;
	OK(launch_with(wait_f, stream, p + 4 * FLAG));
	OK(add(add_f, stream, p + 4 * VALUE, value, 1));
	OK(cuEventRecord(e, stream));
}

/* Waits for what the other process adds, in a stream and here. */
static void wait_for_value(CUdeviceptr p, unsigned wanted, CUevent e, int other)
{
	*at(p, COPY) = 0;
	IS(CUDA_ERROR_NOT_READY, cuEventQuery(e));
	OK(cuStreamWaitEvent(stream, e, 0));
	OK(cuMemcpyDtoDAsync(p + 4 * COPY, p + 4 * VALUE, 4, stream));
	pause_ms(5);
	IS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
	EXPECT(*at(p, COPY) == 0);
	meet(other); /* which sets the flag now */
	OK(cuEventSynchronize(e));
	EXPECT(*at(p, VALUE) == wanted);
	OK(cuEventQuery(e));
	OK(cuStreamSynchronize(stream));
	EXPECT(*at(p, COPY) == wanted);
}

static void set_flag(CUdeviceptr p, int other)
{
	meet(other);
	*at(p, FLAG) = 1;
}

/* ---- the other process ----------------------------------------------------------------------- */

static void check_wrong(CUipcEventHandle h)
{
	CUevent e;
	for (size_t i = 0; i < sizeof h.reserved; i++) {
		CUipcEventHandle wrong = h;
		wrong.reserved[i] = (char)(wrong.reserved[i] ^ 1);
		IS(CUDA_ERROR_INVALID_HANDLE, cuIpcOpenEventHandle(&e, wrong));
	}
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcOpenEventHandle(NULL, h));
}

static CUevent receive_event(int from, CUdeviceptr *p)
{
	CUipcMemHandle memory;
	CUipcEventHandle h;
	CUevent e;
	CUdeviceptr none;
	hear(from, &memory, sizeof memory);
	hear(from, &h, sizeof h);
	check_wrong(h);
	OK(cuIpcOpenMemHandle(p, memory, 1));
	OK(cuIpcOpenEventHandle(&e, h));
	memcpy(memory.reserved, h.reserved, sizeof h.reserved);
	IS(CUDA_ERROR_INVALID_HANDLE, cuIpcOpenMemHandle(&none, memory, 1));
	return e;
}

static int take_turns(int parent)
{
	CUdeviceptr p;
	CUipcEventHandle h;
	start_up();
	CUevent e = receive_event(parent, &p);
	OK(cuEventQuery(e)); /* nothing was recorded */
	meet(parent);
	meet(parent); /* has recorded */
	wait_for_value(p, 5, e, parent);
	meet(parent);
	add_later(p, 100, e);
	meet(parent);
	set_flag(p, parent);
	OK(cuEventSynchronize(e));
	meet(parent); /* has seen the value */
	/* more records than there is room for */
	for (unsigned i = 0; i < 500; i++) {
		OK(add(add_f, stream, p + 4 * VALUE, 1, 1));
		OK(cuEventRecord(e, stream));
	}
	meet(parent);
	IS(CUDA_ERROR_INVALID_HANDLE, cuIpcGetEventHandle(&h, e));
	OK(cuEventDestroy(e));
	meet(parent);
	return 0;
}

/* Ends before what it has recorded, and the context before that. */
static int leave(int parent)
{
	CUdeviceptr p, never;
	CUcontext c;
	start_up();
	CUevent e = receive_event(parent, &p);
	OK(cuCtxCreate(&c, 0, 0));
	OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	never = numbers(1);
	wait_f = kernel(module(), "wait_for");
	CUevent of_context = receive_event(parent, &p);
	OK(launch_with(wait_f, stream, never));
	OK(cuEventRecord(of_context, stream));
	meet(parent);
	meet(parent);
	OK(cuCtxDestroy(c));
	meet(parent);
	OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	never = numbers(1);
	wait_f = kernel(module(), "wait_for");
	OK(launch_with(wait_f, stream, never));
	OK(cuEventRecord(e, stream));
	meet(parent);
	meet(parent);
	_exit(0);
}

/* ---- this one -------------------------------------------------------------------------------- */

static void send_event(int to, CUdeviceptr p, CUevent e)
{
	CUipcMemHandle memory;
	CUipcEventHandle h;
	CUevent none;
	OK(cuIpcGetMemHandle(&memory, p));
	OK(cuIpcGetEventHandle(&h, e));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuIpcOpenEventHandle(&none, h));
	tell(to, &memory, sizeof memory);
	tell(to, &h, sizeof h);
}

static void check_turns(CUdeviceptr p)
{
	struct peer other = start("turns");
	CUevent e = shared_event();
	send_event(other.socket, p, e);
	meet(other.socket);
	add_later(p, 5, e);
	meet(other.socket);
	set_flag(p, other.socket);
	OK(cuEventSynchronize(e));
	meet(other.socket);
	meet(other.socket); /* has recorded */
	wait_for_value(p, 105, e, other.socket);
	meet(other.socket);
	meet(other.socket);
	OK(cuEventSynchronize(e));
	EXPECT(number_at(p, VALUE) == 605);
	meet(other.socket);
	OK(cuEventDestroy(e));
	end(other);
}

static void check_left(CUdeviceptr p)
{
	struct peer other = start("leave");
	CUevent e = shared_event(), of_context = shared_event();
	send_event(other.socket, p, e);
	send_event(other.socket, p, of_context);
	meet(other.socket);
	OK(cuStreamWaitEvent(stream, of_context, 0));
	IS(CUDA_ERROR_NOT_READY, cuEventQuery(of_context));
	meet(other.socket); /* destroys the context */
	OK(cuEventSynchronize(of_context));
	OK(cuStreamSynchronize(stream));
	meet(other.socket);
	meet(other.socket); /* has recorded */
	OK(cuStreamWaitEvent(stream, e, 0));
	IS(CUDA_ERROR_NOT_READY, cuEventQuery(e));
	IS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
	meet(other.socket); /* ends */
	OK(cuEventSynchronize(e));
	OK(cuStreamSynchronize(stream));
	end(other);
	OK(cuEventDestroy(e));
	OK(cuEventDestroy(of_context));
}

/* A context ends whose stream waits for another process. */
static void check_waiting_context(CUdeviceptr p)
{
	struct peer other = start("turns");
	CUcontext before, c;
	CUevent e = shared_event();
	CUstream s;
	send_event(other.socket, p, e);
	meet(other.socket);
	*at(p, VALUE) = 0;
	add_later(p, 5, e);
	meet(other.socket);
	set_flag(p, other.socket);
	meet(other.socket);
	meet(other.socket); /* has recorded */
	OK(cuCtxGetCurrent(&before));
	OK(cuCtxCreate(&c, 0, 0));
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(cuStreamWaitEvent(s, e, 0));
	IS(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
	OK(cuCtxDestroy(c));
	OK(cuCtxSetCurrent(before));
	wait_for_value(p, 105, e, other.socket);
	meet(other.socket);
	meet(other.socket);
	meet(other.socket);
	end(other);
	OK(cuEventDestroy(e));
}

static void check_refused(void)
{
	CUipcEventHandle h;
	CUevent plain, e = shared_event();
	float ms;
	OK(cuEventCreate(&plain, CU_EVENT_DISABLE_TIMING));
	IS(CUDA_ERROR_INVALID_VALUE, cuEventCreate(&plain, CU_EVENT_INTERPROCESS));
	IS(CUDA_ERROR_INVALID_HANDLE, cuIpcGetEventHandle(&h, plain));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcGetEventHandle(NULL, e));
	OK(cuEventRecord(e, NULL));
	OK(cuEventSynchronize(e));
	IS(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&ms, e, e));
	OK(cuIpcGetEventHandle(&h, e));
	OK(cuEventDestroy(e));
	IS(CUDA_ERROR_INVALID_HANDLE, cuIpcGetEventHandle(&h, e));
	OK(cuEventDestroy(plain));
}

int main(int argc, char **argv)
{
	if (argc == 3)
		return strcmp(argv[1], "turns") == 0 ? take_turns(atoi(argv[2]))
		                                     : leave(atoi(argv[2]));
	start_up();
	CUdeviceptr p = numbers(NUMBERS);
	check_turns(p);
	check_left(p);
	check_waiting_context(p);
	check_refused();
	return 0;
}
