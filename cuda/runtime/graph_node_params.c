/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nodes of any kind by one structure (CUDA runtime API, "cudaGraphAddNode"). */
#include <string.h>
#include "copy_impl.h"
#include "graph_params_impl.h"

HSAEMU_STATIC_ASSERT(sizeof(struct cudaKernelNodeParamsV2) == sizeof(struct cudaKernelNodeParams),
	"same layout");
HSAEMU_STATIC_ASSERT(sizeof(struct cudaMemsetParamsV2) == sizeof(struct cudaMemsetParams),
	"same layout");
HSAEMU_STATIC_ASSERT(sizeof(struct cudaMemAllocNodeParamsV2) ==
			     sizeof(CUDA_MEM_ALLOC_NODE_PARAMS_v2),
	"same layout");

/* Describes a kernel, copy or fill, which have other forms in the driver. */
static cudaError_t convert(const struct cudaGraphNodeParams *from, CUgraphNodeParams *to)
{
	CUDA_KERNEL_NODE_PARAMS kernel;
	CUDA_MEMSET_NODE_PARAMS fill;
	cudaError_t error = cudaSuccess;
	if (from->type == cudaGraphNodeTypeKernel) {
		error = cudart_kernel_of((const struct cudaKernelNodeParams *)(const void *)&from
						 ->kernel,
			&kernel);
		memcpy(&to->kernel, &kernel, sizeof kernel);
	} else if (from->type == cudaGraphNodeTypeMemset) {
		(void)cudart_fill_of((const struct cudaMemsetParams *)(const void *)&from->memset,
			&fill);
		memcpy(&to->memset, &fill, sizeof fill);
	} else {
		to->memcpy.flags = from->memcpy.flags;
		error = cudart_copy_of(&from->memcpy.copyParams, &to->memcpy.copyParams);
	}
	return error;
}

/* Types have the same numbers, and the other kinds' parameters the same layout; but the driver's
 * conditional nodes have a context besides, which 0 leaves to it. */
static cudaError_t params_of(const struct cudaGraphNodeParams *from, CUgraphNodeParams *to)
{
	cudaError_t error = cudart_enter();
	if (from == NULL)
		return cudaErrorInvalidValue;
	*to = (CUgraphNodeParams){
		.type = (CUgraphNodeType)from->type, .reserved2 = from->reserved2};
	memcpy(to->reserved0, from->reserved0, sizeof to->reserved0);
	if (error != cudaSuccess)
		return error;
	switch (from->type) {
	case cudaGraphNodeTypeKernel:
	case cudaGraphNodeTypeMemset:
	case cudaGraphNodeTypeMemcpy:
		return convert(from, to);
	case cudaGraphNodeTypeConditional:
		memcpy(&to->conditional, &from->conditional, sizeof from->conditional);
		return cudaSuccess;
	default:
		memcpy(to->reserved1, from->reserved1, sizeof to->reserved1);
		return cudaSuccess;
	}
}

/* Gives the client what a new node has. */
static void give(const CUgraphNodeParams *from, struct cudaGraphNodeParams *to)
{
	if (to->type == cudaGraphNodeTypeMemAlloc)
		to->alloc.dptr = (void *)(uintptr_t)from->alloc.dptr;
	else if (to->type == cudaGraphNodeTypeConditional)
		to->conditional.phGraph_out = from->conditional.phGraph_out;
}

cudaError_t CUDARTAPI cudaGraphAddNode_v2(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, const cudaGraphEdgeData *dependencyData,
	size_t numDependencies, struct cudaGraphNodeParams *nodeParams)
{
	CUgraphNodeParams p;
	cudaError_t error = params_of(nodeParams, &p);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGraphAddNode_v2)(pGraphNode, graph, pDependencies,
			(const CUgraphEdgeData *)(const void *)dependencyData, numDependencies, &p);
	if (error == cudaSuccess)
		give(&p, nodeParams);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies,
	struct cudaGraphNodeParams *nodeParams)
{
	return cudaGraphAddNode_v2(pGraphNode, graph, pDependencies, NULL, numDependencies,
		nodeParams);
}

cudaError_t CUDARTAPI cudaGraphNodeSetParams(cudaGraphNode_t node,
	struct cudaGraphNodeParams *nodeParams)
{
	CUgraphNodeParams p;
	cudaError_t error = params_of(nodeParams, &p);
	return cudart_leave(error == cudaSuccess
				    ? (cudaError_t)DRIVER(cuGraphNodeSetParams)(node, &p)
				    : error);
}

cudaError_t CUDARTAPI cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
	struct cudaGraphNodeParams *nodeParams)
{
	CUgraphNodeParams p;
	cudaError_t error = params_of(nodeParams, &p);
	return cudart_leave(error == cudaSuccess
				    ? (cudaError_t)DRIVER(cuGraphExecNodeSetParams)(graphExec, node,
					      &p)
				    : error);
}

cudaError_t CUDARTAPI cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *pHandle_out,
	cudaGraph_t graph, unsigned defaultLaunchValue, unsigned flags)
{
	HSAEMU_STATIC_ASSERT(sizeof *pHandle_out == sizeof(CUgraphConditionalHandle), "same");
	CUDART_CALL(DRIVER(cuGraphConditionalHandleCreate)((CUgraphConditionalHandle *)(void *)
								   pHandle_out,
		graph, NULL, defaultLaunchValue, flags));
}
