/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Captures of streams into graphs (CUDA driver API, "cuStreamBeginCapture"). What is put into a
 * captured stream becomes a node behind what the stream's last nodes are. A stream that waits for
 * an event of the capture takes part in it, until a stream of the capture waits for one of its
 * own. */
#include <stdlib.h>
#include <string.h>
#include "graph_impl.h"
#include "hsaemu/base.h"

struct cu_capture {
	struct CUgraph_st *graph;
	unsigned long long id;
	CUstreamCaptureMode mode;
	pthread_t thread; /* that began it */
	struct CUstream_st *origin;
	bool is_invalid;
	bool to_graph; /* the graph is the client's */
	unsigned uses; /* of events; guarded by the lock below */
	bool has_ended;
	size_t streams; /* that take part */
};

struct cu_captured {
	struct cu_capture *capture; /* used */
	struct CUgraphNode_st **nodes;
	CUgraphEdgeData *data; /* in the same block */
	size_t count;
};

static pthread_mutex_t captures_lock = PTHREAD_MUTEX_INITIALIZER;

static void drop_capture(struct cu_capture *c)
{
	pthread_mutex_lock(&captures_lock);
	bool last = --c->uses == 0;
	pthread_mutex_unlock(&captures_lock);
	if (last)
		free(c);
}

static void use_capture(struct cu_capture *c)
{
	pthread_mutex_lock(&captures_lock);
	c->uses++;
	pthread_mutex_unlock(&captures_lock);
}

/* ---- where a stream is ----------------------------------------------------------------------- */

/* Makes a block with nodes and, behind them, data of edges; there is room for `more`. */
static bool copy_nodes(const struct cu_nodes *n, size_t more, struct CUgraphNode_st ***nodes,
	CUgraphEdgeData **data)
{
	struct CUgraphNode_st **copy = mem_try_new(n->count + more, sizeof *copy + sizeof **data);
	if (copy == NULL)
		return false;
	*nodes = copy;
	*data = (CUgraphEdgeData *)(void *)(copy + n->count + more);
	for (size_t i = 0; i < n->count; i++) {
		const struct cu_dependency d = cu_nodes_get(n, i);
		copy[i] = d.node;
		(*data)[i] = d.data;
	}
	return true;
}

static struct cu_nodes front_of(const struct CUstream_st *s)
{
	return (struct cu_nodes){s->front, s->front_data, s->front_count};
}

static CUresult set_front(struct CUstream_st *s, const struct cu_nodes *n)
{
	struct CUgraphNode_st **former = s->front;
	if (!copy_nodes(n, 0, &s->front, &s->front_data))
		return CUDA_ERROR_OUT_OF_MEMORY;
	free(former);
	s->front_count = n->count;
	return CUDA_SUCCESS;
}

static CUresult add_to_front(struct CUstream_st *s, const struct cu_dependency *d)
{
	for (size_t i = 0; i < s->front_count; i++)
		if (s->front[i] == d->node &&
			memcmp(&s->front_data[i], &d->data, sizeof d->data) == 0)
			return CUDA_SUCCESS;
	const struct cu_nodes front = front_of(s);
	struct CUgraphNode_st **former = s->front;
	if (!copy_nodes(&front, 1, &s->front, &s->front_data))
		return CUDA_ERROR_OUT_OF_MEMORY;
	free(former);
	s->front[s->front_count] = d->node;
	s->front_data[s->front_count++] = d->data;
	return CUDA_SUCCESS;
}

static CUresult add_all_to_front(struct CUstream_st *s, const struct cu_nodes *n)
{
	CUresult error = CUDA_SUCCESS;
	for (size_t i = 0; i < n->count && error == CUDA_SUCCESS; i++) {
		const struct cu_dependency d = cu_nodes_get(n, i);
		error = add_to_front(s, &d);
	}
	return error;
}

