/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graphs that can be launched (CUDA driver API, "Graph Management"). */
#include <stdlib.h>
#include "graph_exec_impl.h"
#include "hsaemu/base.h"
#include "user_object_impl.h"

/* ---- making ---------------------------------------------------------------------------------- */

static void wait_for_last(const struct CUgraphExec_st *e)
{
	if (e->last != NULL && !cu_mark_is_reached(e->last))
		cu_mark_wait(e->last);
}

void cu_exec_settle(struct CUgraphExec_st *e)
{
	if (e->control != NULL)
		wait_for_last(e);
}

void cu_exec_drop_objects(struct CUgraphExec_st *e)
{
	if (e->objects != NULL)
		wait_for_last(e);
	cu_user_objects_drop(e->objects);
	e->objects = NULL;
}

void cu_exec_drop_memories(struct CUgraphExec_st *e)
{
	if (e->memories.count != 0)
		wait_for_last(e);
	cu_memories_release(&e->memories);
}

static void drop_last(struct CUgraphExec_st *e)
{
	cu_mark_drop(e->last);
	e->last = NULL;
}

/* The last launch may have been in another context than the graph's. */
static void context_ends(struct cu_survivor *s, struct CUctx_st *c)
{
	struct CUgraphExec_st *e =
		(struct CUgraphExec_st *)(void *)((uint8_t *)s -
						  offsetof(struct CUgraphExec_st, survivor));
	if (e->last != NULL && e->last->context == c)
		drop_last(e);
	if (e->context != c)
		return;
	drop_last(e);
	e->context = NULL;
	cu_control_leave(e->control);
	if (handle_take(e, CU_GRAPH_EXEC))
		handle_enter(&e->handle, CU_GRAPH_EXEC_LEFT);
}

void cu_exec_free(struct CUgraphExec_st *e)
{
	cu_survivor_leave(&e->survivor);
	cu_exec_settle(e);
	cu_exec_drop_objects(e);
	cu_exec_drop_memories(e);
	cu_control_free(e->control);
	cu_program_release(&e->program);
	cu_mark_drop(e->last);
	free(e);
}

/* What is wrong with a graph. */
struct wrong {
	CUgraphInstantiateResult result;
	CUgraphNode node;
	CUresult error;
};

/* Bodies have what CUDA lets them have, and functions of the host: libraries do their work so. */
static bool is_for_body(CUgraphNodeType type)
{
	return type == CU_GRAPH_NODE_TYPE_KERNEL || type == CU_GRAPH_NODE_TYPE_MEMCPY ||
	       type == CU_GRAPH_NODE_TYPE_MEMSET || type == CU_GRAPH_NODE_TYPE_HOST ||
	       type == CU_GRAPH_NODE_TYPE_GRAPH || type == CU_GRAPH_NODE_TYPE_EMPTY ||
	       type == CU_GRAPH_NODE_TYPE_CONDITIONAL;
}

/* Returns whether a node of the graph, or of one in it, depends on the condition. */
static bool uses(const struct CUgraph_st *g, const struct cu_condition *c)
{
	for (const struct CUgraphNode_st *n = g->first; n != NULL; n = n->next) {
		if (n->condition == c || (n->child != NULL && uses(n->child, c)))
			return true;
		for (size_t i = 0; i < n->body_count; i++)
			if (uses(n->bodies[i], c))
				return true;
	}
	return false;
}

static bool is_right(const struct CUgraph_st *g, bool is_body, struct wrong *w)
{
	for (const struct cu_conditions *l = g->conditions; l != NULL; l = l->next)
		if (!uses(g, l->condition)) {
			*w = (struct wrong){CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED, NULL,
				CUDA_ERROR_INVALID_VALUE};
			return false;
		}
	for (struct CUgraphNode_st *n = g->first; n != NULL; n = n->next) {
		if (is_body && !is_for_body(n->type)) {
			*w = (struct wrong){CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, n,
				CUDA_ERROR_NOT_SUPPORTED};
			return false;
		}
		if (n->child != NULL && !is_right(n->child, is_body, w))
			return false;
		for (size_t i = 0; i < n->body_count; i++)
			if (!is_right(n->bodies[i], true, w))
				return false;
	}
	return true;
}

