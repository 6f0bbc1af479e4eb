/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes graphs, and asks for what is in them (CUDA driver API, "Graph Management"). */
#include <stdio.h>
#include <string.h>
#include "graph_impl.h"
#include "hsaemu/base.h"

static CUresult find(CUgraph g)
{
	return handle_is_valid(g, CU_GRAPH) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuGraphCreate(CUgraph *phGraph, unsigned flags)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (phGraph == NULL || flags != 0)
		return CUDA_ERROR_INVALID_VALUE;
	return error == CUDA_SUCCESS ? cu_graph_new(c, phGraph) : error;
}

CUresult CUDAAPI cuGraphDestroy(CUgraph hGraph)
{
	CUresult error = find(hGraph);
	if (error == CUDA_SUCCESS && hGraph->owner != NULL)
		error = CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		cu_graph_free(hGraph);
	return error;
}

CUresult CUDAAPI cuGraphClone(CUgraph *phGraphClone, CUgraph originalGraph)
{
	CUresult error = find(originalGraph);
	if (phGraphClone == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	return error == CUDA_SUCCESS ? cu_graph_copy(originalGraph, phGraphClone) : error;
}

CUresult CUDAAPI cuGraphNodeFindInClone(CUgraphNode *phNode, CUgraphNode hOriginalNode,
	CUgraph hClonedGraph)
{
	if (phNode == NULL || find(hClonedGraph) != CUDA_SUCCESS)
		return CUDA_ERROR_INVALID_VALUE;
	struct CUgraphNode_st *n = hClonedGraph->first;
	while (n != NULL && n->original != hOriginalNode)
		n = n->next;
	*phNode = n;
	return n != NULL ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType *type)
{
	if (!handle_is_valid(hNode, CU_GRAPH_NODE) || type == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*type = hNode->type;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphDestroyNode(CUgraphNode hNode)
{
	if (!handle_is_valid(hNode, CU_GRAPH_NODE))
		return CUDA_ERROR_INVALID_VALUE;
	for (struct CUgraphNode_st *n = hNode->graph->first; n != NULL; n = n->next)
		cu_node_undepend(n, hNode);
	cu_node_free(hNode);
	return CUDA_SUCCESS;
}

/* ---- pictures -------------------------------------------------------------------------------- */

CUresult CUDAAPI cuGraphDebugDotPrint(CUgraph hGraph, const char *path, unsigned flags)
{
	static const char *const names[] = {"kernel", "memcpy", "memset", "host", "graph", "empty",
		"wait event", "event record", "signal", "wait", "allocation", "free"};
	(void)flags;
	if (find(hGraph) != CUDA_SUCCESS || path == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	FILE *f = fopen(path, "w");
	if (f == NULL)
		return CUDA_ERROR_OPERATING_SYSTEM;
	fprintf(f, "digraph graph_%p {\n", (void *)hGraph);
	for (struct CUgraphNode_st *n = hGraph->first; n != NULL; n = n->next)
		fprintf(f, "\tnode_%p [label=\"%s\"];\n", (void *)n,
			(size_t)n->type < ARRAY_LEN(names) ? names[n->type] : "?");
	for (struct CUgraphNode_st *n = hGraph->first; n != NULL; n = n->next)
		for (size_t i = 0; i < n->dependency_count; i++)
			fprintf(f, "\tnode_%p -> node_%p;\n", (void *)n->dependencies[i].node,
				(void *)n);
	fputs("}\n", f);
	return fclose(f) == 0 ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}
