/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nodes of any kind by one structure (CUDA driver API, "cuGraphAddNode"), which are the same nodes as
 * by the functions of each kind. */
#include <string.h>
#include "graph_impl.h"
#include "hsaemu/base.h"

HSAEMU_STATIC_ASSERT(sizeof(CUDA_KERNEL_NODE_PARAMS_v3) == sizeof(CUDA_KERNEL_NODE_PARAMS),
	"same layout");
HSAEMU_STATIC_ASSERT(sizeof(CUDA_HOST_NODE_PARAMS_v2) == sizeof(CUDA_HOST_NODE_PARAMS),
	"same layout");
HSAEMU_STATIC_ASSERT(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS_v2) == sizeof(CUDA_MEM_ALLOC_NODE_PARAMS),
	"same layout");
HSAEMU_STATIC_ASSERT(offsetof(CUDA_MEMSET_NODE_PARAMS_v2, ctx) == sizeof(CUDA_MEMSET_NODE_PARAMS),
	"same layout but for the last member");

static bool is_context(CUcontext c)
{
	return c == NULL || handle_is_valid(c, CU_CONTEXT);
}

/* Checks what all kinds have: members that must be 0, and contexts. */
static CUresult check(const CUgraphNodeParams *p)
{
	if (p == NULL || p->reserved2 != 0)
		return CUDA_ERROR_INVALID_VALUE;
	for (size_t i = 0; i < ARRAY_LEN(p->reserved0); i++)
		if (p->reserved0[i] != 0)
			return CUDA_ERROR_INVALID_VALUE;
	bool right = true;
	if (p->type == CU_GRAPH_NODE_TYPE_KERNEL)
		right = is_context(p->kernel.ctx);
	else if (p->type == CU_GRAPH_NODE_TYPE_MEMSET)
		right = is_context(p->memset.ctx);
	else if (p->type == CU_GRAPH_NODE_TYPE_MEMCPY && p->memcpy.flags != 0)
		return CUDA_ERROR_INVALID_VALUE;
	else if (p->type == CU_GRAPH_NODE_TYPE_MEMCPY)
		right = is_context(p->memcpy.copyCtx);
	return right ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

static const CUDA_KERNEL_NODE_PARAMS *kernel_of(const CUgraphNodeParams *p)
{
	return (const CUDA_KERNEL_NODE_PARAMS *)(const void *)&p->kernel;
}

static const CUDA_MEMSET_NODE_PARAMS *fill_of(const CUgraphNodeParams *p)
{
	return (const CUDA_MEMSET_NODE_PARAMS *)(const void *)&p->memset;
}

static const CUDA_HOST_NODE_PARAMS *host_of(const CUgraphNodeParams *p)
{
	return (const CUDA_HOST_NODE_PARAMS *)(const void *)&p->host;
}

static CUresult refuse(CUgraphNodeType type)
{
	switch ((int)type) {
	case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
	case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
		return cu_refuse("a graph's node of external semaphores");
	case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
		return cu_refuse("a graph's node of memory operations");
	default:
		return CUDA_ERROR_INVALID_VALUE;
	}
}

/* ---- new nodes ------------------------------------------------------------------------------- */

/* Returns whether the graph is `child`, or is in it. */
static bool is_within(const struct CUgraph_st *g, const struct CUgraph_st *child)
{
	while (g != child && g->owner != NULL)
		g = g->owner->graph;
	return g == child;
}

/* Makes the graph itself a child, and no copy. */
static CUresult move(CUgraphNode *out, CUgraph g, CUgraph child)
{
	if (!handle_is_valid(child, CU_GRAPH) || child->owner != NULL || is_within(g, child))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_node_new(g, CU_GRAPH_NODE_TYPE_GRAPH, &(struct cu_nodes){0}, out);
	if (error == CUDA_SUCCESS)
		cu_node_adopt(*out, child);
	return error;
}

static CUresult add_child(CUgraphNode *out, CUgraph g, const CUDA_CHILD_GRAPH_NODE_PARAMS *p)
{
	switch (p->ownership) {
	case CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE:
		return cuGraphAddChildGraphNode(out, g, NULL, 0, p->graph);
	case CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE:
		return move(out, g, p->graph);
	}
	return CUDA_ERROR_INVALID_VALUE;
}

/* Makes a node that is behind nothing. */
static CUresult add_alone(CUgraphNode *out, CUgraph g, CUgraphNodeParams *p)
{
	switch ((int)p->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL:
		return cuGraphAddKernelNode(out, g, NULL, 0, kernel_of(p));
	case CU_GRAPH_NODE_TYPE_MEMCPY:
		return cuGraphAddMemcpyNode(out, g, NULL, 0, &p->memcpy.copyParams,
			p->memcpy.copyCtx);
	case CU_GRAPH_NODE_TYPE_MEMSET:
		return cuGraphAddMemsetNode(out, g, NULL, 0, fill_of(p), p->memset.ctx);
	case CU_GRAPH_NODE_TYPE_HOST:
		return cuGraphAddHostNode(out, g, NULL, 0, host_of(p));
	case CU_GRAPH_NODE_TYPE_GRAPH:
		return add_child(out, g, &p->graph);
	case CU_GRAPH_NODE_TYPE_EMPTY:
		return cuGraphAddEmptyNode(out, g, NULL, 0);
	case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
		return cuGraphAddEventWaitNode(out, g, NULL, 0, p->eventWait.event);
	case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
		return cuGraphAddEventRecordNode(out, g, NULL, 0, p->eventRecord.event);
	case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
		return cuGraphAddMemAllocNode(out, g, NULL, 0,
			(CUDA_MEM_ALLOC_NODE_PARAMS *)(void *)&p->alloc);
	case CU_GRAPH_NODE_TYPE_MEM_FREE:
		return cuGraphAddMemFreeNode(out, g, NULL, 0, p->free.dptr);
	case CU_GRAPH_NODE_TYPE_CONDITIONAL:
		return cu_conditional_new(g, &p->conditional, out);
	default:
		return refuse(p->type);
	}
}

/* Edges are checked before there is a node, which may have taken a graph from the client. */
static bool can_be_behind(CUgraph g, CUgraphNodeType type, const struct cu_nodes *behind)
{
	if (!cu_nodes_are_of(g, behind))
		return false;
	for (size_t i = 0; i < behind->count; i++) {
		const struct cu_dependency d = cu_nodes_get(behind, i);
		if (!cu_edge_is_right(&d, type))
			return false;
	}
	return true;
}

CUresult CUDAAPI cuGraphAddNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData,
	size_t numDependencies, CUgraphNodeParams *nodeParams)
{
	const struct cu_nodes behind = {dependencies, dependencyData, numDependencies};
	CUresult error = check(nodeParams);
	if (error != CUDA_SUCCESS)
		return error;
	if (phGraphNode == NULL || !handle_is_valid(hGraph, CU_GRAPH) ||
		!can_be_behind(hGraph, nodeParams->type, &behind))
		return CUDA_ERROR_INVALID_VALUE;
	error = add_alone(phGraphNode, hGraph, nodeParams);
	for (size_t i = 0; i < numDependencies && error == CUDA_SUCCESS; i++) {
		const struct cu_dependency d = cu_nodes_get(&behind, i);
		error = cu_node_depend(*phGraphNode, &d);
		if (error != CUDA_SUCCESS)
			cu_node_free(*phGraphNode);
	}
	return error;
}

