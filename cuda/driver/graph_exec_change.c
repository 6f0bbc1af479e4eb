/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Changes of graphs that can be launched (CUDA driver API, "Graph Management"), which launches from
 * then on see. */
#include <stdlib.h>
#include <string.h>
#include "graph_exec_impl.h"
#include "hsaemu/base.h"
#include "user_object_impl.h"

/* ---- one node -------------------------------------------------------------------------------- */

static struct cu_step *find(const struct cu_program *p, CUgraphNode n, CUgraphNodeType type)
{
	for (size_t i = 0; i < p->count; i++) {
		struct cu_step *s = &p->steps[i];
		if (s->node == n && s->type == type)
			return s;
		struct cu_step *inner = NULL;
		for (size_t k = 0; s->branch != NULL && k < s->branch->count && inner == NULL; k++)
			inner = find(&s->branch->bodies[k], n, type);
		if (inner != NULL)
			return inner;
	}
	return NULL;
}

static struct cu_step *step_of(CUgraphExec e, CUgraphNode n, CUgraphNodeType type)
{
	if (n == NULL || !handle_is_valid(e, CU_GRAPH_EXEC))
		return NULL;
	cu_exec_settle(e);
	return find(&e->program, n, type);
}

CUresult CUDAAPI cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
	const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
	_Alignas(64) uint8_t kernarg[CU_KERNARG_BYTES];
	struct cu_op op;
	struct cu_step *s = step_of(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_KERNEL);
	if (s == NULL || nodeParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_launch_prepare(nodeParams, kernarg, &op);
	return error == CUDA_SUCCESS ? cu_step_set(s, &op) : error;
}

CUresult CUDAAPI cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
	const CUDA_MEMCPY3D *copyParams, CUcontext ctx)
{
	struct cu_op op;
	struct cu_step *s = step_of(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_MEMCPY);
	(void)ctx;
	if (s == NULL || copyParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_copy_prepare(copyParams, hGraphExec->context->rt, &op);
	return error == CUDA_SUCCESS ? cu_step_set(s, &op) : error;
}

CUresult CUDAAPI cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
	const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)
{
	struct cu_op op;
	struct cu_step *s = step_of(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_MEMSET);
	(void)ctx;
	if (s == NULL || memsetParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_fill_prepare(memsetParams, hGraphExec->context->rt, &op);
	return error == CUDA_SUCCESS ? cu_step_set(s, &op) : error;
}

CUresult CUDAAPI cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
	const CUDA_HOST_NODE_PARAMS *nodeParams)
{
	struct cu_step *s = step_of(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_HOST);
	if (s == NULL || nodeParams == NULL || nodeParams->fn == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	const struct cu_op op = {.kind = CU_OP_HOST,
		.host = {.function = nodeParams->fn, .data = nodeParams->userData}};
	return cu_step_set(s, &op);
}

static CUresult set_event(CUgraphExec e, CUgraphNode n, CUgraphNodeType type, CUevent event)
{
	struct cu_step *s = step_of(e, n, type);
	if (s == NULL || !handle_is_valid(event, CU_EVENT))
		return CUDA_ERROR_INVALID_VALUE;
	s->event = event;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode,
	CUevent event)
{
	return set_event(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_EVENT_RECORD, event);
}

CUresult CUDAAPI cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode,
	CUevent event)
{
	return set_event(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_WAIT_EVENT, event);
}

static struct cu_step *switch_of(CUgraphExec e, CUgraphNode n)
{
	static const CUgraphNodeType types[] = {
		CU_GRAPH_NODE_TYPE_KERNEL, CU_GRAPH_NODE_TYPE_MEMCPY, CU_GRAPH_NODE_TYPE_MEMSET};
	struct cu_step *s = NULL;
	for (size_t i = 0; i < ARRAY_LEN(types) && s == NULL; i++)
		s = step_of(e, n, types[i]);
	return s;
}

/* A step of a body may be one. */
static void settle_all(struct cu_program *p)
{
	cu_program_settle(p);
	for (size_t i = 0; i < p->count; i++)
		for (size_t k = 0; p->steps[i].branch != NULL && k < p->steps[i].branch->count; k++)
			settle_all(&p->steps[i].branch->bodies[k]);
}

