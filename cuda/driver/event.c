/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events (CUDA driver API, "Event Management"). An event is the last place in a stream that was
 * recorded into it. Those before stay for who waits for them. */
#include <stdlib.h>
#include "graph_impl.h"
#include "hsaemu/base.h"

struct CUevent_st {
	struct handle handle;
	struct CUctx_st *context;
	unsigned flags;
	pthread_mutex_t lock;         /* guards what follows */
	struct cu_mark *mark;         /* used; NULL: nothing was recorded */
	struct cu_captured *captured; /* where it was recorded last in a capture; else NULL */
};

enum { ALL_FLAGS = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS };

CUresult CUDAAPI cuEventCreate(CUevent *phEvent, unsigned Flags)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	bool is_shared = (Flags & CU_EVENT_INTERPROCESS) != 0;
	if (phEvent == NULL || (Flags & ~(unsigned)ALL_FLAGS) != 0 ||
		(is_shared && (Flags & CU_EVENT_DISABLE_TIMING) == 0))
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	struct CUevent_st *e = mem_try_new(1, sizeof *e);
	if (e == NULL || pthread_mutex_init(&e->lock, NULL) != 0) {
		free(e);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	e->context = c;
	e->flags = Flags;
	handle_enter(&e->handle, CU_EVENT);
	*phEvent = e;
	return CUDA_SUCCESS;
}

