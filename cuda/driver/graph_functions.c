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
	bool is_there = handle_is_valid(hGraph, CU_GRAPH) || handle_is_valid(hGraph, CU_GRAPH_LEFT);
	if (!is_there || hGraph->owner != NULL)
		return CUDA_ERROR_INVALID_VALUE;
	cu_graph_free(hGraph);
	return CUDA_SUCCESS;
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

static const char *name_of(const struct CUgraphNode_st *n)
{
	static const char *const names[] = {"kernel", "memcpy", "memset", "host", "graph", "empty",
		"wait event", "event record", "signal", "wait", "allocation", "free",
		"memory operations"};
	static const char *const conditional[] = {"if", "while", "switch"};
	if (n->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
		return conditional[n->condition_type];
	return (size_t)n->type < ARRAY_LEN(names) ? names[n->type] : "?";
}

static void draw(FILE *f, const struct CUgraph_st *g, int depth);

/* A node's graph is a cluster, to which an edge of another kind leads. */
static void draw_inside(FILE *f, const struct CUgraphNode_st *n, const struct CUgraph_st *g,
	int depth)
{
	fprintf(f, "%*ssubgraph cluster_%p {\n", depth, "", (const void *)g);
	draw(f, g, depth + 1);
	fprintf(f, "%*s}\n", depth, "");
	if (g->first != NULL)
		fprintf(f, "%*snode_%p -> node_%p [style=dashed];\n", depth, "", (const void *)n,
			(void *)g->first);
}

static void draw(FILE *f, const struct CUgraph_st *g, int depth)
{
	for (const struct CUgraphNode_st *n = g->first; n != NULL; n = n->next) {
		fprintf(f, "%*snode_%p [label=\"%s\"];\n", depth, "", (const void *)n, name_of(n));
		if (n->child != NULL)
			draw_inside(f, n, n->child, depth);
		for (size_t i = 0; i < n->body_count; i++)
			draw_inside(f, n, n->bodies[i], depth);
	}
	for (const struct CUgraphNode_st *n = g->first; n != NULL; n = n->next)
		for (size_t i = 0; i < n->dependency_count; i++)
			fprintf(f, "%*snode_%p -> node_%p;\n", depth, "",
				(void *)n->dependencies[i].node, (const void *)n);
}

CUresult CUDAAPI cuGraphDebugDotPrint(CUgraph hGraph, const char *path, unsigned flags)
{
	(void)flags;
	if (find(hGraph) != CUDA_SUCCESS || path == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	FILE *f = fopen(path, "w");
	if (f == NULL)
		return CUDA_ERROR_OPERATING_SYSTEM;
	fprintf(f, "digraph graph_%p {\n", (void *)hGraph);
	draw(f, hGraph, 1);
	fputs("}\n", f);
	bool written = ferror(f) == 0;
	return fclose(f) == 0 && written ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}
