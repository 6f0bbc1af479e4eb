/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graphs (CUDA runtime API, "Graph Management"), whose handles are the driver's, and captures of
 * streams into them. */
#include <string.h>
#include "copy_impl.h"
#include "graph_params_impl.h"
#include "runtime_impl.h"

/* ---- graphs ---------------------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaGraphCreate(cudaGraph_t *pGraph, unsigned flags)
{
	CUDART_CALL(DRIVER(cuGraphCreate)(pGraph, flags));
}

cudaError_t CUDARTAPI cudaGraphDestroy(cudaGraph_t graph)
{
	CUDART_CALL(DRIVER(cuGraphDestroy)(graph));
}

cudaError_t CUDARTAPI cudaGraphClone(cudaGraph_t *pGraphClone, cudaGraph_t originalGraph)
{
	CUDART_CALL(DRIVER(cuGraphClone)(pGraphClone, originalGraph));
}

cudaError_t CUDARTAPI cudaGraphNodeFindInClone(cudaGraphNode_t *pNode, cudaGraphNode_t originalNode,
	cudaGraph_t clonedGraph)
{
	CUDART_CALL(DRIVER(cuGraphNodeFindInClone)(pNode, originalNode, clonedGraph));
}

cudaError_t CUDARTAPI cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *numNodes)
{
	CUDART_CALL(DRIVER(cuGraphGetNodes)(graph, nodes, numNodes));
}

cudaError_t CUDARTAPI cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *pRootNodes,
	size_t *pNumRootNodes)
{
	CUDART_CALL(DRIVER(cuGraphGetRootNodes)(graph, pRootNodes, pNumRootNodes));
}

cudaError_t CUDARTAPI cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *pType)
{
	CUgraphNodeType type;
	cudaError_t error = cudart_enter();
	if (pType == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGraphNodeGetType)(node, &type);
	if (error == cudaSuccess)
		*pType = (enum cudaGraphNodeType)type;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphDestroyNode(cudaGraphNode_t node)
{
	CUDART_CALL(DRIVER(cuGraphDestroyNode)(node));
}

cudaError_t CUDARTAPI cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags)
{
	CUDART_CALL(DRIVER(cuGraphDebugDotPrint)(graph, path, flags));
}

/* ---- kernels --------------------------------------------------------------------------------- */

cudaError_t cudart_kernel_of(const struct cudaKernelNodeParams *from, CUDA_KERNEL_NODE_PARAMS *to)
{
	CUfunction f;
	if (from == NULL)
		return cudaErrorInvalidValue;
	cudaError_t error = cudart_function(from->func, &f);
	*to = (CUDA_KERNEL_NODE_PARAMS){.func = f,
		.gridDimX = from->gridDim.x,
		.gridDimY = from->gridDim.y,
		.gridDimZ = from->gridDim.z,
		.blockDimX = from->blockDim.x,
		.blockDimY = from->blockDim.y,
		.blockDimZ = from->blockDim.z,
		.sharedMemBytes = from->sharedMemBytes,
		.kernelParams = from->kernelParams,
		.extra = from->extra};
	return error;
}

cudaError_t CUDARTAPI cudaGraphAddKernelNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies,
	const struct cudaKernelNodeParams *pNodeParams)
{
	CUDA_KERNEL_NODE_PARAMS p;
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess)
		error = cudart_kernel_of(pNodeParams, &p);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGraphAddKernelNode)(pGraphNode, graph, pDependencies,
			numDependencies, &p);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
	struct cudaKernelNodeParams *pNodeParams)
{
	CUDA_KERNEL_NODE_PARAMS p;
	cudaError_t error = cudart_enter();
	if (pNodeParams == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGraphKernelNodeGetParams)(node, &p);
	if (error == cudaSuccess)
		*pNodeParams = (struct cudaKernelNodeParams){
			.func = (void *)(uintptr_t)cudart_host_of(p.func),
			.gridDim = {p.gridDimX, p.gridDimY, p.gridDimZ},
			.blockDim = {p.blockDimX, p.blockDimY, p.blockDimZ},
			.sharedMemBytes = p.sharedMemBytes,
			.kernelParams = p.kernelParams};
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
	const struct cudaKernelNodeParams *pNodeParams)
{
	CUDA_KERNEL_NODE_PARAMS p;
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess)
		error = cudart_kernel_of(pNodeParams, &p);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGraphKernelNodeSetParams)(node, &p);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec,
	cudaGraphNode_t node, const struct cudaKernelNodeParams *pNodeParams)
{
	CUDA_KERNEL_NODE_PARAMS p;
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess)
		error = cudart_kernel_of(pNodeParams, &p);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGraphExecKernelNodeSetParams)(hGraphExec, node, &p);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode,
	cudaKernelNodeAttrID attr, const cudaKernelNodeAttrValue *value)
{
	CUDART_CALL(DRIVER(cuGraphKernelNodeSetAttribute)(hNode, (CUkernelNodeAttrID)attr,
		(const CUkernelNodeAttrValue *)(const void *)value));
}

