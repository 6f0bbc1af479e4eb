/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graphs and their nodes, as such. */
#include <stdlib.h>
#include <string.h>
#include "graph_impl.h"
#include "graph_memory_impl.h"
#include "hsaemu/base.h"
#include "hsaemu/kernel_abi.h"
#include "module_impl.h"
#include "user_object_impl.h"

/* ---- nodes ----------------------------------------------------------------------------------- */

CUresult cu_node_new(struct CUgraph_st *g, CUgraphNodeType type, const struct cu_nodes *behind,
	struct CUgraphNode_st **out)
{
	CUresult error = CUDA_SUCCESS;
	if (!cu_nodes_are_of(g, behind))
		return CUDA_ERROR_INVALID_VALUE;
	struct CUgraphNode_st *n = mem_try_new(1, sizeof *n);
	if (n == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	for (size_t i = 0; i < behind->count && error == CUDA_SUCCESS; i++) {
		const struct cu_dependency d = cu_nodes_get(behind, i);
		error = cu_edge_is_right(&d, type) ? cu_node_depend(n, &d)
		                                   : CUDA_ERROR_INVALID_VALUE;
	}
	if (error != CUDA_SUCCESS) {
		free(n->dependencies);
		free(n);
		return error;
	}
	n->graph = g;
	n->type = type;
	n->previous = g->last;
	*(g->last != NULL ? &g->last->next : &g->first) = n;
	g->last = n;
	g->count++;
	handle_enter(&n->handle, CU_GRAPH_NODE);
	*out = n;
	return CUDA_SUCCESS;
}

void cu_node_free(struct CUgraphNode_st *n)
{
	struct CUgraph_st *g = n->graph;
	handle_leave(&n->handle);
	*(n->previous != NULL ? &n->previous->next : &g->first) = n->next;
	*(n->next != NULL ? &n->next->previous : &g->last) = n->previous;
	g->count--;
	if (n->child != NULL)
		cu_graph_free(n->child);
	cu_conditional_release(n);
	cu_graph_memory_drop(n->memory);
	free(n->kernarg);
	free(n->parameters);
	free(n->dependencies);
	free(n);
}

void cu_node_adopt(struct CUgraphNode_st *n, struct CUgraph_st *child)
{
	if (n->child != NULL)
		cu_graph_free(n->child);
	n->child = child;
	child->owner = n;
}

/* Copies the arguments of a launch, and gives the client their addresses. */
static CUresult copy_arguments(struct CUgraphNode_st *n, const struct cu_launch *l)
{
	const struct image_kernel *k = l->function->meta;
	uint8_t *kernarg = mem_try_new(l->function->kd->kernarg_bytes, 1);
	void **parameters = mem_try_new(k->arg_count, sizeof *parameters);
	if (kernarg == NULL || parameters == NULL) {
		free(kernarg);
		free(parameters);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	memcpy(kernarg, l->kernarg, l->function->kd->kernarg_bytes);
	for (uint32_t i = 0; i < k->arg_count; i++)
		parameters[i] = kernarg + k->args[i].offset;
	free(n->kernarg);
	free(n->parameters);
	n->kernarg = kernarg;
	n->parameters = parameters;
	return CUDA_SUCCESS;
}

CUresult cu_node_set_op(struct CUgraphNode_st *n, const struct cu_op *op)
{
	CUresult error = CUDA_SUCCESS;
	if (op->kind == CU_OP_LAUNCH)
		error = copy_arguments(n, &op->launch);
	if (error != CUDA_SUCCESS)
		return error;
	n->op = *op;
	if (op->kind == CU_OP_LAUNCH)
		n->op.launch.kernarg = n->kernarg;
	return CUDA_SUCCESS;
}

/* ---- graphs ---------------------------------------------------------------------------------- */

/* Its kernels are gone with the context. */
static void context_ends(struct cu_survivor *s, struct CUctx_st *c)
{
	struct CUgraph_st *g =
		(struct CUgraph_st *)(void *)((uint8_t *)s - offsetof(struct CUgraph_st, survivor));
	if (g->context != c)
		return;
	g->context = NULL;
	handle_leave(&g->handle);
	handle_enter(&g->handle, CU_GRAPH_LEFT);
	for (struct CUgraphNode_st *n = g->first; n != NULL; n = n->next)
		handle_leave(&n->handle);
}

CUresult cu_graph_new(struct CUctx_st *c, struct CUgraph_st **out)
{
	struct CUgraph_st *g = mem_try_new(1, sizeof *g);
	if (g == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	g->context = c;
	cu_survivor_enter(&g->survivor, context_ends);
	handle_enter(&g->handle, CU_GRAPH);
	*out = g;
	return CUDA_SUCCESS;
}

void cu_graph_free(struct CUgraph_st *g)
{
	cu_survivor_leave(&g->survivor);
	handle_leave(&g->handle);
	while (g->first != NULL)
		cu_node_free(g->first);
	cu_user_objects_drop(g->objects);
	cu_conditions_drop(g);
	free(g);
}

static struct CUgraphNode_st *copy_of(const struct CUgraph_st *copy, const struct CUgraphNode_st *n)
{
	struct CUgraphNode_st *m = copy->first;
	while (m != NULL && m->original != n)
		m = m->next;
	return m;
}

static bool has_op(CUgraphNodeType type)
{
	return type == CU_GRAPH_NODE_TYPE_KERNEL || type == CU_GRAPH_NODE_TYPE_MEMCPY ||
	       type == CU_GRAPH_NODE_TYPE_MEMSET || type == CU_GRAPH_NODE_TYPE_HOST;
}

static CUresult copy_node(struct CUgraph_st *to, const struct CUgraphNode_st *n)
{
	struct CUgraphNode_st *m;
	CUresult error = cu_node_new(to, n->type, &(struct cu_nodes){0}, &m);
	if (error != CUDA_SUCCESS)
		return error;
	m->original = n;
	m->copy = n->copy;
	m->fill = n->fill;
	m->event = n->event;
	m->memory = n->memory;
	if (m->memory != NULL)
		cu_graph_memory_use(m->memory);
	struct CUgraph_st *child;
	if (n->child != NULL)
		error = cu_graph_copy(n->child, &child);
	if (n->child != NULL && error == CUDA_SUCCESS)
		cu_node_adopt(m, child);
	if (error == CUDA_SUCCESS && n->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
		error = cu_conditional_copy(n, m);
	return error == CUDA_SUCCESS && has_op(n->type) ? cu_node_set_op(m, &n->op) : error;
}

CUresult cu_graph_copy(const struct CUgraph_st *g, struct CUgraph_st **out)
{
	struct CUgraph_st *copy;
	CUresult error = cu_graph_new(g->context, &copy);
	if (error != CUDA_SUCCESS)
		return error;
	error = cu_user_objects_copy(g, &copy->objects);
	if (error == CUDA_SUCCESS)
		error = cu_conditions_share(g, copy);
	for (const struct CUgraphNode_st *n = g->first; n != NULL && error == CUDA_SUCCESS;
		n = n->next)
		error = copy_node(copy, n);
	/* nodes may depend on later ones */
	struct CUgraphNode_st *m = copy->first;
	for (const struct CUgraphNode_st *n = g->first; m != NULL && error == CUDA_SUCCESS;
		n = n->next, m = m->next)
		for (size_t i = 0; i < n->dependency_count && error == CUDA_SUCCESS; i++) {
			const struct cu_dependency *d = &n->dependencies[i];
			error = cu_node_depend(m,
				&(struct cu_dependency){copy_of(copy, d->node), d->data});
		}
	if (error != CUDA_SUCCESS) {
		cu_graph_free(copy);
		return error;
	}
	*out = copy;
	return CUDA_SUCCESS;
}

bool cu_graph_order(struct CUgraph_st *g, struct CUgraphNode_st **order)
{
	size_t done = 0;
	for (struct CUgraphNode_st *n = g->first; n != NULL; n = n->next)
		n->place = SIZE_MAX;
	for (size_t before = SIZE_MAX; done != g->count && before != done;) {
		before = done;
		for (struct CUgraphNode_st *n = g->first; n != NULL; n = n->next) {
			bool ready = n->place == SIZE_MAX;
			for (size_t i = 0; i < n->dependency_count && ready; i++)
				ready = n->dependencies[i].node->place != SIZE_MAX;
			if (ready) {
				n->place = done;
				order[done++] = n;
			}
		}
	}
	return done == g->count;
}
