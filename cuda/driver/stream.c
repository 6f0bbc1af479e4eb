/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams: making and ending, operations, and what the default stream waits for. */
#include <stdlib.h>
#include "graph_impl.h"
#include "hsaemu/base.h"
#include "pool_impl.h"
#include "stream_packet_impl.h"

static CUresult order_behind(struct CUstream_st *s, struct CUstream_st *other);

/* ---- making and ending ----------------------------------------------------------------------- */

static void enter(struct CUctx_st *c, struct CUstream_st *s)
{
	pthread_mutex_lock(&c->lock);
	s->next = c->streams;
	c->streams = s;
	pthread_mutex_unlock(&c->lock);
}

CUresult cu_stream_new(struct CUctx_st *c, unsigned flags, int priority, struct CUstream_st **out)
{
	static atomic_ullong streams_made;
	struct CUstream_st *s = mem_try_new(1, sizeof *s);
	if (s == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	s->context = c;
	s->flags = flags;
	s->priority = priority;
	s->id = atomic_fetch_add(&streams_made, 1) + 1;
	if (rt_signal_create(c->rt, CU_COUNT_START, &s->signal) != HSA_STATUS_SUCCESS) {
		free(s);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	if (pthread_mutex_init(&s->lock, NULL) != 0) {
		rt_signal_destroy(s->signal);
		free(s);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	enter(c, s);
	*out = s;
	struct CUstream_st *gate = atomic_load(&c->gate);
	CUresult error = gate != NULL ? order_behind(s, gate) : CUDA_SUCCESS;
	if (error != CUDA_SUCCESS)
		cu_stream_end(s);
	return error;
}

/* The queue is destroyed first: it stops what runs, and then nothing uses the rest. */
static void free_stream(struct CUstream_st *s)
{
	if (s->queue != NULL)
		rt_queue_destroy(s->queue);
	for (size_t i = 0; i < CU_STREAM_PACKETS; i++)
		cu_mark_drop(s->slots[i].mark);
	cu_mark_drop(atomic_load(&s->tail));
	cu_mark_drop(atomic_load(&s->end));
	free(s->front);
	rt_memory_free(s->kernarg, CU_STREAM_KERNARG_BYTES);
	rt_signal_destroy(s->signal);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

static bool is_done(struct CUstream_st *s)
{
	pthread_mutex_lock(&s->lock);
	if (s->queue != NULL)
		cu_stream_collect(s);
	bool done = s->queue == NULL || s->collected == rt_queue_write_index(s->queue) ||
	            rt_signal_load(s->signal) < 0;
	pthread_mutex_unlock(&s->lock);
	return done;
}

static struct CUstream_st *take_done(struct CUctx_st *c)
{
	pthread_mutex_lock(&c->lock);
	struct CUstream_st **link = &c->streams, *s = NULL;
	while (*link != NULL && !((*link)->is_dying && (*link)->pins == 0 && is_done(*link)))
		link = &(*link)->next;
	if (*link != NULL) {
		s = *link;
		*link = s->next;
	}
	pthread_mutex_unlock(&c->lock);
	return s;
}

void cu_streams_collect(struct CUctx_st *c)
{
	for (struct CUstream_st *s; (s = take_done(c)) != NULL;)
		free_stream(s);
}

void cu_stream_end(struct CUstream_st *s)
{
	struct CUctx_st *c = s->context;
	pthread_mutex_lock(&c->lock);
	s->is_dying = true;
	pthread_mutex_unlock(&c->lock);
	cu_streams_collect(c);
}

static void free_all(struct CUctx_st *c, bool inner)
{
	for (struct CUstream_st **link = &c->streams; *link != NULL;) {
		struct CUstream_st *s = *link;
		if (s->is_inner != inner) {
			link = &s->next;
			continue;
		}
		*link = s->next;
		if (!s->is_dying && !s->is_legacy)
			handle_leave(&s->handle);
		free_stream(s);
	}
}

/* What runs in other streams may use inner ones. */
void cu_streams_free(struct CUctx_st *c)
{
	free_all(c, false);
	free_all(c, true);
}

/* ---- inner streams --------------------------------------------------------------------------- */

static void signal_end(struct CUstream_st *s, hsa_signal_value_t value)
{
	struct cu_mark *m = atomic_exchange(&s->end, NULL);
	if (m != NULL)
		rt_signal_update(m->signal, RT_SIGNAL_STORE, value);
	cu_mark_drop(m);
}

void cu_stream_reach_end(struct CUstream_st *s)
{
	signal_end(s, 0);
}

void cu_stream_end_failed(struct CUstream_st *s, CUresult error)
{
	CUresult none = CUDA_SUCCESS;
	atomic_compare_exchange_strong(&s->context->error, &none, error);
	signal_end(s, -1);
}

/* ---- the queue ------------------------------------------------------------------------------- */

static void queue_failed(hsa_status_t status, hsa_queue_t *queue, void *data)
{
	struct CUstream_st *s = data;
	(void)status;
	cu_stream_failed(s, queue);
	signal_end(s, -1); /* whoever waits for it is told why by the context */
}

/* Gives the stream its queue. The lock is held. */
static bool equip(struct CUstream_st *s)
{
	const struct rt_queue_options o = {.packets = CU_STREAM_PACKETS,
		.type = HSA_QUEUE_TYPE_SINGLE,
		.callback = queue_failed,
		.data = s};
	if (s->queue != NULL)
		return true;
	s->kernarg = rt_memory_alloc(CU_STREAM_KERNARG_BYTES);
	if (s->kernarg != NULL &&
		rt_queue_create(s->context->rt, &o, &s->queue) == HSA_STATUS_SUCCESS)
		return true;
	rt_memory_free(s->kernarg, CU_STREAM_KERNARG_BYTES);
	s->kernarg = NULL;
	s->queue = NULL;
	return false;
}

/* The error that the stream's failure is, once the runtime's thread has noted it. */
static CUresult failure_of(struct CUstream_st *s)
{
	if (s->queue != NULL && rt_signal_load(s->signal) < 0)
		cu_stream_failed(s, s->queue);
	return atomic_load(&s->context->error);
}

static CUresult put(struct CUstream_st *s, const struct cu_op *op)
{
	pthread_mutex_lock(&s->lock);
	CUresult error = equip(s) ? cu_stream_put(s, op) : CUDA_ERROR_OUT_OF_MEMORY;
	pthread_mutex_unlock(&s->lock);
	return error == CUDA_ERROR_UNKNOWN ? failure_of(s) : error;
}

/* ---- waiting --------------------------------------------------------------------------------- */

/* Takes a use of the mark that ends the stream; NULL: none does. */
static struct cu_mark *use_tail(struct CUstream_st *s)
{
	if (atomic_load(&s->tail) == NULL)
		return NULL;
	pthread_mutex_lock(&s->lock);
	struct cu_mark *m = atomic_load(&s->tail);
	if (m != NULL)
		cu_mark_use(m);
	pthread_mutex_unlock(&s->lock);
	return m;
}

bool cu_stream_is_idle(struct CUstream_st *s)
{
	if (cu_stream_ended(s) < atomic_load(&s->counted))
		return false;
	struct cu_mark *m = use_tail(s);
	bool reached = m == NULL || cu_mark_is_reached(m);
	cu_mark_drop(m);
	return reached;
}

static void wait_for(struct CUstream_st *s, uint64_t number)
{
	rt_signal_wait(s->signal, HSA_SIGNAL_CONDITION_LT,
		CU_COUNT_START - (hsa_signal_value_t)number + 1, RT_FOREVER,
		HSA_WAIT_STATE_BLOCKED);
}

CUresult cu_stream_wait(struct CUstream_st *s)
{
	if (s->capture != NULL) { /* there would be nothing to wait for */
		cu_capture_invalidate(s);
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
	}
	if (cu_stream_ended(s) < atomic_load(&s->counted))
		wait_for(s, atomic_load(&s->counted));
	struct cu_mark *m = use_tail(s);
	if (m != NULL)
		cu_mark_wait(m);
	cu_mark_drop(m);
	return failure_of(s);
}

/* ---- the default stream ---------------------------------------------------------------------- */

/* Returns whether the stream and the legacy one wait for each other. */
static bool is_blocking(const struct CUstream_st *s)
{
	return (s->flags & CU_STREAM_NON_BLOCKING) == 0 && !s->is_legacy;
}

/* Has `s` wait for what `other` has now. */
static CUresult order_behind(struct CUstream_st *s, struct CUstream_st *other)
{
	if (cu_stream_is_idle(other))
		return CUDA_SUCCESS;
	struct cu_mark *m = cu_mark_new(s->context);
	if (m == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	const struct cu_op mark = {.kind = CU_OP_MARK, .joins = true, .mark = m};
	const struct cu_op wait = {.kind = CU_OP_WAIT, .joins = true, .mark = m};
	CUresult error = put(other, &mark);
	if (error == CUDA_SUCCESS)
		error = put(s, &wait);
	cu_mark_drop(m);
	return error;
}

/* Returns whether there is nothing to wait for, and no failure that the context does not know. */
static bool is_settled(struct CUstream_st *s)
{
	return cu_stream_is_idle(s) &&
	       (rt_signal_load(s->signal) >= 0 || atomic_load(&s->context->error) != CUDA_SUCCESS);
}

static bool is_busy(struct CUstream_st *s)
{
	return !is_settled(s);
}

static bool is_busy_blocking(struct CUstream_st *s)
{
	return is_blocking(s) && !is_settled(s);
}

static bool is_living(struct CUstream_st *s)
{
	return !s->is_dying;
}

/* Returns the next stream behind `from`, or the first one, that is `wanted`. It stays in the list
 * until it is given back as `from`. */
static struct CUstream_st *next_stream(struct CUctx_st *c, struct CUstream_st *from,
	bool (*wanted)(struct CUstream_st *s))
{
	pthread_mutex_lock(&c->lock);
	struct CUstream_st *s = from == NULL ? c->streams : from->next;
	while (s != NULL && !wanted(s))
		s = s->next;
	if (s != NULL)
		s->pins++;
	if (from != NULL)
		from->pins--;
	pthread_mutex_unlock(&c->lock);
	return s;
}

static CUresult obey_rules(struct CUstream_st *s)
{
	struct CUctx_st *c = s->context;
	CUresult error = CUDA_SUCCESS;
	if (is_blocking(s))
		return order_behind(s, c->legacy);
	if (!s->is_legacy)
		return CUDA_SUCCESS;
	for (struct CUstream_st *b = NULL; (b = next_stream(c, b, is_busy_blocking)) != NULL;)
		if (error == CUDA_SUCCESS)
			error = order_behind(s, b);
	return error;
}

CUresult cu_stream_do(struct CUstream_st *s, const struct cu_op *op)
{
	if (s->capture != NULL)
		return cu_capture_op(s, op);
	CUresult error = obey_rules(s);
	return error == CUDA_SUCCESS ? put(s, op) : error;
}

CUresult cu_stream_begin(struct CUstream_st *s)
{
	return obey_rules(s);
}

CUresult cu_stream_add(struct CUstream_st *s, const struct cu_op *op)
{
	return put(s, op);
}

CUresult cu_stream_wait_before(struct CUstream_st *s)
{
	struct CUctx_st *c = s->context;
	CUresult error = cu_stream_wait(s);
	if (is_blocking(s))
		return error == CUDA_SUCCESS ? cu_stream_wait(c->legacy) : error;
	if (!s->is_legacy)
		return error;
	for (struct CUstream_st *b = NULL; (b = next_stream(c, b, is_busy_blocking)) != NULL;)
		if (error == CUDA_SUCCESS)
			error = cu_stream_wait(b);
	return error;
}

CUresult cu_context_wait(struct CUctx_st *c)
{
	CUresult error = atomic_load(&c->error);
	for (struct CUstream_st *s = NULL; (s = next_stream(c, s, is_busy)) != NULL;)
		if (error == CUDA_SUCCESS)
			error = cu_stream_wait(s);
	cu_streams_collect(c);
	cu_pools_trim(c);
	return error == CUDA_SUCCESS ? atomic_load(&c->error) : error;
}

/* ---- all streams of a context ---------------------------------------------------------------- */

/* What is captured cannot be waited for, nor wait: such captures go wrong. */
static CUresult check_captures(struct CUctx_st *c)
{
	CUresult error = CUDA_SUCCESS;
	for (struct CUstream_st *s = NULL; (s = next_stream(c, s, is_living)) != NULL;)
		if (s->capture != NULL) {
			cu_capture_invalidate(s);
			error = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
		}
	return error;
}

CUresult cu_stream_join_all(struct CUstream_st *s)
{
	struct CUctx_st *c = s->context;
	CUresult error = check_captures(c);
	for (struct CUstream_st *b = NULL; (b = next_stream(c, b, is_busy)) != NULL;)
		if (error == CUDA_SUCCESS && b != s)
			error = order_behind(s, b);
	return error;
}

/* Gets the stream that holds all others up; it never ends. */
static CUresult gate_of(struct CUctx_st *c, struct CUstream_st **out)
{
	struct CUstream_st *none = NULL;
	*out = atomic_load(&c->gate);
	if (*out != NULL)
		return CUDA_SUCCESS;
	CUresult error = cu_stream_new(c, CU_STREAM_NON_BLOCKING, 0, out);
	if (error == CUDA_SUCCESS && !atomic_compare_exchange_strong(&c->gate, &none, *out)) {
		cu_stream_end(*out); /* another thread was quicker */
		*out = none;
	}
	return error;
}

CUresult cu_streams_hold(struct CUctx_st *c, struct cu_mark *m)
{
	struct CUstream_st *gate;
	const struct cu_op wait = {.kind = CU_OP_WAIT, .joins = true, .mark = m};
	CUresult error = check_captures(c);
	if (error == CUDA_SUCCESS)
		error = gate_of(c, &gate);
	if (error == CUDA_SUCCESS)
		error = put(gate, &wait);
	for (struct CUstream_st *s = NULL; (s = next_stream(c, s, is_living)) != NULL;)
		if (error == CUDA_SUCCESS && s != gate)
			error = put(s, &wait);
	return error;
}

CUresult cu_stream_get(CUstream handle, struct CUstream_st **out)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (handle == CU_STREAM_PER_THREAD || (handle == NULL && cu_wants_own_stream()))
		return cu_stream_of_thread(c, out);
	if (handle == NULL || handle == CU_STREAM_LEGACY) {
		*out = c->legacy;
		return CUDA_SUCCESS;
	}
	if (!handle_is_valid(handle, CU_STREAM))
		return CUDA_ERROR_INVALID_HANDLE;
	*out = handle;
	return atomic_load(&handle->context->error);
}