/* ---- copies ---------------------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaGraphAddMemcpyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies,
	const struct cudaMemcpy3DParms *pCopyParams)
{
	CUDA_MEMCPY3D c;
	cudaError_t error = cudart_copy_of(pCopyParams, &c);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGraphAddMemcpyNode)(pGraphNode, graph, pDependencies,
			numDependencies, &c, NULL);
	return cudart_leave(error);
}

static struct cudaMemcpy3DParms row_of(void *dst, const void *src, size_t count,
	enum cudaMemcpyKind kind)
{
	return (struct cudaMemcpy3DParms){.srcPtr = {(void *)(uintptr_t)src, count, count, 1},
		.dstPtr = {dst, count, count, 1},
		.extent = {count, 1, 1},
		.kind = kind};
}

cudaError_t CUDARTAPI cudaGraphAddMemcpyNode1D(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies, void *dst, const void *src,
	size_t count, enum cudaMemcpyKind kind)
{
	const struct cudaMemcpy3DParms p = row_of(dst, src, count, kind);
	return cudaGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, &p);
}

cudaError_t CUDARTAPI cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
	struct cudaMemcpy3DParms *pNodeParams)
{
	CUDA_MEMCPY3D c;
	cudaError_t error = cudart_enter();
	if (pNodeParams == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGraphMemcpyNodeGetParams)(node, &c);
	return cudart_leave(error == cudaSuccess ? cudart_copy_from(&c, pNodeParams) : error);
}

cudaError_t CUDARTAPI cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
	const struct cudaMemcpy3DParms *pNodeParams)
{
	CUDA_MEMCPY3D c;
	cudaError_t error = cudart_copy_of(pNodeParams, &c);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGraphMemcpyNodeSetParams)(node, &c);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst,
	const void *src, size_t count, enum cudaMemcpyKind kind)
{
	const struct cudaMemcpy3DParms p = row_of(dst, src, count, kind);
	return cudaGraphMemcpyNodeSetParams(node, &p);
}

cudaError_t CUDARTAPI cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec,
	cudaGraphNode_t node, const struct cudaMemcpy3DParms *pNodeParams)
{
	CUDA_MEMCPY3D c;
	cudaError_t error = cudart_copy_of(pNodeParams, &c);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGraphExecMemcpyNodeSetParams)(hGraphExec, node, &c,
			NULL);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec,
	cudaGraphNode_t node, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
	const struct cudaMemcpy3DParms p = row_of(dst, src, count, kind);
	return cudaGraphExecMemcpyNodeSetParams(hGraphExec, node, &p);
}

/* ---- fills ----------------------------------------------------------------------------------- */

const CUDA_MEMSET_NODE_PARAMS *cudart_fill_of(const struct cudaMemsetParams *p,
	CUDA_MEMSET_NODE_PARAMS *out)
{
	if (p == NULL)
		return NULL;
	*out = (CUDA_MEMSET_NODE_PARAMS){.dst = (CUdeviceptr)(uintptr_t)p->dst,
		.pitch = p->pitch,
		.value = p->value,
		.elementSize = p->elementSize,
		.width = p->width,
		.height = p->height};
	return out;
}

