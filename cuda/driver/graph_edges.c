/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is in graphs, as lists, and the edges between nodes with their data (CUDA driver API, "Graph
 * Management"). Who only wants nodes is told where data would be lost. */
#include <stdlib.h>
#include <string.h>
#include "graph_impl.h"
#include "hsaemu/base.h"

/* ---- data of edges --------------------------------------------------------------------------- */

bool cu_edge_is_plain(const CUgraphEdgeData *d)
{
	static const CUgraphEdgeData plain;
	return memcmp(d, &plain, sizeof plain) == 0;
}

/* Only kernels have other ports than 0; and an edge to what begins early is between two of them. */
bool cu_edge_is_right(const struct cu_dependency *from, CUgraphNodeType to)
{
	const CUgraphEdgeData *d = &from->data;
	bool is_kernel = from->node->type == CU_GRAPH_NODE_TYPE_KERNEL;
	for (size_t i = 0; i < ARRAY_LEN(d->reserved); i++)
		if (d->reserved[i] != 0)
			return false;
	if (d->to_port != 0 || d->from_port > CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER ||
		(d->from_port != 0 && !is_kernel))
		return false;
	switch (d->type) {
	case CU_GRAPH_DEPENDENCY_TYPE_DEFAULT:
		return d->from_port != CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
	case CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC:
		return d->from_port != 0 && to == CU_GRAPH_NODE_TYPE_KERNEL;
	default:
		return false;
	}
}

struct cu_dependency cu_nodes_get(const struct cu_nodes *n, size_t i)
{
	struct cu_dependency d = {.node = n->nodes[i]};
	if (n->data != NULL)
		d.data = n->data[i];
	return d;
}

bool cu_nodes_are_of(const struct CUgraph_st *g, const struct cu_nodes *n)
{
	if (n->count != 0 && n->nodes == NULL)
		return false;
	for (size_t i = 0; i < n->count; i++)
		if (!handle_is_valid(n->nodes[i], CU_GRAPH_NODE) || n->nodes[i]->graph != g)
			return false;
	return true;
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* A list that the client has room for, or only asks for the length of (NULL). What it has more room
 * for than there are gets NULL. */
struct list {
	CUgraphNode *nodes, *others;
	CUgraphEdgeData *data;
	size_t room, count;
	bool is_lossy;
};

static void give(struct list *l, CUgraphNode n, CUgraphNode other, const CUgraphEdgeData *data)
{
	if (l->nodes != NULL && l->count < l->room)
		l->nodes[l->count] = n;
	if (l->others != NULL && l->count < l->room)
		l->others[l->count] = other;
	if (l->data != NULL && l->count < l->room)
		l->data[l->count] = *data;
	if (l->nodes != NULL && l->data == NULL && data != NULL && !cu_edge_is_plain(data))
		l->is_lossy = true;
	l->count++;
}

static CUresult end_list(struct list *l, size_t *count)
{
	bool whole = l->nodes == NULL || l->count <= l->room;
	if (l->is_lossy)
		return CUDA_ERROR_LOSSY_QUERY;
	for (size_t i = l->count; l->nodes != NULL && i < l->room; i++)
		l->nodes[i] = NULL;
	if (l->nodes == NULL || l->count < l->room)
		*count = l->count;
	return whole ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static struct list list_of(CUgraphNode *nodes, CUgraphNode *others, CUgraphEdgeData *data,
	const size_t *room)
{
	return (struct list){nodes, others, data, nodes != NULL ? *room : 0, 0, false};
}

CUresult CUDAAPI cuGraphGetNodes(CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes)
{
	if (!handle_is_valid(hGraph, CU_GRAPH) || numNodes == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	struct list l = list_of(nodes, NULL, NULL, numNodes);
	for (struct CUgraphNode_st *n = hGraph->first; n != NULL; n = n->next)
		give(&l, n, NULL, NULL);
	return end_list(&l, numNodes);
}

CUresult CUDAAPI cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode *rootNodes, size_t *numRootNodes)
{
	if (!handle_is_valid(hGraph, CU_GRAPH) || numRootNodes == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	struct list l = list_of(rootNodes, NULL, NULL, numRootNodes);
	for (struct CUgraphNode_st *n = hGraph->first; n != NULL; n = n->next)
		if (n->dependency_count == 0)
			give(&l, n, NULL, NULL);
	return end_list(&l, numRootNodes);
}

CUresult CUDAAPI cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to,
	CUgraphEdgeData *edgeData, size_t *numEdges)
{
	if (!handle_is_valid(hGraph, CU_GRAPH) || numEdges == NULL ||
		(from == NULL) != (to == NULL) || (edgeData != NULL && from == NULL))
		return CUDA_ERROR_INVALID_VALUE;
	struct list l = list_of(from, to, edgeData, numEdges);
	for (struct CUgraphNode_st *n = hGraph->first; n != NULL; n = n->next)
		for (size_t i = 0; i < n->dependency_count; i++)
			give(&l, n->dependencies[i].node, n, &n->dependencies[i].data);
	return end_list(&l, numEdges);
}

CUresult CUDAAPI cuGraphGetEdges(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to,
	size_t *numEdges)
{
	return cuGraphGetEdges_v2(hGraph, from, to, NULL, numEdges);
}

static bool is_node(CUgraphNode n)
{
	return handle_is_valid(n, CU_GRAPH_NODE);
}

CUresult CUDAAPI cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode *dependencies,
	CUgraphEdgeData *edgeData, size_t *numDependencies)
{
	if (!is_node(hNode) || numDependencies == NULL ||
		(edgeData != NULL && dependencies == NULL))
		return CUDA_ERROR_INVALID_VALUE;
	struct list l = list_of(dependencies, NULL, edgeData, numDependencies);
	for (size_t i = 0; i < hNode->dependency_count; i++)
		give(&l, hNode->dependencies[i].node, NULL, &hNode->dependencies[i].data);
	return end_list(&l, numDependencies);
}

CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode *dependencies,
	size_t *numDependencies)
{
	return cuGraphNodeGetDependencies_v2(hNode, dependencies, NULL, numDependencies);
}

CUresult CUDAAPI cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode *dependentNodes,
	CUgraphEdgeData *edgeData, size_t *numDependentNodes)
{
	if (!is_node(hNode) || numDependentNodes == NULL ||
		(edgeData != NULL && dependentNodes == NULL))
		return CUDA_ERROR_INVALID_VALUE;
	struct list l = list_of(dependentNodes, NULL, edgeData, numDependentNodes);
	for (struct CUgraphNode_st *n = hNode->graph->first; n != NULL; n = n->next)
		for (size_t i = 0; i < n->dependency_count; i++)
			if (n->dependencies[i].node == hNode)
				give(&l, n, NULL, &n->dependencies[i].data);
	return end_list(&l, numDependentNodes);
}