CUresult CUDAAPI cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode,
	unsigned isEnabled)
{
	struct cu_step *s = switch_of(hGraphExec, hNode);
	if (s == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	s->is_enabled = isEnabled != 0;
	settle_all(&hGraphExec->program);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode,
	unsigned *isEnabled)
{
	const struct cu_step *s = switch_of(hGraphExec, hNode);
	if (s == NULL || isEnabled == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*isEnabled = s->is_enabled;
	return CUDA_SUCCESS;
}

/* ---- many ------------------------------------------------------------------------------------ */

static CUgraphExecUpdateResult compare(const struct cu_step *a, const struct cu_step *b,
	size_t count);

static CUgraphExecUpdateResult compare_branches(const struct cu_branch *a,
	const struct cu_branch *b)
{
	CUgraphExecUpdateResult result = CU_GRAPH_EXEC_UPDATE_SUCCESS;
	if (a->type != b->type || a->count != b->count)
		return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
	for (size_t i = 0; i < a->count && result == CU_GRAPH_EXEC_UPDATE_SUCCESS; i++) {
		const struct cu_program *p = &a->bodies[i], *q = &b->bodies[i];
		result = p->count == q->count ? compare(p->steps, q->steps, p->count)
		                              : CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
	}
	return result;
}

/* Returns how steps differ from others that are to take their place. */
static CUgraphExecUpdateResult compare(const struct cu_step *a, const struct cu_step *b,
	size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (a[i].type != b[i].type)
			return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
		if (a[i].begins != b[i].begins)
			return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
		CUgraphExecUpdateResult inner = CU_GRAPH_EXEC_UPDATE_SUCCESS;
		if (a[i].branch != NULL)
			inner = compare_branches(a[i].branch, b[i].branch);
		if (inner != CU_GRAPH_EXEC_UPDATE_SUCCESS)
			return inner;
	}
	return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

/* Has a body's steps be known by the nodes of a former one. */
static void know(struct cu_program *p, const struct cu_program *former)
{
	for (size_t i = 0; i < p->count; i++) {
		const struct cu_branch *b = former->steps[i].branch;
		p->steps[i].node = former->steps[i].node;
		p->steps[i].is_enabled = former->steps[i].is_enabled;
		for (size_t k = 0; b != NULL && k < b->count; k++)
			know(&p->steps[i].branch->bodies[k], &b->bodies[k]);
	}
	cu_program_settle(p);
}

/* Has steps do what others do, which get what these did. Nodes are known by the first graph, and
 * stay disabled. */
static void exchange(struct cu_step *a, struct cu_step *b, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct cu_step former = a[i];
		for (size_t k = 0; former.branch != NULL && k < former.branch->count; k++)
			know(&b[i].branch->bodies[k], &former.branch->bodies[k]);
		a[i] = b[i];
		b[i] = former;
		a[i].node = former.node;
		a[i].is_enabled = former.is_enabled;
	}
}

/* Takes what another graph of the same shape does: nodes in the same order, of the same kinds. */
CUresult CUDAAPI cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph,
	CUgraphExecUpdateResultInfo *resultInfo)
{
	struct CUgraphExec_st *other;
	if (resultInfo == NULL || !handle_is_valid(hGraphExec, CU_GRAPH_EXEC))
		return CUDA_ERROR_INVALID_VALUE;
	memset(resultInfo, 0, sizeof *resultInfo);
	resultInfo->result = CU_GRAPH_EXEC_UPDATE_ERROR;
	CUresult error = cuGraphInstantiateWithFlags(&other, hGraph, hGraphExec->flags);
	if (error != CUDA_SUCCESS)
		return error;
	struct cu_program *p = &hGraphExec->program;
	resultInfo->result = other->program.count != p->count
	                             ? CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED
	                             : compare(p->steps, other->program.steps, p->count);
	if (resultInfo->result == CU_GRAPH_EXEC_UPDATE_SUCCESS) {
		cu_exec_settle(hGraphExec);
		exchange(p->steps, other->program.steps, p->count);
		cu_program_settle(p);
		cu_exec_drop_objects(hGraphExec);
		hGraphExec->objects = other->objects;
		other->objects = NULL;
		cu_exec_drop_memories(hGraphExec);
		hGraphExec->memories = other->memories;
		other->memories = (struct cu_memories){0};
	}
	handle_leave(&other->handle);
	cu_exec_free(other);
	return resultInfo->result == CU_GRAPH_EXEC_UPDATE_SUCCESS
	               ? CUDA_SUCCESS
	               : CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
}

static const struct cu_part *part_of(CUgraphExec e, CUgraphNode n)
{
	if (!handle_is_valid(e, CU_GRAPH_EXEC))
		return NULL;
	for (size_t i = 0; i < e->program.part_count; i++)
		if (e->program.parts[i].node == n)
			return &e->program.parts[i];
	return NULL;
}

/* The exec has user objects of the former child graph, too, as long as it lives. */
CUresult CUDAAPI cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
	CUgraph childGraph)
{
	const struct cu_part *part = part_of(hGraphExec, hNode);
	struct cu_memories memories = {0};
	struct cu_program other;
	if (part == NULL || !handle_is_valid(childGraph, CU_GRAPH))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_memories_collect(childGraph, &memories);
	if (error == CUDA_SUCCESS && memories.count != 0) {
		cu_memories_release(&memories);
		return cu_refuse("cuGraphExecChildGraphNodeSetParams() with a graph's memory");
	}
	if (error == CUDA_SUCCESS)
		error = cu_program_make(childGraph, &other);
	if (error != CUDA_SUCCESS)
		return error;
	struct cu_step *steps = hGraphExec->program.steps + part->first;
	if (other.count != part->count ||
		compare(steps, other.steps, part->count) != CU_GRAPH_EXEC_UPDATE_SUCCESS)
		error = CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		error = cu_user_objects_share(childGraph, &hGraphExec->objects);
	cu_exec_settle(hGraphExec);
	if (error == CUDA_SUCCESS)
		exchange(steps, other.steps, part->count);
	cu_program_settle(&hGraphExec->program);
	cu_program_release(&other);
	return error;
}
