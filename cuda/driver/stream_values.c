/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams that wait for numbers in memory, and store them (CUDA driver API, "Stream Memory
 * Operations"). Barriers and flushes change nothing here: all memory is the processor's. */
#include <stdio.h>
#include "hsaemu/base.h"
#include "graph_impl.h"
#include "memory_impl.h"
#include "value_wait_impl.h"

enum { MOST_OPERATIONS = 255 };

/* One operation, whichever function it came by. */
struct operation {
	CUstreamBatchMemOpType type;
	CUdeviceptr at;
	uint64_t value;
	unsigned flags;
};

static uint32_t bytes_of(const struct operation *o)
{
	bool is_long = o->type == CU_STREAM_MEM_OP_WAIT_VALUE_64 ||
	               o->type == CU_STREAM_MEM_OP_WRITE_VALUE_64;
	return is_long ? 8 : 4;
}

static bool is_place(struct rt *rt, const struct operation *o)
{
	uint32_t bytes = bytes_of(o);
	return o->at % bytes == 0 && cu_memory_is_there(rt, CU_SIDE_DEVICE,
					     (const void *)(uintptr_t)o->at, bytes, bytes, 1);
}

static bool is_sound(struct rt *rt, const struct operation *o)
{
	switch (o->type) {
	case CU_STREAM_MEM_OP_WAIT_VALUE_32:
	case CU_STREAM_MEM_OP_WAIT_VALUE_64:
		return (o->flags & ~(unsigned)CU_STREAM_WAIT_VALUE_FLUSH) <=
		               CU_STREAM_WAIT_VALUE_NOR &&
		       is_place(rt, o);
	case CU_STREAM_MEM_OP_WRITE_VALUE_32:
	case CU_STREAM_MEM_OP_WRITE_VALUE_64:
		return o->flags <= CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER && is_place(rt, o);
	case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
		return o->flags == 0;
	case CU_STREAM_MEM_OP_BARRIER:
		return o->flags <= CU_STREAM_MEMORY_BARRIER_TYPE_GPU;
	}
	return false;
}

/* ---- in streams ------------------------------------------------------------------------------ */

static CUresult mark(struct CUstream_st *s, enum cu_op_kind kind, struct cu_mark *m)
{
	const struct cu_op op = {.kind = kind, .joins = true, .mark = m};
	return cu_stream_do(s, &op);
}

/* The stream waits for a mark, which is reached after the one that the stream comes to before. */
static CUresult wait_for(struct CUstream_st *s, const struct operation *o)
{
	const struct cu_value v = {.at = (const void *)(uintptr_t)o->at,
		.value = bytes_of(o) == 4 ? (uint32_t)o->value : o->value,
		.bytes = bytes_of(o),
		.condition = (CUstreamWaitValue_flags)(o->flags &
						       ~(unsigned)CU_STREAM_WAIT_VALUE_FLUSH)};
	struct cu_mark *from = cu_mark_new(s->context);
	struct cu_mark *reached = from != NULL ? cu_mark_new(s->context) : NULL;
	CUresult error = reached != NULL ? mark(s, CU_OP_MARK, from) : CUDA_ERROR_OUT_OF_MEMORY;
	if (error == CUDA_SUCCESS)
		error = cu_value_wait(&v, from, reached);
	if (error == CUDA_SUCCESS)
		error = mark(s, CU_OP_WAIT, reached);
	cu_mark_drop(from);
	cu_mark_drop(reached);
	return error;
}

static CUresult do_one(struct CUstream_st *s, const struct operation *o)
{
	const struct cu_op write = {.kind = CU_OP_WRITE,
		.joins = true,
		.write = {(void *)(uintptr_t)o->at, o->value, bytes_of(o)}};
	switch (o->type) {
	case CU_STREAM_MEM_OP_WAIT_VALUE_32:
	case CU_STREAM_MEM_OP_WAIT_VALUE_64:
		return wait_for(s, o);
	case CU_STREAM_MEM_OP_WRITE_VALUE_32:
	case CU_STREAM_MEM_OP_WRITE_VALUE_64:
		return cu_stream_do(s, &write);
	case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
	case CU_STREAM_MEM_OP_BARRIER:
		break;
	}
	return CUDA_SUCCESS;
}

static CUresult begin(CUstream hStream, struct CUstream_st **s)
{
	CUresult error = cu_stream_get(hStream, s);
	if (error != CUDA_SUCCESS || (*s)->capture == NULL)
		return error;
	fputs("libcuda: operations on memory of streams are not supported in captures\n", stderr);
	cu_capture_invalidate(*s);
	return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

static CUresult call(CUstream hStream, const struct operation *o)
{
	struct CUstream_st *s;
	CUresult error = begin(hStream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	return is_sound(s->context->rt, o) ? do_one(s, o) : CUDA_ERROR_INVALID_VALUE;
}

/* ---- the functions --------------------------------------------------------------------------- */

CUresult CUDAAPI cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
	unsigned flags)
{
	const struct operation o = {CU_STREAM_MEM_OP_WAIT_VALUE_32, addr, value, flags};
	return call(stream, &o);
}

CUresult CUDAAPI cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
	unsigned flags)
{
	const struct operation o = {CU_STREAM_MEM_OP_WAIT_VALUE_64, addr, value, flags};
	return call(stream, &o);
}

CUresult CUDAAPI cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
	unsigned flags)
{
	const struct operation o = {CU_STREAM_MEM_OP_WRITE_VALUE_32, addr, value, flags};
	return call(stream, &o);
}

CUresult CUDAAPI cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
	unsigned flags)
{
	const struct operation o = {CU_STREAM_MEM_OP_WRITE_VALUE_64, addr, value, flags};
	return call(stream, &o);
}

static struct operation operation_of(const CUstreamBatchMemOpParams *p)
{
	struct operation o = {.type = p->operation};
	switch (o.type) {
	case CU_STREAM_MEM_OP_WAIT_VALUE_32:
	case CU_STREAM_MEM_OP_WAIT_VALUE_64:
	case CU_STREAM_MEM_OP_WRITE_VALUE_32:
	case CU_STREAM_MEM_OP_WRITE_VALUE_64: /* laid out as waits are */
		o.at = p->waitValue.address;
		o.value = bytes_of(&o) == 4 ? p->waitValue.value : p->waitValue.value64;
		o.flags = p->waitValue.flags;
		break;
	case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
	case CU_STREAM_MEM_OP_BARRIER:
		o.flags = p->memoryBarrier.flags;
		break;
	}
	return o;
}

CUresult CUDAAPI cuStreamBatchMemOp(CUstream stream, unsigned count,
	CUstreamBatchMemOpParams *paramArray, unsigned flags)
{
	struct CUstream_st *s;
	CUresult error = begin(stream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	if (count > MOST_OPERATIONS || (count != 0 && paramArray == NULL) || flags != 0)
		return CUDA_ERROR_INVALID_VALUE;
	for (unsigned i = 0; i < count; i++) {
		const struct operation o = operation_of(&paramArray[i]);
		if (!is_sound(s->context->rt, &o))
			return CUDA_ERROR_INVALID_VALUE;
	}
	for (unsigned i = 0; i < count && error == CUDA_SUCCESS; i++) {
		const struct operation o = operation_of(&paramArray[i]);
		error = do_one(s, &o);
	}
	return error;
}
