/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values on which conditional nodes depend (CUDA driver API, "cuGraphConditionalHandleCreate"). The
 * client's handle is the address of the value, which kernels store to. A graph, its clones and what
 * is made of them share the value. */
#ifndef HSAEMU_CUDA_CONDITION_IMPL_H
#define HSAEMU_CUDA_CONDITION_IMPL_H

#include "context_impl.h"

struct CUgraph_st;
struct CUgraphNode_st;

struct cu_condition {
	struct handle handle;
	atomic_uint uses;
	const struct CUgraph_st *graph; /* that it was made for; NULL: it is gone */
	bool has_node;                  /* in that graph */
	bool has_default;               /* which it gets whenever the graph begins */
	uint32_t default_value;
	_Atomic uint32_t value;
};

/* What a graph has of them: uses. */
struct cu_conditions {
	struct cu_conditions *next;
	struct cu_condition *condition;
};

void cu_condition_use(struct cu_condition *c);
void cu_condition_drop(struct cu_condition *c); /* may be NULL */
/* Adds uses of all conditions of a graph to another one. */
CUresult cu_conditions_share(const struct CUgraph_st *from, struct CUgraph_st *to) NODISCARD;
/* Drops all conditions of a graph, which ends. */
void cu_conditions_drop(struct CUgraph_st *g);

/* Makes a conditional node, which is behind nothing, and its empty graphs: INVALID_VALUE. */
CUresult cu_conditional_new(struct CUgraph_st *g, CUDA_CONDITIONAL_NODE_PARAMS *p,
	struct CUgraphNode_st **out) NODISCARD;
/* Copies what a conditional node has, with its graphs. */
CUresult cu_conditional_copy(const struct CUgraphNode_st *from,
	struct CUgraphNode_st *to) NODISCARD;
/* Frees it. */
void cu_conditional_release(struct CUgraphNode_st *n);

#endif
