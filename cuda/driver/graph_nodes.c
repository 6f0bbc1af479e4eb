/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nodes of each kind, and what they do (CUDA driver API, "Graph Management"). */
#include <string.h>
#include "graph_impl.h"
#include "hsaemu/base.h"
#include "memory_impl.h"
#include "module_impl.h"

/* Makes a node, in a graph that the client hands in. */
static CUresult add(CUgraphNode *out, CUgraph g, CUgraphNodeType type,
	const CUgraphNode *dependencies, size_t count)
{
	if (out == NULL || !handle_is_valid(g, CU_GRAPH))
		return CUDA_ERROR_INVALID_VALUE;
	return cu_node_new(g, type, &(struct cu_nodes){dependencies, NULL, count}, out);
}

/* Adds a node that does an operation which was checked. */
static CUresult add_op(CUgraphNode *out, CUgraph g, CUgraphNodeType type,
	const CUgraphNode *dependencies, size_t count, const struct cu_op *op)
{
	CUresult error = add(out, g, type, dependencies, count);
	if (error != CUDA_SUCCESS)
		return error;
	error = cu_node_set_op(*out, op);
	if (error != CUDA_SUCCESS)
		cu_node_free(*out);
	return error;
}

static bool is_node(CUgraphNode n, CUgraphNodeType type)
{
	return handle_is_valid(n, CU_GRAPH_NODE) && n->type == type;
}

/* ---- kernels --------------------------------------------------------------------------------- */

