/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events (CUDA driver API, "Event Management"). An event is the last place in a stream that was
 * recorded into it. Those before stay for who waits for them. */
#include <stdlib.h>
#include "event_impl.h"
#include "graph_impl.h"
#include "hsaemu/base.h"

enum { ALL_FLAGS = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS };

CUresult cu_event_new(struct CUctx_st *c, unsigned flags, struct cu_records *records, CUevent *out)
{
	struct CUevent_st *e = mem_try_new(1, sizeof *e);
	if (e == NULL || pthread_mutex_init(&e->lock, NULL) != 0) {
		free(e);
		cu_records_drop(records);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	e->context = c;
	e->flags = flags;
	e->records = records;
	handle_enter(&e->handle, CU_EVENT);
	*out = e;
	return CUDA_SUCCESS;
}

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
	struct cu_records *records = is_shared ? cu_records_new() : NULL;
	if (is_shared && records == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	return cu_event_new(c, Flags, records, phEvent);
}

static CUresult check(CUevent event, CUresult error)
{
	if (error != CUDA_SUCCESS)
		return error;
	return handle_is_valid(event, CU_EVENT) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static struct cu_mark *swap_mark(struct CUevent_st *e, struct cu_mark *m)
{
	/* others see the record before this process does, who would else wait for the former one */
	uint64_t number = e->records != NULL ? cu_record_mark(e->records, m) : 0;
	pthread_mutex_lock(&e->lock);
	struct cu_mark *former = e->mark;
	e->mark = m;
	e->number = number;
	pthread_mutex_unlock(&e->lock);
	return former;
}

/* Takes a use of what was recorded in this process; NULL: nothing was, or another process has
 * recorded the event since, *other then says which record that is. */
static struct cu_mark *use_mark(struct CUevent_st *e, uint64_t *other)
{
	uint64_t last = e->records != NULL ? cu_records_last(e->records) : 0;
	pthread_mutex_lock(&e->lock);
	struct cu_mark *m = e->number == last ? e->mark : NULL;
	*other = m == NULL ? last : 0;
	if (m != NULL)
		cu_mark_use(m);
	pthread_mutex_unlock(&e->lock);
	return m;
}

static bool is_recorded(struct CUevent_st *e)
{
	uint64_t other;
	struct cu_mark *m = use_mark(e, &other);
	cu_mark_drop(m);
	return m != NULL || other != 0;
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
	cu_records_drop(hEvent->records);
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
	uint64_t other;
	CUresult error = check(hEvent, cu_current(&c));
	if (error != CUDA_SUCCESS)
		return error;
	if (hEvent->captured != NULL)
		return CUDA_ERROR_CAPTURED_EVENT;
	struct cu_mark *m = use_mark(hEvent, &other);
	if ((m != NULL && !cu_mark_is_reached(m)) ||
		(other != 0 && !cu_record_has_ended(hEvent->records, other)))
		error = CUDA_ERROR_NOT_READY;
	cu_mark_drop(m);
	return error;
}

CUresult CUDAAPI cuEventSynchronize(CUevent hEvent)
{
	struct CUctx_st *c;
	uint64_t other;
	CUresult error = check(hEvent, cu_current(&c));
	if (error != CUDA_SUCCESS)
		return error;
	if (hEvent->captured != NULL)
		return CUDA_ERROR_CAPTURED_EVENT;
	struct cu_mark *m = use_mark(hEvent, &other);
	if (other != 0)
		cu_record_wait(hEvent->records, other);
	if (m == NULL)
		return CUDA_SUCCESS;
	cu_mark_wait(m);
	bool failed = rt_signal_load(m->signal) < 0;
	cu_mark_drop(m);
	return failed ? cu_context_wait(hEvent->context) : CUDA_SUCCESS;
}

CUresult cu_event_mark(CUevent e, struct CUctx_st *c, struct cu_mark **out)
{
	uint64_t other;
	*out = use_mark(e, &other);
	if (*out != NULL && cu_mark_is_reached(*out)) {
		cu_mark_drop(*out);
		*out = NULL;
	}
	if (other == 0 || cu_record_has_ended(e->records, other))
		return CUDA_SUCCESS;
	return cu_record_await(e->records, other, c, out);
}

CUresult cu_event_await(CUevent e, struct CUstream_st *s)
{
	struct cu_mark *m;
	if (e->captured != NULL)
		return cu_capture_await(s, e->captured);
	if (s->capture != NULL && is_recorded(e)) { /* on what is outside of the capture */
		cu_capture_invalidate(s);
		return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
	}
	CUresult error = cu_event_mark(e, s->context, &m);
	if (m != NULL && m->stream != s) { /* what is in the same stream comes before anyway */
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

/* ---- contexts -------------------------------------------------------------------------------- */

static CUresult check_context(CUcontext c, CUevent event)
{
	if (!handle_is_valid(c, CU_CONTEXT))
		return CUDA_ERROR_INVALID_CONTEXT;
	if (!handle_is_valid(event, CU_EVENT))
		return CUDA_ERROR_INVALID_HANDLE;
	return atomic_load(&c->error);
}

/* The event is in a stream of its own, which ends when it has come there. */
CUresult CUDAAPI cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent)
{
	struct CUstream_st *s;
	CUresult error = check_context(hCtx, hEvent);
	if (error == CUDA_SUCCESS && hEvent->context != hCtx)
		error = CUDA_ERROR_INVALID_HANDLE;
	if (error == CUDA_SUCCESS)
		error = cu_stream_new(hCtx, CU_STREAM_NON_BLOCKING, CU_LEAST_PRIORITY, &s);
	if (error != CUDA_SUCCESS)
		return error;
	error = cu_stream_join_all(s);
	if (error == CUDA_SUCCESS)
		error = cu_event_record(hEvent, s);
	cu_stream_end(s);
	return error;
}

CUresult CUDAAPI cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent)
{
	struct cu_mark *m = NULL;
	CUresult error = check_context(hCtx, hEvent);
	if (error == CUDA_SUCCESS && hEvent->captured != NULL)
		error = CUDA_ERROR_CAPTURED_EVENT;
	if (error == CUDA_SUCCESS)
		error = cu_event_mark(hEvent, hCtx, &m);
	if (m != NULL)
		error = cu_streams_hold(hCtx, m);
	cu_mark_drop(m);
	return error;
}

/* ---- times ----------------------------------------------------------------------------------- */

static CUresult time_of(struct CUevent_st *e, uint64_t *ns)
{
	uint64_t start, other;
	struct cu_mark *m = use_mark(e, &other);
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
