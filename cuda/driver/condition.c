/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conditions, and the nodes that depend on them, in graphs. */
#include <stdlib.h>
#include "condition_impl.h"
#include "graph_impl.h"
#include "hsaemu/base.h"

enum { MAX_BODIES = 4096 }; /* of a node */

/* ---- values ---------------------------------------------------------------------------------- */

void cu_condition_use(struct cu_condition *c)
{
	atomic_fetch_add(&c->uses, 1);
}

void cu_condition_drop(struct cu_condition *c)
{
	if (c == NULL || atomic_fetch_sub(&c->uses, 1) != 1)
		return;
	handle_leave(&c->handle);
	free(c);
}

/* Returns the condition whose handle this is, or NULL. */
static struct cu_condition *find(CUgraphConditionalHandle h)
{
	const void *at = (const void *)(uintptr_t)(h - offsetof(struct cu_condition, value));
	return handle_is_valid(at, CU_CONDITION) ? (struct cu_condition *)(uintptr_t)at : NULL;
}

/* Gives the graph a use that the caller has. */
static CUresult enter(struct CUgraph_st *g, struct cu_condition *c)
{
	struct cu_conditions *link = mem_try_new(1, sizeof *link);
	if (link == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	*link = (struct cu_conditions){g->conditions, c};
	g->conditions = link;
	return CUDA_SUCCESS;
}

CUresult cu_conditions_share(const struct CUgraph_st *from, struct CUgraph_st *to)
{
	CUresult error = CUDA_SUCCESS;
	for (const struct cu_conditions *l = from->conditions; l != NULL && error == CUDA_SUCCESS;
		l = l->next) {
		error = enter(to, l->condition);
		if (error == CUDA_SUCCESS)
			cu_condition_use(l->condition);
	}
	return error;
}

void cu_conditions_drop(struct CUgraph_st *g)
{
	while (g->conditions != NULL) {
		struct cu_conditions *link = g->conditions;
		g->conditions = link->next;
		if (link->condition->graph == g)
			link->condition->graph = NULL;
		cu_condition_drop(link->condition);
		free(link);
	}
}

CUresult CUDAAPI cuGraphConditionalHandleCreate(CUgraphConditionalHandle *pHandle_out,
	CUgraph hGraph, CUcontext ctx, unsigned defaultLaunchValue, unsigned flags)
{
	if (pHandle_out == NULL || !handle_is_valid(hGraph, CU_GRAPH) ||
		(flags & ~(unsigned)CU_GRAPH_COND_ASSIGN_DEFAULT) != 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (ctx != NULL && !handle_is_valid(ctx, CU_CONTEXT))
		return CUDA_ERROR_INVALID_CONTEXT;
	struct cu_condition *c = mem_try_new(1, sizeof *c);
	if (c == NULL || enter(hGraph, c) != CUDA_SUCCESS) {
		free(c);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	c->graph = hGraph;
	c->has_default = (flags & CU_GRAPH_COND_ASSIGN_DEFAULT) != 0;
	c->default_value = defaultLaunchValue;
	atomic_init(&c->uses, 1);
	atomic_init(&c->value, defaultLaunchValue);
	handle_enter(&c->handle, CU_CONDITION);
	*pHandle_out = (CUgraphConditionalHandle)(uintptr_t)&c->value;
	return CUDA_SUCCESS;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* A condition is of the node's graph, or of one that this is in. */
static bool is_in_reach(const struct CUgraph_st *g, const struct cu_condition *c)
{
	while (g != c->graph && g->owner != NULL)
		g = g->owner->graph;
	return g == c->graph;
}

static bool is_size(CUgraphConditionalNodeType type, unsigned size)
{
	switch (type) {
	case CU_GRAPH_COND_TYPE_IF:
		return size == 1 || size == 2;
	case CU_GRAPH_COND_TYPE_WHILE:
		return size == 1;
	case CU_GRAPH_COND_TYPE_SWITCH:
		return size != 0 && size <= MAX_BODIES;
	}
	return false;
}

static CUresult add_bodies(struct CUgraphNode_st *n, size_t count)
{
	CUresult error = CUDA_SUCCESS;
	n->bodies = mem_try_new(count, sizeof *n->bodies);
	if (n->bodies == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	for (; n->body_count < count && error == CUDA_SUCCESS; n->body_count++) {
		struct CUgraph_st *g;
		error = cu_graph_new(n->graph->context, &g);
		if (error != CUDA_SUCCESS)
			break;
		g->owner = n;
		n->bodies[n->body_count] = g;
	}
	return error;
}

CUresult cu_conditional_new(struct CUgraph_st *g, CUDA_CONDITIONAL_NODE_PARAMS *p,
	struct CUgraphNode_st **out)
{
	struct cu_condition *c = find(p->handle);
	if (c == NULL || c->has_node || !is_in_reach(g, c) || !is_size(p->type, p->size))
		return CUDA_ERROR_INVALID_VALUE;
	if (p->ctx != NULL && !handle_is_valid(p->ctx, CU_CONTEXT))
		return CUDA_ERROR_INVALID_CONTEXT;
	CUresult error = cu_node_new(g, CU_GRAPH_NODE_TYPE_CONDITIONAL, &(struct cu_nodes){0}, out);
	if (error != CUDA_SUCCESS)
		return error;
	struct CUgraphNode_st *n = *out;
	n->condition = c;
	n->condition_type = p->type;
	c->has_node = true;
	cu_condition_use(c);
	error = add_bodies(n, p->size);
	if (error == CUDA_SUCCESS)
		p->phGraph_out = n->bodies;
	else
		cu_node_free(n);
	return error;
}

CUresult cu_conditional_copy(const struct CUgraphNode_st *from, struct CUgraphNode_st *to)
{
	CUresult error = CUDA_SUCCESS;
	to->condition_type = from->condition_type;
	to->bodies = mem_try_new(from->body_count, sizeof *to->bodies);
	if (to->bodies == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	to->condition = from->condition;
	cu_condition_use(to->condition);
	for (size_t i = 0; i < from->body_count && error == CUDA_SUCCESS; i++) {
		error = cu_graph_copy(from->bodies[i], &to->bodies[i]);
		if (error != CUDA_SUCCESS)
			break;
		to->bodies[i]->owner = to;
		to->body_count++;
	}
	return error;
}

void cu_conditional_release(struct CUgraphNode_st *n)
{
	for (size_t i = 0; i < n->body_count; i++)
		cu_graph_free(n->bodies[i]);
	free(n->bodies);
	if (n->condition != NULL && n->original == NULL)
		n->condition->has_node = false;
	cu_condition_drop(n->condition);
}
