/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graphs that can be launched (CUDA driver API, "Graph Management"): their operations in an order in
 * which one stream can do them. Those that do not depend on each other go in batches, of which only
 * the first one joins what is before it. */
#include <stdlib.h>
#include <string.h>
#include "graph_impl.h"
#include "hsaemu/base.h"
#include "hsaemu/kernel_abi.h"
#include "module_impl.h"
#include "user_object_impl.h"

struct step {
	CUgraphNodeType type;
	const struct CUgraphNode_st *node; /* only to be compared */
	bool is_enabled;
	struct cu_op op;
	uint8_t *kernarg; /* of a launch: owned */
	CUevent event;
};

struct CUgraphExec_st {
	struct handle handle;
	struct CUctx_st *context;
	struct step *steps;
	size_t count;
	unsigned long long flags;
	struct cu_mark *last; /* where the last launch ends; NULL: there was none */
	const struct CUstream_st *last_stream;
	struct cu_user_object *objects; /* of the graph that it was made of, or last updated by */
};

/* ---- making ---------------------------------------------------------------------------------- */

/* What the last launch has not done yet may need them. */
static void drop_objects(struct CUgraphExec_st *e)
{
	if (e->objects != NULL && e->last != NULL && !cu_mark_is_reached(e->last))
		cu_mark_wait(e->last);
	cu_user_objects_drop(e->objects);
	e->objects = NULL;
}

static void free_exec(struct CUgraphExec_st *e)
{
	drop_objects(e);
	for (size_t i = 0; i < e->count; i++)
		free(e->steps[i].kernarg);
	cu_mark_drop(e->last);
	free(e->steps);
	free(e);
}

static bool does_something(const struct CUgraphNode_st *n)
{
	switch (n->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL:
	case CU_GRAPH_NODE_TYPE_HOST:
	case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
	case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
		return true;
	case CU_GRAPH_NODE_TYPE_MEMCPY:
		return n->op.copy.width != 0 && n->op.copy.height != 0 && n->op.copy.depth != 0;
	case CU_GRAPH_NODE_TYPE_MEMSET:
		return n->op.fill.width != 0 && n->op.fill.height != 0;
	default:
		return false;
	}
}

static CUresult set_step(struct step *s, const struct cu_op *op)
{
	if (op->kind == CU_OP_LAUNCH) {
		size_t bytes = op->launch.function->kd->kernarg_bytes;
		uint8_t *kernarg = mem_try_new(bytes, 1);
		if (kernarg == NULL)
			return CUDA_ERROR_OUT_OF_MEMORY;
		memcpy(kernarg, op->launch.kernarg, bytes);
		free(s->kernarg);
		s->kernarg = kernarg;
	}
	bool joins = s->op.joins;
	uint32_t ahead = s->op.ahead;
	s->op = *op;
	s->op.joins = joins;
	s->op.ahead = ahead;
	if (op->kind == CU_OP_LAUNCH)
		s->op.launch.kernarg = s->kernarg;
	return CUDA_SUCCESS;
}

static size_t count_nodes(const struct CUgraph_st *g)
{
	size_t count = 0;
	for (const struct CUgraphNode_st *n = g->first; n != NULL; n = n->next)
		count += n->child != NULL ? count_nodes(n->child) : 1;
	return count;
}

/* Where in the steps the graph is that is being added. */
struct adding {
	struct CUgraphExec_st *exec;
	size_t batch; /* first step of the last batch */
	bool parted;  /* the next step begins a batch */
};

/* Begins a batch where a node depends on one of the last batch, and where others cannot be beside
 * it. `first` is the place in the steps of each node of the graph, in its order. */
static bool must_join(const struct adding *a, const struct CUgraphNode_st *n, const size_t *first)
{
	if (a->parted || a->exec->count == a->batch || n->event != NULL ||
		n->type == CU_GRAPH_NODE_TYPE_HOST)
		return true;
	for (size_t i = 0; i < n->dependency_count; i++)
		if (first[n->dependencies[i].node->place] >= a->batch)
			return true;
	return false;
}

static CUresult add_step(struct adding *a, const struct CUgraphNode_st *n, const size_t *first)
{
	struct step *s = &a->exec->steps[a->exec->count];
	bool joins = must_join(a, n, first);
	if (joins)
		a->batch = a->exec->count;
	*s = (struct step){.type = n->type, .node = n, .is_enabled = true, .event = n->event};
	s->op.joins = joins;
	a->parted = n->event != NULL || n->type == CU_GRAPH_NODE_TYPE_HOST;
	a->exec->count++;
	return n->event == NULL ? set_step(s, &n->op) : CUDA_SUCCESS;
}

/* Nodes that do nothing are passed on: who depends on them depends on what is before them. As what
 * was added last is in the last batch, that is where they are. */
