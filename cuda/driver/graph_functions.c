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
	if (error == CUDA_SUCCESS && hGraph->is_child)
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

/* ---- lists ----------------------------------------------------------------------------------- */

/* A list that the client has room for, or only asks for the length of (NULL). What it has more room
 * for than there are gets NULL. */
struct list {
	CUgraphNode *nodes, *others;
	size_t room, count;
};

static void give(struct list *l, CUgraphNode n, CUgraphNode other)
{
	if (l->nodes != NULL && l->count < l->room)
		l->nodes[l->count] = n;
	if (l->others != NULL && l->count < l->room)
		l->others[l->count] = other;
	l->count++;
}

static CUresult end_list(struct list *l, size_t *count)
{
	bool whole = l->nodes == NULL || l->count <= l->room;
	for (size_t i = l->count; l->nodes != NULL && i < l->room; i++)
		l->nodes[i] = NULL;
	if (l->nodes == NULL || l->count < l->room)
		*count = l->count;
	return whole ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static struct list list_of(CUgraphNode *nodes, CUgraphNode *others, const size_t *room)
{
	return (struct list){nodes, others, nodes != NULL ? *room : 0, 0};
}

CUresult CUDAAPI cuGraphGetNodes(CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes)
{
	if (find(hGraph) != CUDA_SUCCESS || numNodes == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	struct list l = list_of(nodes, NULL, numNodes);
	for (struct CUgraphNode_st *n = hGraph->first; n != NULL; n = n->next)
		give(&l, n, NULL);
	return end_list(&l, numNodes);
}

CUresult CUDAAPI cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode *rootNodes, size_t *numRootNodes)
{
	if (find(hGraph) != CUDA_SUCCESS || numRootNodes == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	struct list l = list_of(rootNodes, NULL, numRootNodes);
	for (struct CUgraphNode_st *n = hGraph->first; n != NULL; n = n->next)
		if (n->dependency_count == 0)
			give(&l, n, NULL);
	return end_list(&l, numRootNodes);
}

CUresult CUDAAPI cuGraphGetEdges(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to,
	size_t *numEdges)
{
	if (find(hGraph) != CUDA_SUCCESS || numEdges == NULL || (from == NULL) != (to == NULL))
		return CUDA_ERROR_INVALID_VALUE;
	struct list l = list_of(from, to, numEdges);
	for (struct CUgraphNode_st *n = hGraph->first; n != NULL; n = n->next)
		for (size_t i = 0; i < n->dependency_count; i++)
			give(&l, n->dependencies[i], n);
	return end_list(&l, numEdges);
}

static bool is_node(CUgraphNode n)
{
	return handle_is_valid(n, CU_GRAPH_NODE);
}

CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode *dependencies,
	size_t *numDependencies)
{
	if (!is_node(hNode) || numDependencies == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	struct list l = list_of(dependencies, NULL, numDependencies);
	for (size_t i = 0; i < hNode->dependency_count; i++)
		give(&l, hNode->dependencies[i], NULL);
	return end_list(&l, numDependencies);
}

CUresult CUDAAPI cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode *dependentNodes,
	size_t *numDependentNodes)
{
	if (!is_node(hNode) || numDependentNodes == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	struct list l = list_of(dependentNodes, NULL, numDependentNodes);
	for (struct CUgraphNode_st *n = hNode->graph->first; n != NULL; n = n->next)
		for (size_t i = 0; i < n->dependency_count; i++)
			if (n->dependencies[i] == hNode)
				give(&l, n, NULL);
	return end_list(&l, numDependentNodes);
}

CUresult CUDAAPI cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType *type)
{
	if (!is_node(hNode) || type == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*type = hNode->type;
	return CUDA_SUCCESS;
}

/* ---- dependencies ---------------------------------------------------------------------------- */

static bool are_edges(CUgraph g, const CUgraphNode *from, const CUgraphNode *to, size_t count)
{
	if (find(g) != CUDA_SUCCESS || (count != 0 && (from == NULL || to == NULL)))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!is_node(from[i]) || !is_node(to[i]) || from[i]->graph != g ||
			to[i]->graph != g || from[i] == to[i])
			return false;
	return true;
}

static size_t place_in(CUgraphNode n, CUgraphNode on)
{
	size_t i = 0;
	while (i < n->dependency_count && n->dependencies[i] != on)
		i++;
	return i;
}

CUresult CUDAAPI cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode *from,
	const CUgraphNode *to, size_t numDependencies)
{
	CUresult error = CUDA_SUCCESS;
	if (!are_edges(hGraph, from, to, numDependencies))
		return CUDA_ERROR_INVALID_VALUE;
	for (size_t i = 0; i < numDependencies; i++)
		if (place_in(to[i], from[i]) < to[i]->dependency_count)
			return CUDA_ERROR_INVALID_VALUE;
	for (size_t i = 0; i < numDependencies && error == CUDA_SUCCESS; i++)
		error = cu_node_depend(to[i], from[i]);
	return error;
}

static void undepend(CUgraphNode n, CUgraphNode on)
{
	size_t at = place_in(n, on);
	if (at < n->dependency_count)
		n->dependencies[at] = n->dependencies[--n->dependency_count];
}

CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode *from,
	const CUgraphNode *to, size_t numDependencies)
{
	if (!are_edges(hGraph, from, to, numDependencies))
		return CUDA_ERROR_INVALID_VALUE;
	for (size_t i = 0; i < numDependencies; i++)
		if (place_in(to[i], from[i]) == to[i]->dependency_count)
			return CUDA_ERROR_INVALID_VALUE;
	for (size_t i = 0; i < numDependencies; i++)
		undepend(to[i], from[i]);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphDestroyNode(CUgraphNode hNode)
{
	if (!is_node(hNode))
		return CUDA_ERROR_INVALID_VALUE;
	for (struct CUgraphNode_st *n = hNode->graph->first; n != NULL; n = n->next)
		undepend(n, hNode);
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
			fprintf(f, "\tnode_%p -> node_%p;\n", (void *)n->dependencies[i],
				(void *)n);
	fputs("}\n", f);
	return fclose(f) == 0 ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}
