/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Edges of graphs (CUDA runtime API, "Graph Management"), with their data and without. */
#include "runtime_impl.h"

HSAEMU_STATIC_ASSERT(sizeof(cudaGraphEdgeData) == sizeof(CUgraphEdgeData), "same layout");

static const CUgraphEdgeData *given(const cudaGraphEdgeData *d)
{
	return (const CUgraphEdgeData *)(const void *)d;
}

static CUgraphEdgeData *wanted(cudaGraphEdgeData *d)
{
	return (CUgraphEdgeData *)(void *)d;
}

cudaError_t CUDARTAPI cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
	cudaGraphNode_t *to, size_t *numEdges)
{
	CUDART_CALL(DRIVER(cuGraphGetEdges)(graph, from, to, numEdges));
}

cudaError_t CUDARTAPI cudaGraphNodeGetDependencies(cudaGraphNode_t node,
	cudaGraphNode_t *pDependencies, size_t *pNumDependencies)
{
	CUDART_CALL(DRIVER(cuGraphNodeGetDependencies)(node, pDependencies, pNumDependencies));
}

cudaError_t CUDARTAPI cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
	cudaGraphNode_t *pDependentNodes, size_t *pNumDependentNodes)
{
	CUDART_CALL(DRIVER(cuGraphNodeGetDependentNodes)(node, pDependentNodes,
		pNumDependentNodes));
}

cudaError_t CUDARTAPI cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from,
	cudaGraphNode_t *to, cudaGraphEdgeData *edgeData, size_t *numEdges)
{
	CUDART_CALL(DRIVER(cuGraphGetEdges_v2)(graph, from, to, wanted(edgeData), numEdges));
}

cudaError_t CUDARTAPI cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node,
	cudaGraphNode_t *pDependencies, cudaGraphEdgeData *edgeData, size_t *pNumDependencies)
{
	CUDART_CALL(DRIVER(cuGraphNodeGetDependencies_v2)(node, pDependencies, wanted(edgeData),
		pNumDependencies));
}

cudaError_t CUDARTAPI cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node,
	cudaGraphNode_t *pDependentNodes, cudaGraphEdgeData *edgeData, size_t *pNumDependentNodes)
{
	CUDART_CALL(DRIVER(cuGraphNodeGetDependentNodes_v2)(node, pDependentNodes, wanted(edgeData),
		pNumDependentNodes));
}

cudaError_t CUDARTAPI cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
	const cudaGraphNode_t *to, size_t numDependencies)
{
	CUDART_CALL(DRIVER(cuGraphAddDependencies)(graph, from, to, numDependencies));
}

cudaError_t CUDARTAPI cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
	const cudaGraphNode_t *to, size_t numDependencies)
{
	CUDART_CALL(DRIVER(cuGraphRemoveDependencies)(graph, from, to, numDependencies));
}

cudaError_t CUDARTAPI cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
	const cudaGraphNode_t *to, const cudaGraphEdgeData *edgeData, size_t numDependencies)
{
	CUDART_CALL(DRIVER(cuGraphAddDependencies_v2)(graph, from, to, given(edgeData),
		numDependencies));
}

cudaError_t CUDARTAPI cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
	const cudaGraphNode_t *to, const cudaGraphEdgeData *edgeData, size_t numDependencies)
{
	CUDART_CALL(DRIVER(cuGraphRemoveDependencies_v2)(graph, from, to, given(edgeData),
		numDependencies));
}