cudaError_t CUDARTAPI cudaGraphAddMemsetNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies,
	const struct cudaMemsetParams *pMemsetParams)
{
	CUDA_MEMSET_NODE_PARAMS p;
	CUDART_CALL(DRIVER(cuGraphAddMemsetNode)(pGraphNode, graph, pDependencies, numDependencies,
		cudart_fill_of(pMemsetParams, &p), NULL));
}

cudaError_t CUDARTAPI cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
	const struct cudaMemsetParams *pNodeParams)
{
	CUDA_MEMSET_NODE_PARAMS p;
	CUDART_CALL(DRIVER(cuGraphMemsetNodeSetParams)(node, cudart_fill_of(pNodeParams, &p)));
}

cudaError_t CUDARTAPI cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec,
	cudaGraphNode_t node, const struct cudaMemsetParams *pNodeParams)
{
	CUDA_MEMSET_NODE_PARAMS p;
	CUDART_CALL(DRIVER(cuGraphExecMemsetNodeSetParams)(hGraphExec, node,
		cudart_fill_of(pNodeParams, &p), NULL));
}

/* ---- other nodes ----------------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaGraphAddHostNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies,
	const struct cudaHostNodeParams *pNodeParams)
{
	HSAEMU_STATIC_ASSERT(sizeof *pNodeParams == sizeof(CUDA_HOST_NODE_PARAMS), "same layout");
	CUDART_CALL(DRIVER(cuGraphAddHostNode)(pGraphNode, graph, pDependencies, numDependencies,
		(const CUDA_HOST_NODE_PARAMS *)(const void *)pNodeParams));
}

cudaError_t CUDARTAPI cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec,
	cudaGraphNode_t node, const struct cudaHostNodeParams *pNodeParams)
{
	CUDART_CALL(DRIVER(cuGraphExecHostNodeSetParams)(hGraphExec, node,
		(const CUDA_HOST_NODE_PARAMS *)(const void *)pNodeParams));
}

cudaError_t CUDARTAPI cudaGraphAddChildGraphNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies, cudaGraph_t childGraph)
{
	CUDART_CALL(DRIVER(cuGraphAddChildGraphNode)(pGraphNode, graph, pDependencies,
		numDependencies, childGraph));
}

cudaError_t CUDARTAPI cudaGraphAddEmptyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies)
{
	CUDART_CALL(DRIVER(cuGraphAddEmptyNode)(pGraphNode, graph, pDependencies, numDependencies));
}

cudaError_t CUDARTAPI cudaGraphAddEventRecordNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies, cudaEvent_t event)
{
	CUDART_CALL(DRIVER(cuGraphAddEventRecordNode)(pGraphNode, graph, pDependencies,
		numDependencies, event));
}

cudaError_t CUDARTAPI cudaGraphAddEventWaitNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies, cudaEvent_t event)
{
	CUDART_CALL(DRIVER(cuGraphAddEventWaitNode)(pGraphNode, graph, pDependencies,
		numDependencies, event));
}

cudaError_t CUDARTAPI cudaGraphAddMemAllocNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies,
	struct cudaMemAllocNodeParams *nodeParams)
{
	HSAEMU_STATIC_ASSERT(sizeof *nodeParams == sizeof(CUDA_MEM_ALLOC_NODE_PARAMS),
		"same layout");
	CUDART_CALL(DRIVER(cuGraphAddMemAllocNode)(pGraphNode, graph, pDependencies,
		numDependencies, (CUDA_MEM_ALLOC_NODE_PARAMS *)(void *)nodeParams));
}

cudaError_t CUDARTAPI cudaGraphAddMemFreeNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
	const cudaGraphNode_t *pDependencies, size_t numDependencies, void *dptr)
{
	CUDART_CALL(DRIVER(cuGraphAddMemFreeNode)(pGraphNode, graph, pDependencies, numDependencies,
		(CUdeviceptr)(uintptr_t)dptr));
}

cudaError_t CUDARTAPI cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *pGraph)
{
	CUDART_CALL(DRIVER(cuGraphChildGraphNodeGetGraph)(node, pGraph));
}

cudaError_t CUDARTAPI cudaGraphHostNodeGetParams(cudaGraphNode_t node,
	struct cudaHostNodeParams *pNodeParams)
{
	CUDART_CALL(DRIVER(cuGraphHostNodeGetParams)(node,
		(CUDA_HOST_NODE_PARAMS *)(void *)pNodeParams));
}

cudaError_t CUDARTAPI cudaGraphHostNodeSetParams(cudaGraphNode_t node,
	const struct cudaHostNodeParams *pNodeParams)
{
	CUDART_CALL(DRIVER(cuGraphHostNodeSetParams)(node,
		(const CUDA_HOST_NODE_PARAMS *)(const void *)pNodeParams));
}

cudaError_t CUDARTAPI cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event_out)
{
	CUDART_CALL(DRIVER(cuGraphEventRecordNodeGetEvent)(node, event_out));
}

cudaError_t CUDARTAPI cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
	CUDART_CALL(DRIVER(cuGraphEventRecordNodeSetEvent)(node, event));
}

cudaError_t CUDARTAPI cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event_out)
{
	CUDART_CALL(DRIVER(cuGraphEventWaitNodeGetEvent)(node, event_out));
}

cudaError_t CUDARTAPI cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
	CUDART_CALL(DRIVER(cuGraphEventWaitNodeSetEvent)(node, event));
}

cudaError_t CUDARTAPI cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec,
	cudaGraphNode_t hNode, cudaEvent_t event)
{
	CUDART_CALL(DRIVER(cuGraphExecEventRecordNodeSetEvent)(hGraphExec, hNode, event));
}

cudaError_t CUDARTAPI cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec,
	cudaGraphNode_t hNode, cudaEvent_t event)
{
	CUDART_CALL(DRIVER(cuGraphExecEventWaitNodeSetEvent)(hGraphExec, hNode, event));
}

cudaError_t CUDARTAPI cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
	struct cudaMemAllocNodeParams *params_out)
{
	CUDART_CALL(DRIVER(cuGraphMemAllocNodeGetParams)(node,
		(CUDA_MEM_ALLOC_NODE_PARAMS *)(void *)params_out));
}

cudaError_t CUDARTAPI cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *dptr_out)
{
	CUDART_CALL(DRIVER(cuGraphMemFreeNodeGetParams)(node, (CUdeviceptr *)dptr_out));
}

cudaError_t CUDARTAPI cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
	struct cudaMemsetParams *pNodeParams)
{
	CUDA_MEMSET_NODE_PARAMS p;
	cudaError_t error = cudart_enter();
	if (pNodeParams == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGraphMemsetNodeGetParams)(node, &p);
	if (error == cudaSuccess)
		*pNodeParams = (struct cudaMemsetParams){.dst = (void *)(uintptr_t)p.dst,
			.pitch = p.pitch,
			.value = p.value,
			.elementSize = p.elementSize,
			.width = p.width,
			.height = p.height};
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode,
	cudaLaunchAttributeID attr, cudaLaunchAttributeValue *value_out)
{
	CUDART_CALL(DRIVER(cuGraphKernelNodeGetAttribute)(hNode, (CUkernelNodeAttrID)attr,
		(CUkernelNodeAttrValue *)(void *)value_out));
}

cudaError_t CUDARTAPI cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc)
{
	CUDART_CALL(DRIVER(cuGraphKernelNodeCopyAttributes)(hDst, hSrc));
}

/* ---- memory of graphs ------------------------------------------------------------------------ */

cudaError_t CUDARTAPI cudaDeviceGetGraphMemAttribute(int device,
	enum cudaGraphMemAttributeType attr, void *value)
{
	CUDART_CALL(DRIVER(cuDeviceGetGraphMemAttribute)(device, (CUgraphMem_attribute)attr,
		value));
}

cudaError_t CUDARTAPI cudaDeviceSetGraphMemAttribute(int device,
	enum cudaGraphMemAttributeType attr, void *value)
{
	CUDART_CALL(DRIVER(cuDeviceSetGraphMemAttribute)(device, (CUgraphMem_attribute)attr,
		value));
}

cudaError_t CUDARTAPI cudaDeviceGraphMemTrim(int device)
{
	CUDART_CALL(DRIVER(cuDeviceGraphMemTrim)(device));
}