CUresult CUDAAPI cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode *dependentNodes,
	size_t *numDependentNodes)
{
	return cuGraphNodeGetDependentNodes_v2(hNode, dependentNodes, NULL, numDependentNodes);
}

/* ---- changes --------------------------------------------------------------------------------- */

static size_t place_in(const struct CUgraphNode_st *n, const struct cu_dependency *on)
{
	size_t i = 0;
	while (i < n->dependency_count &&
		(n->dependencies[i].node != on->node ||
			memcmp(&n->dependencies[i].data, &on->data, sizeof on->data) != 0))
		i++;
	return i;
}

static void take_out(struct CUgraphNode_st *n, size_t at)
{
	n->dependencies[at] = n->dependencies[--n->dependency_count];
}

CUresult cu_node_depend(struct CUgraphNode_st *n, const struct cu_dependency *on)
{
	if (place_in(n, on) < n->dependency_count)
		return CUDA_SUCCESS;
	if (n->dependency_count == n->dependency_room) {
		size_t room = 2 * n->dependency_room + 2;
		struct cu_dependency *more = mem_try_new(room, sizeof *more);
		if (more == NULL)
			return CUDA_ERROR_OUT_OF_MEMORY;
		if (n->dependency_count != 0)
			memcpy(more, n->dependencies, n->dependency_count * sizeof *more);
		free(n->dependencies);
		n->dependencies = more;
		n->dependency_room = room;
	}
	n->dependencies[n->dependency_count++] = *on;
	return CUDA_SUCCESS;
}

void cu_node_undepend(struct CUgraphNode_st *n, const struct CUgraphNode_st *on)
{
	for (size_t i = n->dependency_count; i-- > 0;)
		if (n->dependencies[i].node == on)
			take_out(n, i);
}

/* Edges that the client hands in, from nodes to others. */
struct edges {
	struct cu_nodes from;
	const CUgraphNode *to;
};

static bool are_edges(CUgraph g, const struct edges *e)
{
	const struct cu_nodes to = {e->to, NULL, e->from.count};
	if (!handle_is_valid(g, CU_GRAPH) || !cu_nodes_are_of(g, &e->from) ||
		!cu_nodes_are_of(g, &to))
		return false;
	for (size_t i = 0; i < e->from.count; i++)
		if (e->from.nodes[i] == e->to[i])
			return false;
	return true;
}

/* Returns whether each of the edges is there, or none is. */
static bool all_are_there(const struct edges *e, bool there)
{
	for (size_t i = 0; i < e->from.count; i++) {
		const struct cu_dependency d = cu_nodes_get(&e->from, i);
		if ((place_in(e->to[i], &d) < e->to[i]->dependency_count) != there)
			return false;
	}
	return true;
}

CUresult CUDAAPI cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode *from,
	const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies)
{
	const struct edges e = {{from, edgeData, numDependencies}, to};
	CUresult error = CUDA_SUCCESS;
	if (!are_edges(hGraph, &e) || !all_are_there(&e, false))
		return CUDA_ERROR_INVALID_VALUE;
	for (size_t i = 0; i < numDependencies; i++) {
		const struct cu_dependency d = cu_nodes_get(&e.from, i);
		if (!cu_edge_is_right(&d, to[i]->type))
			return CUDA_ERROR_INVALID_VALUE;
	}
	for (size_t i = 0; i < numDependencies && error == CUDA_SUCCESS; i++) {
		const struct cu_dependency d = cu_nodes_get(&e.from, i);
		error = cu_node_depend(to[i], &d);
	}
	return error;
}

CUresult CUDAAPI cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode *from,
	const CUgraphNode *to, size_t numDependencies)
{
	return cuGraphAddDependencies_v2(hGraph, from, to, NULL, numDependencies);
}

CUresult CUDAAPI cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode *from,
	const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies)
{
	const struct edges e = {{from, edgeData, numDependencies}, to};
	if (!are_edges(hGraph, &e) || !all_are_there(&e, true))
		return CUDA_ERROR_INVALID_VALUE;
	for (size_t i = 0; i < numDependencies; i++) {
		const struct cu_dependency d = cu_nodes_get(&e.from, i);
		size_t at = place_in(to[i], &d);
		if (at < to[i]->dependency_count) /* the list may name an edge twice */
			take_out(to[i], at);
	}
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode *from,
	const CUgraphNode *to, size_t numDependencies)
{
	return cuGraphRemoveDependencies_v2(hGraph, from, to, NULL, numDependencies);
}