static CUresult add_graph(struct adding *a, struct CUgraph_st *g)
{
	CUresult error = CUDA_SUCCESS;
	struct CUgraphNode_st **order = mem_try_new(g->count, sizeof *order);
	size_t *first = mem_try_new(g->count, sizeof *first);
	if (order == NULL || first == NULL)
		error = CUDA_ERROR_OUT_OF_MEMORY;
	else if (!cu_graph_order(g, order))
		error = CUDA_ERROR_INVALID_VALUE;
	for (size_t i = 0; i < g->count && error == CUDA_SUCCESS; i++) {
		struct CUgraphNode_st *n = order[i];
		first[i] = a->exec->count;
		if (n->child != NULL) {
			a->parted = true;
			error = add_graph(a, n->child);
			a->parted = true;
		} else if (does_something(n)) {
			error = add_step(a, n, first);
		} else if (n->dependency_count != 0) {
			a->parted = true;
		}
	}
	free(order);
	free(first);
	return error;
}

/* Sets how many steps of its batch are behind each. */
static void count_ahead(struct CUgraphExec_st *e)
{
	uint32_t ahead = 0;
	for (size_t i = e->count; i-- != 0;) {
		e->steps[i].op.ahead = ahead;
		ahead = e->steps[i].op.joins ? 0 : ahead + 1;
	}
}