static void leave(struct CUstream_st *s)
{
	struct cu_capture *c = s->capture;
	s->capture = NULL;
	free(s->front);
	s->front = NULL;
	s->front_count = 0;
	c->streams--;
	drop_capture(c);
}

void cu_capture_invalidate(struct CUstream_st *s)
{
	s->capture->is_invalid = true;
}

CUresult cu_capture_node(struct CUstream_st *s, CUgraphNodeType type, struct CUgraphNode_st **out)
{
	struct cu_capture *c = s->capture;
	if (c->has_ended) { /* the stream was left behind */
		leave(s);
		return CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
	}
	if (c->is_invalid)
		return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
	const struct cu_nodes behind = front_of(s);
	CUresult error = cu_node_new(c->graph, type, &behind, out);
	if (error == CUDA_SUCCESS)
		error = set_front(s, &(struct cu_nodes){out, NULL, 1});
	if (error != CUDA_SUCCESS)
		c->is_invalid = true;
	return error;
}

/* Tells what a copy or fill does, as the client could have said it: where memory is of is not known
 * any more. */
static void describe(struct CUgraphNode_st *n, const struct cu_op *op)
{
	if (op->kind == CU_OP_COPY) {
		const struct cu_copy *c = &op->copy;
		n->copy = (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
			.srcDevice = (CUdeviceptr)(uintptr_t)c->from,
			.srcPitch = c->from_pitch,
			.srcHeight = c->from_pitch != 0 ? c->from_slice / c->from_pitch : 0,
			.dstMemoryType = CU_MEMORYTYPE_UNIFIED,
			.dstDevice = (CUdeviceptr)(uintptr_t)c->to,
			.dstPitch = c->to_pitch,
			.dstHeight = c->to_pitch != 0 ? c->to_slice / c->to_pitch : 0,
			.WidthInBytes = c->width,
			.Height = c->height,
			.Depth = c->depth};
	} else if (op->kind == CU_OP_FILL) {
		n->fill = (CUDA_MEMSET_NODE_PARAMS){.dst = (CUdeviceptr)(uintptr_t)op->fill.to,
			.pitch = op->fill.pitch,
			.value = op->fill.value,
			.elementSize = op->fill.element_bytes,
			.width = op->fill.width,
			.height = op->fill.height};
	}
}

CUresult cu_capture_op(struct CUstream_st *s, const struct cu_op *op)
{
	static const CUgraphNodeType types[CU_OP_KINDS] = {
		[CU_OP_LAUNCH] = CU_GRAPH_NODE_TYPE_KERNEL,
		[CU_OP_COPY] = CU_GRAPH_NODE_TYPE_MEMCPY,
		[CU_OP_FILL] = CU_GRAPH_NODE_TYPE_MEMSET,
		[CU_OP_HOST] = CU_GRAPH_NODE_TYPE_HOST};
	struct CUgraphNode_st *n;
	if (op->kind >= CU_OP_MARK) { /* of the driver's own */
		s->capture->is_invalid = true;
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
	}
	CUresult error = cu_capture_node(s, types[op->kind], &n);
	if (error == CUDA_SUCCESS)
		error = cu_node_set_op(n, op);
	if (error == CUDA_SUCCESS)
		describe(n, op);
	return error;
}

/* ---- events ---------------------------------------------------------------------------------- */

void cu_captured_drop(struct cu_captured *e)
{
	if (e == NULL)
		return;
	drop_capture(e->capture);
	free(e->nodes);
	free(e);
}

