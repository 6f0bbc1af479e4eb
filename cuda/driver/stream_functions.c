/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUDA driver API, "Stream Management". */
#include <string.h>
#include "stream_impl.h"

static CUresult make(CUstream *phStream, unsigned flags, int priority)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (phStream == NULL || (flags & ~(unsigned)CU_STREAM_NON_BLOCKING) != 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	cu_streams_collect(c);
	struct CUstream_st *s;
	error = cu_stream_new(c, flags, priority, &s);
	if (error != CUDA_SUCCESS)
		return error;
	handle_enter(&s->handle, CU_STREAM);
	*phStream = s;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamCreate(CUstream *phStream, unsigned Flags)
{
	return make(phStream, Flags, CU_LEAST_PRIORITY);
}

CUresult CUDAAPI cuStreamCreateWithPriority(CUstream *phStream, unsigned flags, int priority)
{
	if (priority > CU_LEAST_PRIORITY)
		priority = CU_LEAST_PRIORITY;
	if (priority < CU_GREATEST_PRIORITY)
		priority = CU_GREATEST_PRIORITY;
	return make(phStream, flags, priority);
}

CUresult CUDAAPI cuStreamDestroy(CUstream hStream)
{
	struct CUctx_st *c;
	CUresult error = cu_current_any(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (!handle_take(hStream, CU_STREAM))
		return CUDA_ERROR_INVALID_HANDLE;
	cu_stream_end(hStream);
	return atomic_load(&c->error);
}

CUresult CUDAAPI cuStreamSynchronize(CUstream hStream)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	return error == CUDA_SUCCESS ? cu_stream_wait_before(s) : error;
}

CUresult CUDAAPI cuStreamQuery(CUstream hStream)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	if (!cu_stream_is_idle(s))
		return CUDA_ERROR_NOT_READY;
	return cu_stream_wait(s); /* which need not wait: the error */
}

CUresult CUDAAPI cuStreamGetFlags(CUstream hStream, unsigned *flags)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (flags == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*flags = s->flags;
	return error;
}

CUresult CUDAAPI cuStreamGetPriority(CUstream hStream, int *priority)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (priority == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*priority = s->priority;
	return error;
}

CUresult CUDAAPI cuStreamGetId(CUstream hStream, unsigned long long *streamId)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (streamId == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*streamId = s->id;
	return error;
}

CUresult CUDAAPI cuStreamGetCtx(CUstream hStream, CUcontext *pctx)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (pctx == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*pctx = s->context;
	return error;
}

/* ---- the host's functions -------------------------------------------------------------------- */

static CUresult call_host(CUstream hStream, struct cu_host_call call)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	call.stream = hStream;
	const struct cu_op op = {.kind = CU_OP_HOST, .joins = true, .host = call};
	return cu_stream_do(s, &op);
}

CUresult CUDAAPI cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void *userData)
{
	if (fn == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	return call_host(hStream, (struct cu_host_call){.function = fn, .data = userData});
}

CUresult CUDAAPI cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void *userData,
	unsigned flags)
{
	if (callback == NULL || flags != 0)
		return CUDA_ERROR_INVALID_VALUE;
	return call_host(hStream, (struct cu_host_call){.callback = callback, .data = userData});
}

/* ---- attributes ------------------------------------------------------------------------------ */

/* They are about caches and ways to wait, of which there is one: they are checked, and told as what
 * they are where nobody has set them. */
static CUresult check_attribute(CUstream stream, const void *value)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(stream, &s);
	return value == NULL ? CUDA_ERROR_INVALID_VALUE : error;
}

CUresult CUDAAPI cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr,
	const CUstreamAttrValue *value)
{
	(void)attr;
	return check_attribute(hStream, value);
}

CUresult CUDAAPI cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr,
	CUstreamAttrValue *value_out)
{
	struct CUstream_st *s;
	CUresult error = check_attribute(hStream, value_out);
	if (error == CUDA_SUCCESS)
		error = cu_stream_get(hStream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	memset(value_out, 0, sizeof *value_out);
	if ((int)attr == CU_LAUNCH_ATTRIBUTE_PRIORITY)
		value_out->priority = s->priority;
	if ((int)attr == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY)
		value_out->syncPolicy = CU_SYNC_POLICY_AUTO;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamCopyAttributes(CUstream dst, CUstream src)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(dst, &s);
	return error == CUDA_SUCCESS ? cu_stream_get(src, &s) : error;
}

CUresult CUDAAPI cuStreamGetDevice(CUstream hStream, CUdevice *device)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (device == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*device = s->context->device->ordinal;
	return error;
}
