/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams and events (CUDA runtime API, "Stream Management", "Event Management"). */
#include <string.h>
#include "runtime_impl.h"

#define IN_CONTEXT(call) \
	cudaError_t error = cudart_enter(); \
	return error == cudaSuccess ? cudart_result(call) : cudart_leave(error)

cudaError_t CUDARTAPI cudaStreamCreate(cudaStream_t *pStream)
{
	IN_CONTEXT(DRIVER(cuStreamCreate)(pStream, CU_STREAM_DEFAULT));
}

cudaError_t CUDARTAPI cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned flags)
{
	IN_CONTEXT(DRIVER(cuStreamCreate)(pStream, flags));
}

cudaError_t CUDARTAPI cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned flags,
	int priority)
{
	IN_CONTEXT(DRIVER(cuStreamCreateWithPriority)(pStream, flags, priority));
}

cudaError_t CUDARTAPI cudaStreamDestroy(cudaStream_t stream)
{
	IN_CONTEXT(DRIVER(cuStreamDestroy)(cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaStreamSynchronize(cudaStream_t stream)
{
	IN_CONTEXT(DRIVER(cuStreamSynchronize)(cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaStreamQuery(cudaStream_t stream)
{
	IN_CONTEXT(DRIVER(cuStreamQuery)(cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaStreamGetFlags(cudaStream_t hStream, unsigned *flags)
{
	IN_CONTEXT(DRIVER(cuStreamGetFlags)(cudart_stream(hStream), flags));
}

cudaError_t CUDARTAPI cudaStreamGetPriority(cudaStream_t hStream, int *priority)
{
	IN_CONTEXT(DRIVER(cuStreamGetPriority)(cudart_stream(hStream), priority));
}

cudaError_t CUDARTAPI cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId)
{
	IN_CONTEXT(DRIVER(cuStreamGetId)(cudart_stream(hStream), streamId));
}

cudaError_t CUDARTAPI cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
	IN_CONTEXT(DRIVER(cuStreamWaitEvent)(cudart_stream(stream), event, flags));
}

/* The numbers of errors are the same, so the driver may call the program's function itself. */
cudaError_t CUDARTAPI cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
	void *userData, unsigned flags)
{
	CUstreamCallback function;
	HSAEMU_STATIC_ASSERT(sizeof function == sizeof callback, "pointers to functions");
	memcpy(&function, &callback, sizeof function);
	IN_CONTEXT(DRIVER(cuStreamAddCallback)(cudart_stream(stream), function, userData, flags));
}

cudaError_t CUDARTAPI cudaStreamGetDevice(cudaStream_t hStream, int *device)
{
	IN_CONTEXT(DRIVER(cuStreamGetDevice)(cudart_stream(hStream), device));
}

cudaError_t CUDARTAPI cudaStreamSetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
	const cudaLaunchAttributeValue *value)
{
	IN_CONTEXT(DRIVER(cuStreamSetAttribute)(cudart_stream(hStream), (CUstreamAttrID)attr,
		(const CUstreamAttrValue *)(const void *)value));
}

cudaError_t CUDARTAPI cudaStreamGetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
	cudaLaunchAttributeValue *value_out)
{
	IN_CONTEXT(DRIVER(cuStreamGetAttribute)(cudart_stream(hStream), (CUstreamAttrID)attr,
		(CUstreamAttrValue *)(void *)value_out));
}

cudaError_t CUDARTAPI cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src)
{
	IN_CONTEXT(DRIVER(cuStreamCopyAttributes)(cudart_stream(dst), cudart_stream(src)));
}

/* ---- events ---------------------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaEventCreate(cudaEvent_t *event)
{
	IN_CONTEXT(DRIVER(cuEventCreate)(event, CU_EVENT_DEFAULT));
}

cudaError_t CUDARTAPI cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
	IN_CONTEXT(DRIVER(cuEventCreate)(event, flags));
}

cudaError_t CUDARTAPI cudaEventDestroy(cudaEvent_t event)
{
	IN_CONTEXT(DRIVER(cuEventDestroy)(event));
}

cudaError_t CUDARTAPI cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
	IN_CONTEXT(DRIVER(cuEventRecord)(event, cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
	unsigned flags)
{
	IN_CONTEXT(DRIVER(cuEventRecordWithFlags)(event, cudart_stream(stream), flags));
}

cudaError_t CUDARTAPI cudaEventQuery(cudaEvent_t event)
{
	IN_CONTEXT(DRIVER(cuEventQuery)(event));
}

cudaError_t CUDARTAPI cudaEventSynchronize(cudaEvent_t event)
{
	IN_CONTEXT(DRIVER(cuEventSynchronize)(event));
}

cudaError_t CUDARTAPI cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
	IN_CONTEXT(DRIVER(cuEventElapsedTime)(ms, start, end));
}