CUresult cu_capture_record(struct CUstream_st *s, struct cu_captured **out)
{
	if (s->capture->is_invalid)
		return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
	const struct cu_nodes front = front_of(s);
	struct cu_captured *e = mem_try_new(1, sizeof *e);
	if (e == NULL || !copy_nodes(&front, 0, &e->nodes, &e->data)) {
		free(e);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	e->count = s->front_count;
	e->capture = s->capture;
	use_capture(e->capture);
	*out = e;
	return CUDA_SUCCESS;
}

CUresult cu_capture_await(struct CUstream_st *s, const struct cu_captured *e)
{
	if (e->capture->has_ended)
		return CUDA_ERROR_CAPTURED_EVENT;
	if (e->capture->is_invalid)
		return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
	if (s->is_legacy) {
		e->capture->is_invalid = true;
		return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
	}
	if (s->capture != NULL && s->capture != e->capture) {
		s->capture->is_invalid = e->capture->is_invalid = true;
		return CUDA_ERROR_STREAM_CAPTURE_MERGE;
	}
	const struct cu_nodes nodes = {e->nodes, e->data, e->count};
	if (s->capture != NULL)
		return add_all_to_front(s, &nodes);
	s->capture = e->capture;
	e->capture->streams++;
	use_capture(e->capture);
	return set_front(s, &nodes);
}

/* ---- captures -------------------------------------------------------------------------------- */

static CUresult begin(CUstream hStream, CUstreamCaptureMode mode, struct CUgraph_st *graph)
{
	static atomic_ullong captures_made;
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	if ((unsigned)mode > CU_STREAM_CAPTURE_MODE_RELAXED)
		return CUDA_ERROR_INVALID_VALUE;
	if (s->is_legacy)
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
	if (s->capture != NULL)
		return CUDA_ERROR_ILLEGAL_STATE;
	struct cu_capture *c = mem_try_new(1, sizeof *c);
	if (c == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	*c = (struct cu_capture){.graph = graph,
		.id = atomic_fetch_add(&captures_made, 1) + 1,
		.mode = mode,
		.thread = pthread_self(),
		.origin = s,
		.to_graph = graph != NULL,
		.uses = 1,
		.streams = 1};
	if (graph == NULL)
		error = cu_graph_new(s->context, &c->graph);
	if (error != CUDA_SUCCESS) {
		free(c);
		return error;
	}
	s->capture = c;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamBeginCapture(CUstream hStream, CUstreamCaptureMode mode)
{
	return begin(hStream, mode, NULL);
}

CUresult CUDAAPI cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph,
	const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData,
	size_t numDependencies, CUstreamCaptureMode mode)
{
	const struct cu_nodes behind = {dependencies, dependencyData, numDependencies};
	struct CUstream_st *s;
	if (!handle_is_valid(hGraph, CU_GRAPH) || !cu_nodes_are_of(hGraph, &behind))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = begin(hStream, mode, hGraph);
	if (error == CUDA_SUCCESS)
		error = cu_stream_get(hStream, &s);
	return error == CUDA_SUCCESS ? set_front(s, &behind) : error;
}

/* Returns whether all nodes come before where the stream is: every stream that took part was waited
 * for. */
static bool is_joined(const struct CUstream_st *s)
{
	size_t loose = 0;
	if (s->capture->streams == 1)
		return true;
	for (struct CUgraphNode_st *n = s->capture->graph->first; n != NULL; n = n->next)
		n->place = 0;
	for (const struct CUgraphNode_st *n = s->capture->graph->first; n != NULL; n = n->next)
		for (size_t i = 0; i < n->dependency_count; i++)
			n->dependencies[i].node->place = 1;
	for (size_t i = 0; i < s->front_count; i++)
		s->front[i]->place = 1;
	for (const struct CUgraphNode_st *n = s->capture->graph->first; n != NULL; n = n->next)
		loose += n->place == 0;
	return loose == 0;
}

CUresult CUDAAPI cuStreamEndCapture(CUstream hStream, CUgraph *phGraph)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	struct cu_capture *c = s->capture;
	if (c == NULL)
		return phGraph == NULL ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_ILLEGAL_STATE;
	if (phGraph == NULL && !c->to_graph) /* who has the graph need not be told of it */
		return CUDA_ERROR_INVALID_VALUE;
	if (c->origin != s)
		return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
	if (c->mode != CU_STREAM_CAPTURE_MODE_RELAXED && !pthread_equal(c->thread, pthread_self()))
		return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
	error = c->is_invalid   ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
	        : !is_joined(s) ? CUDA_ERROR_STREAM_CAPTURE_UNJOINED
	                        : CUDA_SUCCESS;
	if (phGraph != NULL)
		*phGraph = error == CUDA_SUCCESS ? c->graph : NULL;
	if (error != CUDA_SUCCESS && !c->to_graph)
		cu_graph_free(c->graph);
	c->has_ended = true;
	/* streams that took part are free again */
	struct CUctx_st *context = s->context;
	pthread_mutex_lock(&context->lock);
	for (struct CUstream_st *t = context->streams; t != NULL; t = t->next)
		if (t->capture == c && t != s)
			leave(t);
	pthread_mutex_unlock(&context->lock);
	leave(s);
	return error;
}

CUresult CUDAAPI cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus *captureStatus)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (captureStatus == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*captureStatus = s->capture == NULL       ? CU_STREAM_CAPTURE_STATUS_NONE
		                 : s->capture->is_invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
		                                          : CU_STREAM_CAPTURE_STATUS_ACTIVE;
	return error;
}

