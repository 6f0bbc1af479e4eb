/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graphs (CUDA driver API, "Graph Management"): operations of streams that are not in one, and which
 * of them come before which. Like the interface, none of this is for several threads at a time. */
#ifndef HSAEMU_CUDA_GRAPH_IMPL_H
#define HSAEMU_CUDA_GRAPH_IMPL_H

#include "condition_impl.h"
#include "stream_impl.h"
#include "survivor_impl.h"

/* What a node is behind, and the data that the client has given to the edge: all edges are waited
 * for whole. */
struct cu_dependency {
	struct CUgraphNode_st *node;
	CUgraphEdgeData data;
};

struct CUgraphNode_st {
	struct handle handle;
	struct CUgraph_st *graph;
	struct CUgraphNode_st *next, *previous; /* of the graph's */
	CUgraphNodeType type;
	struct cu_op op; /* KERNEL, MEMCPY, MEMSET, HOST; its arguments are `kernarg` */
	uint8_t *kernarg;
	void **parameters; /* KERNEL: addresses in `kernarg`, for the client */
	CUDA_MEMCPY3D copy;
	CUDA_MEMSET_NODE_PARAMS fill;
	CUevent event;                  /* EVENT_RECORD, WAIT_EVENT */
	struct CUgraph_st *child;       /* GRAPH: owned */
	struct cu_condition *condition; /* CONDITIONAL: used */
	CUgraphConditionalNodeType condition_type;
	struct CUgraph_st **bodies; /* owned */
	size_t body_count;
	struct cu_graph_memory *memory;     /* MEM_ALLOC, MEM_FREE: used */
	struct cu_dependency *dependencies; /* what comes before it */
	size_t dependency_count, dependency_room;
	const struct CUgraphNode_st *original; /* of a clone: only to be compared */
	size_t place;                          /* of cu_graph_order(): in the order */
};

struct CUgraph_st {
	struct handle handle;
	struct cu_survivor survivor;
	struct CUctx_st *context;
	struct CUgraphNode_st *first, *last;
	size_t count;
	struct CUgraphNode_st *owner; /* of a child or body: the node whose it is; else NULL */
	struct cu_conditions *conditions;
	struct cu_user_object *objects; /* retained for it */
};

/* Makes an empty graph; its handle is valid unless it is a child. */
CUresult cu_graph_new(struct CUctx_st *c, struct CUgraph_st **out) NODISCARD;
void cu_graph_free(struct CUgraph_st *g);
/* Makes a copy, whose nodes know their originals. */
CUresult cu_graph_copy(const struct CUgraph_st *g, struct CUgraph_st **out) NODISCARD;
/* Nodes of a graph, and data of the edges from them, as clients hand them in; `data` may be
 * NULL. */
struct cu_nodes {
	struct CUgraphNode_st *const *nodes;
	const CUgraphEdgeData *data;
	size_t count;
};
/* Makes a node, behind others of the graph; INVALID_VALUE. */
CUresult cu_node_new(struct CUgraph_st *g, CUgraphNodeType type, const struct cu_nodes *behind,
	struct CUgraphNode_st **out) NODISCARD;
void cu_node_free(struct CUgraphNode_st *n);
/* Adds a dependency unless there is one with the same data; OUT_OF_MEMORY. */
CUresult cu_node_depend(struct CUgraphNode_st *n, const struct cu_dependency *on) NODISCARD;
/* Removes what edges there are from a node. */
void cu_node_undepend(struct CUgraphNode_st *n, const struct CUgraphNode_st *on);
/* Makes a graph the node's child, in place of the former one. */
void cu_node_adopt(struct CUgraphNode_st *n, struct CUgraph_st *child);
/* Makes a node's operation this one; of a launch, it copies the arguments. */
CUresult cu_node_set_op(struct CUgraphNode_st *n, const struct cu_op *op) NODISCARD;
/* Fills `order` with the graph's nodes, each behind all that it depends on, and sets their places.
 * False: there is a cycle. */
bool cu_graph_order(struct CUgraph_st *g, struct CUgraphNode_st **order) NODISCARD;

/* Checks and describes operations; the context is the current one. */
CUresult cu_launch_prepare(const CUDA_KERNEL_NODE_PARAMS *p, uint8_t *kernarg,
	struct cu_op *out) NODISCARD; /* of CU_KERNARG_BYTES */
CUresult cu_copy_prepare(const CUDA_MEMCPY3D *c, struct rt *rt, struct cu_op *out) NODISCARD;
CUresult cu_fill_prepare(const CUDA_MEMSET_NODE_PARAMS *p, struct rt *rt,
	struct cu_op *out) NODISCARD;
/* Record an event in a stream, and have a stream wait for one. */
CUresult cu_event_record(CUevent e, struct CUstream_st *s) NODISCARD;
CUresult cu_event_await(CUevent e, struct CUstream_st *s) NODISCARD;

/* ---- graph_edges.c --------------------------------------------------------------------------- */

/* Returns whether all are nodes of the graph, with data that edges from there can have. */
bool cu_nodes_are_of(const struct CUgraph_st *g, const struct cu_nodes *n);
/* Returns whether an edge from a node, which is there, to one of this type can have the data. */
bool cu_edge_is_right(const struct cu_dependency *from, CUgraphNodeType to);
bool cu_edge_is_plain(const CUgraphEdgeData *d);
/* Returns the i-th node with the data of the edge from it. */
struct cu_dependency cu_nodes_get(const struct cu_nodes *n, size_t i);

/* ---- capture.c ------------------------------------------------------------------------------- */

/* What a capture has of an event that was recorded in it. */
struct cu_captured;
void cu_captured_drop(struct cu_captured *e);
/* Adds an operation to the graph that the stream is captured into. */
CUresult cu_capture_op(struct CUstream_st *s, const struct cu_op *op) NODISCARD;
/* Adds what is no operation. */
CUresult cu_capture_node(struct CUstream_st *s, CUgraphNodeType type,
	struct CUgraphNode_st **out) NODISCARD;
/* Notes where the stream is, for who waits for it. */
CUresult cu_capture_record(struct CUstream_st *s, struct cu_captured **out) NODISCARD;
/* Has the stream go on behind what was recorded, as a part of that capture. */
CUresult cu_capture_await(struct CUstream_st *s, const struct cu_captured *e) NODISCARD;
/* Ends a capture that goes wrong. */
void cu_capture_invalidate(struct CUstream_st *s);

#endif