CUresult CUDAAPI cuGraphInstantiateWithFlags(CUgraphExec *phGraphExec, CUgraph hGraph,
	unsigned long long flags)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (phGraphExec == NULL || !handle_is_valid(hGraph, CU_GRAPH))
		return CUDA_ERROR_INVALID_VALUE;
	if ((flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) != 0)
		return CUDA_ERROR_NOT_SUPPORTED;
	struct CUgraphExec_st *e = mem_try_new(1, sizeof *e);
	if (e != NULL)
		e->steps = mem_try_new(count_nodes(hGraph), sizeof *e->steps);
	if (e == NULL || e->steps == NULL) {
		free(e);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	e->context = hGraph->context;
	e->flags = flags;
	struct adding a = {.exec = e, .parted = true};
	error = add_graph(&a, hGraph);
	if (error == CUDA_SUCCESS)
		error = cu_user_objects_share(hGraph, &e->objects);
	if (error != CUDA_SUCCESS) {
		free_exec(e);
		return error;
	}
	count_ahead(e);
	handle_enter(&e->handle, CU_GRAPH_EXEC);
	*phGraphExec = e;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphInstantiateWithParams(CUgraphExec *phGraphExec, CUgraph hGraph,
	CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams)
{
	if (instantiateParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cuGraphInstantiateWithFlags(phGraphExec, hGraph, instantiateParams->flags);
	instantiateParams->hErrNode_out = NULL;
	instantiateParams->result_out = error == CUDA_SUCCESS ? CUDA_GRAPH_INSTANTIATE_SUCCESS
	                                                      : CUDA_GRAPH_INSTANTIATE_ERROR;
	return error;
}

CUresult CUDAAPI cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t *flags)
{
	if (!handle_is_valid(hGraphExec, CU_GRAPH_EXEC) || flags == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*flags = hGraphExec->flags;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphExecDestroy(CUgraphExec hGraphExec)
{
	if (!handle_take(hGraphExec, CU_GRAPH_EXEC))
		return CUDA_ERROR_INVALID_VALUE;
	free_exec(hGraphExec); /* packets have copies of all arguments */
	return CUDA_SUCCESS;
}

/* ---- launching ------------------------------------------------------------------------------- */

static CUresult do_step(const struct step *s, struct CUstream_st *stream)
{
	if (!s->is_enabled)
		return CUDA_SUCCESS;
	if (s->type == CU_GRAPH_NODE_TYPE_EVENT_RECORD)
		return cu_event_record(s->event, stream);
	if (s->type == CU_GRAPH_NODE_TYPE_WAIT_EVENT)
		return cu_event_await(s->event, stream);
	return cu_stream_add(stream, &s->op);
}

/* Launches of the same graph follow each other, whatever streams they are in. */
static CUresult follow_last(struct CUgraphExec_st *e, struct CUstream_st *s)
{
	if (e->last == NULL || e->last_stream == s || cu_mark_is_reached(e->last))
		return CUDA_SUCCESS;
	const struct cu_op wait = {.kind = CU_OP_WAIT, .joins = true, .mark = e->last};
	return cu_stream_add(s, &wait);
}

static CUresult mark_end(struct CUgraphExec_st *e, struct CUstream_st *s)
{
	struct cu_mark *m = cu_mark_new(s->context);
	if (m == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	const struct cu_op mark = {.kind = CU_OP_MARK, .joins = true, .mark = m};
	cu_mark_drop(e->last);
	e->last = m;
	e->last_stream = s;
	return cu_stream_add(s, &mark);
}

CUresult CUDAAPI cuGraphLaunch(CUgraphExec hGraphExec, CUstream hStream)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	if (!handle_is_valid(hGraphExec, CU_GRAPH_EXEC))
		return CUDA_ERROR_INVALID_VALUE;
	if (s->capture != NULL) {
		cu_capture_invalidate(s);
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
	}
	error = cu_stream_begin(s);
	if (error == CUDA_SUCCESS)
		error = follow_last(hGraphExec, s);
	for (size_t i = 0; i < hGraphExec->count && error == CUDA_SUCCESS; i++)
		error = do_step(&hGraphExec->steps[i], s);
	return error == CUDA_SUCCESS ? mark_end(hGraphExec, s) : error;
}

CUresult CUDAAPI cuGraphUpload(CUgraphExec hGraphExec, CUstream hStream)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	return handle_is_valid(hGraphExec, CU_GRAPH_EXEC) ? error : CUDA_ERROR_INVALID_VALUE;
}

/* ---- changing -------------------------------------------------------------------------------- */

static struct step *step_of(CUgraphExec e, CUgraphNode n, CUgraphNodeType type)
{
	if (!handle_is_valid(e, CU_GRAPH_EXEC))
		return NULL;
	for (size_t i = 0; i < e->count; i++)
		if (e->steps[i].node == n && e->steps[i].type == type)
			return &e->steps[i];
	return NULL;
}

CUresult CUDAAPI cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
	const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
	_Alignas(64) uint8_t kernarg[CU_KERNARG_BYTES];
	struct cu_op op;
	struct step *s = step_of(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_KERNEL);
	if (s == NULL || nodeParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_launch_prepare(nodeParams, kernarg, &op);
	return error == CUDA_SUCCESS ? set_step(s, &op) : error;
}

CUresult CUDAAPI cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
	const CUDA_MEMCPY3D *copyParams, CUcontext ctx)
{
	struct cu_op op;
	struct step *s = step_of(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_MEMCPY);
	(void)ctx;
	if (s == NULL || copyParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_copy_prepare(copyParams, hGraphExec->context->rt, &op);
	return error == CUDA_SUCCESS ? set_step(s, &op) : error;
}

CUresult CUDAAPI cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
	const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)
{
	struct cu_op op;
	struct step *s = step_of(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_MEMSET);
	(void)ctx;
	if (s == NULL || memsetParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_fill_prepare(memsetParams, hGraphExec->context->rt, &op);
	return error == CUDA_SUCCESS ? set_step(s, &op) : error;
}

CUresult CUDAAPI cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
	const CUDA_HOST_NODE_PARAMS *nodeParams)
{
	struct step *s = step_of(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_HOST);
	if (s == NULL || nodeParams == NULL || nodeParams->fn == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	const struct cu_op op = {.kind = CU_OP_HOST,
		.host = {.function = nodeParams->fn, .data = nodeParams->userData}};
	return set_step(s, &op);
}

static CUresult set_event(CUgraphExec e, CUgraphNode n, CUgraphNodeType type, CUevent event)
{
	struct step *s = step_of(e, n, type);
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

static struct step *switch_of(CUgraphExec e, CUgraphNode n)
{
	static const CUgraphNodeType types[] = {
		CU_GRAPH_NODE_TYPE_KERNEL, CU_GRAPH_NODE_TYPE_MEMCPY, CU_GRAPH_NODE_TYPE_MEMSET};
	struct step *s = NULL;
	for (size_t i = 0; i < ARRAY_LEN(types) && s == NULL; i++)
		s = step_of(e, n, types[i]);
	return s;
}

CUresult CUDAAPI cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode,
	unsigned isEnabled)
{
	struct step *s = switch_of(hGraphExec, hNode);
	if (s == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	/* the next one of a batch would have to join in place of its first one */
	if (isEnabled == 0 && s->op.joins && s + 1 < hGraphExec->steps + hGraphExec->count)
		s[1].op.joins = true;
	s->is_enabled = isEnabled != 0;
	count_ahead(hGraphExec);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode,
	unsigned *isEnabled)
{
	const struct step *s = switch_of(hGraphExec, hNode);
	if (s == NULL || isEnabled == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*isEnabled = s->is_enabled;
	return CUDA_SUCCESS;
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
	bool same = other->count == hGraphExec->count;
	resultInfo->result =
		same ? CU_GRAPH_EXEC_UPDATE_SUCCESS : CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
	for (size_t i = 0; i < other->count && same; i++) {
		const struct step *a = &hGraphExec->steps[i], *b = &other->steps[i];
		if (a->type == b->type && a->op.joins == b->op.joins)
			continue;
		same = false;
		resultInfo->result = a->type != b->type
		                             ? CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED
		                             : CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
	}
	if (same) {
		struct step *former = hGraphExec->steps;
		for (size_t i = 0; i < other->count; i++) /* nodes are known by the first graph */
			other->steps[i].node = former[i].node;
		hGraphExec->steps = other->steps;
		other->steps = former;
		drop_objects(hGraphExec);
		hGraphExec->objects = other->objects;
		other->objects = NULL;
	}
	handle_leave(&other->handle);
	free_exec(other);
	return same ? CUDA_SUCCESS : CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
}
