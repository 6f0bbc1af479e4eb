/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Captures of streams into graphs (CUDA runtime API, "Stream Management"). */
#include "runtime_impl.h"

cudaError_t CUDARTAPI cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
	CUDART_CALL(DRIVER(cuStreamBeginCapture)(cudart_stream(stream), (CUstreamCaptureMode)mode));
}

cudaError_t CUDARTAPI cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *pGraph)
{
	CUDART_CALL(DRIVER(cuStreamEndCapture)(cudart_stream(stream), pGraph));
}

cudaError_t CUDARTAPI cudaStreamIsCapturing(cudaStream_t stream,
	enum cudaStreamCaptureStatus *pCaptureStatus)
{
	CUDART_CALL(DRIVER(cuStreamIsCapturing)(cudart_stream(stream),
		(CUstreamCaptureStatus *)(void *)pCaptureStatus));
}

cudaError_t CUDARTAPI cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
	CUDART_CALL(DRIVER(cuThreadExchangeStreamCaptureMode)((CUstreamCaptureMode *)(void *)mode));
}

cudaError_t CUDARTAPI cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
	const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *dependencyData,
	size_t numDependencies, enum cudaStreamCaptureMode mode)
{
	CUDART_CALL(DRIVER(cuStreamBeginCaptureToGraph)(cudart_stream(stream), graph, dependencies,
		(const CUgraphEdgeData *)(const void *)dependencyData, numDependencies,
		(CUstreamCaptureMode)mode));
}

cudaError_t CUDARTAPI cudaStreamGetCaptureInfo(cudaStream_t stream,
	enum cudaStreamCaptureStatus *captureStatus_out, unsigned long long *id_out,
	cudaGraph_t *graph_out, const cudaGraphNode_t **dependencies_out,
	size_t *numDependencies_out)
{
	CUDART_CALL(DRIVER(cuStreamGetCaptureInfo)(cudart_stream(stream),
		(CUstreamCaptureStatus *)(void *)captureStatus_out, (cuuint64_t *)(void *)id_out,
		graph_out, dependencies_out, numDependencies_out));
}

cudaError_t CUDARTAPI cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
	cudaGraphNode_t *dependencies, size_t numDependencies, unsigned flags)
{
	CUDART_CALL(DRIVER(cuStreamUpdateCaptureDependencies)(cudart_stream(stream), dependencies,
		numDependencies, flags));
}

cudaError_t CUDARTAPI cudaStreamGetCaptureInfo_v3(cudaStream_t stream,
	enum cudaStreamCaptureStatus *captureStatus_out, unsigned long long *id_out,
	cudaGraph_t *graph_out, const cudaGraphNode_t **dependencies_out,
	const cudaGraphEdgeData **edgeData_out, size_t *numDependencies_out)
{
	CUDART_CALL(DRIVER(cuStreamGetCaptureInfo_v3)(cudart_stream(stream),
		(CUstreamCaptureStatus *)(void *)captureStatus_out, (cuuint64_t *)(void *)id_out,
		graph_out, dependencies_out, (const CUgraphEdgeData **)(void *)edgeData_out,
		numDependencies_out));
}

cudaError_t CUDARTAPI cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream,
	cudaGraphNode_t *dependencies, const cudaGraphEdgeData *dependencyData,
	size_t numDependencies, unsigned flags)
{
	CUDART_CALL(DRIVER(cuStreamUpdateCaptureDependencies_v2)(cudart_stream(stream),
		dependencies, (const CUgraphEdgeData *)(const void *)dependencyData,
		numDependencies, flags));
}
