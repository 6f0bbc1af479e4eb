/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graphs that can be launched (CUDA runtime API, "Graph Management"), whose handles are the
 * driver's. */
#include "runtime_impl.h"

cudaError_t CUDARTAPI cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
	unsigned long long flags)
{
	CUDART_CALL(DRIVER(cuGraphInstantiateWithFlags)(pGraphExec, graph, flags));
}

cudaError_t CUDARTAPI cudaGraphInstantiateWithFlags(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
	unsigned long long flags)
{
	return cudaGraphInstantiate(pGraphExec, graph, flags);
}

cudaError_t CUDARTAPI cudaGraphInstantiateWithParams(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
	cudaGraphInstantiateParams *instantiateParams)
{
	HSAEMU_STATIC_ASSERT(sizeof *instantiateParams == sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS),
		"layout");
	CUDART_CALL(DRIVER(cuGraphInstantiateWithParams)(pGraphExec, graph,
		(CUDA_GRAPH_INSTANTIATE_PARAMS *)(void *)instantiateParams));
}

cudaError_t CUDARTAPI cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long *flags)
{
	CUDART_CALL(DRIVER(cuGraphExecGetFlags)(graphExec, (cuuint64_t *)(void *)flags));
}

cudaError_t CUDARTAPI cudaGraphExecDestroy(cudaGraphExec_t graphExec)
{
	CUDART_CALL(DRIVER(cuGraphExecDestroy)(graphExec));
}

cudaError_t CUDARTAPI cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream)
{
	CUDART_CALL(DRIVER(cuGraphLaunch)(graphExec, cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream)
{
	CUDART_CALL(DRIVER(cuGraphUpload)(graphExec, cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
	cudaGraphExecUpdateResultInfo *resultInfo)
{
	HSAEMU_STATIC_ASSERT(sizeof *resultInfo == sizeof(CUgraphExecUpdateResultInfo), "layout");
	CUDART_CALL(DRIVER(cuGraphExecUpdate)(hGraphExec, hGraph,
		(CUgraphExecUpdateResultInfo *)(void *)resultInfo));
}

cudaError_t CUDARTAPI cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
	unsigned isEnabled)
{
	CUDART_CALL(DRIVER(cuGraphNodeSetEnabled)(hGraphExec, hNode, isEnabled));
}

cudaError_t CUDARTAPI cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
	unsigned *isEnabled)
{
	CUDART_CALL(DRIVER(cuGraphNodeGetEnabled)(hGraphExec, hNode, isEnabled));
}

cudaError_t CUDARTAPI cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec,
	cudaGraphNode_t node, cudaGraph_t childGraph)
{
	CUDART_CALL(DRIVER(cuGraphExecChildGraphNodeSetParams)(hGraphExec, node, childGraph));
}