CUresult CUDAAPI cuGraphAddKernelNode(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, size_t numDependencies,
	const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
	_Alignas(64) uint8_t kernarg[CU_KERNARG_BYTES];
	struct cu_op op;
	if (nodeParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_launch_prepare(nodeParams, kernarg, &op);
	if (error != CUDA_SUCCESS)
		return error;
	return add_op(phGraphNode, hGraph, CU_GRAPH_NODE_TYPE_KERNEL, dependencies, numDependencies,
		&op);
}

CUresult CUDAAPI cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
	if (!is_node(hNode, CU_GRAPH_NODE_TYPE_KERNEL) || nodeParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	const struct cu_launch *l = &hNode->op.launch;
	*nodeParams = (CUDA_KERNEL_NODE_PARAMS){.func = l->function,
		.gridDimX = l->grid[0],
		.gridDimY = l->grid[1],
		.gridDimZ = l->grid[2],
		.blockDimX = l->block[0],
		.blockDimY = l->block[1],
		.blockDimZ = l->block[2],
		.sharedMemBytes = l->shared_bytes,
		.kernelParams = hNode->parameters};
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphKernelNodeSetParams(CUgraphNode hNode,
	const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
	_Alignas(64) uint8_t kernarg[CU_KERNARG_BYTES];
	struct cu_op op;
	if (!is_node(hNode, CU_GRAPH_NODE_TYPE_KERNEL) || nodeParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_launch_prepare(nodeParams, kernarg, &op);
	return error == CUDA_SUCCESS ? cu_node_set_op(hNode, &op) : error;
}

/* Attributes of launches have no effect on what they do here. */
CUresult CUDAAPI cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr,
	const CUkernelNodeAttrValue *value)
{
	(void)attr;
	return is_node(hNode, CU_GRAPH_NODE_TYPE_KERNEL) && value != NULL
	               ? CUDA_SUCCESS
	               : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr,
	CUkernelNodeAttrValue *value_out)
{
	(void)attr;
	if (!is_node(hNode, CU_GRAPH_NODE_TYPE_KERNEL) || value_out == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	memset(value_out, 0, sizeof *value_out);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src)
{
	return is_node(dst, CU_GRAPH_NODE_TYPE_KERNEL) && is_node(src, CU_GRAPH_NODE_TYPE_KERNEL)
	               ? CUDA_SUCCESS
	               : CUDA_ERROR_INVALID_VALUE;
}

/* ---- copies ---------------------------------------------------------------------------------- */

CUresult CUDAAPI cuGraphAddMemcpyNode(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, size_t numDependencies, const CUDA_MEMCPY3D *copyParams,
	CUcontext ctx)
{
	struct cu_op op;
	(void)ctx;
	if (copyParams == NULL || !handle_is_valid(hGraph, CU_GRAPH))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_copy_prepare(copyParams, hGraph->context->rt, &op);
	if (error == CUDA_SUCCESS)
		error = add_op(phGraphNode, hGraph, CU_GRAPH_NODE_TYPE_MEMCPY, dependencies,
			numDependencies, &op);
	if (error == CUDA_SUCCESS)
		(*phGraphNode)->copy = *copyParams;
	return error;
}

CUresult CUDAAPI cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D *nodeParams)
{
	if (!is_node(hNode, CU_GRAPH_NODE_TYPE_MEMCPY) || nodeParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*nodeParams = hNode->copy;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D *nodeParams)
{
	struct cu_op op;
	if (!is_node(hNode, CU_GRAPH_NODE_TYPE_MEMCPY) || nodeParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_copy_prepare(nodeParams, hNode->graph->context->rt, &op);
	if (error == CUDA_SUCCESS)
		error = cu_node_set_op(hNode, &op);
	if (error == CUDA_SUCCESS)
		hNode->copy = *nodeParams;
	return error;
}

/* ---- fills ----------------------------------------------------------------------------------- */

CUresult CUDAAPI cuGraphAddMemsetNode(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, size_t numDependencies,
	const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)
{
	struct cu_op op;
	(void)ctx;
	if (memsetParams == NULL || !handle_is_valid(hGraph, CU_GRAPH))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_fill_prepare(memsetParams, hGraph->context->rt, &op);
	if (error == CUDA_SUCCESS)
		error = add_op(phGraphNode, hGraph, CU_GRAPH_NODE_TYPE_MEMSET, dependencies,
			numDependencies, &op);
	if (error == CUDA_SUCCESS)
		(*phGraphNode)->fill = *memsetParams;
	return error;
}

CUresult CUDAAPI cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS *nodeParams)
{
	if (!is_node(hNode, CU_GRAPH_NODE_TYPE_MEMSET) || nodeParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*nodeParams = hNode->fill;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphMemsetNodeSetParams(CUgraphNode hNode,
	const CUDA_MEMSET_NODE_PARAMS *nodeParams)
{
	struct cu_op op;
	if (!is_node(hNode, CU_GRAPH_NODE_TYPE_MEMSET) || nodeParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_fill_prepare(nodeParams, hNode->graph->context->rt, &op);
	if (error == CUDA_SUCCESS)
		error = cu_node_set_op(hNode, &op);
	if (error == CUDA_SUCCESS)
		hNode->fill = *nodeParams;
	return error;
}

/* ---- the host's functions -------------------------------------------------------------------- */

static struct cu_op host_op(const CUDA_HOST_NODE_PARAMS *p)
{
	return (struct cu_op){.kind = CU_OP_HOST,
		.joins = true,
		.host = {.function = p->fn, .data = p->userData}};
}

CUresult CUDAAPI cuGraphAddHostNode(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, size_t numDependencies,
	const CUDA_HOST_NODE_PARAMS *nodeParams)
{
	if (nodeParams == NULL || nodeParams->fn == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	const struct cu_op op = host_op(nodeParams);
	return add_op(phGraphNode, hGraph, CU_GRAPH_NODE_TYPE_HOST, dependencies, numDependencies,
		&op);
}

CUresult CUDAAPI cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS *nodeParams)
{
	if (!is_node(hNode, CU_GRAPH_NODE_TYPE_HOST) || nodeParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*nodeParams = (CUDA_HOST_NODE_PARAMS){
		.fn = hNode->op.host.function, .userData = hNode->op.host.data};
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphHostNodeSetParams(CUgraphNode hNode,
	const CUDA_HOST_NODE_PARAMS *nodeParams)
{
	if (!is_node(hNode, CU_GRAPH_NODE_TYPE_HOST) || nodeParams == NULL ||
		nodeParams->fn == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	const struct cu_op op = host_op(nodeParams);
	return cu_node_set_op(hNode, &op);
}

/* ---- others ---------------------------------------------------------------------------------- */

CUresult CUDAAPI cuGraphAddEmptyNode(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, size_t numDependencies)
{
	return add(phGraphNode, hGraph, CU_GRAPH_NODE_TYPE_EMPTY, dependencies, numDependencies);
}

CUresult CUDAAPI cuGraphAddChildGraphNode(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, size_t numDependencies, CUgraph childGraph)
{
	struct CUgraph_st *copy;
	if (!handle_is_valid(childGraph, CU_GRAPH))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_graph_copy(childGraph, &copy);
	if (error != CUDA_SUCCESS)
		return error;
	error = add(phGraphNode, hGraph, CU_GRAPH_NODE_TYPE_GRAPH, dependencies, numDependencies);
	if (error == CUDA_SUCCESS)
		cu_node_adopt(*phGraphNode, copy);
	else
		cu_graph_free(copy);
	return error;
}

CUresult CUDAAPI cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph *phGraph)
{
	if (!is_node(hNode, CU_GRAPH_NODE_TYPE_GRAPH) || phGraph == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*phGraph = hNode->child;
	return CUDA_SUCCESS;
}

static CUresult add_event(CUgraphNode *out, CUgraph g, CUgraphNodeType type,
	const CUgraphNode *dependencies, size_t count, CUevent event)
{
	if (!handle_is_valid(event, CU_EVENT))
		return CUDA_ERROR_INVALID_HANDLE;
	CUresult error = add(out, g, type, dependencies, count);
	if (error == CUDA_SUCCESS)
		(*out)->event = event;
	return error;
}

CUresult CUDAAPI cuGraphAddEventRecordNode(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, size_t numDependencies, CUevent event)
{
	return add_event(phGraphNode, hGraph, CU_GRAPH_NODE_TYPE_EVENT_RECORD, dependencies,
		numDependencies, event);
}

CUresult CUDAAPI cuGraphAddEventWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, size_t numDependencies, CUevent event)
{
	return add_event(phGraphNode, hGraph, CU_GRAPH_NODE_TYPE_WAIT_EVENT, dependencies,
		numDependencies, event);
}

static CUresult get_event(CUgraphNode n, CUgraphNodeType type, CUevent *out)
{
	if (!is_node(n, type) || out == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*out = n->event;
	return CUDA_SUCCESS;
}

static CUresult set_event(CUgraphNode n, CUgraphNodeType type, CUevent event)
{
	if (!is_node(n, type) || !handle_is_valid(event, CU_EVENT))
		return CUDA_ERROR_INVALID_VALUE;
	n->event = event;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent *event_out)
{
	return get_event(hNode, CU_GRAPH_NODE_TYPE_EVENT_RECORD, event_out);
}

CUresult CUDAAPI cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event)
{
	return set_event(hNode, CU_GRAPH_NODE_TYPE_EVENT_RECORD, event);
}

CUresult CUDAAPI cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent *event_out)
{
	return get_event(hNode, CU_GRAPH_NODE_TYPE_WAIT_EVENT, event_out);
}

CUresult CUDAAPI cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event)
{
	return set_event(hNode, CU_GRAPH_NODE_TYPE_WAIT_EVENT, event);
}