static CUresult instantiate(CUgraphExec *phGraphExec, CUgraph hGraph, unsigned long long flags,
	struct wrong *w)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	*w = (struct wrong){.result = CUDA_GRAPH_INSTANTIATE_ERROR};
	if (error != CUDA_SUCCESS)
		return error;
	if (phGraphExec == NULL || !handle_is_valid(hGraph, CU_GRAPH))
		return CUDA_ERROR_INVALID_VALUE;
	if ((flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) != 0)
		return CUDA_ERROR_NOT_SUPPORTED;
	if (!is_right(hGraph, false, w))
		return w->error;
	struct CUgraphExec_st *e = mem_try_new(1, sizeof *e);
	if (e == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	e->context = hGraph->context;
	cu_survivor_enter(&e->survivor, context_ends);
	e->flags = flags;
	error = cu_program_make(hGraph, &e->program);
	if (error == CUDA_SUCCESS)
		error = cu_control_new(e->context, &e->program, &e->control);
	if (error == CUDA_SUCCESS)
		error = cu_user_objects_share(hGraph, &e->objects);
	if (error == CUDA_SUCCESS)
		error = cu_memories_collect(hGraph, &e->memories);
	if (error != CUDA_SUCCESS) {
		cu_exec_free(e);
		return error;
	}
	handle_enter(&e->handle, CU_GRAPH_EXEC);
	*phGraphExec = e;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphInstantiateWithFlags(CUgraphExec *phGraphExec, CUgraph hGraph,
	unsigned long long flags)
{
	struct wrong w;
	return instantiate(phGraphExec, hGraph, flags, &w);
}

CUresult CUDAAPI cuGraphInstantiateWithParams(CUgraphExec *phGraphExec, CUgraph hGraph,
	CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams)
{
	if (instantiateParams == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	struct wrong w;
	CUresult error = instantiate(phGraphExec, hGraph, instantiateParams->flags, &w);
	instantiateParams->hErrNode_out = w.node;
	instantiateParams->result_out =
		error == CUDA_SUCCESS ? CUDA_GRAPH_INSTANTIATE_SUCCESS : w.result;
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
	if (!handle_take(hGraphExec, CU_GRAPH_EXEC) && !handle_take(hGraphExec, CU_GRAPH_EXEC_LEFT))
		return CUDA_ERROR_INVALID_VALUE;
	cu_exec_free(hGraphExec); /* packets have copies of all arguments */
	return CUDA_SUCCESS;
}

/* ---- launching ------------------------------------------------------------------------------- */

static CUresult do_step(const struct CUgraphExec_st *e, const struct cu_step *s,
	struct CUstream_st *stream)
{
	if (!s->is_enabled)
		return CUDA_SUCCESS;
	if (s->branch != NULL)
		return cu_control_launch(e->control, s->branch, stream);
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
	error = cu_memories_check(&hGraphExec->memories,
		(hGraphExec->flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH) != 0);
	if (error == CUDA_SUCCESS)
		error = cu_stream_begin(s);
	if (error == CUDA_SUCCESS)
		error = follow_last(hGraphExec, s);
	for (size_t i = 0; i < hGraphExec->program.count && error == CUDA_SUCCESS; i++)
		error = do_step(hGraphExec, &hGraphExec->program.steps[i], s);
	if (error == CUDA_SUCCESS)
		error = mark_end(hGraphExec, s);
	if (error == CUDA_SUCCESS)
		cu_memories_note(&hGraphExec->memories);
	return error;
}

CUresult CUDAAPI cuGraphUpload(CUgraphExec hGraphExec, CUstream hStream)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	return handle_is_valid(hGraphExec, CU_GRAPH_EXEC) ? error : CUDA_ERROR_INVALID_VALUE;
}
