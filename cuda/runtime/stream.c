/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams and events (CUDA runtime API, "Stream Management", "Event Management"). */
#include <string.h>
#include "runtime_impl.h"

cudaError_t CUDARTAPI cudaStreamCreate(cudaStream_t *pStream)
{
	CUDART_CALL(DRIVER(cuStreamCreate)(pStream, CU_STREAM_DEFAULT));
}

cudaError_t CUDARTAPI cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned flags)
{
	CUDART_CALL(DRIVER(cuStreamCreate)(pStream, flags));
}

cudaError_t CUDARTAPI cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned flags,
	int priority)
{
	CUDART_CALL(DRIVER(cuStreamCreateWithPriority)(pStream, flags, priority));
}

cudaError_t CUDARTAPI cudaStreamDestroy(cudaStream_t stream)
{
	CUDART_CALL(DRIVER(cuStreamDestroy)(cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaStreamSynchronize(cudaStream_t stream)
{
	CUDART_CALL(DRIVER(cuStreamSynchronize)(cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaStreamQuery(cudaStream_t stream)
{
	CUDART_CALL(DRIVER(cuStreamQuery)(cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaStreamGetFlags(cudaStream_t hStream, unsigned *flags)
{
	CUDART_CALL(DRIVER(cuStreamGetFlags)(cudart_stream(hStream), flags));
}

cudaError_t CUDARTAPI cudaStreamGetPriority(cudaStream_t hStream, int *priority)
{
	CUDART_CALL(DRIVER(cuStreamGetPriority)(cudart_stream(hStream), priority));
}

cudaError_t CUDARTAPI cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId)
{
	CUDART_CALL(DRIVER(cuStreamGetId)(cudart_stream(hStream), streamId));
}

cudaError_t CUDARTAPI cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
	CUDART_CALL(DRIVER(cuStreamWaitEvent)(cudart_stream(stream), event, flags));
}

/* The numbers of errors are the same, so the driver may call the program's function itself. */
cudaError_t CUDARTAPI cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
	void *userData, unsigned flags)
{
	CUstreamCallback function;
	HSAEMU_STATIC_ASSERT(sizeof function == sizeof callback, "pointers to functions");
	memcpy(&function, &callback, sizeof function);
	CUDART_CALL(DRIVER(cuStreamAddCallback)(cudart_stream(stream), function, userData, flags));
}

cudaError_t CUDARTAPI cudaStreamGetDevice(cudaStream_t hStream, int *device)
{
	CUDART_CALL(DRIVER(cuStreamGetDevice)(cudart_stream(hStream), device));
}

cudaError_t CUDARTAPI cudaStreamSetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
	const cudaLaunchAttributeValue *value)
{
	CUDART_CALL(DRIVER(cuStreamSetAttribute)(cudart_stream(hStream), (CUstreamAttrID)attr,
		(const CUstreamAttrValue *)(const void *)value));
}

cudaError_t CUDARTAPI cudaStreamGetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
	cudaLaunchAttributeValue *value_out)
{
	CUDART_CALL(DRIVER(cuStreamGetAttribute)(cudart_stream(hStream), (CUstreamAttrID)attr,
		(CUstreamAttrValue *)(void *)value_out));
}

cudaError_t CUDARTAPI cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src)
{
	CUDART_CALL(DRIVER(cuStreamCopyAttributes)(cudart_stream(dst), cudart_stream(src)));
}

/* ---- events ---------------------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaEventCreate(cudaEvent_t *event)
{
	CUDART_CALL(DRIVER(cuEventCreate)(event, CU_EVENT_DEFAULT));
}

cudaError_t CUDARTAPI cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
	CUDART_CALL(DRIVER(cuEventCreate)(event, flags));
}

cudaError_t CUDARTAPI cudaEventDestroy(cudaEvent_t event)
{
	CUDART_CALL(DRIVER(cuEventDestroy)(event));
}

cudaError_t CUDARTAPI cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
	CUDART_CALL(DRIVER(cuEventRecord)(event, cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
	unsigned flags)
{
	CUDART_CALL(DRIVER(cuEventRecordWithFlags)(event, cudart_stream(stream), flags));
}

cudaError_t CUDARTAPI cudaEventQuery(cudaEvent_t event)
{
	CUDART_CALL(DRIVER(cuEventQuery)(event));
}

cudaError_t CUDARTAPI cudaEventSynchronize(cudaEvent_t event)
{
	CUDART_CALL(DRIVER(cuEventSynchronize)(event));
}

cudaError_t CUDARTAPI cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
	CUDART_CALL(DRIVER(cuEventElapsedTime)(ms, start, end));
}

/* Of CUDA 12.8. */
cudaError_t CUDARTAPI cudaEventElapsedTime_v2(float *ms, cudaEvent_t start, cudaEvent_t end)
{
	return cudaEventElapsedTime(ms, start, end);
}