CUresult CUDAAPI cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, size_t numDependencies, CUgraphNodeParams *nodeParams)
{
	return cuGraphAddNode_v2(phGraphNode, hGraph, dependencies, NULL, numDependencies,
		nodeParams);
}

/* ---- changes --------------------------------------------------------------------------------- */

static CUresult set_child(CUgraphNode n, const CUDA_CHILD_GRAPH_NODE_PARAMS *p)
{
	struct CUgraph_st *copy;
	if (!handle_is_valid(p->graph, CU_GRAPH) ||
		p->ownership != CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_graph_copy(p->graph, &copy);
	if (error == CUDA_SUCCESS)
		cu_node_adopt(n, copy);
	return error;
}

CUresult CUDAAPI cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams)
{
	CUresult error = check(nodeParams);
	if (error != CUDA_SUCCESS)
		return error;
	if (!handle_is_valid(hNode, CU_GRAPH_NODE) || hNode->type != nodeParams->type)
		return CUDA_ERROR_INVALID_VALUE;
	switch ((int)nodeParams->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL:
		return cuGraphKernelNodeSetParams(hNode, kernel_of(nodeParams));
	case CU_GRAPH_NODE_TYPE_MEMCPY:
		return cuGraphMemcpyNodeSetParams(hNode, &nodeParams->memcpy.copyParams);
	case CU_GRAPH_NODE_TYPE_MEMSET:
		return cuGraphMemsetNodeSetParams(hNode, fill_of(nodeParams));
	case CU_GRAPH_NODE_TYPE_HOST:
		return cuGraphHostNodeSetParams(hNode, host_of(nodeParams));
	case CU_GRAPH_NODE_TYPE_GRAPH:
		return set_child(hNode, &nodeParams->graph);
	case CU_GRAPH_NODE_TYPE_EMPTY: /* has none */
		return CUDA_SUCCESS;
	case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
		return cuGraphEventWaitNodeSetEvent(hNode, nodeParams->eventWait.event);
	case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
		return cuGraphEventRecordNodeSetEvent(hNode, nodeParams->eventRecord.event);
	default: /* as CUDA has it */
		return CUDA_ERROR_NOT_SUPPORTED;
	}
}

CUresult CUDAAPI cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
	CUgraphNodeParams *nodeParams)
{
	CUresult error = check(nodeParams);
	if (error != CUDA_SUCCESS)
		return error;
	switch ((int)nodeParams->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL:
		return cuGraphExecKernelNodeSetParams(hGraphExec, hNode, kernel_of(nodeParams));
	case CU_GRAPH_NODE_TYPE_MEMCPY:
		return cuGraphExecMemcpyNodeSetParams(hGraphExec, hNode,
			&nodeParams->memcpy.copyParams, nodeParams->memcpy.copyCtx);
	case CU_GRAPH_NODE_TYPE_MEMSET:
		return cuGraphExecMemsetNodeSetParams(hGraphExec, hNode, fill_of(nodeParams),
			nodeParams->memset.ctx);
	case CU_GRAPH_NODE_TYPE_HOST:
		return cuGraphExecHostNodeSetParams(hGraphExec, hNode, host_of(nodeParams));
	case CU_GRAPH_NODE_TYPE_GRAPH:
		return cuGraphExecChildGraphNodeSetParams(hGraphExec, hNode,
			nodeParams->graph.graph);
	case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
		return cuGraphExecEventWaitNodeSetEvent(hGraphExec, hNode,
			nodeParams->eventWait.event);
	case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
		return cuGraphExecEventRecordNodeSetEvent(hGraphExec, hNode,
			nodeParams->eventRecord.event);
	default: /* likewise; and nothing is known of nodes that do nothing */
		return CUDA_ERROR_NOT_SUPPORTED;
	}
}
