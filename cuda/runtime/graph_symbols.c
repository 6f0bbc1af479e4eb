/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nodes that copy to variables of kernels, and from them (CUDA runtime API, "Graph Management"). */
#include "copy_impl.h"

/* What a client says of such a copy. */
struct symbol {
	const void *symbol;
	size_t offset, count;
	enum cudaMemcpyKind kind;
};

/* Finds the bytes; a copy goes to them, or comes from them. */
static cudaError_t find(const struct symbol *s, enum cudaMemcpyKind from_host, void **at)
{
	if (s->kind != from_host && s->kind != cudaMemcpyDeviceToDevice &&
		s->kind != cudaMemcpyDefault)
		return cudaErrorInvalidMemcpyDirection;
	return cudart_part_of(s->symbol, s->offset, s->count, at);
}

cudaError_t CUDARTAPI cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies, const void *symbol,
	const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
	void *at;
	cudaError_t error =
		find(&(struct symbol){symbol, offset, count, kind}, cudaMemcpyHostToDevice, &at);
	return error == cudaSuccess ? cudaGraphAddMemcpyNode1D(pGraphNode, graph, pDependencies,
					      numDependencies, at, src, count, kind)
	                            : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *pGraphNode,
	cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, void *dst,
	const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
	void *at;
	cudaError_t error =
		find(&(struct symbol){symbol, offset, count, kind}, cudaMemcpyDeviceToHost, &at);
	return error == cudaSuccess ? cudaGraphAddMemcpyNode1D(pGraphNode, graph, pDependencies,
					      numDependencies, dst, at, count, kind)
	                            : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol,
	const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
	void *at;
	cudaError_t error =
		find(&(struct symbol){symbol, offset, count, kind}, cudaMemcpyHostToDevice, &at);
	return error == cudaSuccess ? cudaGraphMemcpyNodeSetParams1D(node, at, src, count, kind)
	                            : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
	const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
	void *at;
	cudaError_t error =
		find(&(struct symbol){symbol, offset, count, kind}, cudaMemcpyDeviceToHost, &at);
	return error == cudaSuccess ? cudaGraphMemcpyNodeSetParams1D(node, dst, at, count, kind)
	                            : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec,
	cudaGraphNode_t node, const void *symbol, const void *src, size_t count, size_t offset,
	enum cudaMemcpyKind kind)
{
	void *at;
	cudaError_t error =
		find(&(struct symbol){symbol, offset, count, kind}, cudaMemcpyHostToDevice, &at);
	return error == cudaSuccess
	               ? cudaGraphExecMemcpyNodeSetParams1D(hGraphExec, node, at, src, count, kind)
	               : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec,
	cudaGraphNode_t node, void *dst, const void *symbol, size_t count, size_t offset,
	enum cudaMemcpyKind kind)
{
	void *at;
	cudaError_t error =
		find(&(struct symbol){symbol, offset, count, kind}, cudaMemcpyDeviceToHost, &at);
	return error == cudaSuccess
	               ? cudaGraphExecMemcpyNodeSetParams1D(hGraphExec, node, dst, at, count, kind)
	               : cudart_leave(error);
}