static CUresult check(CUevent event, CUresult error)
{
	if (error != CUDA_SUCCESS)
		return error;
	return handle_is_valid(event, CU_EVENT) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static struct cu_mark *swap_mark(struct CUevent_st *e, struct cu_mark *m)
{
	pthread_mutex_lock(&e->lock);
	struct cu_mark *former = e->mark;
	e->mark = m;
	pthread_mutex_unlock(&e->lock);
	return former;
}

/* Takes a use of what was recorded; NULL: nothing was. */
static struct cu_mark *use_mark(struct CUevent_st *e)
{
	pthread_mutex_lock(&e->lock);
	struct cu_mark *m = e->mark;
	if (m != NULL)
		cu_mark_use(m);
	pthread_mutex_unlock(&e->lock);
	return m;
}

CUresult CUDAAPI cuEventDestroy(CUevent hEvent)
{
	struct CUctx_st *c;
	CUresult error = cu_current_any(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (!handle_take(hEvent, CU_EVENT))
		return CUDA_ERROR_INVALID_HANDLE;
	cu_mark_drop(hEvent->mark);
	cu_captured_drop(hEvent->captured);
	pthread_mutex_destroy(&hEvent->lock);
	free(hEvent);
	return atomic_load(&c->error);
}

static void set_captured(struct CUevent_st *e, struct cu_captured *captured)
{
	pthread_mutex_lock(&e->lock);
	struct cu_captured *former = e->captured;
	e->captured = captured;
	pthread_mutex_unlock(&e->lock);
	cu_captured_drop(former);
}

CUresult cu_event_record(CUevent e, struct CUstream_st *s)
{
	struct cu_captured *captured = NULL;
	if (s->capture != NULL) {
		CUresult error = cu_capture_record(s, &captured);
		if (error == CUDA_SUCCESS)
			set_captured(e, captured);
		return error;
	}
	struct cu_mark *m = cu_mark_new(s->context);
	if (m == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	const struct cu_op op = {.kind = CU_OP_MARK, .joins = true, .mark = m};
	CUresult error = cu_stream_do(s, &op);
	cu_mark_drop(error == CUDA_SUCCESS ? swap_mark(e, m) : m);
	if (error == CUDA_SUCCESS)
		set_captured(e, NULL);
	return error;
}

CUresult CUDAAPI cuEventRecord(CUevent hEvent, CUstream hStream)
{
	struct CUstream_st *s;
	CUresult error = check(hEvent, cu_stream_get(hStream, &s));
	if (error != CUDA_SUCCESS)
		return error;
	if (hEvent->context != s->context)
		return CUDA_ERROR_INVALID_HANDLE;
	return cu_event_record(hEvent, s);
}

CUresult CUDAAPI cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned flags)
{
	if ((flags & ~(unsigned)CU_EVENT_RECORD_EXTERNAL) != 0)
		return CUDA_ERROR_INVALID_VALUE;
	return cuEventRecord(hEvent, hStream);
}

CUresult CUDAAPI cuEventQuery(CUevent hEvent)
{
	struct CUctx_st *c;
	CUresult error = check(hEvent, cu_current(&c));
	if (error != CUDA_SUCCESS)
		return error;
	if (hEvent->captured != NULL)
		return CUDA_ERROR_CAPTURED_EVENT;
	struct cu_mark *m = use_mark(hEvent);
	if (m != NULL && !cu_mark_is_reached(m))
		error = CUDA_ERROR_NOT_READY;
	cu_mark_drop(m);
	return error;
}

CUresult CUDAAPI cuEventSynchronize(CUevent hEvent)
{
	struct CUctx_st *c;
	CUresult error = check(hEvent, cu_current(&c));
	if (error != CUDA_SUCCESS)
		return error;
	if (hEvent->captured != NULL)
		return CUDA_ERROR_CAPTURED_EVENT;
	struct cu_mark *m = use_mark(hEvent);
	if (m == NULL)
		return CUDA_SUCCESS;
	cu_mark_wait(m);
	bool failed = rt_signal_load(m->signal) < 0;
	cu_mark_drop(m);
	return failed ? cu_context_wait(hEvent->context) : CUDA_SUCCESS;
}

CUresult cu_event_await(CUevent e, struct CUstream_st *s)
{
	CUresult error = CUDA_SUCCESS;
	if (e->captured != NULL)
		return cu_capture_await(s, e->captured);
	struct cu_mark *m = use_mark(e);
	if (m == NULL)
		return CUDA_SUCCESS;
	if (s->capture != NULL) { /* on what is outside of the capture */
		cu_capture_invalidate(s);
		error = CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
	} else if (m->stream != s && !cu_mark_is_reached(m)) {
		/* what is in the same stream comes before anyway */
		const struct cu_op op = {.kind = CU_OP_WAIT, .joins = true, .mark = m};
		error = cu_stream_do(s, &op);
	}
	cu_mark_drop(m);
	return error;
}

CUresult CUDAAPI cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned Flags)
{
	struct CUstream_st *s;
	CUresult error = check(hEvent, cu_stream_get(hStream, &s));
	if ((Flags & ~(unsigned)CU_EVENT_WAIT_EXTERNAL) != 0)
		return CUDA_ERROR_INVALID_VALUE;
	return error == CUDA_SUCCESS ? cu_event_await(hEvent, s) : error;
}

/* ---- times ----------------------------------------------------------------------------------- */

static CUresult time_of(struct CUevent_st *e, uint64_t *ns)
{
	uint64_t start;
	struct cu_mark *m = use_mark(e);
	if (m == NULL || (e->flags & CU_EVENT_DISABLE_TIMING) != 0) {
		cu_mark_drop(m);
		return CUDA_ERROR_INVALID_HANDLE;
	}
	bool reached = cu_mark_is_reached(m);
	rt_signal_times(m->signal, &start, ns);
	cu_mark_drop(m);
	return reached ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult CUDAAPI cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd)
{
	struct CUctx_st *c;
	uint64_t start, end;
	CUresult error = check(hEnd, check(hStart, cu_current(&c)));
	if (pMilliseconds == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		error = time_of(hStart, &start);
	if (error == CUDA_SUCCESS)
		error = time_of(hEnd, &end);
	if (error == CUDA_SUCCESS)
		*pMilliseconds = (float)((double)(int64_t)(end - start) * 1e-6);
	return error;
}

/* Of CUDA 12.8. */
CUresult CUDAAPI cuEventElapsedTime_v2(float *pMilliseconds, CUevent hStart, CUevent hEnd)
{
	return cuEventElapsedTime(pMilliseconds, hStart, hEnd);
}