CUresult CUDAAPI cuStreamGetCaptureInfo_v3(CUstream hStream,
	CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out,
	const CUgraphNode **dependencies_out, const CUgraphEdgeData **edgeData_out,
	size_t *numDependencies_out)
{
	struct CUstream_st *s;
	CUresult error = cuStreamIsCapturing(hStream, captureStatus_out);
	if (error != CUDA_SUCCESS || *captureStatus_out == CU_STREAM_CAPTURE_STATUS_NONE)
		return error;
	error = cu_stream_get(hStream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	for (size_t i = 0; i < s->front_count && dependencies_out != NULL; i++)
		if (edgeData_out == NULL && !cu_edge_is_plain(&s->front_data[i]))
			return CUDA_ERROR_LOSSY_QUERY;
	if (id_out != NULL)
		*id_out = s->capture->id;
	if (graph_out != NULL)
		*graph_out = s->capture->graph;
	if (dependencies_out != NULL)
		*dependencies_out = s->front;
	if (edgeData_out != NULL)
		*edgeData_out = s->front_data;
	if (numDependencies_out != NULL)
		*numDependencies_out = s->front_count;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus *captureStatus_out,
	cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out,
	size_t *numDependencies_out)
{
	return cuStreamGetCaptureInfo_v3(hStream, captureStatus_out, id_out, graph_out,
		dependencies_out, NULL, numDependencies_out);
}

CUresult CUDAAPI cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode *dependencies,
	const CUgraphEdgeData *dependencyData, size_t numDependencies, unsigned flags)
{
	const struct cu_nodes nodes = {dependencies, dependencyData, numDependencies};
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	if (s->capture == NULL)
		return CUDA_ERROR_ILLEGAL_STATE;
	if (flags > CU_STREAM_SET_CAPTURE_DEPENDENCIES ||
		!cu_nodes_are_of(s->capture->graph, &nodes))
		return CUDA_ERROR_INVALID_VALUE;
	return flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES ? set_front(s, &nodes)
	                                                   : add_all_to_front(s, &nodes);
}

CUresult CUDAAPI cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode *dependencies,
	size_t numDependencies, unsigned flags)
{
	return cuStreamUpdateCaptureDependencies_v2(hStream, dependencies, NULL, numDependencies,
		flags);
}

/* Calls that captures of other threads would forbid are allowed here in any mode: nothing of them
 * disturbs a capture. */
CUresult CUDAAPI cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
	static _Thread_local CUstreamCaptureMode cu_capture_mode;
	if (mode == NULL || (unsigned)*mode > CU_STREAM_CAPTURE_MODE_RELAXED)
		return CUDA_ERROR_INVALID_VALUE;
	CUstreamCaptureMode former = cu_capture_mode;
	cu_capture_mode = *mode;
	*mode = former;
	return CUDA_SUCCESS;
}
